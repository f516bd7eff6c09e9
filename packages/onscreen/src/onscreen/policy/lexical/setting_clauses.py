"""Clauses that set something to a value which is not typed: "set the sound to Cuckoo"."""

from __future__ import annotations

import re

from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.exploration import explore
from onscreen.policy.lexical.history_queries import clicked
from onscreen.policy.lexical.move import DONE, Move
from onscreen.policy.lexical.screen_queries import LEAST, SURE, Match, editable, label, likeness, rank, usable
from onscreen.policy.lexical.word_lists import plain
from onscreen.types import Click, Element, Screen, Situation

SETS = ("set", "change", "adjust")
_TO = re.compile(r"(?:the\s+|my\s+)?(.+?)\s+to\s+(.+)$", re.IGNORECASE)


def set_to(clause: Clause, about: Situation, *, screen: Screen) -> Move | None:
    """Open what the clause names and choose the value; None when it is a matter of typing."""
    said = _TO.match(clause.rest) if clause.verb in SETS else None
    if said is None:
        return None
    what, value = (part.strip(' ."') for part in said.groups())
    controls = tuple(e for e in usable(screen) if not e.has("editable"))
    field = max((likeness(what, e) for e in editable(screen) if label(e, screen)), default=0.0)
    named = [m for m in rank(what, controls)[:1] if m.score >= max(LEAST, field)]
    chosen = [m for m in rank(value, controls)[:1] if m.score >= SURE and m.element not in _of(named)]
    if named and plain(value) in (plain(named[0].element.value), plain(named[0].element.name)):
        return DONE
    if chosen:
        return Move(Click(chosen[0].element), finished=True, why=f"{value!r} is what {what!r} is to be")
    if named and not clicked(about, named[0].element):
        return Move(Click(named[0].element), finished=False, why=f"{value!r} may be chosen there", score=0.7)
    return explore(about, what) if field < LEAST else None


def _of(matches: list[Match]) -> tuple[Element, ...]:
    return tuple(match.element for match in matches)
