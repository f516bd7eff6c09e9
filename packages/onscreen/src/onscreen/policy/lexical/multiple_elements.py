"""Clicks on all elements of a type, or on the largest or smallest number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.action_history import was_performed
from onscreen.perceive.screen_elements import text_elements, usable_elements
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_target import find_all_targets
from onscreen.policy.lexical.rule_proposals import DONE, LIKELY, propose
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import split_words
from onscreen.types import Click, Element, Proposal, Screen, Situation

_ALL = frozenset(("all", "every", "each"))
_GREATEST = re.compile(r"\b(?:greatest|largest|highest|biggest|maximum)\b.*\b(?:number|value|price)\b")
_SMALLEST = re.compile(r"\b(?:smallest|lowest|least|minimum|cheapest)\b.*\b(?:number|value|price)\b")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def click_several(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Propose the next click for a clause such as "click all the green buttons".

    Returns None for any other clause.
    """
    text = strip_quotes(clause.text).casefold()
    if _GREATEST.search(text) or _SMALLEST.search(text):
        numbers = sort_numbers(screen, descending=bool(_GREATEST.search(text)))
        why = "it has the greatest or smallest number"
        return propose(Click(numbers[0]), finished=True, why=why) if numbers else None
    if _ALL & set(split_words(text)):
        return _click_next(find_all_targets(clause, screen), situation)
    return None


def sort_numbers(screen: Screen, *, descending: bool) -> tuple[Element, ...]:
    """List the elements whose names are numbers, sorted by value.

    Usable elements take precedence over texts.
    """
    for elements in (usable_elements(screen), text_elements(screen), screen.elements):
        numbers = [e for e in elements if _NUMBER.fullmatch(e.name.strip().lstrip("$"))]
        if len(numbers) > 1:
            return tuple(sorted(numbers, key=parse_number, reverse=descending))
    return ()


def parse_number(element: Element) -> float:
    """Parse the name of an element as a number, ignoring a leading dollar sign."""
    return float(element.name.strip().lstrip("$"))


def _click_next(elements: Sequence[Element], situation: Situation) -> Proposal | None:
    """Click the first element that was not clicked yet."""
    if not elements:
        return None
    left = [e for e in elements if not was_performed(situation.history, Click(e))]
    if not left:
        return DONE
    why = f"{left[0].name or left[0].clue!r} is one of them"
    return propose(Click(left[0]), finished=len(left) == 1, why=why, confidence=LIKELY)
