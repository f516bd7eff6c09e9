"""The settings of the Android device, each a thing a person may want to change."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting
from onscreen.types.errors import BadText

_MOST_PORT = 65535


class AndroidSettings(msgspec.Struct, frozen=True):
    """What can be set on the Android device.

    `serial` names the phone as `adb devices` does; "" is the one in ANDROID_SERIAL, or the only one there.
    One like 192.168.0.7:5555 is connected to over the network. `adb` is the program ("" looks for one);
    `server_host` and `server_port` are where its server listens ("" and 0: the usual place, or what
    ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT say). With `keep_app` a start without address
    leaves the application that is open.

    Caps: `call_cap_sec` for one call of the phone, `launch_cap_sec` for an application to open,
    `connect_cap_sec` for the phone to be reached, `settle_cap_sec` for looking until the screen stands still.
    `dump_tries` is how often the tree of a screen is asked for, `moment_tries` how often the screen is looked
    at until picture and tree are of one moment (0: it is not checked). `max_nodes` and `max_text` (characters
    of one node) cap what is reported of a screen.
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
    max_nodes: int = 6000
    max_text: int = 2000

    def __post_init__(self) -> None:
        """Refuse values that cannot work, naming them."""
        for name in (
            "call_cap_sec",
            "launch_cap_sec",
            "connect_cap_sec",
            "dump_tries",
            "max_nodes",
            "max_text",
        ):
            if getattr(self, name) <= 0:
                raise BadText(f"the setting {name!r} must be above 0; found {getattr(self, name)}")
        if not 0 <= self.server_port <= _MOST_PORT:
            raise BadText(f"the setting 'server_port' must be 0 to {_MOST_PORT}; found {self.server_port}")
        if self.serial.startswith("-") or any(sign.isspace() for sign in self.serial):
            raise BadText(f"a serial has no space and begins with no dash; found {self.serial!r}")


def android_settings(settings: Mapping[str, Setting]) -> AndroidSettings:
    """Return the settings of these names and values; a serial of digits may be given as a number.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value is of the wrong kind.
    """
    there = AndroidSettings.__struct_fields__
    for name in settings:
        if name not in there:
            raise unknown_name("setting of the device 'android'", name, known=there)
    texts = {name: str(settings[name]) for name in ("serial", "adb", "server_host") if name in settings}
    try:
        return msgspec.convert({**settings, **texts}, AndroidSettings, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"the settings of the device 'android' do not fit: {error}") from error
