"""Test pages written as HTML text and shown by a real browser."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from onscreen.device.web import WebDevice
from onscreen.types import Action, Element, Node, Open, Shot, Wait

_TIMEOUT_SEC = 60.0
_PAGE_NUMBERS = itertools.count(1)


class Pages:
    """A web device with pages served from a folder on the hosts a.test, b.test and c.test."""

    def __init__(self, device: WebDevice, folder: Path) -> None:
        """Write pages to this folder."""
        self.device = device
        self.folder = folder

    def write(self, html: str, name: str = "") -> str:
        """Write a page and return its file name."""
        name = name or f"page{next(_PAGE_NUMBERS)}.html"
        (self.folder / name).write_text("<!doctype html><meta charset=utf-8><title>Test</title>" + html)
        return name

    def open(self, html: str) -> Shot:
        """Write a page, open it and observe it."""
        self.device.perform(Open(f"http://a.test/{self.write(html)}"))
        return self.device.observe()

    def act(self, action: Action) -> Shot:
        """Perform an action and observe the page."""
        self.device.perform(action)
        return self.device.observe()

    def observe_until_node(self, role: str, name: str) -> Shot:
        """Observe the page until it has a node with this role and name, or a minute has passed."""
        deadline = time.monotonic() + _TIMEOUT_SEC
        shot = self.device.observe()
        while not self.find_nodes(shot, role, name=name) and time.monotonic() < deadline:
            shot = self.act(Wait(1))
        return shot

    def evaluate(self, expression: str) -> str:
        """Return the value of a JavaScript expression as JSON text."""
        return self.device.read(expression)

    def find_nodes(self, shot: Shot, role: str = "", *, name: str | None = None) -> list[Node]:
        """Return the nodes with this role and name."""
        return [n for n in shot.nodes if role in ("", n.role) and name in (None, n.name)]

    def get_element(self, shot: Shot, role: str, *, name: str | None = None) -> Element:
        """Return the only node with this role and name as an element."""
        indices = [i for i, n in enumerate(shot.nodes) if n.role == role and name in (None, n.name)]
        names = [(n.role, n.name) for n in shot.nodes]
        assert len(indices) == 1, f"{len(indices)} {role} {name!r} among {names}, warning {shot.warning!r}"
        node = shot.nodes[indices[0]]
        fields = {field: getattr(node, field) for field in Node.__struct_fields__}
        return Element(**fields, mark=indices[0] + 1, index=indices[0])

    def get_button(self, shot: Shot, name: str) -> Element:
        """Return the only button with this name."""
        return self.get_element(shot, "button", name=name)
