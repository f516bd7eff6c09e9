"""Synthetic pages with lists, pagination, counters, or a random number generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from onscreen.types import Click, ElementNote, Node
from onscreen_train.synthetic_page_parts import (
    NOWHERE,
    Page,
    Step,
    Transition,
    add_buttons,
    change_node,
    make_button,
    make_icon_button,
    random_title,
    unchanged,
)
from onscreen_train.synthetic_words import BUTTONS, FIELDS, NUMBERED, ONE_EACH, ORDINALS, STEPPED, THINGS


class _LineStyle(msgspec.Struct, frozen=True):
    """Layout of list rows: role of the item, and buttons or fields beside or below the item.

    Buttons with `icon_buttons` have no names. `fields` are labels with clickable values.
    """

    role: str
    names: tuple[str, ...]
    below: bool
    icon_buttons: bool = False
    fields: bool = False


def list_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a list with buttons to a page, and return the steps that click in some of the rows.

    The instruction refers to rows by name or position. The buttons may be icons whose meaning is given only
    in the notes.
    """
    page.title(random_title(rng))
    things = rng.sample(THINGS, rng.randint(3, 8))
    names = tuple(rng.sample(BUTTONS, rng.randint(1, 2)))
    below = rng.random() < 1 / 4
    style = _LineStyle(rng.choice(_ROLES), names, below, icon_buttons=rng.random() < 1 / 3)
    lines = [_add_line(page, thing, style=style, rng=rng) for thing in things]
    notes = _notes(lines, names) if style.icon_buttons else ()
    requested = rng.sample(range(len(things)), rng.choice((1, 1, 2, 3)))
    return [_line_step(lines[i], things[i], index=i, style=style, notes=notes, rng=rng) for i in requested]


