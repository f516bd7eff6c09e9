"""Parts of synthetic training pages: layout, descriptions of elements, and steps that solve a task."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from onscreen.types import Action, Box, Click, Element, ElementNote, Node, Type
from onscreen_train.synthetic_words import CLUES, ROLE_CLUES, TITLES

Transition: TypeAlias = Callable[[Sequence[Node]], Sequence[Node]]
"""Function from the nodes on the screen before an action to those after it."""
ClauseBuilder: TypeAlias = Callable[[str], str]
"""Function from a value to the instruction clause that asks for the value."""
NOWHERE = Box(0, 0, 1, 1)


class Step(msgspec.Struct, frozen=True):
    """Step of a solution: instruction clause, target node, action, and effect on the screen.

    `clause` is "" if the clause of an earlier step covers this step. `node_index` counts from the end if it
    is negative. `notes` are notes about the application, which are given to the network.
    """

    clause: str
    node_index: int
    build_action: Callable[[Element], Action]
    transition: Transition
    notes: tuple[ElementNote, ...] = ()


Steps: TypeAlias = tuple[Step, ...]
"""Steps that fill in one field, in order."""


class ClueGenerator:
    """Generator of random element clues that resemble CSS class names and ids.

    Some applications have no clues, some have a few, and some have a clue for most elements. Clues for the
    same role may be numbered.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.clue_share = rng.choice((0.0, 0.3, 0.8))
        self.numbered = rng.random() < 1 / 3
        self.clues: dict[str, str] = {}
        self.counts: Counter[str] = Counter()

    def next_clue(self, role: str) -> str:
        """Generate a clue for the next element with the given role.

        Returns an empty string if the element has no clue.
        """
        self.counts[role] += 1
        if self.rng.random() >= self.clue_share:
            return ""
        words = ROLE_CLUES.get(role, CLUES)
        if role not in self.clues or self.rng.random() < 1 / 4:
            self.clues[role] = " ".join(
                self.rng.choice(each) for each in self.rng.choice(((words,), (CLUES,), (words, CLUES)))
            )
        return f"{self.clues[role]} {self.counts[role]}" if self.numbered else self.clues[role]


class Page:
    """Page that arranges elements in rows of equal height, from top to bottom.

    All sizes are in pixels.
    """

    def __init__(
        self, left: float, *, width: float, row_height: float, clues: ClueGenerator, name: str = "made"
    ) -> None:
        self.nodes: list[Node] = []
        self.y = 10.0
        self.left, self.width, self.row_height, self.name, self.clues = left, width, row_height, name, clues

    def add(self, node: Node, *, offset: float = 0.0, share: float = 1.0) -> int:
        """Add a node to the current row and return its index.

        `offset` is the left edge and `share` the width, both as fractions of the page width.
        """
        left = self.left + offset * self.width
        box = Box(left, self.y, left + share * self.width, self.y + self.row_height)
        locator = f"{self.name}-{len(self.nodes)}"
        clue = node.clue or self.clues.next_clue(node.role)
        self.nodes.append(msgspec.structs.replace(node, box=box, locator=locator, clue=clue))
        return len(self.nodes) - 1

    def next_line(self) -> None:
        """Move to the next row."""
        self.y += self.row_height * 1.3

    def title(self, text: str) -> None:
        """Add a heading in a separate row, or nothing if the text is empty."""
        if text:
            self.add(Node("heading", text, NOWHERE))
            self.next_line()

    def new_page(self, number: int) -> Page:
        """Create an empty page with the same dimensions for the same application."""
        name = f"{self.name}-{number}"
        return Page(self.left, width=self.width, row_height=self.row_height, clues=self.clues, name=name)


def unchanged(nodes: Sequence[Node]) -> Sequence[Node]:
    """Return the nodes unchanged."""
    return nodes


def change_node(index: int, change: Callable[[Node], Node]) -> Transition:
    """Create a transition that applies a change to one node of the screen."""
    return lambda nodes: [change(node) if i == index else node for i, node in enumerate(nodes)]


def make_button(name: str) -> Node:
    """Create a clickable button with the given name."""
    return Node("button", name, NOWHERE, states=("clickable",))


def random_title(rng: random.Random) -> str:
    """Choose a random page title, or an empty title in half of the cases."""
    return rng.choice(TITLES) if rng.random() < 1 / 2 else ""


def make_icon_button() -> Node:
    """Create a clickable button that shows an icon and has no name."""
    return Node("button", "", NOWHERE, states=("clickable",), clue="icon")


def field_states(role: str) -> tuple[str, ...]:
    """Return the accessibility states of a form field with the given role."""
    return ("clickable", "editable") if role in {"textbox", "searchbox", "spinbutton"} else ("clickable",)


def add_typed_field(page: Page, node: Node, *, value: str, clause: str) -> Step:
    """Add a text field to a page and return the step that types a value into the field."""
    index = page.add(node, offset=0.4, share=0.6)
    return Step(
        clause,
        index,
        lambda element: Type(value, element),
        change_node(
            index, lambda old: msgspec.structs.replace(old, value=value, states=(*old.states, "focused"))
        ),
    )


def add_buttons(page: Page, names: Sequence[str], *, rng: random.Random) -> Step:
    """Add a row of buttons to a page and return the step that clicks one of them."""
    indices = [page.add(make_button(name), offset=i / 3, share=0.3) for i, name in enumerate(names)]
    target = rng.randrange(len(indices))
    return Step(rng.choice(_PRESS_CLAUSES).format(names[target]), indices[target], Click, unchanged)


_PRESS_CLAUSES = ('press "{}"', "press {}", "click {}", "click the {} button", "hit {}")
