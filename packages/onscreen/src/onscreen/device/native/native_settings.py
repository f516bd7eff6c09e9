"""Settings of the devices `windows` and `macos`."""

from __future__ import annotations

import msgspec

from onscreen.device.device_settings import check_positive
from onscreen.device.native.native_nodes import NodeLimits

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
        check_positive(self, _POSITIVE_SETTINGS)

    @property
    def limits(self) -> NodeLimits:
        """The limits of the nodes of a screen."""
        return NodeLimits(self.max_nodes, self.max_text)
