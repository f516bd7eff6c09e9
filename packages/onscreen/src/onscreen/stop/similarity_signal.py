"""Stop signal of MTTIA in its calibrated form: the screen is similar enough to a finished state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.plugins import plugin_paths
from onscreen.stop.completed_reference import (
    CompletedReference,
    Match,
    Values,
    expected_shot,
    find_references,
    read_references,
)
from onscreen.stop.picture_similarity import layout_diversity
from onscreen.stop.satisfaction_index import Completion, satisfaction_index, similarity_index, verdict
from onscreen.stop.state_comparison import CompareState, Comparison, make_comparison
from onscreen.types import Episode, Shot, Signal, Stop
from onscreen.types.errors import BadText

MEDIUM_IMPORTANCE = 0.5


class SimilarityOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the signal: importance of the task, 0 to 1, and number of observations.

    The last `observations` screens must all be similar enough. `rewards` are those of similar tasks, 0 to 1.
    """

    importance: float = MEDIUM_IMPORTANCE
    observations: int = 1
    rewards: tuple[float, ...] = ()


class Similarity(msgspec.Struct, frozen=True):
    """Similarity of the last screen to the finished state, with all numbers of the verdict.

    `raw` is the similarity before calibration, `baseline` that of unfinished screens; both are None if there
    is no reference to compare with, and `notes` state why. `origin` is the recording of the reference.
    """

    raw: float | None = None
    baseline: float | None = None
    index: float = 0.0
    satisfaction: float = 1.0
    diversity: float = 0.0
    completion: Completion = "not completed"
    origin: str = ""
    notes: tuple[str, ...] = ()

    def describe(self) -> str:
        """Describe the verdict with its numbers and the origin of the reference."""
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        if self.raw is None or self.baseline is None:
            return f"not compared{notes}"
        sign = "<" if self.completion == "not completed" else ">="
        return (
            f"{self.completion}: similarity index {self.index:.3f} {sign} satisfaction index "
            f"{self.satisfaction:.3f}; similarity {self.raw:.3f}, of unfinished screens {self.baseline:.3f}; "
            f"reference from {self.origin}{notes}"
        )


class Calibration(msgspec.Struct, frozen=True):
    """A comparison with the references of one task, and what was measured on these references."""

    compare: CompareState
    baseline: float
    diversity: float


class SimilaritySignal:
    """Signal that fires when the last screens are similar enough to a finished state of a similar task."""

    def __init__(
        self,
        references: Sequence[CompletedReference],
        comparison: Comparison,
        *,
        options: SimilarityOptions | None = None,
    ) -> None:
        """Store references, the comparison and the options."""
        self.references = tuple(references)
        self.options = options or SimilarityOptions()
        self._comparison = comparison
        self._calibrations: dict[tuple[tuple[str, Values], ...], Calibration] = {}

    def __call__(self, episode: Episode) -> Stop | None:
        """Return the stop with its evidence, or None."""
        found = self.assess(episode)
        if found.completion == "not completed":
            return None
        shots = [
            shot
            for index, shot in enumerate(episode.shots)
            if not index or shot is not episode.shots[index - 1]
        ]
        recent = shots[-self.options.observations :]
        if len(recent) < self.options.observations:
            return None
        matches = find_references(self.references, episode)
        if any(self._assess_shot(shot, matches).completion == "not completed" for shot in recent[:-1]):
            return None
        return Stop("done", found.describe())

    def assess(self, episode: Episode) -> Similarity:
        """Compare the last screen of an episode with the references of the most similar task."""
        matches = find_references(self.references, episode)
        if not matches:
            return Similarity(notes=("no reference of a similar task",))
        return self._assess_shot(episode.last, matches)

    def _assess_shot(self, shot: Shot, matches: tuple[Match, ...]) -> Similarity:
        key = tuple((match.reference.origin, match.values) for match in matches)
        if key not in self._calibrations:
            self._calibrations[key] = calibrate(matches, self._comparison)
        calibration = self._calibrations[key]
        compared = calibration.compare(shot)
        if compared.value is None:
            return Similarity(notes=compared.notes)
        options = self.options
        threshold = satisfaction_index(options.importance, calibration.diversity, rewards=options.rewards)
        index = similarity_index(compared.value, calibration.baseline)
        notes = compared.notes
        if calibration.baseline >= 1:
            notes = (*notes, "the reference equals an unfinished screen, so it proves nothing")
        return Similarity(
            compared.value,
            calibration.baseline,
            index,
            threshold,
            calibration.diversity,
            verdict(index, threshold),
            matches[compared.reference].reference.origin,
            notes,
        )


def calibrate(matches: Sequence[Match], comparison: Comparison) -> Calibration:
    """Measure the baseline and the diversity of the layout on the references of one task.

    The baseline is the highest similarity of a screen before the finished state.
    """
    compare = comparison(tuple(expected_shot(match) for match in matches))
    unfinished = (compare(shot).value for match in matches for shot in match.reference.earlier)
    baseline = max((value for value in unfinished if value is not None), default=0.0)
    diversity = layout_diversity([match.reference.shot.picture for match in matches])
    return Calibration(compare, baseline, diversity)


def similar_signal(rest: str) -> Signal:
    """Create the signal `similar:FOLDER`, which fires on a screen like a finished state in FOLDER.

    The text may be `similar:COMPARISON:FOLDER` with the name of a comparison, such as `tree`, and end with
    options as in `similar:FOLDER?importance=0.9&observations=2`.

    Raises:
        BadText: the folder is missing, or an option is invalid.
        UsageError: the folder contains no completed episode.
        BrokenEpisode: an episode cannot be read.
    """
    address, _, query = rest.partition("?")
    name, colon, folder = address.partition(":")
    if not colon or name not in plugin_paths("comparison"):
        name, folder = "image", address
    if not folder:
        raise BadText(f"signal 'similar' takes a folder of episodes, as in similar:runs; found {rest!r}")
    return SimilaritySignal(
        read_references(Path(folder)), make_comparison(name), options=parse_options(query)
    )


def parse_options(query: str) -> SimilarityOptions:
    """Parse options such as "importance=0.9&observations=2".

    Raises:
        BadText: an option does not exist, or its value is not valid.
    """
    pairs = dict(re.findall(r"([^=&]+)=([^&]*)", query))
    try:
        options = msgspec.convert(pairs, SimilarityOptions, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"invalid options of signal 'similar' in {query!r}: {error}") from error
    if not 0 <= options.importance <= 1 or options.observations < 1:
        raise BadText(
            f"signal 'similar' takes an importance from 0 to 1 and at least 1 observation; found {query!r}"
        )
    return options
