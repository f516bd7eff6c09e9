"""The result of a trial that did not come to an end of its own."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.run.trial import Result, Trial, result_of
from onscreen.store.episode_store import load
from onscreen.types import Episode
from onscreen.types.errors import BrokenEpisode


def unended(trial: Trial, stop: str, *, seconds: float) -> Result:
    """Return what the trial's folder tells of it, unjudged, with this reason."""
    result = result_of(_found(trial), trial.folder, seed=trial.seed, seconds=seconds)
    return msgspec.structs.replace(result, task=trial.task.name, success=None, reward=None, stop=stop)


def overdue(trial: Trial, *, seconds: float) -> Result:
    """Return the result of a trial killed at its limit: it was not done in the time, which is a failure."""
    result = unended(trial, f"killed: no end within {trial.limit_sec:g} s", seconds=seconds)
    return msgspec.structs.replace(result, success=False, reward=0.0)


def _found(trial: Trial) -> Episode:
    try:
        return load(Path(trial.folder))
    except BrokenEpisode:
        return Episode(trial.task, ())
