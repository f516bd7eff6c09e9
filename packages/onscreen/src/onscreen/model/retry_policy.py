"""Retries with exponential backoff and jitter."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

import msgspec

from onscreen.deadline import sleep
from onscreen.types.errors import ModelUnavailable

T = TypeVar("T")


class RetryPolicy(msgspec.Struct, frozen=True):
    """Number of attempts, timeout and wait times for retrying failed requests.

    The wait before attempt n+1 is `initial_wait_sec * factor**(n-1)`, at most `max_wait_sec`, reduced by a
    random share of up to `jitter` (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). A
    longer wait requested by the provider takes precedence; if it exceeds `max_wait_sec`, there is no further
    attempt. `timeout_sec` applies to one attempt.
    """

    max_attempts: int = 5
    initial_wait_sec: float = 1.0
    factor: float = 2.0
    max_wait_sec: float = 60.0
    jitter: float = 0.5
    timeout_sec: float = 120.0

    def wait_sec(self, attempts: int) -> float:
        """Compute the wait in seconds after the given number of failed attempts."""
        wait_sec = min(self.max_wait_sec, self.initial_wait_sec * self.factor ** (attempts - 1))
        return wait_sec * (1 - self.jitter * random.random())  # noqa: S311 - jitter, not cryptography


class TransientError(Exception):
    """Raised when a request fails but may succeed if repeated, for example after a timeout."""

    def __init__(self, reason: str, retry_after_sec: float | None = None) -> None:
        """Store the reason, and the wait requested by the provider in seconds, if any."""
        super().__init__(reason)
        self.retry_after_sec = retry_after_sec


def call_with_retries(ask: Callable[[], T], retry_policy: RetryPolicy, *, model_name: str) -> T:
    """Call a function and retry it with increasing waits after transient errors.

    Raises:
        TimeLimitReached: the time limit of the run is reached before the next attempt.
        ModelUnavailable: all attempts failed, or the provider requests too long a wait.
    """
    for attempts in range(1, retry_policy.max_attempts + 1):
        try:
            return ask()
        except TransientError as failure:
            reason, retry_after_sec = str(failure), failure.retry_after_sec
        if retry_after_sec is not None and retry_after_sec > retry_policy.max_wait_sec:
            raise ModelUnavailable(
                f"{model_name}: {reason}; the provider requests a wait of {retry_after_sec:.0f} s, "
                f"more than the {retry_policy.max_wait_sec:.0f} s allowed; try later or choose another model"
            )
        if attempts < retry_policy.max_attempts:
            sleep(max(retry_after_sec or 0.0, retry_policy.wait_sec(attempts)))
    raise ModelUnavailable(
        f"{model_name}: {reason}; no answer after {retry_policy.max_attempts} attempts; "
        "try later or choose another model"
    )
