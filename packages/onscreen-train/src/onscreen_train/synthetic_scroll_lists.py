"""Synthetic scrolling lists in which only some of the lines are visible at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Box, Click, Element, Node, Scroll
from onscreen_train.synthetic_page_parts import (
    NOWHERE,
    Page,
    Step,
    Transition,
    add_buttons,
    make_button,
    random_title,
)
from onscreen_train.synthetic_words import BUTTONS, CHOICES, ONE_EACH, STEPPED, THINGS

_Line: TypeAlias = tuple[Node, ...]


class View(msgspec.Struct, frozen=True):
    """Scroll state of a list: all lines, and the range of lines that are visible.

    `visible_count` lines are visible, starting at `first`. The last node of `above` is the scroll
    container.
    """

    above: _Line
    lines: tuple[_Line, ...]
    visible_count: int
    below: _Line = ()
    first: int = 0

    def nodes(self) -> Sequence[Node]:
        """Return all nodes on the screen: above the list, in its visible lines, and below it."""
        offset_px = self.lines[self.first][0].box.top - self.lines[0][0].box.top
        visible_lines = self.lines[self.first : self.first + self.visible_count]
        return [
            *self.above,
            *(moved_up(node, offset_px) for line in visible_lines for node in line),
            *self.below,
        ]

    def scroll_to(self, line: int) -> tuple[View, list[Step]]:
        """Scroll down until a line is visible, returning the updated view and the scroll steps."""
        view, steps = self, list[Step]()
        while line >= view.first + view.visible_count:
            first = min(view.first + max(1, view.visible_count - 1), len(view.lines) - view.visible_count)
            view = msgspec.structs.replace(view, first=first)
            steps.append(Step("", len(self.above) - 1, scroll_down, _show_view(view)))
        return view, steps

    def press_node(self, line: int, column: int, *, after: _Line) -> tuple[View, Step]:
        """Click a node in a line of the list; returns the updated view and the recorded step.

        `after` is the line as it appears after the click.
        """
        index = len(self.above) + sum(map(len, self.lines[self.first : line])) + column
        view = msgspec.structs.replace(self, lines=(*self.lines[:line], after, *self.lines[line + 1 :]))
        return view, Step("", index, Click, _show_view(view))


def scroll_down(element: Element) -> Scroll:
    """Create the action that scrolls an element down."""
    return Scroll("down", target=element)


def scroll_list_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a scrolling list to a page, and return the steps that press buttons in some lines.

    The instruction names the lines, or asks for a number of lines that belong to the same owner.
    """
    names = rng.sample(BUTTONS, rng.randint(3, 5))
    column = rng.randrange(len(names) - 2)
    if rng.random() < 1 / 2:
        things = rng.choices(rng.sample(THINGS, rng.randint(1, 3)), k=rng.randint(3, 9))
        owner = rng.choice(things)
        owned = [i for i, thing in enumerate(things) if thing == owner]
        requested = owned[: rng.randint(1, len(owned))]
        clause = rng.choice(_OWNER_CLAUSES).format(names[column], len(requested), owner)
    else:
        things = rng.sample(THINGS, rng.randint(3, 9))
        requested = sorted(rng.sample(range(len(things)), rng.choice((1, 1, 2, 3))))
        clause = rng.choice(_NAMED_CLAUSES).format(names[column], ", ".join(things[i] for i in requested))
    view = _lay_out_lines(page, things, names=names[:-2], rng=rng)
    footer = page.new_page(2)
    footer.y = page.y
    button_step = add_buttons(footer, names[-2:], rng=rng)
    view = msgspec.structs.replace(view, below=tuple(footer.nodes))
    page.nodes = list(view.nodes())
    shows_state = rng.random() < 1 / 2
    steps: list[Step] = []
    for line in requested:
        view, scroll_steps = view.scroll_to(line)
        i = len(view.lines[line]) - len(names) + 2 + column
        nodes = view.lines[line]
        pressed = _pressed_node(nodes[i], shows_state=shows_state)
        view, press_step = view.press_node(line, i, after=(*nodes[:i], pressed, *nodes[i + 1 :]))
        steps += [*scroll_steps, press_step]
    first = msgspec.structs.replace(steps[0], clause=clause)
    return [
        first,
        *steps[1:],
        msgspec.structs.replace(button_step, node_index=button_step.node_index - len(footer.nodes)),
    ]


