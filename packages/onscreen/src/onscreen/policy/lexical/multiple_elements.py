"""Clauses about several elements at once: all of a kind, in an order, the greatest of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.policy.lexical.clause import Clause, unquoted
from onscreen.policy.lexical.clause_target import every
from onscreen.policy.lexical.history_queries import acted
from onscreen.policy.lexical.move import DONE, Move
from onscreen.policy.lexical.screen_queries import texts, usable
from onscreen.policy.lexical.word_lists import words
from onscreen.types import Click, Element, Screen, Situation

_ALL = frozenset(("all", "every", "each"))
_SOME = re.compile(r"\bon (\d+) \w+", re.IGNORECASE)
_RISING = re.compile(r"\b(?:ascending|increasing|rising)\b")
_FALLING = re.compile(r"\b(?:descending|decreasing|falling)\b")
_MOST = re.compile(r"\b(?:greatest|largest|highest|biggest|maximum)\b.*\b(?:number|value|price)\b")
_LEAST = re.compile(r"\b(?:smallest|lowest|least|minimum|cheapest)\b.*\b(?:number|value|price)\b")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def many(clause: Clause, about: Situation, *, screen: Screen) -> Move | None:
    """Click one after the other what a clause about several elements means; None for any other clause."""
    said = unquoted(clause.text).casefold()
    if _RISING.search(said) or _FALLING.search(said):
        return _next(numbers(screen, falling=bool(_FALLING.search(said))), about)
    if _MOST.search(said) or _LEAST.search(said):
        found = numbers(screen, falling=bool(_MOST.search(said)))
        return Move(Click(found[0]), finished=True, why="the number at that end") if found else None
    some = _SOME.search(said)
    if some or _ALL & set(words(said)):
        found = every(clause, screen)
        return _next(found[: int(some.group(1))] if some else found, about)
    return None


def numbers(screen: Screen, *, falling: bool) -> tuple[Element, ...]:
    """Return the elements that are numbers, by their value: those to press, else the texts."""
    for elements in (usable(screen), texts(screen), screen.elements):
        found = [e for e in elements if _NUMBER.fullmatch(e.name.strip().lstrip("$"))]
        if len(found) > 1:
            return tuple(sorted(found, key=value_of, reverse=falling))
    return ()


def value_of(element: Element) -> float:
    """Return the number an element is."""
    return float(element.name.strip().lstrip("$"))


def _next(elements: Sequence[Element], about: Situation) -> Move | None:
    return one_by_one([(Click(e), f"{e.name or e.clue!r} is one of them") for e in elements], about)


def one_by_one(actions: Sequence[tuple[Click, str]], about: Situation) -> Move | None:
    """Do the first action not done yet; None where there is none at all, done where all are."""
    if not actions:
        return None
    left = [(action, why) for action, why in actions if not acted(about, action)]
    if not left:
        return DONE
    return Move(left[0][0], finished=len(left) == 1, why=left[0][1], score=0.8)
