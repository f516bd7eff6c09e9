"""Made lists of which only a part is in view: what is asked for is found by scrolling."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen.train.made_layout import NOWHERE, Becomes, Page, Wish, button, press
from onscreen.train.made_words import BUTTONS, CHOICES, THINGS, TITLES
from onscreen.types import Box, Click, Element, Node, Scroll

_Line: TypeAlias = tuple[Node, ...]


class View(msgspec.Struct, frozen=True):
    """Lines laid out below one another, of which `most` are in view from the `first` on.

    The last of `above` is what scrolls.
    """

    above: _Line
    lines: tuple[_Line, ...]
    most: int
    below: _Line = ()
    first: int = 0

    def nodes(self) -> Sequence[Node]:
        """Return the screen."""
        up = self.lines[self.first][0].box.top - self.lines[0][0].box.top
        shown = self.lines[self.first : self.first + self.most]
        return [*self.above, *(raised(node, up) for line in shown for node in line), *self.below]

    def reached(self, line: int) -> tuple[View, list[Wish]]:
        """Return what is in view once a line is, and the scrolling it takes."""
        view, steps = self, list[Wish]()
        while line >= view.first + view.most:
            first = min(view.first + max(1, view.most - 1), len(view.lines) - view.most)
            view = msgspec.structs.replace(view, first=first)
            steps.append(Wish("", len(self.above) - 1, scroll_down, _becomes(view)))
        return view, steps

    def pressed(self, line: int, column: int, *, after: Node) -> tuple[View, Wish]:
        """Return what is in view once a node of a line is pressed and is as `after`, and the pressing."""
        at = len(self.above) + sum(map(len, self.lines[self.first : line])) + column
        nodes = self.lines[line]
        used = (*nodes[:column], after, *nodes[column + 1 :])
        view = msgspec.structs.replace(self, lines=(*self.lines[:line], used, *self.lines[line + 1 :]))
        return view, Wish("", at, Click, _becomes(view))


def scroll_down(element: Element) -> Scroll:
    """Return what shows more of a part that scrolls."""
    return Scroll("down", target=element)


def scrolled(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out lines with buttons, to be pressed on some by name, or on so many of one owner's."""
    names = chance.sample(BUTTONS, chance.randint(3, 5))
    column = chance.randrange(len(names) - 2)
    if chance.random() < 1 / 2:
        things = chance.choices(chance.sample(THINGS, chance.randint(1, 3)), k=chance.randint(3, 9))
        owner = chance.choice(things)
        own = [at for at, thing in enumerate(things) if thing == owner]
        wanted = own[: chance.randint(1, len(own))]
        clause = chance.choice(_SOME).format(names[column], len(wanted), owner)
    else:
        things = chance.sample(THINGS, chance.randint(3, 9))
        wanted = sorted(chance.sample(range(len(things)), chance.choice((1, 1, 2, 3))))
        clause = chance.choice(_EACH).format(names[column], ", ".join(things[at] for at in wanted))
    view = _laid(page, things, names=names[:-2], chance=chance)
    foot = page.again(2)
    foot.y = page.y
    end = press(foot, names[-2:], chance=chance)
    view = msgspec.structs.replace(view, below=tuple(foot.nodes))
    page.nodes = list(view.nodes())
    marks = chance.random() < 1 / 2
    steps: list[Wish] = []
    for line in wanted:
        view, turns = view.reached(line)
        at = len(view.lines[line]) - len(names) + 2 + column
        view, pressing = view.pressed(line, at, after=_used(view.lines[line][at], marks=marks))
        steps += [*turns, pressing]
    first = msgspec.structs.replace(steps[0], clause=clause)
    return [first, *steps[1:], msgspec.structs.replace(end, at=end.at - len(foot.nodes))]


def _laid(page: Page, things: Sequence[str], *, names: Sequence[str], chance: random.Random) -> View:
    """Put a title and a part that scrolls, with a line for each thing; go on below it."""
    page.put(Node("heading", chance.choice(TITLES), NOWHERE))
    page.line()
    drawn, said, below = (chance.random() < 1 / 2 for _ in range(3))
    inner = page.again(1)
    inner.y = page.y
    lines: list[_Line] = []
    for thing in things:
        start = len(inner.nodes)
        inner.put(Node("text", thing, NOWHERE), share=0.3)
        if said:
            inner.put(Node("text", " ".join(chance.choices(CHOICES, k=3)), NOWHERE), at=0.3, share=0.3)
        if below:
            inner.line()
        for i, name in enumerate(names):
            node = _drawn(name) if drawn else button(name)
            inner.put(node, at=(0 if below else 0.6) + i / 8, share=0.12)
        inner.line()
        lines.append(tuple(inner.nodes[start:]))
    most = chance.randint(2, len(things))
    page.y = lines[most - 1][-1].box.bottom
    states = ("scrollable",) if most < len(things) else ()
    box = Box(page.left, lines[0][0].box.top, page.left + page.wide, page.y)
    held = Node(chance.choice(("generic", "list", "group")), "", box, states=states, locator="made-held")
    page.line()
    return View((*page.nodes, held), tuple(lines), most)


def _drawn(name: str) -> Node:
    """Return a picture that says by its looks what it does."""
    return Node("generic", "", NOWHERE, states=("clickable",), clue=name.lower())


def _used(node: Node, *, marks: bool) -> Node:
    """Return a button that was pressed, which shows it or not."""
    if not marks:
        return node
    if node.clue:
        return msgspec.structs.replace(node, clue=f"{node.clue} active")
    return msgspec.structs.replace(node, states=(*node.states, "pressed"))


def raised(node: Node, up: float) -> Node:
    """Return a node so many pixels further up."""
    box = msgspec.structs.replace(node.box, top=node.box.top - up, bottom=node.box.bottom - up)
    return msgspec.structs.replace(node, box=box)


def _becomes(view: View) -> Becomes:
    nodes = view.nodes()
    return lambda _: nodes


_SOME = (
    "{0} {1} of the lines of {2}",
    "press {0} on {1} lines by {2}",
    'click "{0}" for {1} entries of {2}',
    "{0} {1} from {2}",
)
_EACH = (
    "{0} each of these: {1}",
    "{0} {1}",
    'press "{0}" for {1}',
    "find {1} in the list and press {0} there",
)
