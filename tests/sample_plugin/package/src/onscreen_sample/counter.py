"""A device with one button that increments a number."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from onscreen.device.base import Device
from onscreen.perceive.pixel_array import encode
from onscreen.types import Act, Action, Box, Click, Element, Node, Shot, Start, Tool
from onscreen.types.errors import ElementGone, NotSupported

WIDTH_PX, HEIGHT_PX = 120, 60
BUTTON, NUMBER = Box(10, 10, 50, 50), Box(70, 10, 110, 50)


class Counter:
    """A counter that starts at `first`."""

    name: ClassVar[str] = "counter"
    actions: ClassVar[frozenset[type[Act]]] = frozenset({Click})

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.count = first

    def start(self, start: Start) -> None:
        """Reset the number to the start's seed, if it has one, or to `first`."""
        self.count = self.first if start.seed is None else start.seed

    def observe(self) -> Shot:
        """Return a shot with the button and the number, which also sets the grey level of the picture."""
        grey = np.full((HEIGHT_PX, WIDTH_PX, 3), min(255, 16 * self.count), dtype=np.uint8)
        nodes = (
            Node("button", "+", BUTTON, states=("clickable",), locator="plus"),
            Node("text", str(self.count), NUMBER, locator="number"),
        )
        return Shot(encode(grey), nodes, app="Counter", address="counter:", taken_at=time.time())

    def perform(self, action: Action) -> str:
        """Press the button.

        Raises:
            NotSupported: the action is no click.
            ElementGone: there is nothing but the button to be clicked.
        """
        if not isinstance(action, Click):
            raise NotSupported(f"the counter can only be clicked; found {type(action).__name__}")
        target = action.target
        locator = target.locator if isinstance(target, Element) else "plus" if BUTTON.contains(target) else ""
        if locator != "plus":
            raise ElementGone(f"nothing to click at {target}; there is one button, '+'")
        self.count += action.count
        return ""

    def tools(self) -> tuple[Tool, ...]:
        """Return no tools."""
        return ()

    def read(self, expression: str) -> str:
        """Return the number, which is called `count`.

        Raises:
            NotSupported: another expression was given.
        """
        if expression != "count":
            raise NotSupported(f"the counter reads 'count' only; found {expression!r}")
        return str(self.count)

    def close(self) -> None:
        """Do nothing: the counter holds no resources."""


def counter(settings: Mapping[str, object]) -> Device:
    """Create the device; the setting `first` is its initial number."""
    return Counter(int(str(settings.get("first", 0))))
