"""Scripted solvers for MiniWoB++ tasks that look up or compute an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from onscreen.types import Action, Click, Element, targets
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView
from onscreen_practice.miniwob.oracles.text_entry_oracles import fill_fields

_WORD_NUMBER = re.compile(r"(\d+)(?:st|nd|rd|th) word")
_TABLE_KEY = re.compile(r"the value of (.+) into")
_ARITHMETIC = re.compile(r"(\d+) ([-+x]) (\d+) =")
_EQUATION = re.compile(r"(\d+|x) ([-+]) (\d+|x) = (\d+)")
_CONTACT = re.compile(r"Find (.+) in the contact book and click on their (\w+)")
_NUMBER = re.compile(r"(less|greater) than (\d+)")


def find_word(view: OracleView) -> Action | None:
    """Choose the next action for the task `find-word`: type the n-th word of a paragraph.

    The answer is then submitted.
    """
    match = _WORD_NUMBER.search(view.instruction)
    words = view.find_by_role("text")[0].name.split()
    return _type_answer(view, re.sub(r"[^a-zA-Z]", "", words[int(match[1]) - 1])) if match else None


def scroll_text(view: OracleView) -> Action | None:
    """Choose the next action for the task `scroll-text`: type the last word of a text area.

    The answer is then submitted.
    """
    area = next(e for e in view.find_by_role("textbox") if e.has("multiline"))
    return _type_answer(view, re.sub(r"[^a-zA-Z]", "", area.value.split()[-1]))


def read_table(view: OracleView) -> Action | None:
    """Choose the next action for the task `read-table`: type the table's value for a given key.

    The answer is then submitted.
    """
    match = _TABLE_KEY.search(view.instruction)
    names = [e.name for e in view.find_by_role("cell")]
    return _type_answer(view, dict(zip(names[::2], names[1::2], strict=True))[match[1]]) if match else None


def simple_arithmetic(view: OracleView) -> Action | None:
    """Choose the next action for `simple-arithmetic`: type the result and submit."""
    match = _find_match(view, _ARITHMETIC)
    return (
        _type_answer(view, str(_evaluate(int(match[1]), match[2], second=int(match[3])))) if match else None
    )


def simple_algebra(view: OracleView) -> Action | None:
    """Choose the next action for `simple-algebra`: type the solution of an equation and submit."""
    match = _find_match(view, _EQUATION)
    if match is None:
        return None
    candidates = range(-200, 200)
    return _type_answer(view, str(next(x for x in candidates if _solves(match, x))))


def find_greatest(view: OracleView) -> Action | None:
    """Choose the next action for the task `find-greatest`: turn over the card with the highest number.

    The answer is then submitted.
    """
    cards = [e for e in view.find_by_role("generic") if e.name.isdecimal()]
    best = max(cards, key=lambda e: int(e.name))
    return click_on(best) if "hidden" in best.clue.split() else click_submit(view)


def generate_number(view: OracleView) -> Action | None:
    """Choose the next action for `generate-number`: generate numbers until one fits, then submit."""
    shown = view.find_by_role("text")[0].name
    is_match = shown.isdecimal() and _parse_number_condition(view.instruction)(int(shown))
    return click_submit(view) if is_match else click_on(find_exact_name(view, "Generate", "button"))


def phone_book(view: OracleView) -> Action | None:
    """Choose the next action for the task `phone-book`: find a contact and click the given detail."""
    match = _CONTACT.search(view.instruction)
    if match is None:
        return None
    if find_exact_name(view, match[1], "heading") is None:
        return _turn_page(view)
    label = f"{match[2].capitalize()}:"
    return click_on(next((e for above, e in pairwise(view.screen.elements) if above.name == label), None))


def _turn_page(view: OracleView) -> Action | None:
    """Turn a page in the direction of the last page turn, initially forward.

    At the end of the book, the direction is reversed.
    """
    clicked_names = [
        t.name for a in view.history if isinstance(a, Click) for t in targets(a) if isinstance(t, Element)
    ]
    direction = next((name for name in reversed(clicked_names) if name in ("<", ">")), ">")
    opposite = "<" if direction == ">" else ">"
    return click_on(find_exact_name(view, direction, "link") or find_exact_name(view, opposite, "link"))


def _type_answer(view: OracleView, text: str) -> Action | None:
    field = next(e for e in view.find_by_role("textbox") if not e.has("multiline"))
    return fill_fields(view, [(field, text)]) or click_submit(view)


def _find_match(view: OracleView, pattern: re.Pattern[str]) -> re.Match[str] | None:
    return next((m for e in view.find_by_role("text") if (m := pattern.search(e.name))), None)


def _evaluate(first: int, sign: str, *, second: int) -> int:
    if sign == "+":
        return first + second
    return first - second if sign == "-" else first * second


def _solves(match: re.Match[str], x: int) -> bool:
    first, second = (x if part == "x" else int(part) for part in (match[1], match[3]))
    return _evaluate(first, match[2], second=second) == int(match[4])


def _parse_number_condition(instruction: str) -> Callable[[int], bool]:
    bound = _NUMBER.search(instruction)
    if bound is None:
        return lambda n: n % 2 == ("odd number" in instruction)
    low, high = (int(bound[2]), 99) if bound[1] == "greater" else (-99, int(bound[2]))
    return lambda n: low < n < high


ORACLES: Mapping[str, Oracle] = {
    "find-greatest": find_greatest,
    "find-word": find_word,
    "generate-number": generate_number,
    "phone-book": phone_book,
    "read-table": read_table,
    "scroll-text": scroll_text,
    "simple-algebra": simple_algebra,
    "simple-arithmetic": simple_arithmetic,
}
