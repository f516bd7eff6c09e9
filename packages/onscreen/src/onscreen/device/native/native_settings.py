"""Settings of the devices `windows` and `macos`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.device.native.native_nodes import NodeLimits
from onscreen.plugins import unknown_name
from onscreen.types import Setting
from onscreen.types.errors import BadText

_POSITIVE_SETTINGS = ("launch_cap_sec", "settle_cap_sec", "quiet_ms", "max_nodes", "max_text")


class NativeSettings(msgspec.Struct, frozen=True):
    """Settings of the devices `windows` and `macos`.

    Attributes:
        recording: JSON file with recorded screens to play instead of operating the computer; "" for none.
        launch_cap_sec: Timeout for the first window of a program.
        settle_cap_sec: Timeout for the screen to become quiet.
        quiet_ms: Time without a change of the picture after which the screen counts as quiet.
        max_nodes: Maximum number of nodes reported per screen.
        max_text: Maximum number of characters reported per name or value of a node.
    """

    recording: str = ""
    launch_cap_sec: float = 30.0
    settle_cap_sec: float = 5.0
    quiet_ms: int = 200
    max_nodes: int = 6000
    max_text: int = 2000

    def __post_init__(self) -> None:
        """Raise BadText for an invalid value; the message names the setting."""
        for name in _POSITIVE_SETTINGS:
            if getattr(self, name) <= 0:
                raise BadText(f"the setting {name!r} must be above 0; found {getattr(self, name)}")

    @property
    def limits(self) -> NodeLimits:
        """The limits of the nodes of a screen."""
        return NodeLimits(self.max_nodes, self.max_text)


def native_settings(settings: Mapping[str, Setting], *, device: str) -> NativeSettings:
    """Build validated settings of a device from a mapping of names to values.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value has the wrong type or is out of range.
    """
    known = NativeSettings.__struct_fields__
    for name in settings:
        if name not in known:
            raise unknown_name(f"setting of the device {device!r}", name, known=known)
    try:
        return msgspec.convert(dict(settings), NativeSettings, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"the settings of the device {device!r} are invalid: {error}") from error
