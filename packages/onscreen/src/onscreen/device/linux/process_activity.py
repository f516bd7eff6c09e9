"""Activity of a program, which is still working while its screen is quiet."""

from __future__ import annotations

import time
from pathlib import Path

BUSY_SHARE = 0.5
"""Share of a time span above which a program counts as busy."""
_NANOSECOND = 1e-9


class ProcessActivity:
    """Activity of the main thread of a program since this object was created.

    A thread that waits for a processor is as active as one that runs, so that a program on a machine under
    load is not mistaken for an idle one.
    """

    def __init__(self, process_id: int) -> None:
        """Begin to measure; a program with the process id 0 counts as idle."""
        self._process_id, self._started = process_id, time.monotonic()
        self._busy_sec = _busy_sec(process_id)

    def is_busy(self) -> bool:
        """Check whether the program ran or waited for a processor for more than `BUSY_SHARE` of the time."""
        elapsed_sec = time.monotonic() - self._started
        return _busy_sec(self._process_id) - self._busy_sec > BUSY_SHARE * elapsed_sec


def _busy_sec(process_id: int) -> float:
    """Return the time that the main thread of a process ran or waited for a processor, in seconds.

    Returns 0 if the process has ended, or if the kernel does not count.
    """
    try:
        run, waited, *_ = Path(f"/proc/{process_id}/schedstat").read_text("ascii").split()
    except (OSError, ValueError):
        return 0.0
    return (int(run) + int(waited)) * _NANOSECOND
