"""Data types for the windows and elements reported by an accessibility interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from onscreen.types import Box, Point
from onscreen.types.slider_value import SliderValue

Properties: TypeAlias = Mapping[str, str | float | bool]
"""Properties of an element, with the operating system's names; missing properties are unknown."""
PASSWORD = "password"  # noqa: S105  a state of a node


class NativeElement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Element of a window, as reported by the operating system.

    `box` is in the units of the operating system, None for an element without a place on the screen.
    """

    properties: Properties
    box: Box | None = None
    children: tuple[NativeElement, ...] = ()


class NativeWindow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Top-level window.

    `number` is the window's identifier in the operating system, which increases with the time of opening.
    `program` is the name of its program. `root` is None if its elements cannot be read. `is_popup` is set for
    menus, tooltips and other windows that users do not switch to.
    """

    number: int
    title: str
    program: str
    process_id: int
    box: Box
    root: NativeElement | None = None
    is_popup: bool = False


class NativeScreen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Windows of a screen, from the lowest to the topmost.

    `box` is the area of the screenshot in the units of the operating system, and `scale` the number of
    screenshot pixels per unit, 2 on most screens of a Mac. `front` is the number of the window with the
    keyboard focus, 0 without one. `warning` describes what could not be read.
    """

    box: Box
    windows: tuple[NativeWindow, ...] = ()
    front: int = 0
    scale: float = 1.0
    warning: str = ""

    def to_pixels(self, box: Box) -> Box:
        """Convert a box from the units of the operating system to screenshot pixels."""
        left, top, scale = self.box.left, self.box.top, self.scale
        return Box(
            (box.left - left) * scale,
            (box.top - top) * scale,
            (box.right - left) * scale,
            (box.bottom - top) * scale,
        )

    def to_units(self, point: Point) -> Point:
        """Convert a point from screenshot pixels to the units of the operating system."""
        return Point(point.x / self.scale + self.box.left, point.y / self.scale + self.box.top)


class ElementDescription(msgspec.Struct, frozen=True):
    """Element described with the terms of a `Node`.

    `role` is "generic" for an element that only groups others. `clips` is set for an element that shows its
    content only inside its box. `floats` is set for an element whose content may be outside its window, such
    as a menu. `is_shown` is False for an element that is scrolled out of view or hidden.
    """

    role: str
    name: str = ""
    value: str = ""
    states: tuple[str, ...] = ()
    slider: SliderValue | None = None
    clips: bool = False
    floats: bool = False
    is_shown: bool = True


DescribeElement: TypeAlias = Callable[[NativeElement], ElementDescription]
"""Function that describes an element; each operating system has its own."""
