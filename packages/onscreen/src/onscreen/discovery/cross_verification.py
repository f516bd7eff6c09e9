"""Verification of the check and the trajectory of a subtask against each other (OmniBench, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

import msgspec

from onscreen.discovery.check_proposal import Volatile
from onscreen.discovery.check_repair import generalize, holds_in, specialize
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.trajectory import Values
from onscreen.types import AddressIs, Check

FailureKind = Literal[
    "fails after its own trajectory",
    "passes on the untouched start state",
    "passes after a shortened trajectory",
    "passes with another value",
    "passes after another subtask",
    "has a value that cannot be checked",
    "has a condition that the trajectory does not need to change",
]
MAX_ROUNDS = 8
"""Maximum number of repairs of a subtask."""


class Failure(msgspec.Struct, frozen=True):
    """A disagreement between a check and a run.

    `values` are the values filled into the check, and `steps` is the number of steps of the run after which
    it was evaluated. `other` is the id of the subtask to which the run belongs, "" for a run of the same
    subtask, or the condition that the trajectory does not need to change.
    """

    kind: FailureKind
    run: RecordedRun
    values: Values
    steps: int
    other: str = ""

    def __str__(self) -> str:
        """Describe the reason in words."""
        other = f" ({self.other})" if self.other else ""
        seed = f", seed {self.run.seed}" if self.kind == "fails after its own trajectory" else ""
        return f"the check {self.kind}{other}{seed}"


def find_failures(draft: SubtaskDraft, others: Sequence[SubtaskDraft]) -> Iterator[Failure]:
    """Yield the disagreements between the check of a draft and all recorded runs.

    The check must pass after every run of the draft, with every candidate and random seed. It must fail on
    the untouched start state, after every shortened run, with another value of any parameter, and after the
    runs of other subtasks whose trajectory does not contain this one. A condition that always holds before
    the last step is only accepted if it is needed.
    """
    yield from _find_disagreements(draft, others)
    for rank, condition in enumerate(draft.conditions):
        if is_idle(draft, rank, others=others):
            run = draft.runs[0]
            kind: FailureKind = "has a condition that the trajectory does not need to change"
            yield Failure(kind, run, draft.values_of(run), len(run.episode.decisions), str(condition))


def _find_disagreements(draft: SubtaskDraft, others: Sequence[SubtaskDraft]) -> Iterator[Failure]:
    for run in draft.runs:
        yield from _own_failures(draft, run)
    for other in others:
        if other.id != draft.id and not contains(other, draft):
            yield from _foreign_failures(draft, other)


def is_idle(draft: SubtaskDraft, rank: int, *, others: Sequence[SubtaskDraft]) -> bool:
    """Check whether a condition holds before the last step of every run and is not needed.

    A condition is needed if the other conditions alone disagree with a run.
    """
    rest = draft.conditions[:rank] + draft.conditions[rank + 1 :]
    if isinstance(draft.conditions[rank], AddressIs):
        return False  # it is needed among the screens of other applications
    if not rest or not all(_holds_before_last(draft, draft.conditions[rank], run=run) for run in draft.runs):
        return False
    reduced = msgspec.structs.replace(draft, conditions=rest)
    return next(_find_disagreements(reduced, others), None) is None


def _holds_before_last(draft: SubtaskDraft, condition: Check, *, run: RecordedRun) -> bool:
    steps = len(run.episode.decisions) - 1
    return steps >= 0 and holds_in(draft, condition, run=run, steps=steps)


def _own_failures(draft: SubtaskDraft, run: RecordedRun) -> Iterator[Failure]:
    values = draft.values_of(run)
    check = draft.fill(values)
    last = len(run.episode.decisions)
    if check is None:
        yield Failure("has a value that cannot be checked", run, values, last)
        return
    if not run.holds(check):
        yield Failure("fails after its own trajectory", run, values, last)
    for steps in run.shortened():
        if run.holds(check, steps=steps):
            kind: FailureKind = (
                "passes after a shortened trajectory" if steps else "passes on the untouched start state"
            )
            yield Failure(kind, run, values, steps)
            break
    for other in wrong_values(draft, run):
        check = draft.fill(other)
        if check is not None and run.holds(check):
            yield Failure("passes with another value", run, other, last)


def wrong_values(draft: SubtaskDraft, run: RecordedRun) -> Iterator[Values]:
    """Yield the values of the run's parameters with one of them replaced by another candidate.

    Outputs have their values for the other candidate, if known. Values with which the trajectory was played
    earlier in the same run do not count as wrong.
    """
    for own, name in product(draft.runs, draft.parameters):
        if own.seed == run.seed and own.values.get(name) != run.values.get(name):
            outputs = {k: v for k, v in draft.values_of(own).items() if k not in own.values}
            wrong = {**draft.values_of(run), **outputs, name: own.values[name]}
            if not run.earlier or any(wrong[each] != run.earlier[each] for each in draft.parameters):
                yield wrong


def _foreign_failures(draft: SubtaskDraft, other: SubtaskDraft) -> Iterator[Failure]:
    checks = [
        (own.seed, values, draft.fill(values)) for own in draft.runs for values in [draft.values_of(own)]
    ]
    for run in other.runs:
        last = len(run.episode.decisions)
        for seed, values, check in checks:
            if seed == run.seed and check is not None and run.holds(check):
                yield Failure("passes after another subtask", run, values, last, other.id)
                return


def contains(other: SubtaskDraft, draft: SubtaskDraft) -> bool:
    """Check whether a trajectory begins with the steps of another one, ignoring names and texts."""
    start = other.steps[: len(draft.steps)]
    return [(s.verb, s.role, s.group) for s in start] == [(s.verb, s.role, s.group) for s in draft.steps]


class Agreement(msgspec.Struct, frozen=True):
    """Result of cross-verification: the repaired draft, and the failures of each round.

    `remaining` is the reason for exclusion, "" if check and trajectory agree.
    """

    draft: SubtaskDraft
    rounds: tuple[tuple[str, ...], ...]
    remaining: str = ""


def reach_agreement(
    draft: SubtaskDraft, others: Sequence[SubtaskDraft], *, volatile: Volatile, max_rounds: int = MAX_ROUNDS
) -> Agreement:
    """Repair the check and the trajectory of a draft until they agree, at most `max_rounds` times.

    A condition that fails in a run of the draft is generalized or dropped; a check that passes elsewhere is
    extended. A trajectory whose last steps have no influence on the check is shortened.
    """
    rounds: list[tuple[str, ...]] = []
    while True:
        failures = list(find_failures(draft, others)) if draft.conditions else []
        rounds.append(tuple(dict.fromkeys(map(str, failures))))
        if not draft.conditions:
            return Agreement(draft, tuple(rounds), "no effect is common to all values and seeds")
        if not failures:
            return Agreement(draft, tuple(rounds))
        repaired = (
            _repair(draft, failures, others=others, volatile=volatile) if len(rounds) <= max_rounds else draft
        )
        if repaired == draft:
            return Agreement(draft, tuple(rounds), str(failures[0]))
        draft = repaired


def _repair(
    draft: SubtaskDraft, failures: Sequence[Failure], *, others: Sequence[SubtaskDraft], volatile: Volatile
) -> SubtaskDraft:
    if any(each.kind == "fails after its own trajectory" for each in failures):
        return generalize(draft)
    if (needed := _without_idle(draft, others)) != draft:
        return needed
    passes = [(each.values, each.run, each.steps) for each in failures if each.kind.startswith("passes")]
    repaired = specialize(draft, passes, volatile=volatile)
    return repaired if repaired != draft else _shorten(draft, failures)


def _without_idle(draft: SubtaskDraft, others: Sequence[SubtaskDraft]) -> SubtaskDraft:
    """Remove the first condition that holds before the last step and is not needed."""
    for rank in range(len(draft.conditions)):
        if is_idle(draft, rank, others=others):
            kept = draft.conditions[:rank] + draft.conditions[rank + 1 :]
            return msgspec.structs.replace(draft, conditions=kept)
    return draft


def _shorten(draft: SubtaskDraft, failures: Sequence[Failure]) -> SubtaskDraft:
    """Remove the last steps of a trajectory if the check already passes before them.

    The trajectory is kept if a parameter is used only in the removed steps.
    """
    early = [each for each in failures if each.kind == "passes after a shortened trajectory"]
    if len(early) < len(draft.runs):
        return draft
    removed = min(len(each.run.episode.decisions) - each.steps for each in early)
    steps = draft.steps[:-removed]
    shorter = msgspec.structs.replace(draft, steps=steps)
    if not steps or shorter.parameters != draft.parameters:
        return draft
    return msgspec.structs.replace(
        shorter,
        runs=tuple(
            msgspec.structs.replace(
                run,
                episode=run.episode.so_far(len(run.episode.decisions) - removed),
                states=run.states[:-removed],
            )
            for run in draft.runs
        ),
    )
