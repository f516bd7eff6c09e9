"""Made lists: lines with buttons, several pages of them, and numbers to be counted up or drawn again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from onscreen.types import Click, ElementNote, Node
from onscreen_train.synthetic_layout import (
    NOWHERE,
    Becomes,
    Page,
    Wish,
    button,
    changed,
    drawing,
    press,
    same,
    titled,
)
from onscreen_train.synthetic_words import BUTTONS, FIELDS, NUMBERED, ONE_EACH, ORDINALS, STEPPED, THINGS


class _Look(msgspec.Struct, frozen=True):
    """How the lines of a list look: the thing's role, its buttons or fields, beside it or below.

    `drawn` buttons have no names. `fields` are labels with values that can be pressed.
    """

    role: str
    names: tuple[str, ...]
    below: bool
    drawn: bool = False
    fields: bool = False


def listed(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out a list whose lines have buttons; up to three lines are asked for by their names or places.

    Buttons may be drawings, of which only notes tell what they do.
    """
    page.title(titled(chance))
    things = chance.sample(THINGS, chance.randint(3, 8))
    names = tuple(chance.sample(BUTTONS, chance.randint(1, 2)))
    below = chance.random() < 1 / 4
    how = _Look(chance.choice(_ROLES), names, below, drawn=chance.random() < 1 / 3)
    lines = [_line(page, thing, how=how, chance=chance) for thing in things]
    notes = _notes(lines, names) if how.drawn else ()
    wanted = chance.sample(range(len(things)), chance.choice((1, 1, 2, 3)))
    return [_wish(lines[at], things[at], at=at, how=how, notes=notes, chance=chance) for at in wanted]


