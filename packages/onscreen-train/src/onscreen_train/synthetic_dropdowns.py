"""Synthetic pages with custom dropdowns that are not native form controls."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Box, Click, Node
from onscreen_train.synthetic_page_parts import (
    NOWHERE,
    ClauseBuilder,
    Page,
    Step,
    Steps,
    Transition,
    add_buttons,
    change_node,
    random_title,
)
from onscreen_train.synthetic_scroll_lists import moved_up, scroll_down
from onscreen_train.synthetic_words import BUTTONS, CHOICES, DROPPED

_Line: TypeAlias = tuple[Node, ...]
_ARROWS = ("⌄", "▼", "▾")


def dropdown_page(page: Page, rng: random.Random) -> list[Step]:
    """Add an unlabeled custom dropdown and buttons to a page, and return the steps that solve it."""
    page.title(random_title(rng))
    wording = rng.choice(DROPPED)
    node = Node("button", "", NOWHERE)
    dropdown_steps = add_custom_dropdown(page, wording.format, rng=rng, node=node)
    page.next_line()
    steps = [*dropdown_steps]
    for _ in range(rng.choice((0, 1, 1, 2))):
        steps.append(add_buttons(page, rng.sample(BUTTONS, rng.randint(1, 3)), rng=rng))
        page.next_line()
    return steps


def add_custom_dropdown(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    """Add a custom dropdown to a page and return the steps that choose an option.

    The application draws it: one click opens the list, another chooses a line. It may have a wrapper
    element, and a hidden native dropdown underneath. While it is open, it covers the elements below it.
    """
    names = rng.sample(CHOICES, rng.randint(2, 7))
    wrapper: int | None = None
    if rng.random() < 1 / 2:
        wrapper = page.add(Node("generic", "", NOWHERE, states=("clickable",)), offset=0.4, share=0.5)
    if rng.random() < 1 / 2:
        hidden = ("clickable", "covered")
        native = page.add(Node("combobox", "", NOWHERE, states=hidden, parent=wrapper), offset=0.4, share=0.4)
        for name in names:
            page.add(Node("option", name, NOWHERE, states=hidden, parent=native), offset=0.4, share=0.4)
    label = rng.choice((*_ARROWS, names[0], f"{names[0]} ▾", "Choose", "Select..."))
    states = rng.choice((("clickable",), ("clickable", "collapsed")))
    button = msgspec.structs.replace(
        node, role=rng.choice(("button", "generic")), name=label, states=states, parent=wrapper
    )
    button_index = page.add(button, offset=0.4, share=0.5)
    choice = rng.randrange(len(names))

    def closed(old: Node) -> Node:
        name = label if label in _ARROWS else label.replace(names[0], names[choice])
        return msgspec.structs.replace(old, name=name, value=names[choice], states=states)

    unfolded = tuple("expanded" if state == "collapsed" else state for state in states)
    lines = _build_lines(page, page.nodes[button_index].box, names=names, role=rng.choice(_LINE_ROLES))
    dropdown = _Dropdown(
        lines,
        rng.randint(2, len(names)),
        change_node(button_index, lambda old: msgspec.structs.replace(old, states=unfolded)),
        change_node(button_index, closed),
    )
    return dropdown.steps(button_index, choice, clause=build_clause(names[choice]))


class _Dropdown(msgspec.Struct, frozen=True):
    """Option list of a custom dropdown: its lines and its behavior when it opens and closes.

    The last node of a line is the one to click. At most `visible_count` lines are visible at a time.
    """

    lines: tuple[_Line, ...]
    visible_count: int
    on_open: Transition
    on_close: Transition

    def steps(self, button_index: int, choice: int, *, clause: str) -> Steps:
        """Return the steps that open the list, scroll until a line is visible, and click the line."""
        first_lines = [0]
        while choice >= first_lines[-1] + self.visible_count:
            first_lines.append(
                min(first_lines[-1] + max(1, self.visible_count - 1), len(self.lines) - self.visible_count)
            )
        scroll_steps = [
            Step("", -self._size(), scroll_down, self._scroll_to(first)) for first in first_lines[1:]
        ]
        open_step = Step(clause, button_index, Click, lambda nodes: self._open(self.on_open(nodes)))
        nodes_behind = (self.visible_count - 1 - (choice - first_lines[-1])) * len(self.lines[0])
        return (open_step, *scroll_steps, Step("", -1 - nodes_behind, Click, self._choose))

    def _size(self) -> int:
        """Return the number of nodes that the open list adds to the screen."""
        return self.visible_count * len(self.lines[0]) + (self.visible_count < len(self.lines))

    def _open(self, nodes: Sequence[Node]) -> Sequence[Node]:
        return [*(self._covered(node) for node in nodes), *self._visible_part(0, index_offset=len(nodes))]

    def _covered(self, node: Node) -> Node:
        if "clickable" not in node.states or not self._is_under(node):
            return node
        return msgspec.structs.replace(node, states=(*node.states, "covered"))

    def _is_under(self, node: Node) -> bool:
        first, last = self.lines[0][0].box, self.lines[self.visible_count - 1][0].box
        beside = node.box.right <= first.left or node.box.left >= first.right
        return "covered" not in node.states and not beside and first.top <= node.box.center.y < last.bottom

    def _scroll_to(self, first: int) -> Transition:
        def turned(nodes: Sequence[Node]) -> Sequence[Node]:
            rest = nodes[: len(nodes) - self._size()]
            return [*rest, *self._visible_part(first, index_offset=len(rest))]

        return turned

    def _choose(self, nodes: Sequence[Node]) -> Sequence[Node]:
        rest = nodes[: len(nodes) - self._size()]
        top = self.lines[0][0].box.top
        return self.on_close([_uncovered(node) if node.box.top >= top else node for node in rest])

    def _visible_part(self, first: int, *, index_offset: int) -> _Line:
        """Return the visible nodes of the list when it is scrolled to the line `first`."""
        offset_px = self.lines[first][0].box.top - self.lines[0][0].box.top
        box = msgspec.structs.replace(
            self.lines[0][0].box, bottom=self.lines[self.visible_count - 1][0].box.bottom
        )
        container = Node("list", "", box, states=("scrollable",), locator=f"{self.lines[0][0].locator}-held")
        nodes = [container] if self.visible_count < len(self.lines) else []
        for line in self.lines[first : first + self.visible_count]:
            parent_index = index_offset + len(nodes)
            for i, node in enumerate(line):
                parent = (
                    parent_index if i else (index_offset if len(self.lines) > self.visible_count else None)
                )
                nodes.append(msgspec.structs.replace(moved_up(node, offset_px), parent=parent))
        return tuple(nodes)


def _uncovered(node: Node) -> Node:
    """Return a copy of a node without the state "covered"."""
    return msgspec.structs.replace(node, states=tuple(s for s in node.states if s != "covered"))


def _build_lines(page: Page, field: Box, *, names: Sequence[str], role: str) -> tuple[_Line, ...]:
    """Build one list line per name below a field; a line may be a container with a text."""
    height = field.bottom - field.top
    lines: list[_Line] = []
    for i, name in enumerate(names):
        top = field.bottom + i * height
        box = Box(field.left, top, field.right, top + height)
        locator = f"made-line-{field.top:.0f}-{i}"
        clue = page.clues.next_clue("listitem")
        if role:
            lines.append((Node(role, name, box, states=("clickable",), locator=locator, clue=clue),))
            continue
        text = Box(field.left + 8, top + height / 4, field.right - 8, top + 3 * height / 4)
        item = Node("listitem", "", box, states=("clickable",), locator=locator, clue=clue)
        lines.append((item, Node("text", name, text, locator=f"{locator}-text")))
    return tuple(lines)


_LINE_ROLES = ("listitem", "option", "menuitem", "text", "generic", "", "")
"""Possible roles of a list line; "" stands for a list item that contains a text."""
