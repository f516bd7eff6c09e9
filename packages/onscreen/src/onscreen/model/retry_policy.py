"""Asking again: exponential back-off with jitter, and an end to it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from onscreen.types.errors import ModelUnavailable

T = TypeVar("T")


class RetryPolicy(msgspec.Struct, frozen=True):
    """How often and how long to wait for a provider.

    The wait before try n+1 is `first_sec * factor**n`, at most `most_sec`, of which a random share up to
    `jitter` is taken off (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). A
    provider that names a wait gets it, unless it is longer than `most_sec`. `timeout_sec` is for one try.
    """

    tries: int = 5
    first_sec: float = 1.0
    factor: float = 2.0
    most_sec: float = 60.0
    jitter: float = 0.5
    timeout_sec: float = 120.0

    def wait_sec(self, tried: int) -> float:
        """Return the seconds to wait after so many failed tries."""
        full = min(self.most_sec, self.first_sec * self.factor ** (tried - 1))
        return full * (1 - self.jitter * random.random())  # noqa: S311 - spreads clients, hides nothing


class TransientError(Exception):
    """A failure that may pass: too many requests, a server error, a time-out, no connection."""

    def __init__(self, reason: str, after_sec: float | None = None) -> None:
        """Say what happened, and how long the provider asks to wait, if it does."""
        super().__init__(reason)
        self.after_sec = after_sec


def persist(ask: Callable[[], T], patience: RetryPolicy, *, who: str) -> T:
    """Call `ask` until it returns, waiting in between when a failure may pass.

    Raises:
        ModelUnavailable: the tries are spent, or the provider asks for too long a wait.
    """
    for tried in range(1, patience.tries + 1):
        try:
            return ask()
        except TransientError as failure:
            reason, after_sec = str(failure), failure.after_sec
        if after_sec is not None and after_sec > patience.most_sec:
            raise ModelUnavailable(
                f"{who}: {reason}; it asks to wait {after_sec:.0f} s, "
                f"more than the {patience.most_sec:.0f} s allowed; try later or choose another model"
            )
        if tried < patience.tries:
            time.sleep(max(after_sec or 0.0, patience.wait_sec(tried)))
    raise ModelUnavailable(
        f"{who}: {reason}; asked {patience.tries} times without an answer; try later or choose another model"
    )
