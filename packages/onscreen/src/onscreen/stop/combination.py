"""Signals made of signals, and signals by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from onscreen.plugins import load_plugin
from onscreen.types import Episode, Signal, Stop


def first_of(*signals: Signal) -> Signal:
    """Return a signal that fires as the first of these that does, in their order; of none: never."""

    def signal(episode: Episode) -> Stop | None:
        return next((stop for part in signals if (stop := part(episode)) is not None), None)

    return signal


def all_of(*signals: Signal) -> Signal:
    """Return a signal that fires when all of these do, with the first one's reason; of none: never."""

    def signal(episode: Episode) -> Stop | None:
        stops = [stop for part in signals if (stop := part(episode)) is not None]
        if not stops or len(stops) < len(signals):
            return None
        return Stop(stops[0].reason, "; ".join(stop.evidence for stop in stops))

    return signal


def make_signal(name: str) -> Signal:
    """Return the signal of a name such as `stuck` or `steps:30`.

    Raises:
        UnknownName: there is no such signal.
        BadText: what follows the colon is not what the signal takes.
    """
    kind, _, rest = name.partition(":")
    factory = cast("Callable[[str], Signal]", load_plugin("signal", kind))
    return factory(rest)
