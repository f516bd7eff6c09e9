"""Settings of the Android device."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.device.device_settings import build_settings, check_positive
from onscreen.types import Setting
from onscreen.types.errors import BadText

_MAX_PORT = 65535
_POSITIVE_SETTINGS = (
    "call_cap_sec",
    "launch_cap_sec",
    "connect_cap_sec",
    "dump_tries",
    "max_nodes",
    "max_text",
)


class AndroidSettings(msgspec.Struct, frozen=True):
    """Settings of the Android device, such as the serial, timeouts and limits.

    `serial` selects the phone by its serial in `adb devices`; "" stands for ANDROID_SERIAL or else the only
    attached phone. A serial such as 192.168.0.7:5555 is a network connection. `adb` is the adb program (""
    searches for one); `server_host` and `server_port` locate the adb server ("" and 0 stand for
    ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT or else adb's defaults). With `keep_app`, a start
    without address leaves the current application open.

    Timeouts: `call_cap_sec` for one shell command, `launch_cap_sec` for the launch of an application or the
    start script, `connect_cap_sec` for the connection to the phone, `settle_cap_sec` for the screen to
    settle. `dump_tries` is the maximum number of requests for the view hierarchy, `moment_tries` the maximum
    number of captures until screenshot and view hierarchy match (0 skips the comparison). Without `pictures`,
    no screenshot is taken: all pictures are black. `max_nodes` and `max_text` (characters per node) limit the
    content of a shot.
    """

    serial: str = ""
    adb: str = ""
    server_host: str = ""
    server_port: int = 0
    keep_app: bool = False
    call_cap_sec: float = 20.0
    launch_cap_sec: float = 20.0
    connect_cap_sec: float = 10.0
    settle_cap_sec: float = 15.0
    dump_tries: int = 3
    moment_tries: int = 3
    pictures: bool = True
    max_nodes: int = 6000
    max_text: int = 2000

    def __post_init__(self) -> None:
        """Raise BadText for values out of range."""
        check_positive(self, _POSITIVE_SETTINGS)
        if not 0 <= self.server_port <= _MAX_PORT:
            raise BadText(f"the setting 'server_port' must be 0 to {_MAX_PORT}; found {self.server_port}")
        if self.serial.startswith("-") or any(character.isspace() for character in self.serial):
            raise BadText(
                f"the setting 'serial' must not contain spaces or begin with a dash; found {self.serial!r}"
            )


def android_settings(settings: Mapping[str, Setting]) -> AndroidSettings:
    """Build validated Android settings from a mapping of names to values.

    A serial that consists of digits may be given as a number.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value is of the wrong type or out of range.
    """
    return build_settings(settings, AndroidSettings, device="android")
