"""Clauses that fill in: type a text, search, submit."""

from __future__ import annotations

import re
from itertools import pairwise

from onscreen.policy.lexical.clause import Clause, strip_quotes
from onscreen.policy.lexical.date_entry import enter_date
from onscreen.policy.lexical.exploration import explore
from onscreen.policy.lexical.history_queries import last_step, was_refused
from onscreen.policy.lexical.proposals import DONE, not_found, propose
from onscreen.policy.lexical.screen_queries import (
    EXACT,
    MIN_LIKENESS,
    label,
    rank_by_name,
    shares_stem,
    text_fields,
    usable_elements,
)
from onscreen.policy.lexical.setting_clauses import choose_setting
from onscreen.policy.lexical.text_lookup import text_to_type, value_of
from onscreen.policy.lexical.word_lists import ROLES, content_words, normalize, parse_ordinal, split_words
from onscreen.types import Click, Element, Press, Proposal, Screen, Situation, Type

SUBMITS = ("submit", "ok", "save", "done", "send", "search", "go", "confirm", "log in", "login", "apply")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_KINDS = frozenset(("genre", "category", "kind", "type", "keyword", "keywords"))
_NOUNS = frozenset(("movies", "movie", "films", "results", "items", "things"))


def type_text(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Type the text of the clause into its field."""
    if re.search(r"\beach (?:label|field)\b", clause.text):
        return _each_field(screen)
    if setting := choose_setting(clause, situation, screen=screen):
        return setting
    text, field = text_to_type(clause, situation), find_field(clause, screen)
    if field is None:
        return explore(situation, clause.place or "a field") or not_found(clause.place or "a field")
    if text is None:
        return not_found(f"the text for {label(field, screen)}")
    return _into(field, text, situation=situation, screen=screen)


def _into(field: Element, text: str, *, situation: Situation, screen: Screen) -> Proposal:
    if field.value == text:
        return DONE
    if field.has("readonly") and (date := enter_date(text, situation, screen=screen)):
        return date
    if field.role == "spinbutton" and _refused(situation):
        return _step(field, text)
    return propose(Type(text, field), finished=True, why=f"{label(field, screen)!r} takes {text!r}")


def _refused(situation: Situation) -> bool:
    """Whether typing did not take just now, or the arrow keys are in use since."""
    step = last_step(situation)
    pressed = step.action.keys if step and isinstance(step.action, Press) else ""
    return pressed.startswith("Arrow") or was_refused(situation)


def _step(field: Element, text: str) -> Proposal:
    """Turn a number up or down with the arrow keys, where typing did not take."""
    now, wanted = (float(t) if _NUMBER.fullmatch(t) else 0.0 for t in (field.value, text))
    key = "ArrowUp" if wanted > now else "ArrowDown"
    why = f"{field.value} is shown, {text} wanted"
    return propose(Press(key, field), finished=abs(wanted - now) <= 1, why=why)


def _each_field(screen: Screen) -> Proposal:
    """Type into every empty field the value that stands beside its label elsewhere on the screen."""
    for field in text_fields(screen):
        found = value_of(label(field, screen).rstrip(": "), screen)
        if found and field.value != found:
            return propose(Type(found, field), finished=False, why=f"{label(field, screen)} {found}")
    return DONE


def find_field(clause: Clause, screen: Screen) -> Element | None:
    """Return the field the clause names by its label, its order or its being the only one."""
    fields = text_fields(screen)
    if clause.role == "spinner":
        fields = tuple(e for e in screen.elements if e.role in ROLES[clause.role]) or fields
    _, into, where = clause.rest.rpartition(" into ")
    order = parse_ordinal(strip_quotes(where)) if into else clause.order
    if order is not None and len(fields) > 1:
        place = order - 1 if order > 0 else order
        return fields[place] if -len(fields) <= place < len(fields) else None
    said = " ".join(w for w in content_words(strip_quotes(where)) if w not in ROLES)
    scored = [(_fits(said, label(field, screen)), -field.mark, field) for field in fields]
    best = max(scored, default=None, key=lambda found: found[:2])
    if best is not None and best[0] >= MIN_LIKENESS:
        return best[2]
    free = tuple(field for field in fields if not field.value and not field.has("readonly"))
    return next(iter(free or fields), None)


def _fits(said: str, name: str) -> float:
    have, wanted = set(split_words(name)), split_words(said)
    hits = sum(word in have for word in wanted)
    return max(MIN_LIKENESS, hits / len(wanted)) if hits else 0.0


def search(clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Type the words into a search field and send them; several fields are filled in by their labels."""
    fields = text_fields(screen)
    said = re.sub(r"^for\s+", "", clause.rest).strip(" .")
    named = [e for e in fields if e.role == "searchbox" or "search" in normalize(label(e, screen))]
    if not fields:
        return explore(situation, "a search field") or not_found("a search field")
    if len(fields) > 1 and not clause.quoted and not named:
        return _by_labels(said, fields, screen=screen)
    field, text = (named or list(fields))[0], clause.quoted[0] if clause.quoted else said
    if field.value != text:
        return propose(Type(text, field), finished=False, why="the words to look for")
    return propose(Press("Enter", field), finished=True, why="Enter sends the search")


def _by_labels(said: str, fields: tuple[Element, ...], *, screen: Screen) -> Proposal:
    """Fill each field with the word beside its label in the instruction, one field with what is left."""
    left = [word for word in content_words(said) if word not in _NOUNS]
    read_short_answer: dict[int, str] = {}
    for field in fields:
        for name, value in pairwise(w for w in content_words(said) if w not in _NOUNS):
            if any(shares_stem(name, part) for part in split_words(label(field, screen))):
                read_short_answer[field.mark] = value
    free = [
        w
        for w in left
        if w not in read_short_answer.values() and not any(_names(w, f, screen=screen) for f in fields)
    ]
    for field in fields:
        if field.mark not in read_short_answer and free and _takes(field, screen):
            read_short_answer[field.mark] = free.pop(0)
    for field in fields:
        text = _as_said(read_short_answer.get(field.mark, ""), said)
        if text and field.value != text:
            return propose(Type(text, field), finished=False, why=f"{label(field, screen)} {text}")
    found = press_submit(screen)
    return propose(Press("Enter", fields[0]), finished=True) if not found.actions else found


def _names(word: str, field: Element, *, screen: Screen) -> bool:
    return any(shares_stem(word, part) for part in split_words(label(field, screen)))


def _takes(field: Element, screen: Screen) -> bool:
    """Whether a field may take words that name no field: a kind or category."""
    return bool(
        {"genre", "category", "kind", "type", "keyword", "keywords"} & set(split_words(label(field, screen)))
    )


def _as_said(word: str, said: str) -> str:
    """Return the word as it was written."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said, re.IGNORECASE) if word else None
    return found.group(0) if found else word


def submit(_clause: Clause, situation: Situation, *, screen: Screen) -> Proposal:
    """Press the button that sends what was filled in."""
    found = press_submit(screen)
    return found if found.actions else explore(situation, "submit") or found


def press_submit(screen: Screen) -> Proposal:
    """Press the button that sends what was filled in, where there is one."""
    buttons = tuple(e for e in usable_elements(screen) if e.role in ("button", "link", "generic"))
    for name in SUBMITS:
        if (best := rank_by_name(name, buttons)[:1]) and best[0].score > EXACT:
            return propose(Click(best[0].element), finished=True, why="it sends what was filled in")
    return DONE
