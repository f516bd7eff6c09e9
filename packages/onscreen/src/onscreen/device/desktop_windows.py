"""Numbers and names of the windows of a desktop, for all operating systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from onscreen.types.errors import ElementGone


class DesktopWindow(Protocol):
    """Top-level window; `number` is its identifier in the operating system."""

    @property
    def number(self) -> int:
        """Identifier of the window."""

    @property
    def title(self) -> str:
        """Text in its title bar."""

    @property
    def program(self) -> str:
        """Name of its program, "" if it is unknown."""

    @property
    def is_popup(self) -> bool:
        """True for menus, tooltips and other windows that users do not switch to."""


W = TypeVar("W", bound=DesktopWindow)


def find_window(windows: Sequence[W], number: int) -> W:
    """Return the window with a number, counted from 1 like the tabs of a shot.

    Raises:
        ElementGone: no window has the number.
    """
    if not 1 <= number <= len(windows):
        raise ElementGone(f"there is no window {number}; the windows have the numbers 1 to {len(windows)}")
    return windows[number - 1]


def name_windows(windows: Iterable[DesktopWindow]) -> Mapping[int, str]:
    """Map the identifier of each window to the prefix of its locators, such as "Mousepad#2".

    `windows` are in the order in which they were opened, so that a name stays the same when the stacking
    order changes. The windows of a program are counted, separately from its short-lived pop-up windows.
    """
    names: dict[int, str] = {}
    counts: dict[str, int] = {}
    for window in windows:
        key = f"{window.program or window.title}{' pop-up' if window.is_popup else ''}"
        counts[key] = counts.get(key, 0) + 1
        names[window.number] = f"{key}#{counts[key]}"
    return names
