"""What a worker is told (Trial) and what it tells (Result): values, so they cross processes as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from onscreen.types import Task

Setting: TypeAlias = str | int | float | bool | tuple[str, ...]


class Limits(msgspec.Struct, frozen=True):
    """When a run is over whatever the agent thinks; None is no limit."""

    max_steps: int = 30
    max_sec: float | None = None
    max_tokens: int | None = None
    max_cost_usd: float | None = None


class Trial(msgspec.Struct, frozen=True):
    """One run to be made: everything by value or by name, nothing live.

    `folder` is where the episode is kept. `limit_sec` is the hard limit after which the worker is killed.
    """

    task: Task
    folder: str
    seed: int = 0
    device: str = "web"
    device_settings: Mapping[str, Setting] = {}
    agent: str = "default"
    model: str = "lexical"
    limits: Limits = Limits()
    limit_sec: float = 300.0


class Result(msgspec.Struct, frozen=True):
    """One run made; the fields are those of `--json`, in its order.

    `success` is None where the run could not be judged. `reward` is the score 0..1. `stop` is the
    reason. `episode` is the folder of the episode. `cost_usd` is 0 for a model that costs nothing.
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
