"""What differs between the operating systems that a native device operates."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from onscreen.device.native.native_screen import PASSWORD, DescribeElement, NativeElement, NativeScreen
from onscreen.device.native.screen_source import ScreenInput, ScreenSource


class OperatingSystem(msgspec.Struct, frozen=True):
    """What differs between operating systems.

    `connect` returns the screen and the input of the running session, and raises `DeviceError` or
    `MissingExtra` elsewhere. `value_property` is the property with the content of a field, which is left out
    of recordings if it is a password. `editing_key` is the modifier of shortcuts such as "select all".
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
        """Return an element and those below it without the content of password fields."""
        properties = element.properties
        if PASSWORD in self.describe(element).states:
            properties = {name: value for name, value in properties.items() if name != self.value_property}
        return NativeElement(properties, element.box, tuple(map(self._hide, element.children)))
