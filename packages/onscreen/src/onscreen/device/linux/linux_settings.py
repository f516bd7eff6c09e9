"""Settings of the Linux desktop device."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.device.device_settings import build_settings, check_positive
from onscreen.types import Setting
from onscreen.types.errors import BadText

_POSITIVE_SETTINGS = ("width", "height", "launch_cap_sec", "tree_cap_sec", "max_nodes", "max_text")
_PRIVATE_SETTINGS = ("home", "prestart", "downloads", "uploads")
_DISPLAY = re.compile(r"[\w.-]*:\d+(\.\d+)?")


class LinuxSettings(msgspec.Struct, frozen=True):
    """Settings of the Linux desktop device.

    Attributes:
        display: X display of a running session, such as ":0"; "" starts a private desktop for each run.
        width: Width of a private desktop in pixels.
        height: Height of a private desktop in pixels.
        home: Folder whose content is copied to the home folder of a private desktop; "" for an empty one.
        prestart: Whether to start the next private desktop in the background while one is in use, so that the
            next start takes less time.
        downloads: Folder for the files that the action `download` copies from a private desktop; "" turns
            downloads off.
        uploads: Folders from which files may be uploaded to a private desktop; if empty, uploads are off.
        launch_cap_sec: Timeout for the desktop and for the first window of a program.
        settle_cap_sec: Timeout for the screen to become quiet.
        quiet_ms: Time without a change of the screen after which the screen counts as quiet.
        tree_cap_sec: Timeout for reading the accessibility trees of all windows.
        max_nodes: Maximum number of nodes reported per screen.
        max_text: Maximum number of characters reported per name or value of a node.
    """

    display: str = ""
    width: int = 1280
    height: int = 800
    home: str = ""
    prestart: bool = False
    downloads: str = ""
    uploads: tuple[str, ...] = ()
    launch_cap_sec: float = 30.0
    settle_cap_sec: float = 5.0
    quiet_ms: int = 100
    tree_cap_sec: float = 5.0
    max_nodes: int = 6000
    max_text: int = 2000

    def __post_init__(self) -> None:
        """Raise BadText for an invalid value; the message names the setting."""
        check_positive(self, _POSITIVE_SETTINGS)
        if self.display and not _DISPLAY.fullmatch(self.display):
            raise BadText(f"the setting 'display' is {self.display!r}; expected an X display such as ':0'")
        if self.home and not Path(self.home).expanduser().is_dir():
            raise BadText(f"the setting 'home' is {self.home!r}, which is not a folder")
        for name in _PRIVATE_SETTINGS:
            if self.display and getattr(self, name):
                raise BadText(
                    f"the setting {name!r} is for private desktops; leave out 'display' or {name!r}"
                )


def linux_settings(settings: Mapping[str, Setting]) -> LinuxSettings:
    """Build validated settings from a mapping of names to values.

    Raises:
        UnknownName: a setting of that name does not exist.
        BadText: a value has the wrong type or is out of range.
    """
    return build_settings(settings, LinuxSettings, device="linux")
