"""Activity of a program, to detect work while its screen does not change."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

BUSY_SHARE = 0.5
"""Share of a time span above which a program counts as busy."""
_NANOSECOND = 1e-9


class ProcessActivity:
    """Activity of the main thread of a program, or of all its threads, since this object was created.

    A thread that waits for a processor counts as active, so that on a machine under load a busy program is
    not mistaken for an idle one.
    """

    def __init__(self, process_id: int, *, all_threads: bool = False) -> None:
        """Start measuring; a program with the process id 0 counts as idle."""
        self._process_id, self._all_threads = process_id, all_threads
        self._started, self._busy_sec = time.monotonic(), self._read_busy_sec()

    def is_busy(self) -> bool:
        """Check whether a thread ran or waited for a processor for more than `BUSY_SHARE` of the time."""
        elapsed_sec, busy_sec = time.monotonic() - self._started, self._read_busy_sec()
        longest_sec = max(
            (sec - self._busy_sec.get(thread, 0.0) for thread, sec in busy_sec.items()), default=0.0
        )
        return longest_sec > BUSY_SHARE * elapsed_sec

    def _read_busy_sec(self) -> Mapping[str, float]:
        """Map each thread id to the time that the thread ran or waited for a processor, in seconds."""
        threads = [str(self._process_id)]
        if self._all_threads:
            with suppress(OSError):
                threads = os.listdir(f"/proc/{self._process_id}/task")  # noqa: PTH208  as texts
        return {thread: _busy_sec(self._process_id, thread) for thread in threads}


def _busy_sec(process_id: int, thread: str) -> float:
    """Return the time that a thread of a process ran or waited for a processor, in seconds.

    Returns 0 if the thread has ended, or if the kernel provides no statistics.
    """
    try:
        path = Path(f"/proc/{process_id}/task/{thread}/schedstat")
        run, waited, *_ = path.read_text("ascii").split()
    except (OSError, ValueError):
        return 0.0
    return (int(run) + int(waited)) * _NANOSECOND