def stock_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a scrolling list of items with counters to the page, and return the steps that order some of them.

    Items are labeled with categories. The instruction asks for one each of some items, or for a number of
    items in a category. The final button is at the end of the list, below it, or missing.
    """
    things = rng.sample(THINGS, rng.randint(3, 9))
    kinds = [kind.lower() for kind in rng.sample(CHOICES, 3)]
    kinds_by_line = [tuple(rng.sample(kinds, rng.choice((0, 1, 1, 2)))) for _ in things]
    page.title(random_title(rng))
    lines = _build_counter_lines(page, things, kinds_by_line=kinds_by_line, rng=rng)
    footer = page.new_page(2)
    footer.y = lines[-1][-1].box.bottom + page.row_height / 2
    button_step = add_buttons(footer, rng.sample(BUTTONS, rng.randint(1, 2)), rng=rng)
    button_place = rng.choice(("within", "below", "none"))
    view = _in_container(page, (*lines, tuple(footer.nodes)) if button_place == "within" else lines, rng=rng)
    if button_place == "below":
        moved_footer = [moved_up(node, node.box.top - page.y) for node in footer.nodes]
        view = msgspec.structs.replace(view, below=tuple(moved_footer))
    page.nodes = list(view.nodes())
    clause, requested = _random_order(things, kinds_by_line, rng=rng)
    steps: list[Step] = []
    for number, line in enumerate(requested):
        view, scroll_steps = view.scroll_to(line)
        after = _with_count(view.lines[line], 1 + requested[:number].count(line))
        view, press_step = view.press_node(line, len(view.lines[line]) - 1, after=after)
        steps += [*scroll_steps, press_step]
    first = msgspec.structs.replace(steps[0], clause=clause)
    return [first, *steps[1:], *_final_steps(view, button_step, button_place=button_place)]


def _random_order(
    things: Sequence[str], kinds_by_line: Sequence[Sequence[str]], *, rng: random.Random
) -> tuple[str, list[int]]:
    """Choose a random order; return its clause and the lines to increase, one entry per click."""
    all_kinds = sorted({kind for kinds in kinds_by_line for kind in kinds})
    if all_kinds and rng.random() < 1 / 2:
        kind, count = rng.choice(all_kinds), rng.randint(1, 5)
        line = next(i for i, kinds in enumerate(kinds_by_line) if kind in kinds)
        return rng.choice(_KIND_CLAUSES).format(count, kind), [line] * count
    requested = sorted(rng.sample(range(len(things)), rng.choice((1, 2, 2, 3))))
    return rng.choice(ONE_EACH).format(", ".join(things[i] for i in requested)), requested


def _final_steps(view: View, button_step: Step, *, button_place: str) -> list[Step]:
    """Return the steps that press the final button, or an empty list without such a button."""
    if button_place == "none":
        return []
    if button_place == "below":
        return [msgspec.structs.replace(button_step, node_index=button_step.node_index - len(view.below))]
    last_line = len(view.lines) - 1
    view, scroll_steps = view.scroll_to(last_line)
    _, press_step = view.press_node(last_line, button_step.node_index, after=view.lines[last_line])
    first, *rest = [*scroll_steps, press_step]
    return [msgspec.structs.replace(first, clause=button_step.clause), *rest]


def _build_counter_lines(
    page: Page, things: Sequence[str], *, kinds_by_line: Sequence[Sequence[str]], rng: random.Random
) -> tuple[_Line, ...]:
    """Build list lines with an item, its categories, and the controls of a counter."""
    role, (decrement_name, increment_name) = rng.choice(("button", "generic", "link")), rng.choice(STEPPED)
    as_images = rng.random() < 1 / 2
    inner = page.new_page(1)
    inner.y = page.y
    lines: list[_Line] = []
    for thing, kinds in zip(things, kinds_by_line, strict=True):
        start = len(inner.nodes)
        inner.add(Node("text", thing, NOWHERE), share=0.4)
        for i, kind in enumerate(kinds):
            node = Node("image", kind, NOWHERE) if as_images else Node("text", kind, NOWHERE)
            inner.add(node, offset=0.42 + i / 8, share=0.1)
        inner.add(Node(role, decrement_name, NOWHERE, states=("clickable",)), offset=0.7, share=0.08)
        inner.add(Node(role, increment_name, NOWHERE, states=("clickable",)), offset=0.9, share=0.08)
        inner.next_line()
        lines.append(tuple(inner.nodes[start:]))
    return tuple(lines)


def _with_count(line: _Line, number: int) -> _Line:
    """Return a copy of a line whose counter shows `number` left of the increment control."""
    increment = line[-1]
    left = increment.box.left - (increment.box.right - increment.box.left)
    box = msgspec.structs.replace(increment.box, left=left, right=increment.box.left)
    number_node = Node("text", str(number), box, locator=f"{increment.locator}-number")
    return (*(node for node in line[:-1] if node.locator != number_node.locator), number_node, increment)


def _lay_out_lines(page: Page, things: Sequence[str], *, names: Sequence[str], rng: random.Random) -> View:
    """Add a title and a scrolling list with a line for each item to a page."""
    page.title(random_title(rng))
    as_icons, with_text, buttons_below = (rng.random() < 1 / 2 for _ in range(3))
    inner = page.new_page(1)
    inner.y = page.y
    lines: list[_Line] = []
    for thing in things:
        start = len(inner.nodes)
        inner.add(Node("text", thing, NOWHERE), share=0.3)
        if with_text:
            inner.add(Node("text", " ".join(rng.choices(CHOICES, k=3)), NOWHERE), offset=0.3, share=0.3)
        if buttons_below:
            inner.next_line()
        for i, name in enumerate(names):
            node = _make_icon(name) if as_icons else make_button(name)
            inner.add(node, offset=(0 if buttons_below else 0.6) + i / 8, share=0.12)
        inner.next_line()
        lines.append(tuple(inner.nodes[start:]))
    return _in_container(page, tuple(lines), rng=rng)


def _in_container(page: Page, lines: tuple[_Line, ...], *, rng: random.Random) -> View:
    """Put the lines into a container that may scroll, and move the page's cursor below it."""
    visible_count = rng.randint(2, len(lines))
    page.y = lines[visible_count - 1][-1].box.bottom
    states = ("scrollable",) if visible_count < len(lines) else ()
    box = Box(page.left, lines[0][0].box.top, page.left + page.width, page.y)
    role = rng.choice(("generic", "list", "group"))
    container = Node(role, "", box, states=states, locator="made-held", clue=page.clues.next_clue("list"))
    page.next_line()
    return View((*page.nodes, container), lines, visible_count)


