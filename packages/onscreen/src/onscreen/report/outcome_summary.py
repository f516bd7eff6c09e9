"""Episode -> how it went: the outcome in words, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from onscreen.types import Done, Episode, Exchange

Tone = Literal["good", "bad", "part", "unknown"]


class OutcomeSummary(msgspec.Struct, frozen=True):
    """The outcome in two or three words, its tone, and what the agent said at the end."""

    words: str
    tone: Tone
    answer: str = ""
    gave_up: bool = False


class ModelCost(msgspec.Struct, frozen=True):
    """What questions to models took; `seconds` is the time spent waiting for answers."""

    calls: int
    tokens_in: int
    tokens_out: int
    usd: float
    seconds: float


def summarize_outcome(episode: Episode) -> OutcomeSummary:
    """Return how the run went: by its score where it has one, else by how it stopped."""
    words, tone = _verdict(episode)
    last = episode.decisions[-1].action if episode.decisions else None
    if isinstance(last, Done):
        return OutcomeSummary(words, tone, last.answer, gave_up=not last.achieved)
    return OutcomeSummary(words, tone)


def sum_cost(exchanges: Iterable[Exchange]) -> ModelCost:
    """Return what these questions took together."""
    replies = [exchange.reply for exchange in exchanges]
    return ModelCost(
        len(replies),
        sum(r.tokens_in for r in replies),
        sum(r.tokens_out for r in replies),
        sum(r.cost_usd for r in replies),
        sum(r.seconds for r in replies),
    )


def start_time(episode: Episode) -> float:
    """Return when the run began, in seconds since the epoch: its first shot where it does not say."""
    return episode.started_at or episode.shots[0].taken_at


def score_tone(value: float | None) -> Tone:
    """Return the tone of a score or a part of one."""
    if value is None:
        return "unknown"
    return "good" if value >= 1 else "bad" if value <= 0 else "part"


def _verdict(episode: Episode) -> tuple[str, Tone]:
    if episode.stop is None:
        return "Not finished", "unknown"
    if episode.score is None or episode.score.value is None:
        return "Not judged", "unknown"
    tone = score_tone(episode.score.value)
    return {"good": "Succeeded", "bad": "Failed", "part": "Partly done"}[tone], tone
