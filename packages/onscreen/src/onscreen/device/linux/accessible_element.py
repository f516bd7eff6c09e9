"""Elements of accessibility trees while they are read."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from onscreen.device.linux.accessible_roles import States
from onscreen.types import Box


class ReadLimits(msgspec.Struct, frozen=True):
    """Limits of a walk: number of shown nodes, and characters of each text."""

    max_nodes: int = 6000
    max_text: int = 2000


class Accessible:
    """Element of an accessibility tree while it is read.

    `position` is its index among the children of its parent. `box` is None if the element has no place on the
    screen. `value` is a text or a number as text. `labels` are the paths of elements that label it.
    """

    __slots__ = (
        "box", "children", "count", "labels", "name", "number", "parent", "path", "position",
        "role", "states", "text",
    )  # fmt: skip

    def __init__(self, path: str, position: int, *, parent: Accessible | None = None) -> None:
        """Create an element that has not been read."""
        self.path, self.position, self.parent = path, position, parent
        self.role = self.count = -1
        self.states = States()
        self.name = self.text = ""
        self.number: float | None = None
        self.box: Box | None = None
        self.labels: tuple[str, ...] = ()
        self.children: list[Accessible] = []

    def walk(self) -> Iterator[Accessible]:
        """Yield the shown elements below and including this one, in pre-order."""
        yield self
        for child in sorted(self.children, key=lambda each: each.position):
            yield from child.walk()
