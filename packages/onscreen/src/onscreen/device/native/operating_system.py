"""What differs between the operating systems that a native device operates."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from onscreen.device.native.native_screen import DescribeElement
from onscreen.device.native.screen_source import ScreenInput, ScreenSource


class OperatingSystem(msgspec.Struct, frozen=True):
    """What differs between operating systems.

    `connect` returns the screen and the input of the running session, and raises `DeviceError` or
    `MissingExtra` elsewhere. `editing_key` is the modifier of shortcuts such as "select all".
    """

    device: str
    describe: DescribeElement
    connect: Callable[[], tuple[ScreenSource, ScreenInput]]
    editing_key: str = "Control"
