"""Made lists of which only a part is in view: what is asked for is found by scrolling."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Box, Click, Element, Node, Scroll
from onscreen_train.synthetic_layout import NOWHERE, Becomes, Page, Wish, button, press, titled
from onscreen_train.synthetic_words import BUTTONS, CHOICES, ONE_EACH, STEPPED, THINGS

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

    def pressed(self, line: int, column: int, *, after: _Line) -> tuple[View, Wish]:
        """Return what is in view once a node of a line is pressed and it is as `after`, and the pressing."""
        at = len(self.above) + sum(map(len, self.lines[self.first : line])) + column
        view = msgspec.structs.replace(self, lines=(*self.lines[:line], after, *self.lines[line + 1 :]))
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
        nodes = view.lines[line]
        used = _used(nodes[at], marks=marks)
        view, pressing = view.pressed(line, at, after=(*nodes[:at], used, *nodes[at + 1 :]))
        steps += [*turns, pressing]
    first = msgspec.structs.replace(steps[0], clause=clause)
    return [first, *steps[1:], msgspec.structs.replace(end, at=end.at - len(foot.nodes))]


def stocked(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out lines with what counts each up and down, and marks of what kind each is.

    One each of some is asked for, or so many of a kind. What ends it stands at the end of the lines, below
    them, or there is nothing.
    """
    things = chance.sample(THINGS, chance.randint(3, 9))
    kinds = [kind.lower() for kind in chance.sample(CHOICES, 3)]
    marks = [tuple(chance.sample(kinds, chance.choice((0, 1, 1, 2)))) for _ in things]
    page.title(titled(chance))
    lines = _counters(page, things, marks=marks, chance=chance)
    foot = page.again(2)
    foot.y = lines[-1][-1].box.bottom + page.high / 2
    end = press(foot, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)
    ending = chance.choice(("within", "below", "none"))
    view = _held(page, (*lines, tuple(foot.nodes)) if ending == "within" else lines, chance=chance)
    if ending == "below":
        under = [raised(node, node.box.top - page.y) for node in foot.nodes]
        view = msgspec.structs.replace(view, below=tuple(under))
    page.nodes = list(view.nodes())
    clause, wanted = _ordered(things, marks, chance=chance)
    steps: list[Wish] = []
    for number, line in enumerate(wanted):
        view, turns = view.reached(line)
        after = _more(view.lines[line], 1 + wanted[:number].count(line))
        view, pressing = view.pressed(line, len(view.lines[line]) - 1, after=after)
        steps += [*turns, pressing]
    first = msgspec.structs.replace(steps[0], clause=clause)
    return [first, *steps[1:], *_ended(view, end, ending=ending)]


def _ordered(
    things: Sequence[str], marks: Sequence[Sequence[str]], *, chance: random.Random
) -> tuple[str, list[int]]:
    """Return what is asked for, and the lines to be counted up, one after another."""
    asked = sorted({kind for each in marks for kind in each})
    if asked and chance.random() < 1 / 2:
        kind, times = chance.choice(asked), chance.randint(1, 5)
        line = next(at for at, each in enumerate(marks) if kind in each)
        return chance.choice(_OF_A_KIND).format(times, kind), [line] * times
    wanted = sorted(chance.sample(range(len(things)), chance.choice((1, 2, 2, 3))))
    return chance.choice(ONE_EACH).format(", ".join(things[at] for at in wanted)), wanted


def _ended(view: View, end: Wish, *, ending: str) -> list[Wish]:
    """Return what presses the button at the end, where there is one."""
    if ending == "none":
        return []
    if ending == "below":
        return [msgspec.structs.replace(end, at=end.at - len(view.below))]
    last = len(view.lines) - 1
    view, turns = view.reached(last)
    _, pressing = view.pressed(last, end.at, after=view.lines[last])
    first, *rest = [*turns, pressing]
    return [msgspec.structs.replace(first, clause=end.clause), *rest]


def _counters(
    page: Page, things: Sequence[str], *, marks: Sequence[Sequence[str]], chance: random.Random
) -> tuple[_Line, ...]:
    """Return the lines: a thing, its marks, what counts down and what counts up."""
    role, (less, more) = chance.choice(("button", "generic", "link")), chance.choice(STEPPED)
    beside = chance.random() < 1 / 2
    inner = page.again(1)
    inner.y = page.y
    lines: list[_Line] = []
    for thing, kinds in zip(things, marks, strict=True):
        start = len(inner.nodes)
        inner.put(Node("text", thing, NOWHERE), share=0.4)
        for i, kind in enumerate(kinds):
            node = Node("image", kind, NOWHERE) if beside else Node("text", kind, NOWHERE)
            inner.put(node, at=0.42 + i / 8, share=0.1)
        inner.put(Node(role, less, NOWHERE, states=("clickable",)), at=0.7, share=0.08)
        inner.put(Node(role, more, NOWHERE, states=("clickable",)), at=0.9, share=0.08)
        inner.line()
        lines.append(tuple(inner.nodes[start:]))
    return tuple(lines)


def _more(line: _Line, number: int) -> _Line:
    """Return a line whose count is so many: a number before what counts up."""
    more = line[-1]
    left = more.box.left - (more.box.right - more.box.left)
    box = msgspec.structs.replace(more.box, left=left, right=more.box.left)
    told = Node("text", str(number), box, locator=f"{more.locator}-number")
    return (*(node for node in line[:-1] if node.locator != told.locator), told, more)


def _laid(page: Page, things: Sequence[str], *, names: Sequence[str], chance: random.Random) -> View:
    """Put a title and a part that scrolls, with a line for each thing; go on below it."""
    page.title(titled(chance))
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
    return _held(page, tuple(lines), chance=chance)


def _held(page: Page, lines: tuple[_Line, ...], *, chance: random.Random) -> View:
    """Return the lines in a part that may scroll; the page goes on below it."""
    most = chance.randint(2, len(lines))
    page.y = lines[most - 1][-1].box.bottom
    states = ("scrollable",) if most < len(lines) else ()
    box = Box(page.left, lines[0][0].box.top, page.left + page.wide, page.y)
    role = chance.choice(("generic", "list", "group"))
    held = Node(role, "", box, states=states, locator="made-held", clue=page.clues.of("list"))
    page.line()
    return View((*page.nodes, held), lines, most)


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
_OF_A_KIND = (
    "take {0} that are {1}",
    "{0} {1} ones",
    "put {0} of the {1} things in the basket",
    "choose {0} things marked {1}",
    "add {0} which are {1}",
)
_EACH = (
    "{0} each of these: {1}",
    "{0} {1}",
    'press "{0}" for {1}',
    "find {1} in the list and press {0} there",
)
