"""Texts that the network can type, derived from the instruction or from elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import takewhile

from PIL.ImageColor import colormap, getrgb

from onscreen.text.arithmetic import evaluate_arithmetic, solve_equation
from onscreen.types import Element
from onscreen_reflex.date_parser import format_iso_date
from onscreen_reflex.input_encoder import Scene
from onscreen_reflex.word_pieces import fold_words, parse_number, parse_ordinal

MAX_SPAN_WORDS = 40
"""The longest span of the instruction that can be typed, in words."""

_TIME = re.compile(r"\b(\d{1,2}):(\d{2})\s*(AM|PM)?\b", re.IGNORECASE)
_DIGITS = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_NOON = 12
_PUNCTUATION = ".,;:!?"
_SHELL_NAMES = frozenset({"terminal", "console", "shell"})
_EXTENSION = re.compile(r"(?<!\S)\.\w+")
_NO_EXTENSION = re.compile(r"\b(?:no|without an?) (?:file )?extension", re.IGNORECASE)


def text_from_words(scene: Scene, first: int, *, last: int, form: str) -> str:
    """Extract a range of words from the instruction, in a form such as "upper".

    The range includes both `first` and `last`. Returns "" if the words have no such form.
    """
    span = scene.instruction[scene.words[first].start : scene.words[last].end]
    return _SPAN_TEXTS[form](span)


def text_from_element(scene: Scene, element: Element, *, form: str) -> str:
    """Extract text from an element, in a form such as "value" or "last word".

    Returns "" if the element has no such form.
    """
    if form in _SCENE_TEXTS:
        return _SCENE_TEXTS[form](scene, element)
    return _ELEMENT_TEXTS[form](element)


def _iso_time(text: str) -> str:
    """Convert the first time of day in a text to 24-hour notation, HH:MM.

    Returns "" if the text contains no time.
    """
    match = _TIME.search(text)
    if match is None:
        return ""
    hour, minute, period = int(match.group(1)), match.group(2), (match.group(3) or "").upper()
    if period:
        hour = hour % _NOON + (_NOON if period == "PM" else 0)
    return f"{hour:02d}:{minute}"


def _number(text: str) -> str:
    match = _DIGITS.search(text)
    return match.group().replace(",", "") if match else ""


def _color_code(text: str) -> str:
    """Return the hexadecimal RGB code of the first color name in a text."""
    for word in text.lower().split():
        if word in colormap:
            return "".join(f"{part:02X}" for part in getrgb(word)[:3])
    return ""


def _result(element: Element) -> str:
    """Solve the equation or evaluate the arithmetic expression in an element's name."""
    return solve_equation(element.name) or evaluate_arithmetic(element.name) or ""


def _after_colon(element: Element) -> str:
    return element.name.partition(":")[2].strip()


def _first_word(text: str) -> str:
    return (text.split() or [""])[0].strip(_PUNCTUATION)


def _last_word(text: str) -> str:
    return (text.split() or [""])[-1].strip(_PUNCTUATION)


def _adjacent_number(element: Element, step: int) -> str:
    """Add `step` to the last number in an element's name."""
    numbers = _DIGITS.findall(element.name)
    return f"{float(numbers[-1].replace(',', '')) + step:g}" if numbers else ""


def _list_command(element: Element) -> str:
    """Return the shell command that lists files, if the element is a terminal."""
    return "ls" if _SHELL_NAMES.intersection(fold_words(f"{element.name} {element.clue}")) else ""


def _nth_word(scene: Scene, element: Element) -> str:
    """Return the word of an element's name at the position of the instruction's ordinal."""
    words = element.name.split()
    for word in scene.words:
        ordinal = parse_ordinal(word.text)
        if ordinal is not None and ordinal <= len(words):
            return words[ordinal - 1].strip(_PUNCTUATION)
    return ""


def _same_kind(one: Element, other: Element) -> bool:
    return (one.role, one.clue) == (other.role, other.clue)


def _count(scene: Scene, element: Element) -> str:
    """Count the elements with the same role, clue and name as the given one."""
    return str(sum(_same_kind(element, other) and other.name == element.name for other in scene.elements))


def _joined(scene: Scene, element: Element) -> str:
    """Concatenate the names of an element and of the similar elements directly after it."""
    rest = (other for other in scene.elements if other.mark >= element.mark)
    return "".join(other.name for other in takewhile(lambda other: _same_kind(element, other), rest))


def _remove_command(scene: Scene, element: Element) -> str:
    """Return the shell command that removes the first listed file with the requested extension."""
    extension = _EXTENSION.search(scene.instruction)
    if not extension and not _NO_EXTENSION.search(scene.instruction):
        return ""
    files = (
        word
        for word in element.name.split()
        if (word.endswith(extension[0]) if extension else "." not in word)
    )
    return f"rm {file}" if (file := next(files, "")) else ""


_SPAN_TEXTS: Mapping[str, Callable[[str], str]] = {
    "as it is": str,
    "lower": str.lower,
    "upper": str.upper,
    "capital": str.capitalize,
    "iso date": format_iso_date,
    "iso time": _iso_time,
    "number": _number,
    "color code": _color_code,
}
_ELEMENT_TEXTS: Mapping[str, Callable[[Element], str]] = {
    "name": lambda e: e.name,
    "value": lambda e: e.value,
    "last word": lambda e: _last_word(e.name),
    "result": _result,
    "number": lambda e: _number(e.name) if parse_number(e.name) is None else "",
    "after colon": _after_colon,
    "first word": lambda e: _first_word(e.name),
    "last of value": lambda e: _last_word(e.value),
    "one less": lambda e: _adjacent_number(e, -1),
    "one more": lambda e: _adjacent_number(e, 1),
    "list command": _list_command,
}
_SCENE_TEXTS: Mapping[str, Callable[[Scene, Element], str]] = {
    "nth word": _nth_word,
    "count": _count,
    "joined": _joined,
    "remove command": _remove_command,
}
