"""Clicks on all elements named in a clause."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.history_queries import was_performed
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_target import find_all_targets
from onscreen.policy.lexical.rule_proposals import DONE, LIKELY, propose
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import split_words
from onscreen.types import Click, Element, Proposal, Screen, Situation

_ALL = frozenset(("all", "every", "each"))


def click_several(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Propose the next click for a clause such as "click all the green buttons".

    Returns None for any other clause.
    """
    if _ALL & set(split_words(strip_quotes(clause.text))):
        return _click_next(find_all_targets(clause, screen), situation)
    return None


def _click_next(elements: Sequence[Element], situation: Situation) -> Proposal | None:
    """Click the first element that was not clicked yet."""
    if not elements:
        return None
    left = [e for e in elements if not was_performed(situation.history, Click(e))]
    if not left:
        return DONE
    why = f"{left[0].name or left[0].clue!r} is one of them"
    return propose(Click(left[0]), finished=len(left) == 1, why=why, confidence=LIKELY)
