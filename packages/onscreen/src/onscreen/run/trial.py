"""What a worker is told (Trial) and what it tells (Result): values, so they cross processes as JSON."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.plugins import plugin_paths
from onscreen.types import Episode, Setting, Task


def default_model_name() -> str:
    """Return the model used when none is named: the embedded net before the rules, else the rules alone.

    The net is in the package `onscreen-reflex`, which may not be installed.
    """
    return "reflex+lexical" if "reflex" in plugin_paths("model") else "lexical"


class Limits(msgspec.Struct, frozen=True):
    """When a run is over whatever the agent thinks; None is no limit."""

    max_steps: int = 30
    max_sec: float | None = None
    max_tokens: int | None = None
    max_cost_usd: float | None = None


class Trial(msgspec.Struct, frozen=True):
    """One run to be made: everything by value or by name, nothing live.

    `folder` is where the episode is kept ("" is nowhere). `signals` are names of signals that may end the
    run besides the limits. `limit_sec` is the hard limit after which the worker is killed.
    """

    task: Task
    folder: str
    seed: int = 0
    device: str = "web"
    device_settings: Mapping[str, Setting] = {}
    agent: str = "default"
    model: str = msgspec.field(default_factory=default_model_name)
    limits: Limits = Limits()
    signals: tuple[str, ...] = ("stuck",)
    limit_sec: float = 300.0


class Result(msgspec.Struct, frozen=True):
    """One run made; the fields are those of `--json`, in its order.

    `success` is None where the run could not be judged. `reward` is the score 0..1. `stop` is the
    reason. `episode` is the folder of the episode. `cost_usd` is 0 for a model that costs nothing.
    `unusable` counts the answers of the model that could not be used; they are calls, too.
    """

    task: str
    seed: int
    success: bool | None
    reward: float | None
    steps: int
    seconds: float
    model_calls: int
    tokens_in: int
    tokens_out: int
    stop: str
    episode: str
    cost_usd: float = 0.0
    unusable: int = 0


def make_result(episode: Episode, folder: str, *, seed: int = 0, seconds: float) -> Result:
    """Return what a run came to; it is a success when its score is full."""
    replies = [exchange.reply for exchange in episode.exchanges()]
    reward = episode.score.value if episode.score else None
    return Result(
        task=episode.task.name,
        seed=seed,
        success=None if reward is None else reward >= 1,
        reward=reward,
        steps=len(episode.decisions),
        seconds=round(seconds, 3),
        model_calls=len(replies),
        tokens_in=sum(reply.tokens_in for reply in replies),
        tokens_out=sum(reply.tokens_out for reply in replies),
        stop=episode.stop.reason if episode.stop else "unfinished",
        episode=folder,
        cost_usd=sum(reply.cost_usd for reply in replies),
        unusable=sum(bool(exchange.fault) for exchange in episode.exchanges()),
    )
