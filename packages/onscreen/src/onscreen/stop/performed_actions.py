"""Successful actions of a run with their context, for comparison with another run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import msgspec

from onscreen.perceive.shot_cache import ShotCache
from onscreen.stop.action_alignment import SAME_ROLE, ActionKey, action_key
from onscreen.stop.instruction_values import Replacements, map_values
from onscreen.text.words import STOP_WORDS
from onscreen.types import Action, Element, Episode, Shot
from onscreen.types.action import PASSIVE_ACTIONS, targets

MAX_ROW_SHARE = 1 / 8
"""An element higher than this share of the screen is a container, not part of a row."""
READ_TEXT = 0.9
"""Similarity of two different texts if both runs had read them from a screen before entering them."""
_DIGITS = re.compile(r"\d+")
_ITEM_ENDS = re.compile(r", and |, | and ")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_ABBREVIATED = 3


class PerformedAction(msgspec.Struct, frozen=True):
    """A successful action with the texts beside its target, and whether its text was read before.

    All texts are in lower case. `beside` holds the texts in the row of the target. `is_read` is True
    if the text of the action was on the screen of the action or on an earlier one of the run.
    Consecutive clicks on single characters, such as on a keypad, form one action of the kind "Keys".
    `place` is the rank of a target without a name among the elements with the same role.
    """

    key: ActionKey
    beside: str = ""
    is_read: bool = False
    place: str = ""

    @property
    def context(self) -> str:
        """Name of the target and the texts in its row."""
        return f"{self.key.name} | {self.beside}"


class Explanation(msgspec.Struct, frozen=True):
    """How well the actions of a run explain the expected actions.

    `share` is the explained share of the expected actions, 0 to 1, and `unexplained` the number of
    unexplained ones. `foreign` is the number of performed actions that explain no expected action. `last` is
    how well the last performed action explains the last expected one, 0 to 1. `missed_values` is the number
    of expected actions with a value of the instruction that no performed action explains. `assumed` is the
    number of expected actions that are explained only because other references vary there.
    """

    share: float = 0.0
    unexplained: float = 0.0
    foreign: int = 0
    last: float = 0.0
    missed_values: int = 0
    assumed: int = 0


class Expected(msgspec.Struct, frozen=True):
    """The actions of a completed run that are expected in another run of a similar task.

    `instruction` is that of the completed run. `varying` tells for each action whether the completed runs of
    other references perform another action instead. `optional` counts, for actions that are
    repeated, how many of the repetitions another reference does without.
    """

    actions: tuple[PerformedAction, ...]
    instruction: str = ""
    varying: tuple[bool, ...] = ()
    optional: tuple[tuple[ActionKey, int], ...] = ()


def performed_actions(episode: Episode) -> tuple[PerformedAction, ...]:
    """Return the successful actions of an episode other than waiting, scrolling, asking and ending."""
    found = [
        _perform(decision.action, episode.shots[: index + 1])
        for index, (decision, outcome) in enumerate(zip(episode.decisions, episode.outcomes, strict=True))
        if not outcome.failed and not isinstance(decision.action, PASSIVE_ACTIONS)
    ]
    return tuple(_join_keys(found))


def expect(runs: Sequence[tuple[str, tuple[PerformedAction, ...]]]) -> tuple[Expected, ...]:
    """Return what is expected according to each of several completed runs, given as instruction and actions.

    An action varies if another run performs no action that explains it, although its instruction demands it:
    it depends on content that the instruction does not name.
    """
    return _expect(tuple(runs))


@lru_cache(maxsize=256)
def _expect(runs: tuple[tuple[str, tuple[PerformedAction, ...]], ...]) -> tuple[Expected, ...]:
    found = []
    for instruction, actions in runs:
        repeated = Counter(action.key for action in actions)
        missing: list[Counter[ActionKey]] = []
        varying = [False] * len(actions)
        for other, performed in runs:
            pairs = action_values(map_values(instruction, other))
            for index, action in enumerate(actions):
                scores = (explanation(action, each, values=pairs, given=instruction) for each in performed)
                varying[index] |= max(scores, default=0.0) < READ_TEXT
            missing.append(repeated - Counter(each.key for each in performed))
        optional = {key: max(each[key] for each in missing) for key, count in repeated.items() if count > 1}
        varying = [
            varies and (repeated[action.key] == 1 or bool(action.place))
            for varies, action in zip(varying, actions, strict=True)
        ]
        found.append(Expected(actions, instruction.casefold(), tuple(varying), tuple(optional.items())))
    return tuple(found)


def _kind(action: PerformedAction) -> tuple[str, str]:
    return action.key.kind, action.key.role


def explain(expected: Expected, performed: Sequence[PerformedAction], *, values: Replacements) -> Explanation:
    """Align the actions of a run, in order, with the expected actions of another run.

    `values` are pairs of a value in the instruction of the expected actions and its replacement. An expected
    action that varies is explained by any action of the same kind on an element with the same role.
    """
    wanted, pairs = expected.actions, action_values(values)
    named = [_is_named(action, expected.instruction, values=pairs) for action in wanted]
    if not wanted or not performed:
        return Explanation(unexplained=float(len(wanted)), foreign=len(performed), missed_values=sum(named))
    varying = expected.varying or (False,) * len(wanted)
    strict = [
        [explanation(each, action, values=pairs, given=expected.instruction) for each in wanted]
        for action in performed
    ]
    scores = [
        [
            max(score, READ_TEXT)
            if varies and not is_named and not each.place and _kind(each) == _kind(action)
            else score
            for score, each, varies, is_named in zip(row, wanted, varying, named, strict=True)
        ]
        for action, row in zip(performed, strict, strict=True)
    ]
    best = _align(scores)
    lacking = Counter(each.key for each in wanted) - Counter(each.key for each in performed)
    forgiven = sum(min(most, lacking[key]) for key, most in expected.optional)
    columns, strict_columns = list(zip(*scores, strict=True)), list(zip(*strict, strict=True))
    unexplained = max(0.0, len(wanted) - best - forgiven)
    return Explanation(
        1 - unexplained / len(wanted),
        unexplained,
        sum(max(row) < READ_TEXT for row in scores),
        scores[-1][-1],
        sum(is_named and max(column) < READ_TEXT for is_named, column in zip(named, columns, strict=True)),
        sum(
            max(column) >= READ_TEXT > max(strict_column)
            for column, strict_column in zip(columns, strict_columns, strict=True)
        ),
    )


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
    return any(old not in STOP_WORDS and _contains(own, old) for old, _ in values) or any(
        len(text) > 1 and _contains(instruction, text) for text in (action.key.name, action.key.text)
    )


def explanation(
    expected: PerformedAction, performed: PerformedAction, *, values: Replacements, given: str = ""
) -> float:
    """Return how well a performed action explains an expected one, 0 to 1.

    The actions match if they are equal after the values are replaced, if the rows of both targets contain the
    values of their instructions, or if both texts were read from a screen. A text in the instruction `given`
    of the expected action was not read.
    """
    wanted, found = expected.key, performed.key
    if (wanted.kind, wanted.role) != (found.kind, found.role):
        return 0.0
    name, text = _fill(wanted.name, values), _fill(wanted.text, values)
    is_bound = _is_bound(expected, performed, values=values)
    if text == found.text:
        if name == found.name != wanted.name:
            return 1.0
        is_equal = (name, expected.place) == (found.name, performed.place)
        is_equal = is_equal and not _keeps_values(expected, performed, values=values)
        return 1.0 if is_bound or is_equal else SAME_ROLE
    both_read = expected.is_read and performed.is_read and text == wanted.text
    if both_read and _contains(given.casefold(), wanted.text):
        return 0.0
    return READ_TEXT if both_read and (name == found.name or is_bound) else 0.0


@lru_cache(maxsize=1024)
def action_values(values: Replacements) -> Replacements:
    """Return the values in lower case, and the forms used in actions, such as the parts of a time."""
    found = dict.fromkeys((old.casefold(), new.casefold()) for old, new in values)
    for old, new in list(found):
        parts, others = _DIGITS.findall(old), _DIGITS.findall(new)
        if parts and len(parts) == len(others):
            found["".join(parts), "".join(others)] = None
            found.update(dict.fromkeys(zip(parts, others, strict=True)))
            found[str(int(parts[0])), str(int(others[0]))] = None
        if old in _MONTHS and new in _MONTHS:
            found[old[:_ABBREVIATED], new[:_ABBREVIATED]] = None
        items, others = _ITEM_ENDS.split(old), _ITEM_ENDS.split(new)
        if len(items) > 1 or len(others) > 1:
            longest = max(len(items), len(others))
            found.update(
                dict.fromkeys(
                    (items[min(index, len(items) - 1)], others[min(index, len(others) - 1)])
                    for index in range(longest)
                )
            )
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


def _fill(text: str, values: Replacements) -> str:
    if not text or not values:
        return text
    by_old = dict(reversed(values))
    pattern = "|".join(re.escape(old) for old, _ in values if old)
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: by_old[match.group()], text)


def _is_bound(expected: PerformedAction, performed: PerformedAction, *, values: Replacements) -> bool:
    """Check whether the rows of both targets contain the corresponding instruction values, at least one."""
    telling: dict[str, list[str]] = {}
    for old, new in values:
        if old not in STOP_WORDS and _contains(expected.context, old):
            telling.setdefault(old, []).append(new)
    return bool(telling) and all(
        any(_is_in_place(new, performed, like=(old, expected)) for new in options)
        for old, options in telling.items()
    )


def _is_in_place(new: str, performed: PerformedAction, *, like: tuple[str, PerformedAction]) -> bool:
    """Check whether a value is where another value is in another action: in the name, a cell, or the row."""
    old, expected = like
    if _contains(expected.key.name, old):
        return _contains(performed.key.name, new)
    if old in _cells(expected.beside):
        return new in _cells(performed.beside)
    return _contains(performed.context, new)


def _keeps_values(expected: PerformedAction, performed: PerformedAction, *, values: Replacements) -> bool:
    """Check whether the row of a performed action belongs to another value than that of the instruction.

    This is the case if both rows contain the same word, although the instruction replaces it, or if a cell
    of the expected row is a value, and no cell of the other row its replacement.
    """
    words = ((old, new) for old, new in values if old not in STOP_WORDS and not _has_digits(old))
    if any(
        _contains(expected.beside, old)
        and _contains(performed.beside, old)
        and not _contains(performed.beside, new)
        for old, new in words
    ):
        return True
    cells, others = _cells(expected.beside), _cells(performed.beside)
    replaced: dict[str, set[str]] = {}
    for old, new in values:
        if old in cells:
            replaced.setdefault(old, set()).add(new)
    return any(news.isdisjoint(others) for news in replaced.values())


def _has_digits(text: str) -> bool:
    return any(map(str.isdigit, text))


@lru_cache(maxsize=65_536)
def _cells(beside: str) -> frozenset[str]:
    return frozenset(cell.strip() for cell in beside.split(" | "))


@lru_cache(maxsize=65_536)
def _contains(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _perform(action: Action, shots: Sequence[Shot]) -> PerformedAction:
    key = action_key(action)
    target = next((each for each in targets(action) if isinstance(each, Element)), None)
    beside = _row_texts(target, shots[-1]) if target else ""
    is_read = bool(key.text) and any(
        key.text in text and _contains(text, key.text) for shot in shots for text in _SHOWN(shot)
    )
    place = _place(target, shots[-1]) if target and not target.name else ""
    return PerformedAction(key, beside, is_read, place)


def _place(target: Element, shot: Shot) -> str:
    """Return what distinguishes a target without a name: its rank among the elements with the same role."""
    others = [node.box for node in shot.nodes if node.role == target.role and not node.name]
    rank = sum((box.top, box.left) < (target.box.top, target.box.left) for box in others)
    return f"{rank + 1}"


def _row_texts(target: Element, shot: Shot) -> str:
    """Return the texts of the nodes in the row of a target, without the target."""
    height = shot.picture.size[1] * MAX_ROW_SHARE
    middle = target.box.center.y
    row = (
        f"{node.name} {node.value}".casefold()
        for index, node in enumerate(shot.nodes)
        if index != target.index and node.box.top <= middle < node.box.bottom and node.box.height < height
    )
    return " | ".join(row)


def _join_keys(actions: Sequence[PerformedAction]) -> Iterator[PerformedAction]:
    """Join single characters that were clicked one after the other."""
    for (is_character, role), group in groupby(actions, key=_character_role):
        members = list(group)
        if is_character:
            keys = "".join(each.key.name for each in members)
            yield PerformedAction(ActionKey("Keys", role, "", keys))
        else:
            yield from members


def _character_role(action: PerformedAction) -> tuple[bool, str]:
    key = action.key
    is_character = key.kind == "Click" and len(key.name) == 1 and key.name.isalnum() and not key.text
    return is_character, key.role if is_character else ""


_SHOWN = ShotCache(
    lambda shot: tuple(
        f"{node.name} | {node.value}".casefold() for node in shot.nodes if node.name or node.value
    )
)
"""Texts of the nodes of a screen, in lower case."""
