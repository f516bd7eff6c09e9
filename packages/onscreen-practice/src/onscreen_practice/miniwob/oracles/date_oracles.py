"""Scripted solver for the MiniWoB++ date picker tasks `choose-date*`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_DATE = re.compile(r"(\d\d)/(\d\d)/\d{4}")
_MONTHS = ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December")  # fmt: skip


def choose_date(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `choose-date*`: select the date in a date picker.

    Opens the date picker, goes to the month, clicks the day and submits.
    """
    match = _DATE.search(view.instruction)
    field = view.find_by_role("textbox")[0]
    if match is None or field.value == match.group():
        return click_submit(view)
    shown_month = _shown_month(view)
    if shown_month is None:
        return click_on(field)
    month, day = int(match.group(1)), int(match.group(2))
    if shown_month != month:
        return click_on(
            find_exact_name(view, "Next" if shown_month < month else "Prev", "link", "button", "generic")
        )
    return click_on(find_exact_name(view, str(day), "link"))


def _shown_month(view: OracleView) -> int | None:
    return next(
        (
            _MONTHS.index(word) + 1
            for element in view.screen.elements
            for word in element.name.split()
            if word in _MONTHS
        ),
        None,
    )


ORACLES: Mapping[str, Oracle] = {
    "choose-date": choose_date,
    "choose-date-easy": choose_date,
    "choose-date-medium": choose_date,
    "choose-date-nodelay": choose_date,
}
