"""Readiness of a started program: its window has content and no longer changes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from onscreen.device.linux.accessibility_reader import AccessibilityReader, AccessibleWindow
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.process_activity import ProcessActivity
from onscreen.device.linux.x_display import TopWindow, XDisplay

TREE_WAIT_SEC = 2.0
"""Time for a program that shows a window to report its accessibility tree, in seconds."""

MIN_IDLE_SEC = 0.03
"""Minimum time over which the activity of a program is measured, in seconds."""


class ObservedDesktop(Protocol):
    """Desktop on which a program starts."""

    settings: LinuxSettings
    display: XDisplay
    reader: AccessibilityReader

    def windows(self) -> Sequence[TopWindow]:
        """List the visible windows.

        Raises:
            DeviceError: the display is gone.
        """

    def read_accessible(self, timeout_sec: float) -> Sequence[AccessibleWindow]:
        """Read the accessibility trees.

        Raises:
            DeviceError: the accessibility bus is gone.
        """


def wait_for_content(desktop: ObservedDesktop, process_id: int) -> None:
    """Wait until a program has the focus and a tree, and neither its picture nor its tree changes.

    The tree of a busy program is not read, because this delays both the program and the reading. The time of
    reading counts as quiet if the picture did not change meanwhile.

    Raises:
        DeviceError: the display or the accessibility bus is gone.
        TimeLimitReached: the time limit of the run is reached.
    """
    quiet_sec, started = desktop.settings.quiet_ms / 1000, time.monotonic()
    deadline, size, quiet_since = started + desktop.settings.settle_cap_sec, 0, started
    while (left_sec := deadline - time.monotonic()) > 0:
        activity = ProcessActivity(process_id, all_threads=True)
        span_sec = quiet_sec if size else min(quiet_sec, MIN_IDLE_SEC)
        earliest = time.monotonic() + min(quiet_sec, MIN_IDLE_SEC) - span_sec
        desktop.display.wait_until_quiet(
            quiet_sec=span_sec, timeout_sec=left_sec, quiet_since=max(quiet_since, earliest)
        )
        quiet_since = time.monotonic() - span_sec
        if activity.is_busy():
            quiet_since = time.monotonic()
            continue
        reader = desktop.reader
        if size and reader.sends_events(process_id) and not reader.has_events(process_id):
            return
        known, new_size = size, _tree_size(desktop, process_id)
        is_late = time.monotonic() - started > TREE_WAIT_SEC
        is_filled = new_size > 1 and _has_focus(desktop, process_id)
        size = max(1, new_size) if is_late or is_filled else 0
        if size and size == known:
            return


def _has_focus(desktop: ObservedDesktop, process_id: int) -> bool:
    """Check whether a window of a program, such as an initial dialog, has the focus."""
    active = desktop.display.active_window()
    return any(each.client == active and each.process_id == process_id for each in desktop.windows())


def _tree_size(desktop: ObservedDesktop, process_id: int) -> int:
    """Return the number of elements in the windows of a program."""
    trees = desktop.read_accessible(TREE_WAIT_SEC)
    own = (tree for tree in trees if tree.application.process_id == process_id)
    return sum(1 for tree in own for _ in tree.root.walk())
