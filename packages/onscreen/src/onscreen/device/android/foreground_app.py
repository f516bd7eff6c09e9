"""Parser for the foreground application in `dumpsys window` output."""

from __future__ import annotations

import re

import msgspec

FOREGROUND_COMMAND = "dumpsys window | grep -E 'mCurrentFocus=|mFocusedApp='"
_FOCUSED_WINDOW = re.compile(r"mCurrentFocus=Window\{\S+ (?:u\d+ )?([^}]*)\}")
_FOCUSED_APP = re.compile(r"mFocusedApp=.*?\s([\w.]+)/([\w.$]+)")
_COMPONENT = re.compile(r"([\w.]+)/([\w.$]+)")


class ForegroundApp(msgspec.Struct, frozen=True):
    """Package and activity of the application in the foreground.

    `activity` is relative to the package, such as ".Settings", if it belongs to that package.
    """

    package: str = ""
    activity: str = ""

    @property
    def address(self) -> str:
        """Component name such as com.android.settings/.Settings, or only the package."""
        return f"{self.package}/{self.activity}" if self.activity else self.package


def parse_foreground_app(output: str, window_package: str) -> ForegroundApp:
    """Parse the foreground application from `dumpsys window` output.

    `window_package` is the package of the window whose view hierarchy was read, "" if unknown.
    """
    windows = _FOCUSED_WINDOW.findall(output)
    window = windows[-1].strip() if windows else ""
    if component := _COMPONENT.fullmatch(window):
        return ForegroundApp(component[1], relative_activity(component[1], component[2]))
    focused = _FOCUSED_APP.search(output)
    if focused and window_package in ("", focused[1]):
        return ForegroundApp(focused[1], relative_activity(focused[1], focused[2]))
    if window_package:
        return ForegroundApp(window_package, "" if ":" in window else window)
    return ForegroundApp(window)


def relative_activity(package: str, activity: str) -> str:
    """Shorten an activity's class name relative to its package, for example to ".Settings".

    Returns the name unchanged if the activity belongs to another package.
    """
    rest = activity.removeprefix(package)
    return rest if rest.startswith(".") else activity
