"""Clock and time limit of a run, unaffected by changes of the system clock.

All waits during a run use the functions of this module, so that the limit ends every wait.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from types import TracebackType
from typing import Generic, TypeVar

import msgspec

from onscreen.types.errors import TimeLimitReached

T = TypeVar("T")

_EPOCH_SEC = time.time() - time.monotonic()


class TimeLimit(msgspec.Struct, frozen=True):
    """A time limit of `max_sec` seconds that ends at the monotonic time `deadline`."""

    max_sec: float = inf
    deadline: float = inf


NO_LIMIT = TimeLimit()

_current = contextvars.ContextVar("time limit", default=NO_LIMIT)


def now() -> float:
    """Return the time in seconds since the epoch; it never decreases while the program runs."""
    return _EPOCH_SEC + time.monotonic()


def start_limit(max_sec: float | None, *, used_sec: float = 0.0) -> TimeLimit:
    """Return a time limit of `max_sec` seconds that starts now; None means no limit.

    `used_sec` seconds of the limit count as already used.
    """
    if max_sec is None:
        return NO_LIMIT
    return TimeLimit(max_sec, time.monotonic() + max(0.0, max_sec - used_sec))


def extend(limit: TimeLimit, seconds: float) -> TimeLimit:
    """Return the limit, extended to leave at least `seconds` from now; no limit stays no limit."""
    if limit.deadline == inf:
        return limit
    return msgspec.structs.replace(limit, deadline=max(limit.deadline, time.monotonic() + seconds))


@contextmanager
def within(limit: TimeLimit) -> Iterator[None]:
    """Apply a time limit to everything that waits in the block, instead of any other limit.

    Raises:
        TimeLimitReached: something in the block waits when the time is used up.
    """
    token = _current.set(limit)
    try:
        yield
    finally:
        _current.reset(token)


def limit_deadline(deadline: float) -> float:
    """Return the given monotonic deadline or the end of the time limit, whichever is earlier."""
    return min(deadline, _current.get().deadline)


def remaining_sec() -> float:
    """Return the remaining seconds of the time limit, at least 0; infinity without a limit."""
    return max(0.0, _current.get().deadline - time.monotonic())


def check_limit() -> None:
    """Raise an error if the time limit is reached.

    Raises:
        TimeLimitReached: the time limit is reached; the message states the limit.
    """
    limit = _current.get()
    if time.monotonic() >= limit.deadline:
        raise TimeLimitReached(f"the limit of {limit.max_sec:g} s is reached")


def sleep(seconds: float) -> None:
    """Sleep for the given number of seconds, but not beyond the time limit.

    Raises:
        TimeLimitReached: the time limit is reached.
    """
    time.sleep(min(seconds, remaining_sec()))
    check_limit()


def call_within_limit(function: Callable[[], T]) -> T:
    """Call a function that cannot be interrupted, but wait for it no longer than the time limit.

    With a limit, the function runs in another thread, which is abandoned when the limit is reached.

    Raises:
        TimeLimitReached: the function did not return within the time limit.
    """
    if remaining_sec() == inf:
        return function()
    check_limit()
    result = _Result[T]()

    def call() -> None:
        with result:
            result.value = function()

    threading.Thread(target=contextvars.copy_context().run, args=(call,), daemon=True).start()
    if not result.is_complete.wait(remaining_sec()):
        check_limit()
    return result.get()


class _Result(Generic[T]):
    """Result of a function in another thread: its value, or the exception that it raised."""

    def __init__(self) -> None:
        self.is_complete = threading.Event()
        self.value: T | None = None
        self._error: BaseException | None = None

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Store the exception and end the wait."""
        self._error = error
        self.is_complete.set()
        return True

    def get(self) -> T:
        """Return the value, or raise the exception of the function."""
        if self._error is not None:
            raise self._error
        return self.value  # type: ignore[return-value]  # set, as no exception was raised
