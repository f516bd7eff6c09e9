"""Oracles of MiniWoB++ for dates picked in a calendar."""

from __future__ import annotations

import re
from collections.abc import Mapping

from onscreen.types import Action
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit

_DATE = re.compile(r"(\d\d)/(\d\d)/\d{4}")
_MONTHS = ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December")  # fmt: skip


def picked(sight: Sight) -> Action | None:
    """Open the calendar, turn to the month, click the day, submit."""
    said = _DATE.search(sight.asked)
    field = sight.of_role("textbox")[0]
    if said is None or field.value == said.group():
        return submit(sight)
    shown = _month(sight)
    if shown is None:
        return click(field)
    month, day = int(said.group(1)), int(said.group(2))
    if shown != month:
        return click(exactly(sight, "Next" if shown < month else "Prev", "link", "button", "generic"))
    return click(exactly(sight, str(day), "link"))


def _month(sight: Sight) -> int | None:
    return next(
        (_MONTHS.index(w) + 1 for e in sight.screen.elements for w in e.name.split() if w in _MONTHS), None
    )


ORACLES: Mapping[str, Oracle] = {
    "choose-date": picked,
    "choose-date-easy": picked,
    "choose-date-medium": picked,
    "choose-date-nodelay": picked,
}
