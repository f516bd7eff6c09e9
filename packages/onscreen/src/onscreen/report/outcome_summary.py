"""Summary of a run: its outcome in words and the cost of its model calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from onscreen.types import AllOf, AnyOf, Check, Done, Episode, Exchange, Refused, Then

Tone = Literal["good", "bad", "part", "unknown"]


class OutcomeSummary(msgspec.Struct, frozen=True):
    """Outcome of a run in a few words, with a rating and the agent's answer."""

    words: str
    tone: Tone
    answer: str = ""
    gave_up: bool = False


class ModelCost(msgspec.Struct, frozen=True):
    """Total tokens, cost and response time of model calls."""

    calls: int
    tokens_in: int
    tokens_out: int
    usd: float
    seconds: float


def summarize_outcome(episode: Episode) -> OutcomeSummary:
    """Summarize a run by its score or, without a score, by its stop reason."""
    words, tone = _verdict(episode)
    last = episode.decisions[-1].action if episode.decisions else None
    if isinstance(last, Done):
        return OutcomeSummary(words, tone, last.answer, gave_up=not last.achieved)
    return OutcomeSummary(words, tone)


def sum_cost(exchanges: Iterable[Exchange]) -> ModelCost:
    """Sum the tokens, cost and response time of model calls."""
    replies = [exchange.reply for exchange in exchanges]
    return ModelCost(
        len(replies),
        sum(r.tokens_in for r in replies),
        sum(r.tokens_out for r in replies),
        sum(r.cost_usd for r in replies),
        sum(r.seconds for r in replies),
    )


def start_time(episode: Episode) -> float:
    """Return the start time of a run in seconds since the epoch.

    Uses the time of the first shot if `started_at` is not set.
    """
    return episode.started_at or episode.shots[0].taken_at


def score_tone(value: float | None) -> Tone:
    """Classify a score or a partial score as "good", "part", "bad" or "unknown"."""
    if value is None:
        return "unknown"
    return "good" if value >= 1 else "bad" if value <= 0 else "part"


def _verdict(episode: Episode) -> tuple[str, Tone]:
    if episode.stop is None:
        return "Not finished", "unknown"
    if episode.score is None or episode.score.value is None:
        return ("Gave up", "bad") if episode.stop.reason == "gave up" else ("Not judged", "unknown")
    tone = score_tone(episode.score.value)
    if tone == "good" and episode.stop.reason == "gave up" and requires_refusal(episode.task.check):
        return "Correctly refused", tone
    return {"good": "Succeeded", "bad": "Failed", "part": "Partly done"}[tone], tone


def requires_refusal(check: Check | None) -> bool:
    """Return True if a check requires or accepts that the agent refuses the task."""
    if isinstance(check, AllOf | AnyOf | Then):
        return any(requires_refusal(part) for part in check.checks)
    return isinstance(check, Refused)
