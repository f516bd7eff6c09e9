"""Stop signal based on the evidence for and against the completion of a task."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.policy.completion.completion_classifier import (
    CLASSIFIER_FILE,
    Classifier,
    State,
    default_classifier,
    read_classifier,
)
from onscreen.policy.completion.completion_features import Features, compute_features
from onscreen.policy.completion.instruction_details import asks_question
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.stop.comparison_schedule import MEDIUM_IMPORTANCE, Comparisons, Importance, is_due
from onscreen.stop.completed_reference import CompletedReference, find_references, read_references
from onscreen.stop.similarity_signal import convert_options
from onscreen.types import Done, Episode, Signal, Stop
from onscreen.types.episode import ContradictionKind
from onscreen.types.errors import BadText

UNCHANGED_NOTE = " (the last screen equals the first one, so it proves nothing)"
"""Note on references whose runs changed nothing that their screens show."""


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Schedule of comparisons, and the importance of the task, 0 to 1."""

    compare: Comparisons = "steps"
    importance: Importance = MEDIUM_IMPORTANCE


class Assessment(msgspec.Struct, frozen=True):
    """Assessment of whether a task is finished, with numerical evidence.

    `doubt` is the kind of contradiction reported as evidence, unless the answer is "finished".
    """

    state: State
    probability: float
    evidence: str
    features: Features = Features()
    doubt: ContradictionKind = "unfinished state"


class CompletionSignal:
    """Signal that fires when the evidence shows that the task is finished.

    `schedule` determines when the signal compares. A question counts as finished only once the agent answers
    it. The same evidence is used to verify the agent's claim that the task is done.
    """

    def __init__(
        self,
        references: Sequence[CompletedReference],
        classifier: Classifier,
        *,
        schedule: Schedule | None = None,
    ) -> None:
        """Store the references of completed tasks, the classifier and the schedule."""
        self.schedule = schedule or Schedule()
        self.references = tuple(references)
        self.classifier = classifier

    def __call__(self, episode: Episode) -> Stop | None:
        """Return the stop with its evidence, or None if the task may be unfinished."""
        matches = find_references(self.references, episode)
        schedule = self.schedule
        if not is_due(episode, matches, compare=schedule.compare, importance=schedule.importance):
            return None
        found = self.assess(episode)
        if found.state != "finished" or (asks_question(episode.task.instruction) and not _has_claim(episode)):
            return None
        return Stop("done", found.evidence)

    def verify_claim(self, episode: Episode) -> Assessment:
        """Judge an episode that ends with the agent's claim that the task is done."""
        return self.assess(episode)

    def assess(self, episode: Episode) -> Assessment:
        """Assess whether the task of an episode is finished.

        A check of the task that can be evaluated without the device overrides all other evidence. Without a
        reference of a similar task whose last screen differs from its first one, the answer is never
        "finished". Other references are used only if there is no such reference.
        """
        checked = _assess_check(episode)
        if checked is not None:
            return checked
        found = find_references(self.references, episode)
        changed = tuple(match for match in found if not match.reference.is_unchanged)
        matches = changed or found
        features = compute_features(episode, matches, with_pictures=self.classifier.uses_pictures)
        probability = self.classifier.probability(features)
        state = self.classifier.state(probability)
        if not changed:
            state = "not sure" if state == "finished" else state
        origin = ", ".join(each.reference.origin for each in matches)
        unchanged = "" if changed else UNCHANGED_NOTE
        evidence = (
            f"{state}: probability {probability:.3f} (finished from {self.classifier.finished_from:.3f}, "
            f"unfinished below {self.classifier.unfinished_below:.3f}); {describe_features(features)}; "
            f"{f'references from {origin}{unchanged}' if origin else 'no reference of a similar task'}"
        )
        return Assessment(state, probability, evidence, features)


def describe_features(features: Features) -> str:
    """Describe the features with values other than 0."""
    return ", ".join(
        f"{name.replace('_', ' ')} {value:.2f}"
        for name, value in msgspec.structs.asdict(features).items()
        if value
    )


def _has_claim(episode: Episode) -> bool:
    return bool(episode.decisions) and isinstance(episode.decisions[-1].action, Done)


def _assess_check(episode: Episode) -> Assessment | None:
    """Evaluate the check of the task without the device.

    Returns None if the task has no check, or if its check needs the device.
    """
    check = episode.task.check
    if check is None:
        return None
    verdict = evaluate(check, EvaluationContext(episode, None))
    if verdict.holds is None:
        return None
    state: State = "finished" if verdict.holds else "unfinished"
    return Assessment(state, float(verdict.holds), f"the check of the task: {verdict.why}")


def checked(episode: Episode) -> Stop | None:
    """Stop the run if the check of the task holds, judged without the device."""
    found = _assess_check(episode)
    return Stop("done", found.evidence) if found is not None and found.state == "finished" else None


def checked_signal(rest: str = "") -> Signal:
    """Create the signal named `checked`, which fires when the check of the task holds.

    Checks that need the device, such as values of a page, cannot be judged and never fire.

    Raises:
        BadText: an argument follows the name.
    """
    if rest:
        raise BadText(f"signal 'checked' takes no argument; found {rest!r}")
    return checked


def completed_signal(rest: str) -> Signal:
    """Create the signal `completed:FOLDER`, which compares with completed episodes in FOLDER.

    The classifier is the one that `onscreen stop calibrate FOLDER` stored in the folder, or the default one.

    The text may end with options, as in `completed:FOLDER?compare=auto&importance=0.2`.

    Raises:
        BadText: the folder is missing, or an option is invalid.
        UsageError: the folder contains no completed episode, or its classifier cannot be read.
        BrokenEpisode: an episode cannot be read.
    """
    folder, _, query = rest.partition("?")
    if not folder:
        raise BadText(f"signal 'completed' takes a folder of episodes, as in completed:runs; found {rest!r}")
    path = Path(folder) / CLASSIFIER_FILE
    return CompletionSignal(
        read_references(Path(folder)),
        read_classifier(path) if path.exists() else default_classifier(),
        schedule=convert_options(query, Schedule, signal="completed"),
    )
