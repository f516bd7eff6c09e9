"""The texts that can be chosen: spans of the instruction, texts of elements, and simple forms of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import takewhile

from PIL.ImageColor import colormap, getrgb

from onscreen.policy.text.arithmetic import evaluate_arithmetic, solve_equation
from onscreen.types import Element
from onscreen_reflex.date_parser import iso_date
from onscreen_reflex.scene import Scene
from onscreen_reflex.word_pieces import folded, number_of, ordinal_of

MOST_SPAN = 40
"""The longest span of the instruction that can be typed, in words."""

_TIME = re.compile(r"\b(\d{1,2}):(\d{2})\s*(AM|PM)?\b", re.IGNORECASE)
_DIGITS = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_NOON = 12
_SHELLS = frozenset({"terminal", "console", "shell"})
_ENDING = re.compile(r"(?<!\S)\.\w+")
_NO_ENDING = re.compile(r"\b(?:no|without an?) (?:file )?extension", re.IGNORECASE)


def from_words(scene: Scene, first: int, *, last: int, how: str) -> str:
    """Return the span of the instruction from the first word to the last, in the form `how`."""
    span = scene.instruction[scene.words[first].start : scene.words[last].end]
    return _WORDS[how](span)


def from_element(scene: Scene, element: Element, *, how: str) -> str:
    """Return the text of the element in the form `how`, "" where it has none of that form."""
    if how in _AMONG_OTHERS:
        return _AMONG_OTHERS[how](scene, element)
    return _ELEMENT[how](element)


def _iso_time(text: str) -> str:
    found = _TIME.search(text)
    if found is None:
        return ""
    hour, minute, half = int(found.group(1)), found.group(2), (found.group(3) or "").upper()
    if half:
        hour = hour % _NOON + (_NOON if half == "PM" else 0)
    return f"{hour:02d}:{minute}"


def _number(text: str) -> str:
    found = _DIGITS.search(text)
    return found.group().replace(",", "") if found else ""


def _nth_word(scene: Scene, element: Element) -> str:
    said = element.name.split()
    for word in scene.words:
        place = ordinal_of(word.text)
        if place is not None and place <= len(said):
            return said[place - 1].strip(".,;:!?")
    return ""


def _is_alike(one: Element, other: Element) -> bool:
    return (one.role, one.clue) == (other.role, other.clue)


def _count(scene: Scene, element: Element) -> str:
    return str(sum(_is_alike(element, other) and other.name == element.name for other in scene.elements))


def _joined(scene: Scene, element: Element) -> str:
    after = (other for other in scene.elements if other.mark >= element.mark)
    return "".join(other.name for other in takewhile(lambda other: _is_alike(element, other), after))


def _list_command(element: Element) -> str:
    """Return what lists the files, of an element that is a shell."""
    return "ls" if _SHELLS.intersection(folded(f"{element.name} {element.clue}")) else ""


def _remove_command(scene: Scene, element: Element) -> str:
    """Return what removes the first file of the asked ending among the words of the element."""
    asked = _ENDING.search(scene.instruction)
    if not asked and not _NO_ENDING.search(scene.instruction):
        return ""
    fits = (word for word in element.name.split() if (word.endswith(asked[0]) if asked else "." not in word))
    return f"rm {file}" if (file := next(fits, "")) else ""


def _one_off(element: Element, step: int) -> str:
    found = _DIGITS.findall(element.name)
    return f"{float(found[-1].replace(',', '')) + step:g}" if found else ""


def _color_code(text: str) -> str:
    """Return the six digits of a color's name in the text, "" where it names none."""
    for word in text.lower().split():
        if word in colormap:
            return "".join(f"{part:02X}" for part in getrgb(word)[:3])
    return ""


def _result(element: Element) -> str:
    return solve_equation(element.name) or evaluate_arithmetic(element.name) or ""


def _after_colon(element: Element) -> str:
    return element.name.partition(":")[2].strip()


def _first(element: Element) -> str:
    return (element.name.split() or [""])[0].strip(".,;:!?")


def _last(element: Element) -> str:
    return (element.name.split() or [""])[-1].strip(".,;:!?")


_WORDS: Mapping[str, Callable[[str], str]] = {
    "as it is": str,
    "lower": str.lower,
    "upper": str.upper,
    "capital": str.capitalize,
    "iso date": iso_date,
    "iso time": _iso_time,
    "number": _number,
    "color code": _color_code,
}
_ELEMENT: Mapping[str, Callable[[Element], str]] = {
    "name": lambda e: e.name,
    "value": lambda e: e.value,
    "last word": _last,
    "result": _result,
    "number": lambda e: _number(e.name) if number_of(e.name) is None else "",
    "after colon": _after_colon,
    "first word": _first,
    "last of value": lambda e: (e.value.split() or [""])[-1].strip(".,;:!?"),
    "one less": lambda e: _one_off(e, -1),
    "one more": lambda e: _one_off(e, 1),
    "list command": _list_command,
}
_AMONG_OTHERS: Mapping[str, Callable[[Scene, Element], str]] = {
    "nth word": _nth_word,
    "count": _count,
    "joined": _joined,
    "remove command": _remove_command,
}
