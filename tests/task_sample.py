"""Tasks of a suite that the tests play; the benchmarks play all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable


def plays_all_tasks() -> bool:
    """Return True if all tasks are to be played, in benchmarks or on request."""
    return os.environ.get("ONSCREEN_ALL_TASKS") == "1"


def sample_tasks(names: Iterable[str], *, every: int, first: int = 0) -> tuple[str, ...]:
    """Return every n-th task in alphabetical order, from position `first`, or all with ONSCREEN_ALL_TASKS=1.

    Playing all tasks takes longer than a test run may take on two cores, so `make bench` does it.
    """
    ordered = sorted(names)
    return tuple(ordered if plays_all_tasks() else ordered[first::every])
