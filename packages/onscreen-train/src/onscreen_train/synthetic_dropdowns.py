"""Made lists that drop down, drawn by the application: one press opens one, another takes a line."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Box, Click, Node
from onscreen_train.synthetic_layout import NOWHERE, Becomes, Call, Page, Steps, Wish, changed, press, titled
from onscreen_train.synthetic_scroll_lists import raised, scroll_down
from onscreen_train.synthetic_words import BUTTONS, CHOICES, DROPPED

_Line: TypeAlias = tuple[Node, ...]
_ARROWS = ("⌄", "▼", "▾")


def picked(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out one drawn list without a label, and buttons below it."""
    page.title(titled(chance))
    wording = chance.choice(DROPPED)
    node = Node("button", "", NOWHERE)
    steps = opened(page, wording.format, chance=chance, node=node)
    page.line()
    wishes = [*steps]
    for _ in range(chance.choice((0, 1, 1, 2))):
        wishes.append(press(page, chance.sample(BUTTONS, chance.randint(1, 3)), chance=chance))
        page.line()
    return wishes


def opened(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    """Lay out a list that the application draws itself: one press opens it, another takes a line.

    It may have a part around it, and the page's own list may lie hidden under it. What lies below it is
    covered while it is open.
    """
    names = chance.sample(CHOICES, chance.randint(2, 7))
    within: int | None = None
    if chance.random() < 1 / 2:
        within = page.put(Node("generic", "", NOWHERE, states=("clickable",)), at=0.4, share=0.5)
    if chance.random() < 1 / 2:
        hidden = ("clickable", "covered")
        own = page.put(Node("combobox", "", NOWHERE, states=hidden, parent=within), at=0.4, share=0.4)
        for name in names:
            page.put(Node("option", name, NOWHERE, states=hidden, parent=own), at=0.4, share=0.4)
    drawn = chance.choice((*_ARROWS, names[0], f"{names[0]} ▾", "Choose", "Select..."))
    states = chance.choice((("clickable",), ("clickable", "collapsed")))
    shown = msgspec.structs.replace(
        node, role=chance.choice(("button", "generic")), name=drawn, states=states, parent=within
    )
    at = page.put(shown, at=0.4, share=0.5)
    pick = chance.randrange(len(names))

    def closed(old: Node) -> Node:
        told = drawn if drawn in _ARROWS else drawn.replace(names[0], names[pick])
        return msgspec.structs.replace(old, name=told, value=names[pick], states=states)

    unfolded = tuple("expanded" if state == "collapsed" else state for state in states)
    lines = _lines(page, page.nodes[at].box, names=names, role=chance.choice(_LINES))
    drop = _Drop(
        lines,
        chance.randint(2, len(names)),
        changed(at, lambda old: msgspec.structs.replace(old, states=unfolded)),
        changed(at, closed),
    )
    return drop.steps(at, pick, clause=call(names[pick]))


class _Drop(msgspec.Struct, frozen=True):
    """What drops down: its lines, how many are in view, what the screen becomes when it opens and shuts.

    The last node of a line is what is pressed.
    """

    lines: tuple[_Line, ...]
    most: int
    opened: Becomes
    shut: Becomes

    def steps(self, at: int, pick: int, *, clause: str) -> Steps:
        """Return what takes one of its lines: opening, scrolling until it is in view, a press."""
        firsts = [0]
        while pick >= firsts[-1] + self.most:
            firsts.append(min(firsts[-1] + max(1, self.most - 1), len(self.lines) - self.most))
        turns = [Wish("", -self._size(), scroll_down, self._from(first)) for first in firsts[1:]]
        opening = Wish(clause, at, Click, lambda nodes: self._over(self.opened(nodes)))
        behind = (self.most - 1 - (pick - firsts[-1])) * len(self.lines[0])
        return (opening, *turns, Wish("", -1 - behind, Click, self._taken))

    def _size(self) -> int:
        """Return how many nodes it has while it is open: its lines in view, and what scrolls them."""
        return self.most * len(self.lines[0]) + (self.most < len(self.lines))

    def _over(self, nodes: Sequence[Node]) -> Sequence[Node]:
        return [*(self._covered(node) for node in nodes), *self._part(0, behind=len(nodes))]

    def _covered(self, node: Node) -> Node:
        if "clickable" not in node.states or not self._lies_under(node):
            return node
        return msgspec.structs.replace(node, states=(*node.states, "covered"))

    def _lies_under(self, node: Node) -> bool:
        first, last = self.lines[0][0].box, self.lines[self.most - 1][0].box
        beside = node.box.right <= first.left or node.box.left >= first.right
        return "covered" not in node.states and not beside and first.top <= node.box.center.y < last.bottom

    def _from(self, first: int) -> Becomes:
        def turned(nodes: Sequence[Node]) -> Sequence[Node]:
            rest = nodes[: len(nodes) - self._size()]
            return [*rest, *self._part(first, behind=len(rest))]

        return turned

    def _taken(self, nodes: Sequence[Node]) -> Sequence[Node]:
        rest = nodes[: len(nodes) - self._size()]
        top = self.lines[0][0].box.top
        return self.shut([_bare(node) if node.box.top >= top else node for node in rest])

    def _part(self, first: int, *, behind: int) -> _Line:
        """Return what is in view from a line on, after what scrolls it, if anything does."""
        up = self.lines[first][0].box.top - self.lines[0][0].box.top
        box = msgspec.structs.replace(self.lines[0][0].box, bottom=self.lines[self.most - 1][0].box.bottom)
        held = Node("list", "", box, states=("scrollable",), locator=f"{self.lines[0][0].locator}-held")
        part = [held] if self.most < len(self.lines) else []
        for line in self.lines[first : first + self.most]:
            outer = behind + len(part)
            for number, node in enumerate(line):
                parent = outer if number else (behind if len(self.lines) > self.most else None)
                part.append(msgspec.structs.replace(raised(node, up), parent=parent))
        return tuple(part)


def _bare(node: Node) -> Node:
    """Return a node that nothing lies on any more."""
    return msgspec.structs.replace(node, states=tuple(s for s in node.states if s != "covered"))


def _lines(page: Page, field: Box, *, names: Sequence[str], role: str) -> tuple[_Line, ...]:
    """Return what drops down from a field; a line may be a part with its text in it."""
    high = field.bottom - field.top
    lines: list[_Line] = []
    for i, name in enumerate(names):
        top = field.bottom + i * high
        box = Box(field.left, top, field.right, top + high)
        locator = f"made-line-{field.top:.0f}-{i}"
        clue = page.clues.of("listitem")
        if role:
            lines.append((Node(role, name, box, states=("clickable",), locator=locator, clue=clue),))
            continue
        text = Box(field.left + 8, top + high / 4, field.right - 8, top + 3 * high / 4)
        item = Node("listitem", "", box, states=("clickable",), locator=locator, clue=clue)
        lines.append((item, Node("text", name, text, locator=f"{locator}-text")))
    return tuple(lines)


_LINES = ("listitem", "option", "menuitem", "text", "generic", "", "")
"""What a line is; "" is a part with its text in it."""
