"""Scripted solver for the MiniWoB++ calendar task `daily-calendar`."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen.types import Action, Drag, Element, Scroll, Type
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_HALF_HOUR_SLOT = re.compile(r"\bhh (\d+) half hour")
_LENGTH = re.compile(r"([\d.]+) (hour|min)")
_TIME_OF_DAY = re.compile(r"(\d+)(?::(\d\d))?([ap]m)", re.IGNORECASE)
_TIME_GAP_PX = 12.0


class _EventRequest(msgspec.Struct, frozen=True):
    """Requested calendar event: `length` half-hour slots between slots `start` and `end`."""

    name: str
    length: int
    start: int
    end: int


def daily_calendar(view: OracleView) -> Action | None:
    """Choose the next action for the task `daily-calendar`: create an event in a free time slot.

    Drags over free slots, names the event and creates it.
    """
    request = _parse_request(view)
    new_event, scroll_area = view.find_by_name("New event"), _find_scroll_area(view)
    is_on_top = new_event is not None and scroll_area is not None and new_event.box.top <= scroll_area.box.top
    is_form_open = is_on_top or view.find_by_name("Create", "button") or _find_name_field(view)
    return _fill_event_form(view, request) if is_form_open else _draw_event(view, request)


def _parse_request(view: OracleView) -> _EventRequest:
    match = _LENGTH.search(view.instruction)
    number, unit = (float(match.group(1)), match.group(2)) if match else (1.0, "hour")
    start, end = (_half_hour_index(match) for match in list(_TIME_OF_DAY.finditer(view.instruction))[-2:])
    return _EventRequest(
        view.quoted_texts[0], round(number * 2 if unit == "hour" else number / 30), start, end
    )


def _half_hour_index(time: re.Match[str]) -> int:
    """Return the 0-based half-hour slot of a time of day."""
    offset = 24 if time.group(3).casefold() == "pm" else 0
    return int(time.group(1)) % 12 * 2 + offset + (1 if time.group(2) else 0)


def _draw_event(view: OracleView, request: _EventRequest) -> Action | None:
    slots = {int(m.group(1)): e for e in view.screen.elements if (m := _HALF_HOUR_SLOT.search(e.attributes))}
    free_slots = {number for number, e in slots.items() if not e.has("covered")}
    for first in range(request.start, request.end - request.length + 1):
        if free_slots.issuperset(range(first, first + request.length)):
            return Drag(slots[first], slots[first + request.length - 1])
    is_past_end = bool(slots) and max(slots) >= request.end
    return Scroll("up" if is_past_end else "down", target=_find_scroll_area(view))


def _fill_event_form(view: OracleView, request: _EventRequest) -> Action | None:
    start, end = _form_times(view)
    length = (end - start) % 48
    if start >= 0 and (length != request.length or start < request.start or start + length > request.end):
        return click_on(view.find_by_name("Cancel", "button"))
    field, create = _find_name_field(view), view.find_by_name("Create", "button")
    if field is None:
        return Scroll("up", target=_find_scroll_area(view))
    if field.value != request.name:
        return Type(request.name, field)
    return click_on(create) or Scroll("down", target=_find_scroll_area(view))


def _form_times(view: OracleView) -> tuple[int, int]:
    """Return the start and end slots shown in the open form, or (-1, -1) if there are none."""
    separator = view.find_by_name("to", "text")
    row_texts = [e for e in view.find_by_role("text") if separator and abs(e.box.top - separator.box.top) < 1]
    start = [e for e in row_texts if separator and 0 <= separator.box.left - e.box.right < _TIME_GAP_PX]
    end = [e for e in row_texts if separator and 0 <= e.box.left - separator.box.right < _TIME_GAP_PX]
    times = [_TIME_OF_DAY.fullmatch(e.name) for e in start[:1] + end[:1]]
    slots = [_half_hour_index(m) for m in times if m]
    return (slots[0], slots[1]) if len(slots) == 2 else (-1, -1)  # noqa: PLR2004


def _find_name_field(view: OracleView) -> Element | None:
    return view.find_by_name("Event name", "textbox")


def _find_scroll_area(view: OracleView) -> Element | None:
    return next((e for e in view.screen.elements if e.has("scrollable")), None)


ORACLES: Mapping[str, Oracle] = {"daily-calendar": daily_calendar}
