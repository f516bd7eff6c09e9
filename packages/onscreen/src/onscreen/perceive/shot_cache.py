"""Cache of values that are computed from shots, each kept as long as its shots exist."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from onscreen.types import Shot

T = TypeVar("T")


class ShotCache(Generic[T]):
    """Results of a function of one or more shots, which are compared by identity."""

    def __init__(self, compute: Callable[..., T]) -> None:
        """Create an empty cache for the results of `compute`."""
        self._compute = compute
        self._results: dict[tuple[int, ...], T] = {}

    def __call__(self, *shots: Shot) -> T:
        """Return the result for some shots, computed once."""
        key = tuple(map(id, shots))
        if key not in self._results:
            self._results[key] = self._compute(*shots)
            for shot in shots:
                weakref.finalize(shot, self._results.pop, key, None).atexit = False
        return self._results[key]
