"""Time and date pickers: fields for hours and minutes, and calendar months."""

from __future__ import annotations

import re

from onscreen.perceive.screen_elements import text_fields, usable_elements
from onscreen.policy.lexical.date_entry import find_shown_month
from onscreen.policy.lexical.rule_proposals import propose
from onscreen.text.dates import DATE, MONTHS, TIME
from onscreen.text.words import normalize
from onscreen.types import Click, Element, Proposal, Screen, Type

_CLOSES = ("ok", "done", "set", "save")
"""Names of buttons that accept the picked value."""


def use_picker(text: str, screen: Screen) -> Proposal | None:
    """Propose the next action for setting a time or date picker to a value.

    The value is a time or date in `text`. Returns None if the screen has no picker.
    """
    return _pick_time(text, screen) or _pick_date(text, screen)


def _pick_time(text: str, screen: Screen) -> Proposal | None:
    """Type the last 24-hour time in a text into the fields for hour and minute."""
    times = TIME.findall(text)
    fields = {
        normalize(e.name): e
        for e in text_fields(screen)
        if normalize(e.name) in ("hour", "minute", "hours", "minutes")
    }
    if not times or not fields:
        return None
    hour, minute = times[-1].split(":")
    for name, value in (("hour", hour.zfill(2)), ("minute", minute)):
        field = fields.get(name) or fields.get(f"{name}s")
        if field is not None and field.value.zfill(2) != value:
            return propose(Type(value, field), finished=False, why=f"the {name} must be {value}")
    return close_picker(screen, why=f"{times[-1]} is set")


def _pick_date(text: str, screen: Screen) -> Proposal | None:
    """Click the day of a date such as "Friday, March 13", or turn to its month."""
    date = DATE.search(text)
    shown = _picker_month(screen)
    if date is None or shown is None:
        return None
    month, day = re.sub(r"^\w+day, ", "", date.group(0)).split()
    days = [
        e
        for e in usable_elements(screen)
        if re.search(rf"\b{month} {day}\b", e.name) and not _is_time_button(e)
    ]
    if days and days[0].has("selected"):
        return close_picker(screen, why=f"{days[0].name} is set")
    if days:
        return propose(Click(days[0]), finished=False, why=f"{date.group(0)} is in the month shown")
    arrow = "next month" if MONTHS.index(month.casefold()) + 1 >= shown else "previous month"
    arrows = [e for e in usable_elements(screen) if normalize(e.name) == arrow]
    return (
        propose(Click(arrows[0]), finished=False, why=f"{date.group(0)} is in another month")
        if arrows
        else None
    )


def _picker_month(screen: Screen) -> int | None:
    """Return the month that a date picker shows, 1 to 12.

    Returns None without a date picker.
    """
    turns = any(normalize(e.name) == "next month" for e in usable_elements(screen))
    shown = find_shown_month(screen) if turns else None
    return shown[1] if shown else None


def _is_time_button(element: Element) -> bool:
    """Check whether a button opens a time picker, recognized by a time in its name."""
    return ":" in element.name


def close_picker(screen: Screen, *, why: str) -> Proposal | None:
    """Propose a click on the button that accepts the chosen time or date.

    Returns None if the screen has no such button.
    """
    for name in _CLOSES:
        for element in usable_elements(screen):
            if normalize(element.name) == name:
                return propose(Click(element), finished=True, why=why)
    return None
