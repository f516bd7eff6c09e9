"""Comparison of the actions of a run with those of several completed runs of similar tasks.

An action of a completed run is expected in the other run, too, unless the completed runs differ in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from onscreen.stop.action_alignment import ActionKey
from onscreen.stop.action_explanation import READ_TEXT, action_values, explanation
from onscreen.stop.instruction_values import Replacements, map_values
from onscreen.stop.performed_actions import PerformedAction, contains_words
from onscreen.text.words import STOP_WORDS

CompletedRun: TypeAlias = tuple[str, tuple[PerformedAction, ...]]
"""Instruction and actions of a completed run."""


class Explanation(msgspec.Struct, frozen=True):
    """How well the actions of a run explain the expected actions.

    `share` is the explained share of the expected actions, 0 to 1, and `unexplained` the number of
    unexplained ones. `foreign` is the number of performed actions that explain no expected action. `last` is
    how well the last performed action explains the last expected one, 0 to 1. `missed_values` is the number
    of expected actions with a value of the instruction that no performed action explains. `assumed` is the
    number of expected actions that are explained only because the completed runs differ in them.
    """

    share: float = 0.0
    unexplained: float = 0.0
    foreign: int = 0
    last: float = 0.0
    missed_values: int = 0
    assumed: int = 0


class Expected(msgspec.Struct, frozen=True):
    """The actions of a completed run that are expected in another run of a similar task.

    `instruction` is that of the completed run, in lower case. `varying` contains True for each action that
    another completed run replaces by an action of its own. `optional` counts, for each repeated action, the
    repetitions that another completed run does without.
    """

    actions: tuple[PerformedAction, ...]
    instruction: str = ""
    varying: tuple[bool, ...] = ()
    optional: tuple[tuple[ActionKey, int], ...] = ()


class _Scores(msgspec.Struct, frozen=True):
    """How well each performed action (row) explains each expected action (column).

    In `strict`, the completed runs do not count as varying. `named` contains True for each expected action
    with a value of the instruction.
    """

    rows: list[list[float]]
    strict: list[list[float]]
    named: list[bool]


def expect(runs: Sequence[CompletedRun]) -> tuple[Expected, ...]:
    """Return the expected actions according to each of several completed runs.

    An action varies if another of the runs performs no action that explains it: it depends on content that
    the instruction does not name.
    """
    return _expect(tuple(runs))


@lru_cache(maxsize=256)
def _expect(runs: tuple[CompletedRun, ...]) -> tuple[Expected, ...]:
    return tuple(_expect_run(run, runs) for run in runs)


def _expect_run(run: CompletedRun, runs: Sequence[CompletedRun]) -> Expected:
    instruction, actions = run
    count = Counter(action.key for action in actions)
    missing = [count - Counter(each.key for each in performed) for _, performed in runs]
    varying = tuple(
        (count[action.key] == 1 or bool(action.place))
        and not all(_is_explained(action, other, given=instruction) for other in runs)
        for action in actions
    )
    optional = tuple((key, max(each[key] for each in missing)) for key, times in count.items() if times > 1)
    return Expected(actions, instruction.casefold(), varying, optional)


def _is_explained(action: PerformedAction, run: CompletedRun, *, given: str) -> bool:
    """Check whether a run explains an action of another run with the instruction `given`."""
    pairs = action_values(map_values(given, run[0]))
    return any(explanation(action, each, values=pairs, given=given) >= READ_TEXT for each in run[1])


def explain(expected: Expected, performed: Sequence[PerformedAction], *, values: Replacements) -> Explanation:
    """Align the actions of a run, in order, with the expected actions of another run.

    `values` are pairs of a value in the instruction of the expected actions and its replacement. An expected
    action that varies is explained by any action of the same kind on an element with the same role, unless
    it contains a value of the instruction or its target has no name.
    """
    wanted = expected.actions
    scores = _score(expected, performed, values=action_values(values))
    if not wanted or not performed:
        return Explanation(
            unexplained=float(len(wanted)), foreign=len(performed), missed_values=sum(scores.named)
        )
    lacking = Counter(each.key for each in wanted) - Counter(each.key for each in performed)
    forgiven = sum(min(most, lacking[key]) for key, most in expected.optional)
    unexplained = max(0.0, len(wanted) - _align(scores.rows) - forgiven)
    best, sure = list(_best_scores(scores.rows)), list(_best_scores(scores.strict))
    return Explanation(
        1 - unexplained / len(wanted),
        unexplained,
        sum(max(row) < READ_TEXT for row in scores.rows),
        scores.rows[-1][-1],
        sum(named and score < READ_TEXT for named, score in zip(scores.named, best, strict=True)),
        sum(score >= READ_TEXT > other for score, other in zip(best, sure, strict=True)),
    )


def repeats_beginning(
    expected: Expected, performed: Sequence[PerformedAction], *, values: Replacements
) -> bool:
    """Check whether the expected actions begin with the actions of a run, and continue after them.

    The completed run was then not finished after the same actions. `values` are those of `explain`.
    """
    beginning = expected.actions[: len(performed)]
    if not performed or len(performed) >= len(expected.actions):
        return False
    pairs = action_values(values)
    return all(
        explanation(each, action, values=pairs, given=expected.instruction) >= READ_TEXT
        for each, action in zip(beginning, performed, strict=True)
    )


def _score(expected: Expected, performed: Sequence[PerformedAction], *, values: Replacements) -> _Scores:
    wanted = expected.actions
    named = [_is_named(action, expected.instruction, values=values) for action in wanted]
    varying = expected.varying or (False,) * len(wanted)
    loose = [
        varies and not is_named and not action.place
        for varies, is_named, action in zip(varying, named, wanted, strict=True)
    ]
    strict = [
        [explanation(each, action, values=values, given=expected.instruction) for each in wanted]
        for action in performed
    ]
    rows = [
        [
            max(score, READ_TEXT) if is_loose and _kind(each) == _kind(action) else score
            for score, each, is_loose in zip(row, wanted, loose, strict=True)
        ]
        for action, row in zip(performed, strict, strict=True)
    ]
    return _Scores(rows, strict, named)


def _best_scores(rows: Sequence[Sequence[float]]) -> Iterator[float]:
    """Yield the highest score of each expected action."""
    return (max(column) for column in zip(*rows, strict=True))


def _kind(action: PerformedAction) -> tuple[str, str]:
    return action.key.kind, action.key.role


def _align(scores: Sequence[Sequence[float]]) -> float:
    """Return the highest sum of scores of an alignment in order of rows and columns."""
    best = [0.0] * (len(scores[0]) + 1)
    for row in scores:
        previous = best.copy()
        for index, score in enumerate(row, start=1):
            best[index] = max(previous[index], best[index - 1], previous[index - 1] + score)
    return best[-1]


def _is_named(action: PerformedAction, instruction: str, *, values: Replacements) -> bool:
    """Check whether an action contains a value of its instruction, or a whole text of the instruction."""
    own = f"{action.key.name} | {action.key.text}"
    return any(old not in STOP_WORDS and contains_words(own, old) for old, _ in values) or any(
        len(text) > 1 and contains_words(instruction, text) for text in (action.key.name, action.key.text)
    )
