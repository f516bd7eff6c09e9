"""Pages written as text, shown by a real browser."""

from __future__ import annotations

import itertools
from pathlib import Path

from onscreen.device.web import WebDevice
from onscreen.types import Action, Element, Node, Open, Shot

_NUMBERS = itertools.count(1)


class Desk:
    """A device with pages served from a folder on the hosts a.test, b.test and c.test."""

    def __init__(self, device: WebDevice, folder: Path) -> None:
        """Work in this folder."""
        self.device = device
        self.folder = folder

    def write(self, html: str, name: str = "") -> str:
        """Write a page and return its path."""
        name = name or f"page{next(_NUMBERS)}.html"
        (self.folder / name).write_text("<!doctype html><meta charset=utf-8><title>Test</title>" + html)
        return name

    def open(self, html: str) -> Shot:
        """Open a page of this text and look at it."""
        self.device.perform(Open(f"http://a.test/{self.write(html)}"))
        return self.device.observe()

    def do(self, action: Action) -> Shot:
        """Act and look."""
        self.device.perform(action)
        return self.device.observe()

    def value(self, expression: str) -> str:
        """Read a value of the page as JSON text."""
        return self.device.read(expression)

    def nodes(self, shot: Shot, role: str = "", *, name: str | None = None) -> list[Node]:
        """Return the nodes of this role and name."""
        return [n for n in shot.nodes if role in ("", n.role) and name in (None, n.name)]

    def only(self, shot: Shot, role: str, *, name: str | None = None) -> Element:
        """Return the one node of this role and name as an element."""
        found = [i for i, n in enumerate(shot.nodes) if n.role == role and name in (None, n.name)]
        assert len(found) == 1, f"{len(found)} {role} {name!r} among {[(n.role, n.name) for n in shot.nodes]}"
        node = shot.nodes[found[0]]
        given = {field: getattr(node, field) for field in Node.__struct_fields__}
        return Element(**given, mark=found[0] + 1, index=found[0])

    def button(self, shot: Shot, name: str) -> Element:
        """Return the one button of this name."""
        return self.only(shot, "button", name=name)
