"""Stop signals that limit the steps, time, tokens or cost of a run."""

from __future__ import annotations

from onscreen.types import Episode, Signal, Stop
from onscreen.types.errors import BadText
from onscreen.types.pluralization import count_noun


def steps_limit(max_steps: int) -> Signal:
    """Create a signal that stops the run after `max_steps` steps."""

    def signal(episode: Episode) -> Stop | None:
        steps = len(episode.decisions)
        return (
            Stop("steps", f"{count_noun(steps, 'step')} >= {max_steps} allowed")
            if steps >= max_steps
            else None
        )

    return signal


def time_limit(max_sec: float) -> Signal:
    """Create a signal that stops the run after `max_sec` seconds.

    The time is measured from the start of the run to the last shot, including model calls.
    """

    def signal(episode: Episode) -> Stop | None:
        elapsed_sec = episode.last.taken_at - episode.started_at
        return (
            Stop("time", f"{elapsed_sec:.1f} s >= {max_sec:g} s allowed") if elapsed_sec >= max_sec else None
        )

    return signal


def tokens_limit(max_tokens: int) -> Signal:
    """Create a signal that stops the run after `max_tokens` input and output tokens."""

    def signal(episode: Episode) -> Stop | None:
        spent = sum(exchange.reply.tokens_in + exchange.reply.tokens_out for exchange in episode.exchanges())
        return (
            Stop("tokens", f"{count_noun(spent, 'token')} >= {max_tokens} allowed")
            if spent >= max_tokens
            else None
        )

    return signal


def cost_limit(max_usd: float) -> Signal:
    """Create a signal that stops the run once model calls have cost `max_usd` US dollars."""

    def signal(episode: Episode) -> Stop | None:
        spent = sum(exchange.reply.cost_usd for exchange in episode.exchanges())
        return Stop("cost", f"${spent:.4f} >= ${max_usd:g} allowed") if spent >= max_usd else None

    return signal


def steps_signal(rest: str) -> Signal:
    """Create the signal named `steps:N`, which stops the run after N steps.

    Raises:
        BadText: N is not a positive integer.
    """
    return steps_limit(_parse_count(rest, "steps"))


def time_signal(rest: str) -> Signal:
    """Create the signal named `time:SECONDS`, which limits the duration of the run.

    Raises:
        BadText: SECONDS is not a positive number.
    """
    return time_limit(_parse_number(rest, "time"))


def tokens_signal(rest: str) -> Signal:
    """Create the signal named `tokens:N`, which limits input and output tokens.

    Raises:
        BadText: N is not a positive integer.
    """
    return tokens_limit(_parse_count(rest, "tokens"))


def cost_signal(rest: str) -> Signal:
    """Create the signal named `cost:USD`, which limits the cost of model calls.

    Raises:
        BadText: USD is not a positive number.
    """
    return cost_limit(_parse_number(rest, "cost"))


def _parse_number(rest: str, name: str) -> float:
    try:
        number = float(rest)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise BadText(f"signal {name!r} takes a positive number, as in {name}:30; found {rest!r}")
    return number


def _parse_count(rest: str, name: str) -> int:
    if not rest.isascii() or not rest.isdigit() or not int(rest):
        raise BadText(f"signal {name!r} takes a positive integer, as in {name}:30; found {rest!r}")
    return int(rest)
