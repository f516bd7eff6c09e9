"""Screen of an operating system with its input: settling, observation, and lookup of targets."""

from __future__ import annotations

import time

import msgspec

from onscreen.deadline import remaining_sec, sleep
from onscreen.device.android.target_lookup import describe_element
from onscreen.device.native.native_nodes import NativeTree, build_tree, window_at
from onscreen.device.native.native_screen import NativeScreen, NativeWindow
from onscreen.device.native.native_settings import NativeSettings
from onscreen.device.native.operating_system import OperatingSystem
from onscreen.device.native.screen_source import ScreenInput, ScreenSource
from onscreen.types import Box, Element, Node, Picture, Point, Target
from onscreen.types.errors import ElementCovered, ElementGone

POLL_SEC = 0.05
_BUTTON = "left"


class Observation(msgspec.Struct, frozen=True):
    """Screen at one moment: the windows, their nodes, and the picture."""

    screen: NativeScreen
    tree: NativeTree
    picture: Picture


class LocatedTarget(msgspec.Struct, frozen=True):
    """Current position of a target in screenshot pixels, with its node (None for a point)."""

    point: Point
    box: Box
    node: Node | None = None


class NativeDesktop:
    """Screen of an operating system with its input."""

    def __init__(
        self,
        source: ScreenSource,
        system: OperatingSystem,
        *,
        screen_input: ScreenInput,
        settings: NativeSettings,
    ) -> None:
        """Combine a screen with its input, for an operating system."""
        self.source, self.input, self.settings = source, screen_input, settings
        self.system = system
        self.screen = source.read()

    def look(self) -> Observation:
        """Wait until the screen is quiet, and read its windows, nodes and picture.

        Raises:
            DeviceError: the operating system does not give access to the screen.
        """
        picture = self.settle()
        self.screen = self.source.read()
        tree = build_tree(self.screen, self.system.describe, limits=self.settings.limits)
        return Observation(self.screen, tree, picture)

    def settle(self) -> Picture:
        """Wait until the picture is unchanged for `quiet_ms`, at most `settle_cap_sec`, and return it.

        Raises:
            DeviceError: the screen cannot be captured.
        """
        started = quiet_since = time.monotonic()
        cap_sec = min(self.settings.settle_cap_sec, remaining_sec())
        picture = self.source.capture()
        while time.monotonic() - quiet_since < self.settings.quiet_ms / 1000:
            if time.monotonic() - started > cap_sec:
                break
            sleep(POLL_SEC)
            latest = self.source.capture()
            if latest != picture:
                picture, quiet_since = latest, time.monotonic()
        return picture

    def locate(self, target: Target) -> LocatedTarget:
        """Find the current position of a target, and check that no other window is in front of it.

        Raises:
            ElementGone: the target is not on the screen any more, or another window is at the point.
            ElementCovered: another window is in front of the target.
        """
        before, self.screen = self.screen, self.source.read()
        if isinstance(target, Point):
            old, new = window_at(before, target), window_at(self.screen, target)
            if (old and old.number) != (new and new.number):
                raise ElementGone(
                    "another window is at this point since the last look; look at the screen again"
                )
            return LocatedTarget(target, Box(target.x, target.y, target.x + 1, target.y + 1))
        node = self._find(target)
        if node.has("covered"):
            top = window_at(self.screen, node.box.center)
            raise ElementCovered(
                f"{describe_element(target)} is behind another window", blocker=top.title if top else ""
            )
        return LocatedTarget(node.box.center, node.box, node)

    def front_window(self) -> NativeWindow | None:
        """Return the window that had the keyboard focus at the last reading, or None."""
        windows = self.screen.windows
        return next((each for each in windows if each.number == self.screen.front), None)

    def move_pointer(self, point: Point) -> None:
        """Move the pointer to a point of the screenshot."""
        self.input.move_pointer(self.screen.to_units(point))

    def click(self, point: Point, *, button: str = _BUTTON) -> None:
        """Click at a point of the screenshot."""
        self.move_pointer(point)
        self.input.press_button(button, is_down=True)
        self.input.press_button(button, is_down=False)

    def _find(self, element: Element) -> Node:
        """Find an element by its locator, and check that its role and name are unchanged.

        Raises:
            ElementGone: the element is not on the screen any more, or another one has its locator.
        """
        tree = build_tree(self.screen, self.system.describe, limits=self.settings.limits)
        node = next((each for each in tree.nodes if each.locator == element.locator), None)
        if node is None or (node.role, node.name) != (element.role, element.name):
            same = [each for each in tree.nodes if (each.role, each.name) == (element.role, element.name)]
            node = same[0] if len(same) == 1 and element.name else None
        if node is None:
            raise ElementGone(f"{describe_element(element)} is not on the screen any more")
        return node
