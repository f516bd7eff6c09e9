"""Scripted solvers for MiniWoB++ tasks that type text given in the instruction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from onscreen.types import Action, Element, Scroll, Type, Wait
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_DATE = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
_TIME = re.compile(r"(\d{1,2}):(\d\d)\s([AP]M)")
_MOVIE = re.compile(r"Search for (?P<Genre>.+) movies directed by (?P<Director>.+) from year (?P<Year>\d+)\.")


def fill_fields(view: OracleView, texts: Iterable[tuple[Element, str]]) -> Action | None:
    """Return an action that types into the first field whose text is wrong.

    Returns None if all fields have the right text.
    """
    return next((Type(text, field) for field, text in texts if not _has_text(view, field, text=text)), None)


def enter_quoted_texts(view: OracleView) -> Action | None:
    """Choose the next action for `enter-text` and similar tasks: type the quoted texts.

    The similar tasks are `enter-text-dynamic` and `enter-password`. Fields are filled from top to bottom;
    the last text is repeated in the remaining fields. The answer is then submitted.
    """
    fields = view.find_by_role("textbox")
    texts = view.quoted_texts + view.quoted_texts[-1:] * (len(fields) - len(view.quoted_texts))
    return fill_fields(view, zip(fields, texts, strict=False)) or click_submit(view)


def enter_text_2(view: OracleView) -> Action | None:
    """Choose the next action for the task `enter-text-2`: type the text in upper or lower case.

    The answer is then submitted.
    """
    text = view.quoted_texts[0]
    text = text.upper() if "upper case" in view.instruction else text.lower()
    return fill_fields(view, [(view.find_by_role("textbox")[0], text)]) or click_submit(view)


def enter_date(view: OracleView) -> Action | None:
    """Choose the next action for the task `enter-date`: type the given date and submit."""
    match = _DATE.search(view.instruction)
    field = view.find_by_role("textbox")[0]
    if match is None or field.value == f"{match[3]}-{match[1]}-{match[2]}":
        return click_submit(view)
    return Type(match[0], field)


def enter_time(view: OracleView) -> Action | None:
    """Choose the next action for the task `enter-time`: type the given time and submit."""
    match = _TIME.search(view.instruction)
    field = view.find_by_role("textbox")[0]
    if match is None or field.value == f"{int(match[1]) % 12 + 12 * (match[3] == 'PM'):02}:{match[2]}":
        return click_submit(view)
    return Type(f"{match[1]}:{match[2]} {match[3]}", field)


def login_user(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `login-user*`: enter the credentials and log in.

    A pop-up is dismissed first.
    """
    cancel = find_exact_name(view, "Cancel", "button")
    typed = fill_fields(view, zip(view.find_by_role("textbox"), view.quoted_texts, strict=False))
    return click_on(cancel) or typed or click_on(next(iter(view.find_by_role("button")), None))


def multi_orderings(view: OracleView) -> Action | None:
    """Choose the next action for `multi-orderings`: fill in a movie search form and submit.

    Genre, director and year are identified by their labels.
    """
    match = _MOVIE.match(view.instruction)
    labels = view.find_by_role("columnheader", "rowheader", "text")
    texts = match.groupdict() if match else {}
    texts_by_field = (
        (field, texts.get(_find_label(field, labels), "")) for field in view.find_by_role("textbox")
    )
    return fill_fields(view, texts_by_field) or click_on(find_exact_name(view, "Submit", "generic", "button"))


def use_autocomplete(view: OracleView) -> Action | None:
    """Choose the next action for `use-autocomplete*`: pick the matching suggestion and submit."""
    start, end = (*view.quoted_texts, "")[:2]
    suggestions = view.find_by_role("listitem")
    item = next((e for e in suggestions if e.name.startswith(start) and e.name.endswith(end)), None)
    field = next(iter(view.find_by_role("textbox")), None)
    if item is not None:
        return click_on(item)
    if suggestions and (field is None or field.value == start):
        return Scroll("down")
    if field is None:
        return Scroll("up")
    if not suggestions and field.value.startswith(start) and field.value.endswith(end):
        return click_submit(view)
    is_stale = not view.history or not isinstance(view.history[-1], Type) or field.value != start
    return Type(start, field) if is_stale else Wait()


def _has_text(view: OracleView, field: Element, *, text: str) -> bool:
    """Return True if the field contains the text.

    A password is masked, so its length and the text last typed into the field are compared instead.
    """
    if not field.has("password"):
        return field.value == text
    typed = [a.text for a in view.history if isinstance(a, Type) and _is_typed_into(a, field)]
    return len(field.value) == len(text) and typed[-1:] == [text]


def _is_typed_into(action: Type, field: Element) -> bool:
    return isinstance(action.target, Element) and action.target.locator == field.locator


def _find_label(field: Element, labels: Iterable[Element]) -> str:
    middle = field.box.center.y
    return next((e.name for e in labels if e.box.top <= middle < e.box.bottom), "")


ORACLES: Mapping[str, Oracle] = {
    "enter-date": enter_date,
    "enter-password": enter_quoted_texts,
    "enter-text": enter_quoted_texts,
    "enter-text-2": enter_text_2,
    "enter-text-dynamic": enter_quoted_texts,
    "enter-time": enter_time,
    "login-user": login_user,
    "login-user-popup": login_user,
    "multi-orderings": multi_orderings,
    "use-autocomplete": use_autocomplete,
    "use-autocomplete-nodelay": use_autocomplete,
}
