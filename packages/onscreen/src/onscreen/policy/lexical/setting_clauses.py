"""Clauses that set something to a value which is not typed: "set the sound to Cuckoo"."""

from __future__ import annotations

import re

from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.exploration import explore
from onscreen.policy.lexical.history_queries import was_clicked
from onscreen.policy.lexical.proposals import DONE, propose
from onscreen.policy.lexical.screen_queries import (
    EXACT,
    MIN_LIKENESS,
    Match,
    label,
    name_likeness,
    rank_by_name,
    text_fields,
    usable_elements,
)
from onscreen.policy.lexical.word_lists import normalize
from onscreen.types import Click, Element, Proposal, Screen, Situation

SETS = ("set", "change", "adjust")
_TO = re.compile(r"(?:the\s+|my\s+)?(.+?)\s+to\s+(.+)$", re.IGNORECASE)


def choose_setting(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Open what the clause names and choose the value; None when it is a matter of typing."""
    said = _TO.match(clause.rest) if clause.verb in SETS else None
    if said is None:
        return None
    what, value = (part.strip(' ."') for part in said.groups())
    controls = tuple(e for e in usable_elements(screen) if not e.has("editable"))
    field = max((name_likeness(what, e) for e in text_fields(screen) if label(e, screen)), default=0.0)
    named = [m for m in rank_by_name(what, controls)[:1] if m.score >= max(MIN_LIKENESS, field)]
    chosen = [
        m for m in rank_by_name(value, controls)[:1] if m.score >= EXACT and m.element not in _of(named)
    ]
    if named and normalize(value) in (normalize(named[0].element.value), normalize(named[0].element.name)):
        return DONE
    if chosen:
        return propose(Click(chosen[0].element), finished=True, why=f"{value!r} is what {what!r} is to be")
    if named and not was_clicked(situation, named[0].element):
        return propose(
            Click(named[0].element), finished=False, why=f"{value!r} may be chosen there", confidence=0.7
        )
    return explore(situation, what) if field < MIN_LIKENESS else None


def _of(matches: list[Match]) -> tuple[Element, ...]:
    return tuple(match.element for match in matches)
