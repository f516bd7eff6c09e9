"""Division of a goal into one goal for each named place of a map."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.clause import parse_clause, parse_goal
from onscreen.policy.lexical.goal_planning import CONFIRM, achieve
from onscreen.policy.route.place_index import PlaceIndex
from onscreen.policy.route.place_search import FoundPlace, find_places, find_rows
from onscreen.text.quotes import mask_quotes, unmask_quotes
from onscreen.text.word_equivalence import contains_words
from onscreen.types import Subtask

_EXCLUSIVE_ROLES = frozenset({"menuitemradio", "option", "radio"})
"""Roles of mutually exclusive choices."""

_BREAK = re.compile(r",\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+|;\s*")
_VERB_FIRST = re.compile(
    r"(?!(?:the|a|an|all|my|its|in|on|at|for|to|of|with|from)\b)[a-z]+\s+(?:it|them|the|my|its)\b"
)
_ADDS = re.compile(r"\b(?:and|but)\b|;")
"""Pattern of a separator before another request, unlike a comma in "by size, smallest first"."""


_END = re.compile(r" (?:from|in|into|on|onto|to) the ")
"""Pattern of the end of a goal that holds for each entry before it."""


class _Part(msgspec.Struct, frozen=True):
    """A part of a goal, and the place that it refers to."""

    text: str
    found: FoundPlace


def split_goals_by_place(plan: tuple[Subtask, ...], index: PlaceIndex) -> tuple[Subtask, ...]:
    """Replace each goal of a plan that names several places of a map by one goal per place."""
    divided: list[Subtask] = []
    for subtask in plan:
        texts = split_goal(subtask.text, index) if subtask.kind == "achieve" else ()
        if len(texts) > 1:
            added = tuple(each for text in texts for each in (achieve(text), CONFIRM))[:-1]
            divided += [msgspec.structs.replace(each, tool=subtask.tool) for each in added]
        else:
            divided.append(subtask)
    return tuple(divided)


def split_goal(goal: str, index: PlaceIndex) -> tuple[str, ...]:
    """Split a goal at commas and "and" into parts that refer to different places.

    A part without a verb gets the verb of the previous part. Returns the unchanged goal if it refers to a
    single place, or if its first part refers to none.
    """
    masked, quotes = mask_quotes(goal)
    pieces = _BREAK.split(masked)
    breaks = [match.group() for match in _BREAK.finditer(masked)]
    parts: list[_Part] = []
    for piece, separator in zip(pieces, ["", *breaks], strict=True):
        text = unmask_quotes(piece, quotes)
        found = _find_target(index, text)
        joined = f"{parts[-1].text}{separator}{text}" if parts else text
        is_one = found is None or (parts and _is_same(parts[-1].found, found, separator=separator))
        if parts and (is_one or _names_both(index, joined, parts=(parts[-1].text, text))):
            both = _find_target(index, joined) or parts[-1].found
            parts[-1] = _Part(joined, both)
        elif found is None:
            return (goal,)
        else:
            parts.append(_Part(add_verb(text, before=parts[-1].text if parts else ""), found))
    return tuple(_with_end(part.text, last=parts[-1].text, index=index) for part in parts)


def _with_end(text: str, *, last: str, index: PlaceIndex) -> str:
    """Return the text of a part with the end of the last part, as in "put A and B on the list".

    Only a part that ends with the name of a content row is without an end, if the last part names another.
    """
    rows, others = find_rows(index, text), find_rows(index, last)
    if text == last or not rows or not others or not text.endswith(rows[0].place.name):
        return text
    end = last.partition(others[0].place.name)[2]
    return f"{text}{end}" if _END.match(end) else text


def _names_both(index: PlaceIndex, joined: str, *, parts: tuple[str, str]) -> bool:
    """Check whether one control has a name with words of both parts, such as "Deals and offers"."""
    best = next(iter(find_places(index, joined)), None)
    if best is None or best.share < 1 or not best.place.control or best.place.is_pattern:
        return False
    return all(0 < len(_shared(best, part)) < len(best.place.words) for part in parts)


def _shared(found: FoundPlace, text: str) -> set[str]:
    return {word for word in found.place.words if contains_words(word, text)}


def _find_target(index: PlaceIndex, text: str) -> FoundPlace | None:
    """Find the place or the content row to which a text refers."""
    return next(iter((*find_places(index, text), *find_rows(index, text))), None)


def _is_same(one: FoundPlace, other: FoundPlace, *, separator: str) -> bool:
    """Check whether two places are the same control, a screen and its control, or choices of one screen.

    Two choices with different words, joined by a word such as "and", belong to two settings, such as
    "Fahrenheit" and "Knots".
    """
    if one.place.screen.id != other.place.screen.id:
        return False
    are_choices = {one.place.role, other.place.role} <= _EXCLUSIVE_ROLES
    are_choices &= not _ADDS.search(separator) or bool({*one.place.words} & {*other.place.words})
    is_screen = "" in (one.place.control, other.place.control)
    return is_screen or one.place.control == other.place.control or are_choices


def add_verb(text: str, *, before: str) -> str:
    """Prefix a text without a verb with the verb of the previous text.

    A word before "it" or "the" counts as a verb, as in "connect it".
    """
    earlier = parse_goal(before)
    if not before or parse_clause(text).verb or not earlier.verb or _VERB_FIRST.match(text):
        return text
    return f"{earlier.verb} {text}"
