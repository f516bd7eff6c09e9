"""Calibration of the completion classifier, and evaluation of stop signals, on recorded episodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from onscreen.policy.completion.completion_classifier import (
    MAX_FALSE_SHARE,
    Classifier,
    choose_thresholds,
    fit_classifier,
)
from onscreen.policy.completion.completion_features import Features, compute_features
from onscreen.stop.completed_reference import (
    CompletedReference,
    find_references,
    is_completed,
    make_reference,
)
from onscreen.stop.stuck_signal import is_same_screen
from onscreen.store.episode_store import find_episodes, load_episode
from onscreen.types import Episode, Signal
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

FOLDS = 5
"""Parts into which the tasks are split; the thresholds are chosen on the part that was not fitted."""


class LabeledEpisode(msgspec.Struct, frozen=True):
    """An episode with the state of its task on every screen.

    `finished` has one entry per screen. `group` is the instruction, by which the episodes are split into
    folds. `origin` is the folder of the recording.
    """

    episode: Episode
    finished: tuple[bool, ...]
    group: str
    origin: str

    @property
    def finished_at(self) -> int | None:
        """Index of the first screen on which the task is finished, None if no screen shows it."""
        return next((index for index, is_finished in enumerate(self.finished) if is_finished), None)


class Example(msgspec.Struct, frozen=True):
    """Features of an episode up to one of its screens, and whether its task is finished there.

    `group` and `origin` are those of the episode; the examples of an episode are in order.
    """

    features: Features
    finished: bool
    group: str
    origin: str


class Detection(msgspec.Struct, frozen=True):
    """Indices of the screens on which a signal stopped and the task was finished; None for never."""

    stopped_at: int | None
    finished_at: int | None
    is_right: bool


class DetectionSummary(msgspec.Struct, frozen=True):
    """Counts of a signal's stops on episodes, as a detector of finished tasks.

    `missed` are episodes with a finished task that were not stopped. `late_steps` are the total steps between
    the first finished screen and the stop, over the correct stops.
    """

    episodes: int
    right: int
    false: int
    missed: int
    late_steps: int

    @property
    def precision(self) -> float | None:
        """Share of the stops that are correct; None without stops."""
        stops = self.right + self.false
        return self.right / stops if stops else None

    @property
    def recall(self) -> float | None:
        """Share of the episodes with a finished task that were stopped correctly; None without any."""
        finished = self.right + self.missed
        return self.right / finished if finished else None

    @property
    def false_stops(self) -> float:
        """Share of all episodes in which the run was stopped although the task was unfinished."""
        return self.false / self.episodes if self.episodes else 0.0

    @property
    def mean_late(self) -> float | None:
        """Mean number of steps between the first finished screen and a correct stop; None without any."""
        return self.late_steps / self.right if self.right else None


def load_labeled(folder: Path) -> tuple[LabeledEpisode, ...]:
    """Load stored episodes, with the state of the task on each screen.

    The task of a completed episode is finished on its last screen, and on the screens before it that equal
    it. The task of another episode is never finished.

    Raises:
        UsageError: the folder contains no episode.
        BrokenEpisode: an episode cannot be read.
    """
    labeled = []
    for path in find_episodes(folder):
        episode = load_episode(path)
        finished = label_screens(episode, is_finished=is_completed(path, episode))
        labeled.append(LabeledEpisode(episode, finished, episode.task.instruction, str(path)))
    if not labeled:
        raise UsageError(f"{folder} contains no episode; expected folders with episode.jsonl")
    return tuple(labeled)


def label_screens(episode: Episode, *, is_finished: bool) -> tuple[bool, ...]:
    """Return for each screen whether the task is finished.

    `is_finished` is True if the task is finished on the last screen.
    """
    labels: list[bool] = []
    for shot in reversed(episode.shots):
        is_final = is_finished and (not labels or labels[-1]) and is_same_screen(shot, episode.last)
        labels.append(is_final)
    return tuple(reversed(labels))


def make_examples(
    labeled: Sequence[LabeledEpisode], references: Sequence[CompletedReference]
) -> Iterator[Example]:
    """Yield an example for each screen of each episode."""
    for each in labeled:
        for index, is_finished in enumerate(each.finished):
            prefix = each.episode.so_far(index)
            features = compute_features(prefix, find_references(references, prefix))
            yield Example(features, is_finished, each.group, each.origin)


def make_references(labeled: Sequence[LabeledEpisode]) -> tuple[CompletedReference, ...]:
    """Make references from the episodes with a finished task, each up to its first finished screen."""
    return tuple(
        make_reference(each.episode.so_far(each.finished_at), origin=each.origin)
        for each in labeled
        if each.finished_at
    )


def calibrate(
    examples: Sequence[Example],
    *,
    without: Sequence[str] = (),
    max_false_share: float = MAX_FALSE_SHARE,
    trained_on: str = "",
) -> Classifier:
    """Fit a classifier, and choose its thresholds on held-out tasks.

    The fit uses the screens up to the first finished one of each episode: the agent's later actions may lead
    anywhere, and the task stays finished.

    Raises:
        UsageError: there are fewer than two tasks, or there are no finished or no unfinished screens.
    """
    groups = sorted({example.group for example in examples})
    if len(groups) < 2:  # noqa: PLR2004 - one to fit, one to choose the thresholds
        raise UsageError(f"found episodes of {count_noun(len(groups), 'task')}; expected at least 2")
    until_finished = _until_finished(examples)
    held_out: dict[str, list[tuple[float, bool]]] = {}
    for fold in range(min(FOLDS, len(groups))):
        tested = set(groups[fold::FOLDS])
        fitted = [example for example in until_finished if example.group not in tested]
        if len({example.finished for example in fitted}) < 2:  # noqa: PLR2004 - finished and unfinished
            continue
        classifier = _fit(fitted, without=without)
        for example in (each for each in examples if each.group in tested):
            screen = classifier.probability(example.features), example.finished
            held_out.setdefault(example.origin, []).append(screen)
    classifier = _fit(until_finished, without=without, trained_on=trained_on)
    return choose_thresholds(classifier, list(held_out.values()), max_false_share=max_false_share)


def _until_finished(examples: Sequence[Example]) -> list[Example]:
    """Return the examples of each episode up to the first finished one."""
    kept, ended = [], set()
    for example in examples:
        if example.origin not in ended:
            kept.append(example)
        if example.finished:
            ended.add(example.origin)
    return kept


def _fit(examples: Sequence[Example], *, without: Sequence[str], trained_on: str = "") -> Classifier:
    return fit_classifier(
        [example.features for example in examples],
        [example.finished for example in examples],
        without=without,
        trained_on=trained_on,
    )


def detect(labeled: LabeledEpisode, signal: Signal) -> Detection:
    """Apply a signal to every step of an episode, and return its first stop.

    The first screen is skipped: no signal of completion may end a run before its first step.
    """
    for index in range(1, len(labeled.finished)):
        stop = signal(labeled.episode.so_far(index))
        if stop is not None and stop.reason == "done":
            return Detection(index, labeled.finished_at, labeled.finished[index])
    return Detection(None, labeled.finished_at, is_right=labeled.finished_at is None)


def summarize_detections(detections: Sequence[Detection]) -> DetectionSummary:
    """Count correct and false stops, missed episodes and late steps."""
    stopped = [each for each in detections if each.stopped_at is not None]
    right = [each for each in stopped if each.is_right]
    late = sum((each.stopped_at or 0) - (each.finished_at or 0) for each in right)
    missed = sum(each.finished_at is not None and each not in right for each in detections)
    return DetectionSummary(len(detections), len(right), len(stopped) - len(right), missed, late)
