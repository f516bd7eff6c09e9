"""Combinators for stop signals, and creation of stop signals by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast, runtime_checkable

from onscreen.plugins import load_plugin
from onscreen.types import Episode, Signal, Stop


@runtime_checkable
class LearningSignal(Protocol):
    """Stop signal that learns from the runs in which it was used."""

    def learn(self, episode: Episode, *, folder: str = "") -> None:
        """Learn from an ended run; `folder` is its record's folder, "" if it was not recorded.

        Raises:
            UsageError: the learned data cannot be stored.
        """


def first_of(*signals: Signal) -> Signal:
    """Combine stop signals into one that fires when any of them fires.

    The reason is that of the first signal, in argument order, that fires. Without arguments the signal never
    fires.
    """

    def signal(episode: Episode) -> Stop | None:
        return next((stop for part in signals if (stop := part(episode)) is not None), None)

    return signal


def all_of(*signals: Signal) -> Signal:
    """Combine stop signals into one that fires when all of them fire.

    The reason is that of the first signal. Without arguments the signal never fires.
    """

    def signal(episode: Episode) -> Stop | None:
        stops = [stop for part in signals if (stop := part(episode)) is not None]
        if not stops or len(stops) < len(signals):
            return None
        return Stop(stops[0].reason, "; ".join(stop.evidence for stop in stops))

    return signal


def make_signal(name: str) -> Signal:
    """Create a stop signal from a name such as `stuck` or `steps:30`.

    Raises:
        UnknownName: no such signal.
        BadText: the argument after the colon is invalid.
    """
    kind, _, rest = name.partition(":")
    factory = cast("Callable[[str], Signal]", load_plugin("signal", kind))
    return factory(rest)
