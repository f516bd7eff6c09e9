"""Oracles of MiniWoB++ that type what the instruction says into fields: texts, dates, suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from onscreen.types import Action, Element, Scroll, Type, Wait
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit

_DATE = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)\s([AP]M)")
_MOVIE = re.compile(r"Search for (?P<Genre>.+) movies directed by (?P<Director>.+) from year (?P<Year>\d+)\.")


def fill(sight: Sight, wanted: Iterable[tuple[Element, str]]) -> Action | None:
    """Type the text into the first field that does not hold it yet; None where all do."""
    return next((Type(text, field) for field, text in wanted if not _holds(sight, field, text=text)), None)


def copied(sight: Sight) -> Action | None:
    """Type the quoted texts into the fields from top to bottom, the last also into those left; submit."""
    fields = sight.of_role("textbox")
    texts = sight.quoted + sight.quoted[-1:] * (len(fields) - len(sight.quoted))
    return fill(sight, zip(fields, texts, strict=False)) or submit(sight)


def cased(sight: Sight) -> Action | None:
    """Type the quoted text in the letter case that is asked for, then submit."""
    text = sight.quoted[0]
    text = text.upper() if "upper case" in sight.asked else text.lower()
    return fill(sight, [(sight.of_role("textbox")[0], text)]) or submit(sight)


def dated(sight: Sight) -> Action | None:
    """Type the date as it is written in the instruction, then submit."""
    said = _DATE.search(sight.asked)
    field = sight.of_role("textbox")[0]
    if said is None or field.value == f"{said[3]}-{said[1]}-{said[2]}":
        return submit(sight)
    return Type(said[0], field)


def timed(sight: Sight) -> Action | None:
    """Type the time as it is written in the instruction, then submit."""
    said = _CLOCK.search(sight.asked)
    field = sight.of_role("textbox")[0]
    if said is None or field.value == f"{int(said[1]) % 12 + 12 * (said[3] == 'PM'):02}:{said[2]}":
        return submit(sight)
    return Type(f"{said[1]}:{said[2]} {said[3]}", field)


def logged_in(sight: Sight) -> Action | None:
    """Send away what pops up, type name and password, log in."""
    cancel = exactly(sight, "Cancel", "button")
    typed = fill(sight, zip(sight.of_role("textbox"), sight.quoted, strict=False))
    return click(cancel) or typed or click(next(iter(sight.of_role("button")), None))


def searched(sight: Sight) -> Action | None:
    """Type genre, director and year, each beside its label, then submit."""
    said = _MOVIE.match(sight.asked)
    labels = sight.of_role("columnheader", "rowheader", "text")
    texts = said.groupdict() if said else {}
    rows = ((field, texts.get(_beside(field, labels), "")) for field in sight.of_role("textbox"))
    return fill(sight, rows) or click(exactly(sight, "Submit", "generic", "button"))


def suggested(sight: Sight) -> Action | None:
    """Type the beginning, click the suggestion that fits, submit."""
    start, end = (*sight.quoted, "")[:2]
    shown = sight.of_role("text") if sight.of_role("list") else ()
    item = next((e for e in shown if e.name.startswith(start) and e.name.endswith(end)), None)
    field = next(iter(sight.of_role("textbox")), None)
    if item is not None:
        return click(item)
    if shown and (field is None or field.value == start):
        return Scroll("down")
    if field is None:
        return Scroll("up")
    if not shown and field.value.startswith(start) and field.value.endswith(end):
        return submit(sight)
    waited = not sight.done or not isinstance(sight.done[-1], Type) or field.value != start
    return Type(start, field) if waited else Wait()


def _holds(sight: Sight, field: Element, *, text: str) -> bool:
    """Whether the field reads the text; a password reads as dots, so what was typed last counts."""
    if not field.has("password"):
        return field.value == text
    typed = [a.text for a in sight.done if isinstance(a, Type) and _is_at(a, field)]
    return len(field.value) == len(text) and typed[-1:] == [text]


def _is_at(action: Type, field: Element) -> bool:
    return isinstance(action.target, Element) and action.target.locator == field.locator


def _beside(field: Element, labels: Iterable[Element]) -> str:
    middle = field.box.center.y
    return next((e.name for e in labels if e.box.top <= middle < e.box.bottom), "")


ORACLES: Mapping[str, Oracle] = {
    "enter-date": dated,
    "enter-password": copied,
    "enter-text": copied,
    "enter-text-2": cased,
    "enter-text-dynamic": copied,
    "enter-time": timed,
    "login-user": logged_in,
    "login-user-popup": logged_in,
    "multi-orderings": searched,
    "use-autocomplete": suggested,
    "use-autocomplete-nodelay": suggested,
}
