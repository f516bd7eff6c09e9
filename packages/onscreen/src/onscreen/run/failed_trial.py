"""Results for benchmark trials that crashed or timed out."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.run.trial import Result, Trial, make_result
from onscreen.store.episode_store import load_episode
from onscreen.types import Episode
from onscreen.types.errors import BrokenEpisode


def failed_result(trial: Trial, stop: str, *, seconds: float) -> Result:
    """Build a result without a score for a trial that failed.

    The steps that were recorded before the failure are counted.
    """
    result = make_result(_load_partial(trial), trial.folder, seed=trial.seed, seconds=seconds)
    return msgspec.structs.replace(result, task=trial.task.name, success=None, reward=None, stop=stop)


def timeout_result(trial: Trial, reason: str, *, seconds: float) -> Result:
    """Build the result for a trial that was killed after a timeout, for this reason.

    A timeout counts as a failure.
    """
    result = failed_result(trial, f"killed: {reason}", seconds=seconds)
    return msgspec.structs.replace(result, success=False, reward=0.0)


def _load_partial(trial: Trial) -> Episode:
    """Load the recorded steps of a trial; returns an episode without shots if nothing was recorded."""
    try:
        return load_episode(Path(trial.folder))
    except BrokenEpisode:
        return Episode(trial.task, ())
