"""What made applications are laid out with: a page, a wish and what becomes of the screen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Action, Box, Click, Element, Node

Becomes: TypeAlias = Callable[[Sequence[Node]], Sequence[Node]]
"""The screen before a deed -> after it."""
NOWHERE = Box(0, 0, 1, 1)


class Wish(msgspec.Struct, frozen=True):
    """One deed: the clause that asks for it, the node it is done to, what is done, what the screen becomes.

    `clause` is "" where an earlier one asks for this, too; `at` counts from the end where it is negative;
    `notes` are what was learnt of the application.
    """

    clause: str
    at: int
    deed: Callable[[Element], Action]
    becomes: Becomes
    notes: tuple[str, ...] = ()


class Page:
    """A page being laid out from the top: lines of one height, at a left edge, so wide in pixels."""

    def __init__(self, left: float, *, wide: float, high: float, name: str = "made") -> None:
        self.nodes: list[Node] = []
        self.y = 10.0
        self.left, self.wide, self.high, self.name = left, wide, high, name

    def put(self, node: Node, *, at: float = 0.0, share: float = 1.0) -> int:
        """Put a node on the line, `at` and `share` in parts of the width; return its index."""
        left = self.left + at * self.wide
        box = Box(left, self.y, left + share * self.wide, self.y + self.high)
        locator = f"{self.name}-{len(self.nodes)}"
        self.nodes.append(msgspec.structs.replace(node, box=box, locator=locator))
        return len(self.nodes) - 1

    def line(self) -> None:
        """Go on below."""
        self.y += self.high * 1.3

    def again(self, number: int) -> Page:
        """Return an empty page of the same measures, another one of the same application."""
        return Page(self.left, wide=self.wide, high=self.high, name=f"{self.name}-{number}")


def same(nodes: Sequence[Node]) -> Sequence[Node]:
    """Return the screen as it was."""
    return nodes


def changed(at: int, change: Callable[[Node], Node]) -> Becomes:
    """Return what changes one node of the screen."""
    return lambda nodes: [change(node) if i == at else node for i, node in enumerate(nodes)]


def button(name: str) -> Node:
    """Return a button with a name."""
    return Node("button", name, NOWHERE, states=("clickable",))


def drawing() -> Node:
    """Return a button that is drawn and has no name."""
    return Node("button", "", NOWHERE, states=("clickable",), clue="icon")


def press(page: Page, names: Sequence[str], *, chance: random.Random) -> Wish:
    """Put buttons side by side and ask for one of them."""
    rows = [page.put(button(name), at=i / 3, share=0.3) for i, name in enumerate(names)]
    end = chance.randrange(len(rows))
    return Wish(chance.choice(_PRESSED).format(names[end]), rows[end], Click, same)


_PRESSED = ('press "{}"', "press {}", "click {}", "click the {} button", "hit {}")
