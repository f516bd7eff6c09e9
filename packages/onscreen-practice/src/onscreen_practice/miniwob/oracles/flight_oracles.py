"""Scripted solvers for MiniWoB++ tasks that search for flights and book the best offer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.types import Action, Click, Element, Hover, Press, Scroll, Type, Wait
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView
from onscreen_practice.miniwob.oracles.scroll_list_search import find_by_clue

_TRIP_REQUEST = re.compile(r"from: (.+?) to: (.+?) on ((\d\d)/(\d\d)/\d{4})\.")
_AIRPORT_CODE = re.compile(r"\([A-Z]{3}\)$")
_PRICE = re.compile(r"\$(\d+)")
_DURATION = re.compile(r"(\d+)h (\d+)m")
_MONTHS = ("January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December")  # fmt: skip


class _Trip(msgspec.Struct, frozen=True):
    start: str
    end: str
    date: str
    month: int
    day: int


def book_flight(view: OracleView) -> Action | None:
    """Choose the next action for the tasks `book-flight*`: search for flights and book the best one."""
    match = _TRIP_REQUEST.search(view.instruction)
    if match is None:
        return None
    trip = _Trip(match.group(1), match.group(2), match.group(3), int(match.group(4)), int(match.group(5)))
    if view.find_by_name("From:", "textbox"):
        return _fill_form(view, trip)
    back = find_exact_name(view, "Back", "button")
    return click_on(back) if back and _is_other_day(view, trip) else _book_best(view)


def buy_ticket(view: OracleView) -> Action | None:
    """Choose the next action for the task `buy-ticket`: book the best offer by a given criterion.

    All offers are visible at once.
    """
    offers = _visible_offers(view)
    is_maximum = "longest" in view.instruction or "most" in view.instruction
    best = (max if is_maximum else min)(offers, key=_offer_value, default=None)
    return click_on(_find_offer_button(view, best)) if best else None


def _fill_form(view: OracleView, trip: _Trip) -> Action | None:
    for name, place in (("From:", trip.start), ("To:", trip.end)):
        field = view.find_by_name(name, "textbox")
        if field and not (place in field.value and _AIRPORT_CODE.search(field.value)):
            return _enter_place(view, field, place=place)
    date = view.find_by_name("Departure Date", "textbox")
    if date and date.value != trip.date:
        return _pick_date(view, trip, field=date)
    return click_on(find_exact_name(view, "Search", "button"))


def _enter_place(view: OracleView, field: Element, *, place: str) -> Action | None:
    """Type the place and click the matching suggestion of the autocomplete list."""
    if field.has("covered") and _shown_month(view):
        return Press("Escape")
    suggestions = [e for e in view.find_by_role("listitem") if _AIRPORT_CODE.search(e.name)]
    suggestion = next(
        (e for e in suggestions if e.name.startswith(f"{place} (") or f"({place})" in e.name), None
    )
    if field.value != place:
        return Type(place, field)
    menu = find_by_clue(view, "autocomplete")
    if suggestion or menu:
        return click_on(suggestion) or Scroll("down", target=menu)
    has_waited = bool(view.history) and isinstance(view.history[-1], Wait)
    return Type(place, field) if has_waited else Wait()


def _pick_date(view: OracleView, trip: _Trip, *, field: Element) -> Action | None:
    shown_month = _shown_month(view)
    if shown_month is None:
        return Click(field)
    if shown_month != trip.month:
        return click_on(view.find_by_name("Next" if shown_month < trip.month else "Prev"))
    return click_on(find_exact_name(view, str(trip.day), "link"))


def _shown_month(view: OracleView) -> int | None:
    return next((_MONTHS.index(e.name) + 1 for e in view.find_by_role("text") if e.name in _MONTHS), None)


def _is_other_day(view: OracleView, trip: _Trip) -> bool:
    """Return True if a visible flight is on a day other than the requested one."""
    dates = (e.name for e in view.find_by_role("text") if re.fullmatch(r"\d\d/\d\d/\d{4}", e.name))
    return any(date != trip.date for date in dates)


def _book_best(view: OracleView) -> Action | None:
    """Book the best flight of a list that may be longer than the screen.

    Hovering marks the best flight so far: each flight that beats the last hovered one is hovered. At the end
    of the list the oracle scrolls back to the last hovered flight and books it.
    """
    best_so_far, offers = _best_so_far(view), _visible_offers(view)
    best_visible = min(offers, key=_offer_value, default=None)
    if best_visible and (best_so_far is None or _offer_value(best_visible) < _offer_value(best_so_far)):
        return Hover(best_visible)
    visible_best = next((e for e in offers if best_so_far and e.name == best_so_far.name), None)
    scroll_area = find_by_clue(view, "area")
    if view.screen.shot.beyond.below and not _has_scrolled_up(view):
        return Scroll("down", target=scroll_area)
    if visible_best is None:
        return Scroll("up", target=scroll_area)
    return click_on(_find_offer_button(view, visible_best)) or Scroll("down", target=scroll_area)


def _actions_since_search(view: OracleView) -> Sequence[Action]:
    searches = [
        i for i, action in enumerate(view.history)
        if isinstance(action, Click) and isinstance(action.target, Element) and action.target.name == "Search"
    ]  # fmt: skip
    return view.history[searches[-1] + 1 :] if searches else view.history


def _best_so_far(view: OracleView) -> Element | None:
    hovered = [a.target for a in _actions_since_search(view) if isinstance(a, Hover)]
    return next((e for e in reversed(hovered) if isinstance(e, Element) and _offer_value(e) >= 0), None)


def _has_scrolled_up(view: OracleView) -> bool:
    return any(isinstance(a, Scroll) and a.direction == "up" for a in _actions_since_search(view))


def _visible_offers(view: OracleView) -> tuple[Element, ...]:
    """Return the element to compare for each visible flight: price button or duration text."""
    by_price = "cheapest" in view.instruction or "expensive" in view.instruction
    pattern, role = (_PRICE, "button") if by_price else (_DURATION, "text")
    return tuple(e for e in view.find_by_role(role) if pattern.search(e.name))


def _offer_value(offer: Element) -> int:
    """Return the price in dollars or the duration in minutes, or -1 if the element shows neither."""
    price, duration = _PRICE.search(offer.name), _DURATION.search(offer.name)
    if duration:
        return int(duration.group(1)) * 60 + int(duration.group(2))
    return int(price.group(1)) if price else -1


def _find_offer_button(view: OracleView, offer: Element) -> Element | None:
    if offer.role == "button":
        return offer
    buttons = (e for e in view.find_by_role("button") if _PRICE.search(e.name))
    return next((e for e in buttons if e.box.top > offer.box.top), None)


ORACLES: Mapping[str, Oracle] = {
    "book-flight": book_flight,
    "book-flight-nodelay": book_flight,
    "buy-ticket": buy_ticket,
}
