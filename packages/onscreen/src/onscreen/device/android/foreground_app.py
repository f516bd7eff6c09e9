"""What is in front on the phone, from what `dumpsys window` says."""

from __future__ import annotations

import re

import msgspec

COMMAND = "dumpsys window | grep -E 'mCurrentFocus=|mFocusedApp='"
_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ (?:u\d+ )?([^}]*)\}")
_APP = re.compile(r"mFocusedApp=.*?\s([\w.]+)/([\w.$]+)")
_COMPONENT = re.compile(r"([\w.]+)/([\w.$]+)")


class Front(msgspec.Struct, frozen=True):
    """The application in front and what of it; `activity` is short where it is of the package's own."""

    package: str = ""
    activity: str = ""

    @property
    def address(self) -> str:
        """As in com.android.settings/.Settings."""
        return f"{self.package}/{self.activity}" if self.activity else self.package


def front_of(said: str, package: str) -> Front:
    """Return what has the focus; `package` is that of the window whose tree was read, "" when not known."""
    windows = _FOCUS.findall(said)
    window = windows[-1].strip() if windows else ""
    if found := _COMPONENT.fullmatch(window):
        return Front(found[1], short(found[1], found[2]))
    application = _APP.search(said)
    if application and package in ("", application[1]):
        return Front(application[1], short(application[1], application[2]))
    if package:
        return Front(package, "" if ":" in window else window)
    return Front(window)


def short(package: str, activity: str) -> str:
    """Return an activity's name without the package it belongs to."""
    rest = activity.removeprefix(package)
    return rest if rest.startswith(".") else activity
