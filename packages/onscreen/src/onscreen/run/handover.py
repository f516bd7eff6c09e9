"""Hand-over of a device to the user, for a login, a captcha or a second factor."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec

from onscreen.types.errors import ActionTimeout

MAX_HANDOVER_SEC = 600.0
"""Default time for the user, in seconds: a code that arrives by mail takes minutes."""

USER_IS_DONE, CONDITION_HOLDS = "the user is done", "the condition holds"


def never() -> bool:
    """Return False, the default for events that never occur."""
    return False


class Handover(msgspec.Struct, frozen=True):
    """Request to the user to operate a device.

    The request ends when `is_done` returns True, when the condition `until` holds, or after `max_sec`
    seconds. `until` has the syntax of a wait condition; "" means no condition. When `is_abandoned` returns
    True, the request is canceled.
    """

    message: str
    until: str = ""
    is_done: Callable[[], bool] = never
    max_sec: float = MAX_HANDOVER_SEC
    is_abandoned: Callable[[], bool] = never

    def wait(self, *, holds: Callable[[], bool], pauses: Iterator[object]) -> str:
        """Wait until the hand-over ends, calling `pauses` before each further check, and return the reason.

        Raises:
            ActionTimeout: the user was not done in time, or the hand-over was canceled.
        """
        deadline = time.monotonic() + self.max_sec
        for _ in pauses:
            if self.is_done():
                return USER_IS_DONE
            if self.until and holds():
                return CONDITION_HOLDS
            if self.is_abandoned() or time.monotonic() > deadline:
                break
        raise ActionTimeout(f"the user was not done after {self.max_sec:g} s")