def _make_icon(name: str) -> Node:
    """Create an unnamed icon button whose clue is the lower-case name."""
    return Node("generic", "", NOWHERE, states=("clickable",), clue=name.lower())


def _pressed_node(node: Node, *, shows_state: bool) -> Node:
    """Return a copy of a button after it was pressed; without `shows_state`, the copy is unchanged."""
    if not shows_state:
        return node
    if node.clue:
        return msgspec.structs.replace(node, clue=f"{node.clue} active")
    return msgspec.structs.replace(node, states=(*node.states, "pressed"))


def moved_up(node: Node, offset_px: float) -> Node:
    """Return a copy of the node, moved up by `offset_px` pixels."""
    box = msgspec.structs.replace(node.box, top=node.box.top - offset_px, bottom=node.box.bottom - offset_px)
    return msgspec.structs.replace(node, box=box)


def _show_view(view: View) -> Transition:
    nodes = view.nodes()
    return lambda _: nodes


_OWNER_CLAUSES = (
    "{0} {1} of the lines of {2}",
    "press {0} on {1} lines by {2}",
    'click "{0}" for {1} entries of {2}',
    "{0} {1} from {2}",
)
_KIND_CLAUSES = (
    "take {0} that are {1}",
    "{0} {1} ones",
    "put {0} of the {1} things in the basket",
    "choose {0} things marked {1}",
    "add {0} which are {1}",
)
_NAMED_CLAUSES = (
    "{0} each of these: {1}",
    "{0} {1}",
    'press "{0}" for {1}',
    "find {1} in the list and press {0} there",
)
