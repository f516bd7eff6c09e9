"""Properties that differ between the operating systems of a native device."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from onscreen.device.native.native_screen import PASSWORD, DescribeElement, NativeElement, NativeScreen
from onscreen.device.native.screen_source import ScreenInput, ScreenSource


class OperatingSystem(msgspec.Struct, frozen=True):
    """Properties of an operating system that a native device needs.

    `connect` returns the screen and the input of the running session, and raises `DeviceError` or
    `MissingExtra` elsewhere. `value_property` is the property with the content of a field, which recordings
    omit for passwords. `editing_key` is the modifier of shortcuts such as "select all".
    """

    device: str
    describe: DescribeElement
    connect: Callable[[], tuple[ScreenSource, ScreenInput]]
    value_property: str
    editing_key: str = "Control"

    def without_passwords(self, screen: NativeScreen) -> NativeScreen:
        """Return a screen without the content of password fields."""
        windows = (
            msgspec.structs.replace(window, root=self._hide(window.root) if window.root else None)
            for window in screen.windows
        )
        return msgspec.structs.replace(screen, windows=tuple(windows))

    def _hide(self, element: NativeElement) -> NativeElement:
        """Return an element and its descendants without the content of password fields."""
        properties = element.properties
        if PASSWORD in self.describe(element).states:
            properties = {name: value for name, value in properties.items() if name != self.value_property}
        return NativeElement(properties, element.box, tuple(map(self._hide, element.children)))
