"""Oracles of MiniWoB++ that find something out on the screen: a word, a value, a sum, a card, a contact."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from onscreen.types import Action, Click, Element, targets
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit
from onscreen_practice.miniwob.oracles.text_entry_oracles import fill

_NTH = re.compile(r"(\d+)(?:st|nd|rd|th) word")
_KEY = re.compile(r"the value of (.+) into")
_SUM = re.compile(r"(\d+) ([-+x]) (\d+) =")
_EQUATION = re.compile(r"(\d+|x) ([-+]) (\d+|x) = (\d+)")
_CONTACT = re.compile(r"Find (.+) in the contact book and click on their (\w+)")
_NUMBER = re.compile(r"(less|greater) than (\d+)")


def nth_word(sight: Sight) -> Action | None:
    """Type the word of the paragraph that stands at the place asked for, then submit."""
    said = _NTH.search(sight.asked)
    words = sight.of_role("text")[0].name.split()
    return _answer(sight, re.sub(r"[^a-zA-Z]", "", words[int(said[1]) - 1])) if said else None


def last_word(sight: Sight) -> Action | None:
    """Type the last word of the text area, then submit."""
    area = next(e for e in sight.of_role("textbox") if e.has("multiline"))
    return _answer(sight, re.sub(r"[^a-zA-Z]", "", area.value.split()[-1]))


def table_value(sight: Sight) -> Action | None:
    """Type what the table says beside the key that is asked for, then submit."""
    said = _KEY.search(sight.asked)
    names = [e.name for e in sight.of_role("cell")]
    return _answer(sight, dict(zip(names[::2], names[1::2], strict=True))[said[1]]) if said else None


def arithmetic(sight: Sight) -> Action | None:
    """Type the result of the sum on the screen, then submit."""
    said = _found(sight, _SUM)
    return _answer(sight, str(_result(int(said[1]), said[2], second=int(said[3])))) if said else None


def algebra(sight: Sight) -> Action | None:
    """Type the number that solves the equation on the screen, then submit."""
    said = _found(sight, _EQUATION)
    if said is None:
        return None
    numbers = range(-200, 200)
    return _answer(sight, str(next(x for x in numbers if _solves(said, x))))


def greatest_card(sight: Sight) -> Action | None:
    """Turn the card of the greatest number unless it lies open, then submit."""
    cards = [e for e in sight.of_role("generic") if e.name.isdecimal()]
    best = max(cards, key=lambda e: int(e.name))
    return click(best) if "hidden" in best.clue.split() else submit(sight)


def fitting_number(sight: Sight) -> Action | None:
    """Have numbers generated until one is as it was asked for, then submit."""
    shown = sight.of_role("text")[0].name
    fits = shown.isdecimal() and _number_asked(sight.asked)(int(shown))
    return submit(sight) if fits else click(exactly(sight, "Generate", "button"))


def contact(sight: Sight) -> Action | None:
    """Turn the pages of the contact book to the person and click what is asked for."""
    said = _CONTACT.search(sight.asked)
    if said is None:
        return None
    if exactly(sight, said[1], "heading") is None:
        return _turn(sight)
    label = f"{said[2].capitalize()}:"
    return click(next((e for above, e in pairwise(sight.screen.elements) if above.name == label), None))


def _turn(sight: Sight) -> Action | None:
    """Go on the way that the pages were last turned, at first forward; back at the end."""
    turns = [t.name for a in sight.done if isinstance(a, Click) for t in targets(a) if isinstance(t, Element)]
    way = next((name for name in reversed(turns) if name in ("<", ">")), ">")
    other = "<" if way == ">" else ">"
    return click(exactly(sight, way, "link") or exactly(sight, other, "link"))


def _answer(sight: Sight, text: str) -> Action | None:
    field = next(e for e in sight.of_role("textbox") if not e.has("multiline"))
    return fill(sight, [(field, text)]) or submit(sight)


def _found(sight: Sight, pattern: re.Pattern[str]) -> re.Match[str] | None:
    return next((m for e in sight.of_role("text") if (m := pattern.search(e.name))), None)


def _result(first: int, sign: str, *, second: int) -> int:
    if sign == "+":
        return first + second
    return first - second if sign == "-" else first * second


def _solves(said: re.Match[str], x: int) -> bool:
    first, second = (x if part == "x" else int(part) for part in (said[1], said[3]))
    return _result(first, said[2], second=second) == int(said[4])


def _number_asked(asked: str) -> Callable[[int], bool]:
    bound = _NUMBER.search(asked)
    if bound is None:
        return lambda n: n % 2 == ("odd number" in asked)
    least, most = (int(bound[2]), 99) if bound[1] == "greater" else (-99, int(bound[2]))
    return lambda n: least < n < most


ORACLES: Mapping[str, Oracle] = {
    "find-greatest": greatest_card,
    "find-word": nth_word,
    "generate-number": fitting_number,
    "phone-book": contact,
    "read-table": table_value,
    "scroll-text": last_word,
    "simple-algebra": algebra,
    "simple-arithmetic": arithmetic,
}
