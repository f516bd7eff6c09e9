"""Stop signal of MTTIA in its calibrated form: the screen is similar enough to a finished state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from onscreen.plugins import plugin_paths
from onscreen.stop.comparison_schedule import MEDIUM_IMPORTANCE, Comparisons, Importance, is_due
from onscreen.stop.completed_reference import (
    CompletedReference,
    Match,
    expected_shot,
    find_references,
    read_references,
    read_subtask_references,
)
from onscreen.stop.instruction_values import Replacements
from onscreen.stop.picture_similarity import layout_diversity
from onscreen.stop.satisfaction_index import (
    REWARDS,
    Completion,
    satisfaction_index,
    similarity_index,
    verdict,
)
from onscreen.stop.state_comparison import (
    CompareState,
    Comparison,
    make_comparison,
    parse_regions,
    with_required,
)
from onscreen.store.reward_log import REWARD_FILE, Reward, add_reward, latest_rewards, load_rewards
from onscreen.text.similar_tasks import find_similar_tasks
from onscreen.types import Episode, Shot, Signal, Stop
from onscreen.types.errors import BadText

Options = TypeVar("Options")


class SimilarityOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the signal, including the importance of the task, 0 to 1.

    The last `observations` screens must all be similar enough. `compare` determines when they are compared.
    An incomplete subtask is repeated at most `redo` times. `required` are regions that must match, as
    `parse_regions` reads them.
    """

    importance: Importance = MEDIUM_IMPORTANCE
    observations: Annotated[int, msgspec.Meta(ge=1)] = 1
    compare: Comparisons = "steps"
    redo: Annotated[int, msgspec.Meta(ge=0)] = 0
    required: str = ""


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
    """A comparison with the references of one task, and measurements on these references."""

    compare: CompareState
    baseline: float
    diversity: float


class SimilaritySignal:
    """Signal that fires when the last screens are similar enough to a finished state of a similar task.

    The rewards of runs are appended to `reward_file`, unless it is None.
    """

    def __init__(
        self,
        references: Sequence[CompletedReference],
        comparison: Comparison,
        *,
        options: SimilarityOptions | None = None,
        rewards: Sequence[Reward] = (),
        reward_file: Path | None = None,
        subtasks: Sequence[CompletedReference] = (),
    ) -> None:
        """Store references, the comparison, the options and the rewards of earlier runs.

        `subtasks` are the references of subtasks, whose instructions are the texts of the subtasks.
        """
        self.subtasks = tuple(subtasks)
        self.reward_file = reward_file
        self._rewards = tuple(rewards)
        self.references = tuple(references)
        self.options = options or SimilarityOptions()
        self._comparison = comparison
        self._calibrations: dict[tuple[tuple[str, Replacements], ...], Calibration] = {}

    def __call__(self, episode: Episode) -> Stop | None:
        """Return a stop with its evidence, or None to continue the run."""
        matches = find_references(self.references, episode)
        options = self.options
        if not is_due(episode, matches, compare=options.compare, importance=options.importance):
            return None
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
        rewards = self._similar_rewards(episode)
        earlier = (self._assess_shot(shot, matches, rewards=rewards) for shot in recent[:-1])
        if any(each.completion == "not completed" for each in earlier):
            return None
        return Stop("done", found.describe())

    def assess(self, episode: Episode) -> Similarity:
        """Compare the last screen of an episode with the references of the most similar task."""
        matches = find_references(self.references, episode)
        if not matches:
            return Similarity(notes=("no reference of a similar task",))
        return self._assess_shot(episode.last, matches, rewards=self._similar_rewards(episode))

    @property
    def max_repetitions(self) -> int:
        """Maximum number of repetitions of a subtask, 0 for none."""
        return self.options.redo

    def assess_subtask(self, episode: Episode, instruction: str) -> Similarity:
        """Compare the last screen of an episode with finished states of the application's similar subtasks.

        `instruction` is the text of the subtask.
        """
        task = msgspec.structs.replace(episode.task, instruction=instruction)
        pool = [each for each in self.subtasks if each.shot.app == episode.last.app]
        matches = find_references(pool, msgspec.structs.replace(episode, task=task))
        if not matches:
            return Similarity(notes=("no reference of a similar subtask",))
        return self._assess_shot(episode.last, matches, rewards=())

    def learn(self, episode: Episode, *, folder: str = "") -> None:
        """Append the reward for the last screen of a run to the reward file, if the signal has one.

        A run that could not be compared has no reward.

        Raises:
            UsageError: the file is damaged, or cannot be written.
        """
        del folder
        found = self.assess(episode)
        if self.reward_file is None or found.raw is None:
            return
        reward = REWARDS[found.completion]
        instruction, at = episode.task.instruction, episode.last.taken_at
        add_reward(self.reward_file, Reward(episode.last.app, instruction, reward, found.completion, at))

    def _similar_rewards(self, episode: Episode) -> tuple[float, ...]:
        stored = [each.instruction for each in self._rewards]
        similar = find_similar_tasks(episode.task.instruction, stored)
        return tuple(each.reward for each in self._rewards if each.instruction in similar)

    def _assess_shot(
        self, shot: Shot, matches: tuple[Match, ...], *, rewards: tuple[float, ...]
    ) -> Similarity:
        key = tuple((match.reference.origin, match.values) for match in matches)
        if key not in self._calibrations:
            self._calibrations[key] = calibrate(matches, self._comparison)
        calibration = self._calibrations[key]
        compared = calibration.compare(shot)
        if compared.value is None:
            return Similarity(notes=compared.notes)
        options = self.options
        threshold = satisfaction_index(options.importance, calibration.diversity, rewards=rewards)
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
    """Measure the baseline and the layout diversity on the references of one task.

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
        UsageError: the folder contains no completed episode, or its rewards are damaged.
        BrokenEpisode: an episode cannot be read.
    """
    address, _, query = rest.partition("?")
    name, colon, folder = address.partition(":")
    if not colon or name not in plugin_paths("comparison"):
        name, folder = "image", address
    if not folder:
        raise BadText(f"signal 'similar' takes a folder of episodes, as in similar:runs; found {rest!r}")
    reward_file = Path(folder) / REWARD_FILE
    options = convert_options(query, SimilarityOptions, signal="similar")
    regions, comparison = parse_regions(options.required), make_comparison(name)
    return SimilaritySignal(
        read_references(Path(folder)),
        with_required(comparison, regions) if regions else comparison,
        options=options,
        subtasks=read_subtask_references(Path(folder)) if options.redo else (),
        rewards=latest_rewards(load_rewards(reward_file)),
        reward_file=reward_file,
    )


def convert_options(query: str, kind: type[Options], *, signal: str) -> Options:
    """Convert options such as "importance=0.9&observations=2" to an instance of a type.

    Raises:
        BadText: an option does not exist, or its value is not valid.
    """
    pairs = dict(re.findall(r"([^=&]+)=([^&]*)", query))
    try:
        return msgspec.convert(pairs, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadText(f"invalid options of signal {signal!r} in {query!r}: {error}") from error
