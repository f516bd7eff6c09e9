"""Results for benchmark trials that crashed or timed out."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.run.trial import ModelUsage, Result, Trial, make_result
from onscreen.store.episode_store import load_episode
from onscreen.types import Episode
from onscreen.types.errors import BrokenEpisode

KILLED, CRASHED = FAILURES = ("killed", "crashed")
"""Stop reasons of failed trials; `Result.detail` describes the failure."""


def crash_result(trial: Trial, detail: str, *, usage: ModelUsage, seconds: float) -> Result:
    """Build the result for a trial that crashed, without a score."""
    return _failed_result(trial, usage, stop=CRASHED, detail=detail, seconds=seconds)


def timeout_result(trial: Trial, detail: str, *, usage: ModelUsage, seconds: float) -> Result:
    """Build the result for a trial that was killed after a timeout.

    A timeout counts as a failure.
    """
    result = _failed_result(trial, usage, stop=KILLED, detail=detail, seconds=seconds)
    return msgspec.structs.replace(result, success=False, reward=0.0)


def _failed_result(trial: Trial, usage: ModelUsage, *, stop: str, detail: str, seconds: float) -> Result:
    """Build a result from the steps that were recorded and the model calls that were counted.

    The record lacks the model calls of the unfinished step; `usage` lacks the calls of models that policies
    load themselves. The larger number of calls is reported.
    """
    result = make_result(_load_partial(trial), trial.folder, seed=trial.seed, seconds=seconds)
    if usage.calls > result.model_calls:
        result = msgspec.structs.replace(
            result,
            model_calls=usage.calls,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            cost_usd=usage.cost_usd,
            model_sec=round(usage.seconds, 3),
        )
    return msgspec.structs.replace(
        result, task=trial.task.name, success=None, reward=None, stop=stop, detail=detail
    )


def _load_partial(trial: Trial) -> Episode:
    """Load the recorded steps of a trial; returns an episode without shots if nothing was recorded."""
    try:
        return load_episode(Path(trial.folder))
    except BrokenEpisode:
        return Episode(trial.task, ())
