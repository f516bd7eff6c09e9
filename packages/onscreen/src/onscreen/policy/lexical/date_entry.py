"""Date entry: typing into a date field, or choosing a day in a calendar."""

from __future__ import annotations

import re

from onscreen.perceive.element_queries import text_elements, usable_elements
from onscreen.perceive.history_queries import clicked_element, last_step
from onscreen.policy.lexical.rule_proposals import propose
from onscreen.text.date_patterns import MONTHS
from onscreen.text.words import normalize
from onscreen.types import Click, Element, Proposal, Screen, Situation, Type

_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")


def enter_date(text: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Propose the next action for entering a date such as "3/14/2025".

    Returns None if `text` contains no date of this form, or the screen has no field for it.
    """
    match = _DATE.search(text)
    if match is None:
        return None
    month, day, year = (int(part) for part in match.groups())
    shown = find_shown_month(screen)
    if shown is None:
        return _enter_in_field(match.group(0), situation, screen=screen)
    if shown != (year, month):
        return _turn_page(screen, backwards=(year, month) < shown)
    days = [e for e in usable_elements(screen) if e.name.strip() == str(day)]
    return propose(Click(days[0]), finished=True, why=f"day {day} of the month shown") if days else None


def find_shown_month(screen: Screen) -> tuple[int, int] | None:
    """Find the year and month (1 to 12) that a calendar on the screen shows.

    Returns None if the screen has no calendar.
    """
    text = " ".join(normalize(e.name) for e in screen.elements if e.name)
    match = re.search(rf"\b({'|'.join(MONTHS)})\s+(\d{{4}})\b", text)
    return (int(match.group(2)), MONTHS.index(match.group(1)) + 1) if match else None


def _enter_in_field(date: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Type the date into the date field, or click the field to open its calendar."""
    fields = [e for e in screen.elements if e.role in ("textbox", "combobox") or e.has("editable")]
    best = min(fields, key=lambda e: "date" not in normalize(f"{e.name} {e.clue}"), default=None)
    if best is None:
        return None
    if best.has("readonly") or clicked_element(last_step(situation.history)):
        return propose(Click(best), finished=False, why="the field opens a calendar")
    if "date" in best.clue.split() and not best.has("readonly"):
        return propose(Type(date, best), finished=True, why="the field takes a date")
    return propose(Click(best), finished=False, why="the field may open a calendar")


def _turn_page(screen: Screen, *, backwards: bool) -> Proposal | None:
    """Click the arrow that turns the calendar by one month."""
    names = (
        ("prev", "previous", "previous month", "‹", "<") if backwards else ("next", "next month", "›", ">")
    )
    elements = (*usable_elements(screen), *text_elements(screen))
    arrows: list[Element] = [e for e in elements if normalize(e.name) in names or e.name.strip() in names]
    why = "the month is earlier" if backwards else "the month is later"
    return propose(Click(arrows[0]), finished=False, why=why) if arrows else None
