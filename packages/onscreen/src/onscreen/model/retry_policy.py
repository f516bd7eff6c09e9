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

    The wait before try n+1 is `initial_wait_sec * factor**n`, at most `max_wait_sec`, of which a random share up to
    `jitter` is taken off (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). A
    provider that names a wait gets it, unless it is longer than `max_wait_sec`. `timeout_sec` is for one try.
    """

    max_attempts: int = 5
    initial_wait_sec: float = 1.0
    factor: float = 2.0
    max_wait_sec: float = 60.0
    jitter: float = 0.5
    timeout_sec: float = 120.0

    def wait_sec(self, attempts: int) -> float:
        """Return the seconds to wait after so many failed tries."""
        full = min(self.max_wait_sec, self.initial_wait_sec * self.factor ** (attempts - 1))
        return full * (1 - self.jitter * random.random())  # noqa: S311 - spreads clients, hides nothing


class TransientError(Exception):
    """A failure that may pass: too many requests, a server error, a time-out, no connection."""

    def __init__(self, reason: str, retry_after_sec: float | None = None) -> None:
        """Say what happened, and how long the provider asks to wait, if it does."""
        super().__init__(reason)
        self.retry_after_sec = retry_after_sec


def call_with_retries(ask: Callable[[], T], retry_policy: RetryPolicy, *, who: str) -> T:
    """Call `ask` until it returns, waiting in between when a failure may pass.

    Raises:
        ModelUnavailable: the tries are spent, or the provider asks for too long a wait.
    """
    for attempts in range(1, retry_policy.max_attempts + 1):
        try:
            return ask()
        except TransientError as failure:
            reason, retry_after_sec = str(failure), failure.retry_after_sec
        if retry_after_sec is not None and retry_after_sec > retry_policy.max_wait_sec:
            raise ModelUnavailable(
                f"{who}: {reason}; it asks to wait {retry_after_sec:.0f} s, "
                f"more than the {retry_policy.max_wait_sec:.0f} s allowed; try later or choose another model"
            )
        if attempts < retry_policy.max_attempts:
            time.sleep(max(retry_after_sec or 0.0, retry_policy.wait_sec(attempts)))
    raise ModelUnavailable(
        f"{who}: {reason}; asked {retry_policy.max_attempts} times without an answer; try later or choose another model"
    )
