"""Pickers of times and dates: fields for hour and minute, months with their days by name."""

from __future__ import annotations

import re

from onscreen.policy.lexical.date_entry import find_shown_month
from onscreen.policy.lexical.goal_details import DATE, TIME
from onscreen.policy.lexical.proposals import propose
from onscreen.policy.lexical.screen_queries import text_fields, usable_elements
from onscreen.policy.lexical.word_lists import normalize
from onscreen.policy.text.dates import MONTHS
from onscreen.types import Click, Element, Proposal, Screen, Type

_CLOSES = ("ok", "done", "set", "save")


def use_picker(text: str, screen: Screen) -> Proposal | None:
    """Set the picker on the screen to the time or date in the text; None where there is none."""
    return _time(text, screen) or _date(text, screen)


def _time(text: str, screen: Screen) -> Proposal | None:
    found = TIME.findall(text)
    fields = {
        normalize(e.name): e
        for e in text_fields(screen)
        if normalize(e.name) in ("hour", "minute", "hours", "minutes")
    }
    if not found or not fields:
        return None
    hour, minute = found[-1].split(":")
    for name, value in (("hour", hour.zfill(2)), ("minute", minute)):
        field = fields.get(name) or fields.get(f"{name}s")
        if field is not None and field.value.zfill(2) != value:
            return propose(Type(value, field), finished=False, why=f"the {name} is to be {value}")
    return close(screen, why=f"{found[-1]} is set")


def _date(text: str, screen: Screen) -> Proposal | None:
    found = DATE.search(text)
    shown = _month(screen)
    if found is None or shown is None:
        return None
    month, day = re.sub(r"^\w+day, ", "", found.group(0)).split()
    days = [e for e in usable_elements(screen) if re.search(rf"\b{month} {day}\b", e.name) and not _opens(e)]
    if days and days[0].has("selected"):
        return close(screen, why=f"{days[0].name} is set")
    if days:
        return propose(Click(days[0]), finished=False, why=f"{found.group(0)} is in the month shown")
    way = "next month" if MONTHS.index(month.casefold()) + 1 >= shown else "previous month"
    arrows = [e for e in usable_elements(screen) if normalize(e.name) == way]
    return (
        propose(Click(arrows[0]), finished=False, why=f"{found.group(0)} is not in sight") if arrows else None
    )


def _month(screen: Screen) -> int | None:
    """Return the number of the month a picker shows."""
    turns = any(normalize(e.name) == "next month" for e in usable_elements(screen))
    shown = find_shown_month(screen) if turns else None
    return shown[1] if shown else None


def _opens(element: Element) -> bool:
    return ":" in element.name


def close(screen: Screen, *, why: str) -> Proposal | None:
    """Press the button that takes what the picker is set to."""
    for name in _CLOSES:
        for element in usable_elements(screen):
            if normalize(element.name) == name:
                return propose(Click(element), finished=True, why=why)
    return None
