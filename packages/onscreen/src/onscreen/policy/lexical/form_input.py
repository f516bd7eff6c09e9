"""Form input: typing text into fields, searching and submitting."""

from __future__ import annotations

import re

from onscreen.perceive.element_queries import label_of, text_fields, usable_elements
from onscreen.perceive.history_queries import last_step, was_refused
from onscreen.perceive.login_fields import LOGIN_FIELDS, find_login_field
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.date_entry import enter_date
from onscreen.policy.lexical.input_text import text_to_type
from onscreen.policy.lexical.page_exploration import explore
from onscreen.policy.lexical.phrase_match import EXACT_NAME, MIN_SIMILARITY, rank_by_name
from onscreen.policy.lexical.rule_proposals import DONE, not_found, propose
from onscreen.policy.lexical.word_lists import ROLES, parse_ordinal
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import content_words, normalize, split_words
from onscreen.types import Click, Element, Press, Proposal, Screen, Situation, Type

SUBMITS = ("submit", "ok", "save", "done", "send", "search", "go", "confirm", "log in", "login", "apply")
"""Names of buttons that submit a form, most specific first."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def type_text(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose typing the text of a clause into the field named in the clause."""
    return fill_field(clause, text_to_type(clause, situation), situation=situation, screen=screen)


def fill_field(clause: Clause, text: str | None, *, situation: Situation, screen: Screen) -> Proposal:
    """Propose the next action for entering text into the field named in a clause.

    The text is typed, picked in a calendar, or set with arrow keys.
    """
    field = find_field(clause, screen)
    if field is None:
        return explore(situation, clause.place or "a field") or not_found(clause.place or "a field")
    if text is None:
        return not_found(f"the text for {label_of(field, screen)}")
    if field.value == text:
        return DONE
    if field.has("readonly") and (date := enter_date(text, situation, screen=screen)):
        return date
    if field.role == "spinbutton" and _needs_arrow_keys(situation):
        return _press_arrow(field, text)
    return propose(Type(text, field), finished=True, why=f"{label_of(field, screen)!r} takes {text!r}")


def _needs_arrow_keys(situation: Situation) -> bool:
    """Check whether the field refused the typed text, or the last action pressed an arrow key."""
    step = last_step(situation.history)
    pressed = step.action.keys if step and isinstance(step.action, Press) else ""
    return pressed.startswith("Arrow") or was_refused(situation.history)


def _press_arrow(field: Element, text: str) -> Proposal:
    """Change a number by one with an arrow key."""
    current, wanted = (float(t) if _NUMBER.fullmatch(t) else 0.0 for t in (field.value, text))
    key = "ArrowUp" if wanted > current else "ArrowDown"
    why = f"{field.value} is shown, {text} is wanted"
    return propose(Press(key, field), finished=abs(wanted - current) <= 1, why=why)


def find_field(clause: Clause, screen: Screen) -> Element | None:
    """Find the field named by label or ordinal in a clause, otherwise the first empty field."""
    if (login := find_login_field(clause.place, screen)) is not None:
        return login
    fields = text_fields(screen)
    if clause.role == "spinner":
        fields = tuple(e for e in screen.elements if e.role in ROLES[clause.role]) or fields
    _, into, place = clause.rest.rpartition(" into ")
    order = parse_ordinal(strip_quotes(place)) if into else clause.order
    if order is not None and len(fields) > 1:
        index = order - 1 if order > 0 else order
        return fields[index] if -len(fields) <= index < len(fields) else None
    phrase = " ".join(w for w in content_words(strip_quotes(place)) if w not in ROLES)
    scored = [(_score_label(phrase, label_of(field, screen)), -field.mark, field) for field in fields]
    best = max(scored, default=None, key=lambda score: score[:2])
    if best is not None and best[0] >= MIN_SIMILARITY:
        return best[2]
    if clause.place.casefold() in LOGIN_FIELDS:
        return None
    empty = tuple(field for field in fields if not field.value and not field.has("readonly"))
    return next(iter(empty or fields), None)


def _score_label(phrase: str, name: str) -> float:
    """Return the share of a phrase's words that a label contains.

    At least one common word scores at least MIN_SIMILARITY.
    """
    have, wanted = set(split_words(name)), split_words(phrase)
    hits = sum(word in have for word in wanted)
    return max(MIN_SIMILARITY, hits / len(wanted)) if hits else 0.0


def search(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose the next action for a search: type the search terms, then press Enter."""
    fields = text_fields(screen)
    terms = re.sub(r"^for\s+", "", clause.rest).strip(" .")
    searches = [e for e in fields if e.role == "searchbox" or "search" in normalize(label_of(e, screen))]
    if not fields:
        return explore(situation, "a search field") or not_found("a search field")
    field, text = (searches or list(fields))[0], clause.quoted[0] if clause.quoted else terms
    if field.value != text:
        return propose(Type(text, field), finished=False, why="these are the search terms")
    return propose(Press("Enter", field), finished=True, why="Enter starts the search")


def submit(_clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a click on the submit button of a form, or explore the page."""
    proposal = press_submit(screen)
    return proposal if proposal.actions else explore(situation, "submit") or proposal


def press_submit(screen: Screen) -> Proposal:
    """Propose a click on the button that submits the form.

    The subtask is complete if the form has no such button.
    """
    buttons = tuple(e for e in usable_elements(screen) if e.role in ("button", "link", "generic"))
    for name in SUBMITS:
        if (best := rank_by_name(name, buttons)[:1]) and best[0].score > EXACT_NAME:
            return propose(Click(best[0].element), finished=True, why="it submits the form")
    return DONE
