"""Clauses that fill in: type a text, search, submit."""

from __future__ import annotations

import re
from itertools import pairwise

from onscreen.policy.lexical.clause import Clause, unquoted
from onscreen.policy.lexical.date_entry import pick_date
from onscreen.policy.lexical.exploration import explore
from onscreen.policy.lexical.move import DONE, Move, lost
from onscreen.policy.lexical.screen_queries import LEAST, SURE, editable, label, rank, same_stem, usable
from onscreen.policy.lexical.setting_clauses import set_to
from onscreen.policy.lexical.text_lookup import text_of, value_of
from onscreen.policy.lexical.word_lists import ROLES, content, ordinal, plain, words
from onscreen.types import Click, Element, Press, Screen, Situation, Type

SUBMITS = ("submit", "ok", "save", "done", "send", "search", "go", "confirm", "log in", "login", "apply")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_KINDS = frozenset(("genre", "category", "kind", "type", "keyword", "keywords"))
_NOUNS = frozenset(("movies", "movie", "films", "results", "items", "things"))


def type_text(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Type the text of the clause into its field."""
    if re.search(r"\beach (?:label|field)\b", clause.text):
        return _each_field(screen)
    if setting := set_to(clause, about, screen=screen):
        return setting
    text, field = text_of(clause, about), field_for(clause, screen)
    if field is None:
        return explore(about, clause.place or "a field") or lost(clause.place or "a field")
    if text is None:
        return lost(f"the text for {label(field, screen)}")
    return _into(field, text, about=about, screen=screen)


def _into(field: Element, text: str, *, about: Situation, screen: Screen) -> Move:
    if field.value == text:
        return DONE
    if field.has("readonly") and (date := pick_date(text, about, screen=screen)):
        return date
    if field.role == "spinbutton" and _refused(about):
        return _step(field, text)
    return Move(Type(text, field), finished=True, why=f"{label(field, screen)!r} takes {text!r}")


def _refused(about: Situation) -> bool:
    """Whether typing did not take just now, or the arrow keys are in use since."""
    last = about.done[-1] if about.done else ""
    return last.startswith("press Arrow") or (last.startswith("type ") and "ActionHadNoEffect" in last)


def _step(field: Element, text: str) -> Move:
    """Turn a number up or down with the arrow keys, where typing did not take."""
    now, wanted = (float(t) if _NUMBER.fullmatch(t) else 0.0 for t in (field.value, text))
    key = "ArrowUp" if wanted > now else "ArrowDown"
    why = f"{field.value} is shown, {text} wanted"
    return Move(Press(key, field), finished=abs(wanted - now) <= 1, why=why)


def _each_field(screen: Screen) -> Move:
    """Type into every empty field the value that stands beside its label elsewhere on the screen."""
    for field in editable(screen):
        found = value_of(label(field, screen).rstrip(": "), screen)
        if found and field.value != found:
            return Move(Type(found, field), finished=False, why=f"{label(field, screen)} {found}")
    return DONE


def field_for(clause: Clause, screen: Screen) -> Element | None:
    """Return the field the clause names by its label, its order or its being the only one."""
    fields = editable(screen)
    if clause.role == "spinner":
        fields = tuple(e for e in screen.elements if e.role in ROLES[clause.role]) or fields
    _, into, where = clause.rest.rpartition(" into ")
    order = ordinal(unquoted(where)) if into else clause.order
    if order is not None and len(fields) > 1:
        place = order - 1 if order > 0 else order
        return fields[place] if -len(fields) <= place < len(fields) else None
    said = " ".join(w for w in content(unquoted(where)) if w not in ROLES)
    scored = [(_fits(said, label(field, screen)), -field.mark, field) for field in fields]
    best = max(scored, default=None, key=lambda found: found[:2])
    if best is not None and best[0] >= LEAST:
        return best[2]
    free = tuple(field for field in fields if not field.value and not field.has("readonly"))
    return next(iter(free or fields), None)


def _fits(said: str, name: str) -> float:
    have, wanted = set(words(name)), words(said)
    hits = sum(word in have for word in wanted)
    return max(LEAST, hits / len(wanted)) if hits else 0.0


def search(clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Type the words into a search field and send them; several fields are filled in by their labels."""
    fields = editable(screen)
    said = re.sub(r"^for\s+", "", clause.rest).strip(" .")
    named = [e for e in fields if e.role == "searchbox" or "search" in plain(label(e, screen))]
    if not fields:
        return explore(about, "a search field") or lost("a search field")
    if len(fields) > 1 and not clause.quoted and not named:
        return _by_labels(said, fields, screen=screen)
    field, text = (named or list(fields))[0], clause.quoted[0] if clause.quoted else said
    if field.value != text:
        return Move(Type(text, field), finished=False, why="the words to look for")
    return Move(Press("Enter", field), finished=True, why="Enter sends the search")


def _by_labels(said: str, fields: tuple[Element, ...], *, screen: Screen) -> Move:
    """Fill each field with the word beside its label in the instruction, one field with what is left."""
    left = [word for word in content(said) if word not in _NOUNS]
    told: dict[int, str] = {}
    for field in fields:
        for name, value in pairwise(w for w in content(said) if w not in _NOUNS):
            if any(same_stem(name, part) for part in words(label(field, screen))):
                told[field.mark] = value
    free = [
        w for w in left if w not in told.values() and not any(_names(w, f, screen=screen) for f in fields)
    ]
    for field in fields:
        if field.mark not in told and free and _takes(field, screen):
            told[field.mark] = free.pop(0)
    for field in fields:
        text = _as_said(told.get(field.mark, ""), said)
        if text and field.value != text:
            return Move(Type(text, field), finished=False, why=f"{label(field, screen)} {text}")
    found = submit_if_any(screen)
    return Move(Press("Enter", fields[0]), finished=True) if found.action is None else found


def _names(word: str, field: Element, *, screen: Screen) -> bool:
    return any(same_stem(word, part) for part in words(label(field, screen)))


def _takes(field: Element, screen: Screen) -> bool:
    """Whether a field may take words that name no field: a kind or category."""
    return bool(
        {"genre", "category", "kind", "type", "keyword", "keywords"} & set(words(label(field, screen)))
    )


def _as_said(word: str, said: str) -> str:
    """Return the word as it was written."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said, re.IGNORECASE) if word else None
    return found.group(0) if found else word


def submit(_clause: Clause, about: Situation, *, screen: Screen) -> Move:
    """Press the button that sends what was filled in."""
    found = submit_if_any(screen)
    return found if found.action is not None else explore(about, "submit") or found


def submit_if_any(screen: Screen) -> Move:
    """Press the button that sends what was filled in, where there is one."""
    buttons = tuple(e for e in usable(screen) if e.role in ("button", "link", "generic"))
    for name in SUBMITS:
        if (best := rank(name, buttons)[:1]) and best[0].score > SURE:
            return Move(Click(best[0].element), finished=True, why="it sends what was filled in")
    return DONE
