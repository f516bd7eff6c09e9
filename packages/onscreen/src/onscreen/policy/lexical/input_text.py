"""Lookup of the text to type, in the instruction or on the screen."""

from __future__ import annotations

import re

from onscreen.perceive.element_queries import text_elements, text_fields
from onscreen.perceive.labeled_values import find_labeled
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.word_lists import parse_ordinal
from onscreen.text.arithmetic import evaluate_arithmetic, solve_equation
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import is_reference, normalize, split_words
from onscreen.types import Screen, Situation

_SETS = ("set", "change", "adjust")
"""Verbs of clauses that set a control to a value."""
_SETTING = re.compile(r"(?:the\s+|my\s+)?(.+?)\s+to\s+(.+)$", re.IGNORECASE)
"""Pattern for the object of such a verb: the control, then its new value."""
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
    if clause.verb in _SETS and (setting := _SETTING.match(clause.rest)):
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
        values = find_labeled(match.group(1), screen)
        return values[0].text if values else None
    if re.search(r"\b(?:answer|result|solution)\b", text):
        return _read_result(screen)
    if _TEXT_OF.search(f"{text} "):
        return _read_area(text, screen)
    return None


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
