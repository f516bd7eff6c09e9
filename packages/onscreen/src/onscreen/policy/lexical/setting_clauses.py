"""Clauses that change a setting, such as "set the sound to Cuckoo"."""

from __future__ import annotations

import re

from onscreen.perceive.action_history import was_clicked
from onscreen.perceive.screen_elements import label_of, text_fields, usable_elements
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.page_exploration import explore
from onscreen.policy.lexical.rule_proposals import DONE, LIKELY, propose
from onscreen.policy.lexical.screen_queries import (
    EXACT_NAME,
    MIN_SIMILARITY,
    Match,
    name_similarity,
    rank_by_name,
)
from onscreen.text.words import normalize
from onscreen.types import Click, Element, Proposal, Screen, Situation

SETS = ("set", "change", "adjust")
"""Verbs of clauses that set a control to a value."""
SETTING = re.compile(r"(?:the\s+|my\s+)?(.+?)\s+to\s+(.+)$", re.IGNORECASE)
"""Pattern for the object of such a verb: the control, then its new value."""


def choose_setting(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Propose opening the control named in a clause, or choosing its new value.

    Returns None if the value has to be typed.
    """
    match = SETTING.match(clause.rest) if clause.verb in SETS else None
    if match is None:
        return None
    what, value = (part.strip(' ."') for part in match.groups())
    controls = tuple(e for e in usable_elements(screen) if not e.has("editable"))
    field_score = max(
        (name_similarity(what, e) for e in text_fields(screen) if label_of(e, screen)), default=0.0
    )
    named = [m for m in rank_by_name(what, controls)[:1] if m.score >= max(MIN_SIMILARITY, field_score)]
    offered = [
        m
        for m in rank_by_name(value, controls)[:1]
        if m.score >= EXACT_NAME and m.element not in _elements_of(named)
    ]
    if named and normalize(value) in (normalize(named[0].element.value), normalize(named[0].element.name)):
        return DONE
    if offered:
        return propose(Click(offered[0].element), finished=True, why=f"it sets {what!r} to {value!r}")
    if named and not was_clicked(situation.history, named[0].element):
        why = f"it may offer {value!r}"
        return propose(Click(named[0].element), finished=False, why=why, confidence=LIKELY)
    return explore(situation, what) if field_score < MIN_SIMILARITY else None


def _elements_of(matches: list[Match]) -> tuple[Element, ...]:
    return tuple(match.element for match in matches)