def paged(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out a list of several pages, of which one is shown; what is asked for may be on a later one.

    It is found by going on until it is there.
    """
    each = chance.choice((1, 1, 2, 3, 4))
    count = chance.randint(2, 5)
    things = chance.sample(THINGS, each * count)
    fields = chance.random() < 1 / 2
    names = tuple(chance.sample(FIELDS if fields else BUTTONS, chance.randint(1, 3 if fields else 2)))
    how = _Look(chance.choice((*_ROLES, "heading")), names, fields or chance.random() < 1 / 3, fields=fields)
    title = titled(chance)
    pager = chance.choice(_PAGERS), chance.choice(("link", "button", "generic"))
    screens: list[Page] = []
    lines: list[list[int]] = []
    onward: list[int] = []
    for number in range(count):
        shown = page if number == 0 else page.again(number)
        shown.title(title)
        here = things[number * each : (number + 1) * each]
        lines += [_line(shown, thing, how=how, chance=chance) for thing in here]
        onward.append(_pager(shown, pager[0], role=pager[1], number=number, count=count))
        screens.append(shown)
    at = chance.randrange(len(things))
    column = chance.randrange(len(lines[at]))
    clause = chance.choice(("", "find {} and ", "look for {} and ", "go to {} and ")).format(things[at])
    told = clause and (how.fields or not column)
    deed = _deed(how, column, which="it" if told else things[at], chance=chance)
    turns = [Wish("", onward[n], Click, _turned(screens[n + 1])) for n in range(at // each)]
    steps = [*turns, Wish("", lines[at][column], Click, same)]
    return [msgspec.structs.replace(steps[0], clause=f"{clause}{deed}"), *steps[1:]]


def _deed(how: _Look, column: int, *, which: str, chance: random.Random) -> str:
    """Say what is to be done to a thing: to open it, or to press one of its buttons or fields."""
    if not column:
        return f"{chance.choice(('open', 'click'))} {which}"
    name = how.names[column - 1]
    if not how.fields:
        return f"{name} {which}"
    verb = chance.choice(("click", "click on", "open", "press"))
    if which == "it":
        return f"{verb} {chance.choice(('the', 'its', 'their'))} {name.lower()}"
    return f"{verb} {chance.choice((f'the {name.lower()} of {which}', f'{which}, {name.lower()}'))}"


def _turned(page: Page) -> Becomes:
    return lambda _: page.nodes


def _pager(page: Page, names: tuple[str, str], *, role: str, number: int, count: int) -> int:
    """Put what goes a page back and on, with the numbers of pages between; return what goes on."""
    back, onward = names
    page.line()
    shown = [*([back] if number else []), str(number + 1), onward]
    within = page.put(Node("list", "", NOWHERE)) if role == "link" else None
    for i, name in enumerate(shown):
        there = ("clickable",) if name != onward or number + 1 < count else ("disabled",)
        parent = None
        if within is not None:
            parent = page.put(Node("listitem", "", NOWHERE, parent=within), at=i / 8, share=0.1)
        page.put(Node(role, name, NOWHERE, states=there, parent=parent), at=i / 8, share=0.1)
    return len(page.nodes) - 1


def counted(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out lines with what counts each up and down; some are asked for by their number.

    The numbers stand in the lines, or how many there are in all stands at the top.
    """
    things = chance.sample(THINGS, chance.randint(2, 6))
    role = chance.choice(("button", "generic", "link"))
    names, total = chance.choice(STEPPED), chance.choice(("", "", "Basket", "Items", "Total"))
    top = page.put(Node("text", f"{total}: 0", NOWHERE)) if total else -1
    page.line()
    lines = [_stepper(page, thing, role=role, names=names, told=not total) for thing in things]
    picked = chance.sample(range(len(things)), min(len(things), chance.choice((1, 1, 2, 3))))
    once = chance.random() < 1 / 3
    each = chance.choice(ONE_EACH).format(", ".join(things[at] for at in picked))
    wording = chance.choice(_COUNTED)
    wishes: list[Wish] = []
    for at in picked:
        number = 1 if once else chance.choice((1, 1, 2, 2, 3, 4))
        clause = ("" if wishes else each) if once else wording.format(number=number, thing=things[at])
        more, own = lines[at]
        for count in range(1, number + 1):
            told = _set(top, f"{total}: {len(wishes) + 1}") if total else _set(own, str(count))
            wishes.append(Wish(clause if count == 1 else "", more, Click, told))
    return [*wishes, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


def _stepper(page: Page, thing: str, *, role: str, names: tuple[str, str], told: bool) -> tuple[int, int]:
    """Put a line whose number is told or not; return what counts up and the number, -1 for none."""
    less, more = names
    page.put(Node("text", thing, NOWHERE), share=0.4)
    page.put(Node(role, less, NOWHERE, states=("clickable",)), at=0.5, share=0.1)
    number = page.put(Node("text", "0", NOWHERE), at=0.65, share=0.1) if told else -1
    onto = page.put(Node(role, more, NOWHERE, states=("clickable",)), at=0.8, share=0.1)
    page.line()
    return onto, number


def _set(at: int, name: str) -> Becomes:
    return changed(at, lambda old: msgspec.structs.replace(old, name=name))


def rolled(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out a number, what draws another one and what takes it; the number has to be as asked."""
    again, take = chance.choice(_ROLLS), chance.choice(BUTTONS)
    most = chance.choice((9, 20, 100))
    bound = chance.randint(most // 4, most - most // 4)
    wording, fits = chance.choice(_CONDITIONS)
    page.title(titled(chance))
    number = page.put(
        Node("text", chance.choice(("-", "?", str(chance.randint(0, most)))), NOWHERE), share=0.2
    )
    page.line()
    names = [again, take] if chance.random() < 2 / 3 else [take, again]
    buttons = {name: page.put(button(name), at=i / 2, share=0.4) for i, name in enumerate(names)}
    clause = chance.choice(_UNTIL).format(again=again, again_=again.lower(), fits=wording.format(bound))
    steps: list[Wish] = []
    shown = page.nodes[number].name
    while not (shown.isdecimal() and fits(int(shown), bound)):
        shown = str(chance.randint(0, most))
        steps.append(Wish("", buttons[again], Click, _set(number, shown)))
    end = chance.choice(('press "{}"', "press {}", "click {}")).format(take)
    steps = [*steps, Wish(end, buttons[take], Click, same)]
    return [msgspec.structs.replace(steps[0], clause=f"{clause}, then {end}"), *_silent(steps[1:])]


def _silent(steps: Sequence[Wish]) -> list[Wish]:
    return [msgspec.structs.replace(step, clause="") for step in steps]


def _line(page: Page, thing: str, *, how: _Look, chance: random.Random) -> list[int]:
    """Put a thing and what belongs to it; return their places."""
    states = ("clickable",) if how.role == "link" else ()
    line = [page.put(Node(how.role, thing, NOWHERE, states=states), share=0.4)]
    for i, name in enumerate(how.names):
        if how.below:
            page.line()
        if how.fields:
            page.put(Node("text", f"{name}:", NOWHERE), share=0.3)
            value = f"{chance.choice(THINGS)} {chance.randint(1, 99)}"
            clue = chance.choice(("", name.lower()))
            node = Node(chance.choice(("link", "generic")), value, NOWHERE, states=("clickable",), clue=clue)
            line.append(page.put(node, at=0.35, share=0.4))
        else:
            node = drawing() if how.drawn else button(name)
            line.append(page.put(node, at=0.1 if how.below else 0.5 + i / 4, share=0.2))
    page.line()
    return line


def _notes(lines: Sequence[Sequence[int]], names: Sequence[str]) -> tuple[ElementNote, ...]:
    return tuple(
        ElementNote(f"press to {name.lower()} it", at + 1)
        for line in lines
        for at, name in zip(line[1:], names, strict=True)
    )


def _wish(
    line: Sequence[int],
    thing: str,
    *,
    at: int,
    how: _Look,
    notes: tuple[ElementNote, ...],
    chance: random.Random,
) -> Wish:
    """Ask for a button of a line, or to open it, by its name or its place."""
    place = chance.choice(("{}", "the {} one", "the {} line", "the {} of the list"))
    nth = place.format(chance.choice((NUMBERED, ORDINALS))[at])
    which = chance.choice((thing, f'"{thing}"', nth))
    column = chance.randrange(len(line))
    return Wish(_deed(how, column, which=which, chance=chance), line[column], Click, same, notes)


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
"""What goes a page back and on."""
_ROLLS = ("Roll", "Draw", "Generate", "New number", "Spin", "Again", "Shuffle", "Refresh")
_UNTIL = (
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
_COUNTED = (
    "add {number} {thing}",
    "put {number} {thing} in the basket",
    "take {number} of {thing}",
    "set {thing} to {number}",
    "{number} times {thing}",
    'order {number} "{thing}"',
)
