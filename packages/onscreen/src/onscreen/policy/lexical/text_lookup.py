"""Text found on the screen or in the instruction: a value, a word of a paragraph, the result of a sum."""

from __future__ import annotations

import re

from onscreen.policy.lexical.clause import Clause, strip_quotes
from onscreen.policy.lexical.clause_target import named
from onscreen.policy.lexical.screen_queries import SHORT, text_elements, text_fields
from onscreen.policy.lexical.word_lists import normalize, parse_ordinal, split_words
from onscreen.policy.text.arithmetic import evaluate_arithmetic, solve_equation
from onscreen.types import Element, Screen, Situation

_DATE = re.compile(r"\b\d{1,2}/\d{1,2}/\d{4}\b|\b\d{4}-\d{2}-\d{2}\b")
_TIME = re.compile(r"\b\d{1,2}:\d{2}(?:\s*[AaPp][Mm])?")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?\b(?!\s*(?:st|nd|rd|th))")
_AS = re.compile(r"^(?:the\s+|a\s+|an\s+)?(.+?)\s+(?:into|in|as|to|on|with|for)\s+", re.IGNORECASE)


def text_to_type(clause: Clause, situation: Situation) -> str | None:
    """Return the text the clause wants written, None when it cannot be told."""
    found = clause.quoted[0] if clause.quoted else _unquoted(clause, situation)
    for value in situation.values:
        found = found.replace("{" + value.name + "}", value.text) if found else found
    return _transform(found, clause) if found is not None else None


def _unquoted(clause: Clause, situation: Situation) -> str | None:
    if situation.screen is not None and (seen := read_from_screen(clause, situation.screen)) is not None:
        return seen
    for pattern in (_DATE, _TIME, _NUMBER):
        if match := pattern.search(clause.rest):
            return match.group(0)
    match = _AS.match(clause.rest)
    return (match.group(1) if match else clause.rest).strip(" .") or None


def read_from_screen(clause: Clause, screen: Screen) -> str | None:
    """Read what the clause describes off the screen: a word, a whole text, a value, an answer."""
    said = normalize(strip_quotes(clause.text))
    if match := re.search(r"value (?:of|for) (?:the )?(.+?)(?: into| in\b|$)", said):
        return value_of(match.group(1), screen)
    if " word " in f" {said} ":
        return _word(said, screen)
    if re.search(r"\b(?:answer|result|solution)\b", said):
        return _answer(screen)
    if re.search(r"\btext\b.*\b(?:below|above|of|from|in) ", f"{said} ") and "the text" in said:
        return _whole(said, screen)
    return None


def value_of(name: str, screen: Screen) -> str | None:
    """Return the text that stands right of, or below, the text of this name."""
    known = text_elements(screen)
    label = named(name, known)
    if label is None:
        return None
    after = [e for e in known if e is not label.element and _follows(label.element, e)]
    nearest = min(after, key=lambda e: e.box.left - label.element.box.right, default=None)
    return nearest.name if nearest is not None else None


def read_short_answer(question: str, screen: Screen) -> str | None:
    """Answer a question with what stands beside the thing it asks for on the screen."""
    asked = re.search(r"\b(?:what|which|who|when|how)\b.*?\b(?:the|was|is)\s+(\w+)", question, re.IGNORECASE)
    nouns = [asked.group(1)] if asked else []
    for noun in (*nouns, *(w for w in split_words(question) if len(w) > SHORT)):
        if noun == "price" and (price := _price(screen)):
            return price
        for text in text_elements(screen):
            if normalize(text.name.rstrip(":")) == noun and (found := value_of(text.name, screen)):
                return found
    return None


def _price(screen: Screen) -> str | None:
    found = (re.search(r"[$€£]\s?\d+(?:[.,]\d+)?", e.name) for e in text_elements(screen))
    return next((match.group(0) for match in found if match), None)


def _follows(label: Element, value: Element) -> bool:
    middle = value.box.center.y
    return label.box.top <= middle < label.box.bottom and value.box.left >= label.box.right - 2


def _passages(screen: Screen) -> tuple[str, ...]:
    fields = (e.value for e in screen.elements if e.role == "textbox" and e.value)
    prose = (e.name for e in text_elements(screen) if len(e.name.split()) > 1)
    return tuple(fields) + tuple(sorted(prose, key=len, reverse=True))


def _word(said: str, screen: Screen) -> str | None:
    order, passages = parse_ordinal(said), _passages(screen)
    if order is None or not passages:
        return None
    find_all_targets = re.findall(r"[\w'-]+", passages[0])
    place = order - 1 if order > 0 else order
    return find_all_targets[place] if -len(find_all_targets) <= place < len(find_all_targets) else None


def _whole(said: str, screen: Screen) -> str | None:
    areas = tuple(e for e in text_fields(screen) if e.value)
    order = parse_ordinal(said)
    if areas:
        place = min((order or 1) - 1, len(areas) - 1)
        return areas[place].value
    shown = [e.name for e in text_elements(screen)]
    return shown[-1] if shown else None


def _answer(screen: Screen) -> str | None:
    for text in (*(e.name for e in text_elements(screen)), " ".join(e.name for e in text_elements(screen))):
        if (
            found := solve_equation(text) or evaluate_arithmetic(text.rstrip("=? "))
        ) is not None and not text.strip().isdigit():
            return found
    return None


def _transform(text: str, clause: Clause) -> str:
    said = split_words(strip_quotes(clause.text))
    if "lower" in said or "lowercase" in said:
        return text.lower()
    return text.upper() if "upper" in said or "uppercase" in said else text
