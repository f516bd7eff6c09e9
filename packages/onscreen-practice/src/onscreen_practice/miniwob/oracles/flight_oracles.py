"""Oracles of MiniWoB++ for booking: find the flights that are asked for, take the best of those offered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.types import Action, Click, Element, Hover, Press, Scroll, Type, Wait
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly
from onscreen_practice.miniwob.oracles.scroll_list_reader import with_clue

_TRIP = re.compile(r"from: (.+?) to: (.+?) on ((\d\d)/(\d\d)/\d{4})\.")
_FULL = re.compile(r"\([A-Z]{3}\)$")
_PRICE = re.compile(r"\$(\d+)")
_LASTS = re.compile(r"(\d+)h (\d+)m")
_MONTHS = ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December")  # fmt: skip


class _Trip(msgspec.Struct, frozen=True):
    start: str
    end: str
    date: str
    month: int
    day: int


def flight(sight: Sight) -> Action | None:
    """Fill the form from top to bottom, search, then go through the flights and book the best."""
    said = _TRIP.search(sight.asked)
    if said is None:
        return None
    trip = _Trip(said.group(1), said.group(2), said.group(3), int(said.group(4)), int(said.group(5)))
    if sight.named("From:", "textbox"):
        return _form(sight, trip)
    back = exactly(sight, "Back", "button")
    return click(back) if back and _is_other(sight, trip) else _best(sight)


def ticket(sight: Sight) -> Action | None:
    """Click the button of the offer that is best by what is asked for, all being in sight."""
    offers = _offers(sight)
    most = "longest" in sight.asked or "most" in sight.asked
    best = (max if most else min)(offers, key=_worth, default=None)
    return click(_button_of(sight, best)) if best else None


def _form(sight: Sight, trip: _Trip) -> Action | None:
    for name, asked in (("From:", trip.start), ("To:", trip.end)):
        field = sight.named(name, "textbox")
        if field and not (asked in field.value and _FULL.search(field.value)):
            return _place(sight, field, asked=asked)
    date = with_clue(sight, "datepicker flight")
    if date and date.value != trip.date:
        return _date(sight, trip, field=date)
    return click(exactly(sight, "Search", "button"))


def _place(sight: Sight, field: Element, *, asked: str) -> Action | None:
    """Type the place and click what the list under the field offers for it."""
    if field.has("covered") and _month(sight):
        return Press("Escape")
    offered = [e for e in sight.of_role("text") if _FULL.search(e.name)]
    fit = next((e for e in offered if e.name.startswith(f"{asked} (") or f"({asked})" in e.name), None)
    if field.value != asked:
        return Type(asked, field)
    menu = with_clue(sight, "autocomplete")
    if fit or menu:
        return click(fit) or Scroll("down", target=menu)
    waited = bool(sight.done) and isinstance(sight.done[-1], Wait)
    return Type(asked, field) if waited else Wait()


def _date(sight: Sight, trip: _Trip, *, field: Element) -> Action | None:
    shown = _month(sight)
    if shown is None:
        return Click(field)
    if shown != trip.month:
        return click(sight.named("Next" if shown < trip.month else "Prev"))
    return click(exactly(sight, str(trip.day), "link"))


def _month(sight: Sight) -> int | None:
    return next((_MONTHS.index(e.name) + 1 for e in sight.of_role("text") if e.name in _MONTHS), None)


def _is_other(sight: Sight, trip: _Trip) -> bool:
    """Whether the flights shown are plainly of another day."""
    dates = (e.name for e in sight.of_role("text") if re.fullmatch(r"\d\d/\d\d/\d{4}", e.name))
    return any(date != trip.date for date in dates)


def _best(sight: Sight) -> Action | None:
    """Point at each flight that is better than the last one pointed at; from the end go back to that one."""
    held, offers = _held(sight), _offers(sight)
    best = min(offers, key=_worth, default=None)
    if best and (held is None or _worth(best) < _worth(held)):
        return Hover(best)
    there = next((e for e in offers if held and e.name == held.name), None)
    box = with_clue(sight, "area")
    if sight.screen.shot.beyond.below and not _went_back(sight):
        return Scroll("down", target=box)
    if there is None:
        return Scroll("up", target=box)
    return click(_button_of(sight, there)) or Scroll("down", target=box)


def _since_search(sight: Sight) -> Sequence[Action]:
    searches = [
        n for n, a in enumerate(sight.done)
        if isinstance(a, Click) and isinstance(a.target, Element) and a.target.name == "Search"
    ]  # fmt: skip
    return sight.done[searches[-1] + 1 :] if searches else sight.done


def _held(sight: Sight) -> Element | None:
    pointed = [a.target for a in _since_search(sight) if isinstance(a, Hover)]
    return next((e for e in reversed(pointed) if isinstance(e, Element) and _worth(e) >= 0), None)


def _went_back(sight: Sight) -> bool:
    return any(isinstance(a, Scroll) and a.direction == "up" for a in _since_search(sight))


def _offers(sight: Sight) -> tuple[Element, ...]:
    """What tells how good each flight in sight is: the button with its price, or how long it takes."""
    by_price = "cheapest" in sight.asked or "expensive" in sight.asked
    pattern, role = (_PRICE, "button") if by_price else (_LASTS, "text")
    return tuple(e for e in sight.of_role(role) if pattern.search(e.name))


def _worth(offer: Element) -> int:
    price, lasts = _PRICE.search(offer.name), _LASTS.search(offer.name)
    if lasts:
        return int(lasts.group(1)) * 60 + int(lasts.group(2))
    return int(price.group(1)) if price else -1


def _button_of(sight: Sight, offer: Element) -> Element | None:
    if offer.role == "button":
        return offer
    buttons = (e for e in sight.of_role("button") if _PRICE.search(e.name))
    return next((e for e in buttons if e.box.top > offer.box.top), None)


ORACLES: Mapping[str, Oracle] = {"book-flight": flight, "book-flight-nodelay": flight, "buy-ticket": ticket}
