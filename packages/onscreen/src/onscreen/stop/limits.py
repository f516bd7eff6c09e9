"""Limits: a run is over when it has taken too many steps, seconds, tokens or dollars."""

from __future__ import annotations

from onscreen.types import Episode, Signal, Stop
from onscreen.types.errors import BadText


def steps_limit(most: int) -> Signal:
    """Return a signal that fires once so many steps were made."""

    def signal(episode: Episode) -> Stop | None:
        made = len(episode.decisions)
        return Stop("steps", f"{made} steps >= {most} allowed") if made >= most else None

    return signal


def time_limit(most_sec: float) -> Signal:
    """Return a signal that fires once the newest shot is so many seconds younger than the run."""

    def signal(episode: Episode) -> Stop | None:
        taken = episode.last.taken_at - episode.started_at
        return Stop("time", f"{taken:.1f} s >= {most_sec:g} s allowed") if taken >= most_sec else None

    return signal


def tokens_limit(most: int) -> Signal:
    """Return a signal that fires once so many tokens, in and out together, were spent."""

    def signal(episode: Episode) -> Stop | None:
        spent = sum(asked.reply.tokens_in + asked.reply.tokens_out for asked in episode.exchanges())
        return Stop("tokens", f"{spent} tokens >= {most} allowed") if spent >= most else None

    return signal


def cost_limit(most_usd: float) -> Signal:
    """Return a signal that fires once so many US dollars were spent."""

    def signal(episode: Episode) -> Stop | None:
        spent = sum(asked.reply.cost_usd for asked in episode.exchanges())
        return Stop("cost", f"${spent:.4f} >= ${most_usd:g} allowed") if spent >= most_usd else None

    return signal


def steps_signal(rest: str) -> Signal:
    """Return the signal named `steps:N`.

    Raises:
        BadText: N is not a whole number above 0.
    """
    return steps_limit(_parse_count(rest, "steps"))


def time_signal(rest: str) -> Signal:
    """Return the signal named `time:SECONDS`.

    Raises:
        BadText: SECONDS is not a number above 0.
    """
    return time_limit(_parse_number(rest, "time"))


def tokens_signal(rest: str) -> Signal:
    """Return the signal named `tokens:N`.

    Raises:
        BadText: N is not a whole number above 0.
    """
    return tokens_limit(_parse_count(rest, "tokens"))


def cost_signal(rest: str) -> Signal:
    """Return the signal named `cost:USD`.

    Raises:
        BadText: USD is not a number above 0.
    """
    return cost_limit(_parse_number(rest, "cost"))


def _parse_number(rest: str, name: str) -> float:
    try:
        found = float(rest)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise BadText(f"signal {name!r} takes a number above 0, as in {name}:30; found {rest!r}")
    return found


def _parse_count(rest: str, name: str) -> int:
    if not rest.isascii() or not rest.isdigit() or not int(rest):
        raise BadText(f"signal {name!r} takes a whole number above 0, as in {name}:30; found {rest!r}")
    return int(rest)