def paged_list_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a paginated list to a page, and return the steps that find and click an item.

    The item may be on a later page; the solution turns pages until the item is visible.
    """
    page_size = rng.choice((1, 1, 2, 3, 4))
    count = rng.randint(2, 5)
    things = rng.sample(THINGS, page_size * count)
    fields = rng.random() < 1 / 2
    names = tuple(rng.sample(FIELDS if fields else BUTTONS, rng.randint(1, 3 if fields else 2)))
    style = _LineStyle(rng.choice((*_ROLES, "heading")), names, fields or rng.random() < 1 / 3, fields=fields)
    title = random_title(rng)
    pager = rng.choice(_PAGERS), rng.choice(("link", "button", "generic"))
    screens: list[Page] = []
    lines: list[list[int]] = []
    next_buttons: list[int] = []
    for number in range(count):
        current_page = page if number == 0 else page.new_page(number)
        current_page.title(title)
        page_things = things[number * page_size : (number + 1) * page_size]
        lines += [_add_line(current_page, thing, style=style, rng=rng) for thing in page_things]
        next_buttons.append(_add_pager(current_page, pager[0], role=pager[1], number=number, count=count))
        screens.append(current_page)
    target = rng.randrange(len(things))
    column = rng.randrange(len(lines[target]))
    clause = rng.choice(("", "find {} and ", "look for {} and ", "go to {} and ")).format(things[target])
    is_named = clause and (style.fields or not column)
    action_clause = _describe_action(style, column, reference="it" if is_named else things[target], rng=rng)
    page_steps = [
        Step("", next_buttons[n], Click, _show_page(screens[n + 1])) for n in range(target // page_size)
    ]
    steps = [*page_steps, Step("", lines[target][column], Click, unchanged)]
    return [msgspec.structs.replace(steps[0], clause=f"{clause}{action_clause}"), *steps[1:]]


def _describe_action(style: _LineStyle, column: int, *, reference: str, rng: random.Random) -> str:
    """Return the clause that asks to open an item or to press one of its buttons or fields."""
    if not column:
        return f"{rng.choice(('open', 'click'))} {reference}"
    name = style.names[column - 1]
    if not style.fields:
        return f"{name} {reference}"
    verb = rng.choice(("click", "click on", "open", "press"))
    if reference == "it":
        return f"{verb} {rng.choice(('the', 'its', 'their'))} {name.lower()}"
    return f"{verb} {rng.choice((f'the {name.lower()} of {reference}', f'{reference}, {name.lower()}'))}"


def _show_page(page: Page) -> Transition:
    return lambda _: page.nodes


def _add_pager(page: Page, names: tuple[str, str], *, role: str, number: int, count: int) -> int:
    """Add "previous" and "next" controls with page numbers; return the index of "next"."""
    previous_name, next_name = names
    page.next_line()
    labels = [*([previous_name] if number else []), str(number + 1), next_name]
    container = page.add(Node("list", "", NOWHERE)) if role == "link" else None
    for i, name in enumerate(labels):
        states = ("clickable",) if name != next_name or number + 1 < count else ("disabled",)
        parent = None
        if container is not None:
            parent = page.add(Node("listitem", "", NOWHERE, parent=container), offset=i / 8, share=0.1)
        page.add(Node(role, name, NOWHERE, states=states, parent=parent), offset=i / 8, share=0.1)
    return len(page.nodes) - 1


def counter_page(page: Page, rng: random.Random) -> list[Step]:
    """Add rows with counters to a page, and return the steps that set some of them.

    Each row shows its number, or the page shows only the total at the top.
    """
    things = rng.sample(THINGS, rng.randint(2, 6))
    role = rng.choice(("button", "generic", "link"))
    names, total = rng.choice(STEPPED), rng.choice(("", "", "Basket", "Items", "Total"))
    total_index = page.add(Node("text", f"{total}: 0", NOWHERE)) if total else -1
    page.next_line()
    lines = [_add_counter(page, thing, role=role, names=names, shows_number=not total) for thing in things]
    requested = rng.sample(range(len(things)), min(len(things), rng.choice((1, 1, 2, 3))))
    one_each = rng.random() < 1 / 3
    one_each_clause = rng.choice(ONE_EACH).format(", ".join(things[i] for i in requested))
    wording = rng.choice(_COUNT_CLAUSES)
    steps: list[Step] = []
    for i in requested:
        number = 1 if one_each else rng.choice((1, 1, 2, 2, 3, 4))
        clause = (
            ("" if steps else one_each_clause) if one_each else wording.format(number=number, thing=things[i])
        )
        increment, number_index = lines[i]
        for count in range(1, number + 1):
            effect = (
                _set_name(total_index, f"{total}: {len(steps) + 1}")
                if total
                else _set_name(number_index, str(count))
            )
            steps.append(Step(clause if count == 1 else "", increment, Click, effect))
    return [*steps, add_buttons(page, rng.sample(BUTTONS, rng.randint(1, 2)), rng=rng)]


def _add_counter(
    page: Page, thing: str, *, role: str, names: tuple[str, str], shows_number: bool
) -> tuple[int, int]:
    """Add a row with a counter, and return the node indices of its increment control and number.

    The index of the number is -1 if the row does not show it.
    """
    decrement_name, increment_name = names
    page.add(Node("text", thing, NOWHERE), share=0.4)
    page.add(Node(role, decrement_name, NOWHERE, states=("clickable",)), offset=0.5, share=0.1)
    number = page.add(Node("text", "0", NOWHERE), offset=0.65, share=0.1) if shows_number else -1
    increment = page.add(Node(role, increment_name, NOWHERE, states=("clickable",)), offset=0.8, share=0.1)
    page.next_line()
    return increment, number


def _set_name(index: int, name: str) -> Transition:
    return change_node(index, lambda old: msgspec.structs.replace(old, name=name))


def random_number_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a random number generator to a page, and return the steps that get a suitable number.

    One button generates a number, another accepts it. The solution generates numbers until one meets the
    condition.
    """
    generate, accept = rng.choice(_GENERATE_NAMES), rng.choice(BUTTONS)
    maximum = rng.choice((9, 20, 100))
    bound = rng.randint(maximum // 4, maximum - maximum // 4)
    wording, fits = rng.choice(_CONDITIONS)
    page.title(random_title(rng))
    number_index = page.add(
        Node("text", rng.choice(("-", "?", str(rng.randint(0, maximum)))), NOWHERE), share=0.2
    )
    page.next_line()
    names = [generate, accept] if rng.random() < 2 / 3 else [accept, generate]
    buttons = {name: page.add(make_button(name), offset=i / 2, share=0.4) for i, name in enumerate(names)}
    clause = rng.choice(_UNTIL_CLAUSES).format(
        again=generate, again_=generate.lower(), fits=wording.format(bound)
    )
    steps: list[Step] = []
    shown = page.nodes[number_index].name
    while not (shown.isdecimal() and fits(int(shown), bound)):
        shown = str(rng.randint(0, maximum))
        steps.append(Step("", buttons[generate], Click, _set_name(number_index, shown)))
    accept_clause = rng.choice(('press "{}"', "press {}", "click {}")).format(accept)
    steps = [*steps, Step(accept_clause, buttons[accept], Click, unchanged)]
    return [
        msgspec.structs.replace(steps[0], clause=f"{clause}, then {accept_clause}"),
        *_without_clauses(steps[1:]),
    ]


def _without_clauses(steps: Sequence[Step]) -> list[Step]:
    return [msgspec.structs.replace(step, clause="") for step in steps]


def _add_line(page: Page, thing: str, *, style: _LineStyle, rng: random.Random) -> list[int]:
    """Add an item with its buttons or fields to a page, and return their node indices."""
    states = ("clickable",) if style.role == "link" else ()
    indices = [page.add(Node(style.role, thing, NOWHERE, states=states), share=0.4)]
    for i, name in enumerate(style.names):
        if style.below:
            page.next_line()
        if style.fields:
            page.add(Node("text", f"{name}:", NOWHERE), share=0.3)
            value = f"{rng.choice(THINGS)} {rng.randint(1, 99)}"
            clue = rng.choice(("", name.lower()))
            node = Node(rng.choice(("link", "generic")), value, NOWHERE, states=("clickable",), clue=clue)
            indices.append(page.add(node, offset=0.35, share=0.4))
        else:
            node = make_icon_button() if style.icon_buttons else make_button(name)
            indices.append(page.add(node, offset=0.1 if style.below else 0.5 + i / 4, share=0.2))
    page.next_line()
    return indices


def _notes(lines: Sequence[Sequence[int]], names: Sequence[str]) -> tuple[ElementNote, ...]:
    """Return a note on the function of each icon button, with the button's 1-based mark."""
    return tuple(
        ElementNote(f"press to {name.lower()} it", index + 1)
        for line in lines
        for index, name in zip(line[1:], names, strict=True)
    )


def _line_step(
    line: Sequence[int],
    thing: str,
    *,
    index: int,
    style: _LineStyle,
    notes: tuple[ElementNote, ...],
    rng: random.Random,
) -> Step:
    """Return a step that opens a list row or presses one of its buttons."""
    wording = rng.choice(("{}", "the {} one", "the {} line", "the {} of the list"))
    by_position = wording.format(rng.choice((NUMBERED, ORDINALS))[index])
    reference = rng.choice((thing, f'"{thing}"', by_position))
    column = rng.randrange(len(line))
    return Step(
        _describe_action(style, column, reference=reference, rng=rng), line[column], Click, unchanged, notes
    )


_ROLES = ("link", "listitem", "text", "cell")
_PAGERS = (
    ("<", ">"),
    ("‹", "›"),
    ("«", "»"),
    ("Previous", "Next"),
    ("Prev", "Next"),
    ("Previous page", "Next page"),
    ("←", "→"),
    ("Back", "More"),
)
"""Names of the controls that open the previous and the next page."""
_GENERATE_NAMES = ("Roll", "Draw", "Generate", "New number", "Spin", "Again", "Shuffle", "Refresh")
_UNTIL_CLAUSES = (
    "{again_} until the number is {fits}",
    'press "{again}" until the number is {fits}',
    "{again_} a number that is {fits}",
    "get a number {fits} with {again}",
)
_CONDITIONS: Sequence[tuple[str, Callable[[int, int], bool]]] = (
    ("less than {}", lambda number, bound: number < bound),
    ("below {}", lambda number, bound: number < bound),
    ("at most {}", lambda number, bound: number <= bound),
    ("greater than {}", lambda number, bound: number > bound),
    ("above {}", lambda number, bound: number > bound),
    ("at least {}", lambda number, bound: number >= bound),
    ("even", lambda number, _: number % 2 == 0),
    ("odd", lambda number, _: number % 2 == 1),
)
_COUNT_CLAUSES = (
    "add {number} {thing}",
    "put {number} {thing} in the basket",
    "take {number} of {thing}",
    "set {thing} to {number}",
    "{number} times {thing}",
    'order {number} "{thing}"',
)
