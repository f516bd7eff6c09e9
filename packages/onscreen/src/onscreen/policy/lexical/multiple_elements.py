"""Clauses about several elements at once: all of a kind, in an order, the greatest of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.policy.lexical.clause import Clause, strip_quotes
from onscreen.policy.lexical.clause_target import find_all_targets
from onscreen.policy.lexical.history_queries import was_performed
from onscreen.policy.lexical.proposals import DONE, propose
from onscreen.policy.lexical.screen_queries import text_elements, usable_elements
from onscreen.policy.lexical.word_lists import split_words
from onscreen.types import Click, Element, Proposal, Screen, Situation

_ALL = frozenset(("all", "every", "each"))
_SOME = re.compile(r"\bon (\d+) \w+", re.IGNORECASE)
_RISING = re.compile(r"\b(?:ascending|increasing|rising)\b")
_FALLING = re.compile(r"\b(?:descending|decreasing|falling)\b")
_MOST = re.compile(r"\b(?:greatest|largest|highest|biggest|maximum)\b.*\b(?:number|value|price)\b")
_LEAST = re.compile(r"\b(?:smallest|lowest|least|minimum|cheapest)\b.*\b(?:number|value|price)\b")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def click_several(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Click one after the other what a clause about several elements means; None for any other clause."""
    said = strip_quotes(clause.text).casefold()
    if _RISING.search(said) or _FALLING.search(said):
        return _next(numbers(screen, falling=bool(_FALLING.search(said))), situation)
    if _MOST.search(said) or _LEAST.search(said):
        found = numbers(screen, falling=bool(_MOST.search(said)))
        return propose(Click(found[0]), finished=True, why="the number at that end") if found else None
    some = _SOME.search(said)
    if some or _ALL & set(split_words(said)):
        found = find_all_targets(clause, screen)
        return _next(found[: int(some.group(1))] if some else found, situation)
    return None


def numbers(screen: Screen, *, falling: bool) -> tuple[Element, ...]:
    """Return the elements that are numbers, by their value: those to press, else the texts."""
    for elements in (usable_elements(screen), text_elements(screen), screen.elements):
        found = [e for e in elements if _NUMBER.fullmatch(e.name.strip().lstrip("$"))]
        if len(found) > 1:
            return tuple(sorted(found, key=value_of, reverse=falling))
    return ()


def value_of(element: Element) -> float:
    """Return the number an element is."""
    return float(element.name.strip().lstrip("$"))


def _next(elements: Sequence[Element], situation: Situation) -> Proposal | None:
    return one_by_one([(Click(e), f"{e.name or e.clue!r} is one of them") for e in elements], situation)


def one_by_one(actions: Sequence[tuple[Click, str]], situation: Situation) -> Proposal | None:
    """Do the first action not done yet; None where there is none at all, done where all are."""
    if not actions:
        return None
    left = [(action, why) for action, why in actions if not was_performed(situation, action)]
    if not left:
        return DONE
    return propose(left[0][0], finished=len(left) == 1, why=left[0][1], confidence=0.8)
