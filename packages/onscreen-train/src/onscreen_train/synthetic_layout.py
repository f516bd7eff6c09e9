"""What made applications are laid out with: a page, a wish and what becomes of the screen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Action, Box, Click, Element, ElementNote, Node, Type
from onscreen_train.synthetic_words import CLUES, ROLE_CLUES, TITLES

Becomes: TypeAlias = Callable[[Sequence[Node]], Sequence[Node]]
"""The screen before a deed -> after it."""
Call: TypeAlias = Callable[[str], str]
"""Value -> the clause that asks for it."""
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
    notes: tuple[ElementNote, ...] = ()


Steps: TypeAlias = tuple[Wish, ...]
"""What one field takes."""


class Clues:
    """What an application calls its parts where nobody sees it, as classes and ids of pages do: by chance.

    Some applications tell nothing, some of few parts, some of most; parts of one role may be numbered.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.share = chance.choice((0.0, 0.3, 0.8))
        self.numbered = chance.random() < 1 / 3
        self.own: dict[str, str] = {}
        self.count: Counter[str] = Counter()

    def of(self, role: str) -> str:
        """Return what the next part of a role is called, "" for nothing."""
        self.count[role] += 1
        if self.chance.random() >= self.share:
            return ""
        words = ROLE_CLUES.get(role, CLUES)
        if role not in self.own or self.chance.random() < 1 / 4:
            self.own[role] = " ".join(
                self.chance.choice(each) for each in self.chance.choice(((words,), (CLUES,), (words, CLUES)))
            )
        return f"{self.own[role]} {self.count[role]}" if self.numbered else self.own[role]


class Page:
    """A page being laid out from the top: lines of one height, at a left edge, so wide in pixels."""

    def __init__(self, left: float, *, wide: float, high: float, clues: Clues, name: str = "made") -> None:
        self.nodes: list[Node] = []
        self.y = 10.0
        self.left, self.wide, self.high, self.name, self.clues = left, wide, high, name, clues

    def put(self, node: Node, *, at: float = 0.0, share: float = 1.0) -> int:
        """Put a node on the line, `at` and `share` in parts of the width; return its index."""
        left = self.left + at * self.wide
        box = Box(left, self.y, left + share * self.wide, self.y + self.high)
        locator = f"{self.name}-{len(self.nodes)}"
        clue = node.clue or self.clues.of(node.role)
        self.nodes.append(msgspec.structs.replace(node, box=box, locator=locator, clue=clue))
        return len(self.nodes) - 1

    def line(self) -> None:
        """Go on below."""
        self.y += self.high * 1.3

    def title(self, text: str) -> None:
        """Put a heading and go on below it, unless the text is ""."""
        if text:
            self.put(Node("heading", text, NOWHERE))
            self.line()

    def again(self, number: int) -> Page:
        """Return an empty page of the same measures, another one of the same application."""
        name = f"{self.name}-{number}"
        return Page(self.left, wide=self.wide, high=self.high, clues=self.clues, name=name)


def same(nodes: Sequence[Node]) -> Sequence[Node]:
    """Return the screen as it was."""
    return nodes


def changed(at: int, change: Callable[[Node], Node]) -> Becomes:
    """Return what changes one node of the screen."""
    return lambda nodes: [change(node) if i == at else node for i, node in enumerate(nodes)]


def button(name: str) -> Node:
    """Return a button with a name."""
    return Node("button", name, NOWHERE, states=("clickable",))


def titled(chance: random.Random) -> str:
    """Return the title of a page, "" for every other one."""
    return chance.choice(TITLES) if chance.random() < 1 / 2 else ""


def drawing() -> Node:
    """Return a button that is drawn and has no name."""
    return Node("button", "", NOWHERE, states=("clickable",), clue="icon")


def states_of(role: str) -> tuple[str, ...]:
    """Return what can be done with a field."""
    return ("clickable", "editable") if role in {"textbox", "searchbox", "spinbutton"} else ("clickable",)


def typed(page: Page, node: Node, *, value: str, clause: str) -> Wish:
    """Put a field and ask for a text in it."""
    at = page.put(node, at=0.4, share=0.6)
    return Wish(
        clause,
        at,
        lambda element: Type(value, element),
        changed(at, lambda old: msgspec.structs.replace(old, value=value, states=(*old.states, "focused"))),
    )


def press(page: Page, names: Sequence[str], *, chance: random.Random) -> Wish:
    """Put buttons side by side and ask for one of them."""
    rows = [page.put(button(name), at=i / 3, share=0.3) for i, name in enumerate(names)]
    end = chance.randrange(len(rows))
    return Wish(chance.choice(_PRESSED).format(names[end]), rows[end], Click, same)


_PRESSED = ('press "{}"', "press {}", "click {}", "click the {} button", "hit {}")
