"""The oracle of MiniWoB++ for the calendar of a day: draw an event of some length in a free place."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen.types import Action, Drag, Element, Scroll, Type
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click

_HALF = re.compile(r"\bhh (\d+) half hour")
_LENGTH = re.compile(r"([\d.]+) (hour|min)")
_HOUR = re.compile(r"(\d+)(?::(\d\d))?([ap]m)", re.IGNORECASE)
_TIME_GAP = 12.0


class _Wish(msgspec.Struct, frozen=True):
    """An event of `length` half hours that starts at half hour `start` or later and ends by `end`."""

    name: str
    length: int
    start: int
    end: int


def event(sight: Sight) -> Action | None:
    """Draw the event over the first free half hours that fit, name and create it."""
    wish = _wish(sight)
    drawn, box = sight.named("New event"), _list(sight)
    is_above = drawn is not None and box is not None and drawn.box.top <= box.box.top
    is_open = is_above or sight.named("Create", "button") or _field(sight)
    return _named(sight, wish) if is_open else _drawn(sight, wish)


def _wish(sight: Sight) -> _Wish:
    said = _LENGTH.search(sight.asked)
    number, unit = (float(said.group(1)), said.group(2)) if said else (1.0, "hour")
    start, end = (_half(said) for said in list(_HOUR.finditer(sight.asked))[-2:])
    return _Wish(sight.quoted[0], round(number * 2 if unit == "hour" else number / 30), start, end)


def _half(said: re.Match[str]) -> int:
    later = 24 if said.group(3).casefold() == "pm" else 0
    return int(said.group(1)) % 12 * 2 + later + (1 if said.group(2) else 0)


def _drawn(sight: Sight, wish: _Wish) -> Action | None:
    halves = {int(m.group(1)): e for e in sight.screen.elements if (m := _HALF.search(e.clue))}
    free = {number for number, e in halves.items() if not e.has("covered")}
    for first in range(wish.start, wish.end - wish.length + 1):
        if free.issuperset(range(first, first + wish.length)):
            return Drag(halves[first], halves[first + wish.length - 1])
    back = bool(halves) and max(halves) >= wish.end
    return Scroll("up" if back else "down", target=_list(sight))


def _named(sight: Sight, wish: _Wish) -> Action | None:
    start, end = _times(sight)
    length = (end - start) % 48
    if start >= 0 and (length != wish.length or start < wish.start or start + length > wish.end):
        return click(sight.named("Cancel", "button"))
    field, create = _field(sight), sight.named("Create", "button")
    if field is None:
        return Scroll("up", target=_list(sight))
    if field.value != wish.name:
        return Type(wish.name, field)
    return click(create) or Scroll("down", target=_list(sight))


def _times(sight: Sight) -> tuple[int, int]:
    """The half hours that the open form says the event starts and ends at; -1 where that is out of sight."""
    between = sight.named("to", "text")
    row = [e for e in sight.of_role("text") if between and abs(e.box.top - between.box.top) < 1]
    start = [e for e in row if between and 0 <= between.box.left - e.box.right < _TIME_GAP]
    end = [e for e in row if between and 0 <= e.box.left - between.box.right < _TIME_GAP]
    said = [_HOUR.fullmatch(e.name) for e in start[:1] + end[:1]]
    found = [_half(m) for m in said if m]
    return (found[0], found[1]) if len(found) == 2 else (-1, -1)  # noqa: PLR2004


def _field(sight: Sight) -> Element | None:
    return sight.named("Event name", "textbox")


def _list(sight: Sight) -> Element | None:
    return next((e for e in sight.screen.elements if e.has("scrollable")), None)


ORACLES: Mapping[str, Oracle] = {"daily-calendar": event}
