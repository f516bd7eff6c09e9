"""Lookup of the text to type, in the instruction or on the screen."""

from __future__ import annotations

import re

from onscreen.perceive.screen_elements import text_elements, text_fields
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_target import find_named
from onscreen.policy.lexical.setting_clauses import SETS, SETTING
from onscreen.policy.lexical.word_lists import parse_ordinal
from onscreen.text.arithmetic import evaluate_arithmetic, solve_equation
from onscreen.text.quotes import strip_quotes
from onscreen.text.word_similarity import SHORT
from onscreen.text.words import is_reference, normalize, split_words
from onscreen.types import Element, Screen, Situation

OVERLAP_PX = 2
"""Largest overlap of a value with the right edge of its label, in pixels."""
_DATE = re.compile(r"\b\d{1,2}/\d{1,2}/\d{4}\b|\b\d{4}-\d{2}-\d{2}\b")
_TIME = re.compile(r"\b\d{1,2}:\d{2}(?:\s*[AaPp][Mm])?")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?\b(?!\s*(?:st|nd|rd|th))")
_AS = re.compile(r"^(?:the\s+|a\s+|an\s+)?(.+?)\s+(?:into|in|as|to|on|with|for)\s+", re.IGNORECASE)
_TEXT_OF = re.compile(r"\bthe text\b.*\b(?:below|above|of|from|in) ")


def text_to_type(clause: Clause, situation: Situation) -> str | None:
    """Determine the text that an instruction clause asks to type.

    Returns None if it cannot be determined.
    """
    text = clause.quoted[0] if clause.quoted else _unquoted_text(clause, situation)
    for value in situation.values:
        text = text.replace("{" + value.name + "}", value.text) if text else text
    return _change_case(text, clause) if text is not None else None


def _unquoted_text(clause: Clause, situation: Situation) -> str | None:
    """Return the text to type of a clause without quotes, or None if it only refers to something."""
    if (text := read_from_screen(clause, situation.screen)) is not None:
        return text
    for pattern in (_DATE, _TIME, _NUMBER):
        if match := pattern.search(clause.rest):
            return match.group(0)
    if clause.verb in SETS and (setting := SETTING.match(clause.rest)):
        return setting.group(2).strip(" .")
    match = _AS.match(clause.rest)
    text = (match.group(1) if match else clause.rest).strip(" .")
    return text if text and not is_reference(text) else None


def read_from_screen(clause: Clause, screen: Screen) -> str | None:
    """Read the text that a clause describes, such as the value of a label.

    The clause may ask for the value of a label, a result, or the text of an area. Returns None for any other
    clause, or if the text is not found.
    """
    text = normalize(strip_quotes(clause.text))
    if match := re.search(r"value (?:of|for) (?:the )?(.+?)(?: into| in\b|$)", text):
        return read_value(match.group(1), screen)
    if re.search(r"\b(?:answer|result|solution)\b", text):
        return _read_result(screen)
    if _TEXT_OF.search(f"{text} "):
        return _read_area(text, screen)
    return None


def read_value(name: str, screen: Screen) -> str | None:
    """Read the value to the right of the label with the given name.

    Returns None if no such label or value is found.
    """
    texts = text_elements(screen)
    label = find_named(name, texts)
    if label is None:
        return None
    after = [e for e in texts if e is not label.element and _follows(label.element, e)]
    nearest = min(after, key=lambda e: e.box.left - label.element.box.right, default=None)
    return nearest.name if nearest is not None else None


def read_short_answer(question: str, screen: Screen) -> str | None:
    """Read the price or labelled value on the screen that a question asks for.

    Returns None if the screen has no such label or price.
    """
    asked = re.search(r"\b(?:what|which|who|when|how)\b.*?\b(?:the|was|is)\s+(\w+)", question, re.IGNORECASE)
    nouns = [asked.group(1)] if asked else []
    for noun in (*nouns, *(w for w in split_words(question) if len(w) > SHORT)):
        if noun == "price" and (price := _read_price(screen)):
            return price
        for text in text_elements(screen):
            if normalize(text.name.rstrip(":")) == noun and (value := read_value(text.name, screen)):
                return value
    return None


def _read_price(screen: Screen) -> str | None:
    matches = (re.search(r"[$€£]\s?\d+(?:[.,]\d+)?", e.name) for e in text_elements(screen))
    return next((match.group(0) for match in matches if match), None)


def _follows(label: Element, value: Element) -> bool:
    """Check whether an element is in the row of a label and to its right."""
    middle = value.box.center.y
    return label.box.top <= middle < label.box.bottom and value.box.left >= label.box.right - OVERLAP_PX


def _read_area(text: str, screen: Screen) -> str | None:
    """Return the value of the text area at an ordinal.

    Without text areas, returns the last text on the screen, or None if there is no text.
    """
    areas = tuple(e for e in text_fields(screen) if e.value)
    order = parse_ordinal(text)
    if areas:
        return areas[min((order or 1) - 1, len(areas) - 1)].value
    shown = [e.name for e in text_elements(screen)]
    return shown[-1] if shown else None


def _read_result(screen: Screen) -> str | None:
    """Return the result of the first expression or equation on the screen."""
    texts = [e.name for e in text_elements(screen)]
    for text in (*texts, " ".join(texts)):
        result = solve_equation(text) or evaluate_arithmetic(text.rstrip("=? "))
        if result is not None and not text.strip().isdigit():
            return result
    return None


def _change_case(text: str, clause: Clause) -> str:
    """Convert a text to lower or upper case if the clause asks for it outside quotes."""
    words = split_words(strip_quotes(clause.text))
    if "lower" in words or "lowercase" in words:
        return text.lower()
    return text.upper() if "upper" in words or "uppercase" in words else text
