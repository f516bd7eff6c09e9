"""The weather of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).weather
PLACES = [next(place for place in BEGUN.known if place.id == each) for each in BEGUN.places]


def _search(hand: Hand, words: str) -> None:
    hand.open("Weather")
    hand.tap("Search places")
    hand.type("Search for a city", words)


def test_place_is_added_and_shown(hand: Hand) -> None:
    """A place found by its name is added at the end of the list and shown."""
    _search(hand, "london")
    hand.tap("London, Canada")
    hand.tap("Add")
    assert {"London", "Canada"} <= hand.shown()
    assert hand.state("s.weather.places.length") == len(PLACES) + 1


def test_place_that_is_not_there_is_not_found(hand: Hand) -> None:
    """A search without hit says so."""
    _search(hand, "Nowhere-on-Sea")
    assert 'No results for "Nowhere-on-Sea"' in hand.shown()


def test_removed_place_comes_back(hand: Hand) -> None:
    """Undo brings a removed place back to where it stood."""
    hand.open("Weather")
    hand.tap("Places")
    hand.tap("Edit places")
    hand.tap(f"Remove {PLACES[1].name}")
    assert PLACES[1].name not in hand.shown()
    hand.tap("Undo")
    assert hand.state("s.weather.places") == list(BEGUN.places)


def test_places_are_dragged_into_order(hand: Hand) -> None:
    """A place that is dragged onto another takes its position."""
    hand.open("Weather")
    hand.tap("Places")
    hand.tap("Edit places")
    start, end = hand.find(PLACES[3].name).middle, hand.find(PLACES[0].name).middle
    hand.handset.call("drag", *start, *end)
    assert hand.state("s.weather.places[0]") == PLACES[3].id


def test_units_change_what_is_shown(hand: Hand) -> None:
    """In Fahrenheit the temperature of the same place is another number, until reset."""
    fahrenheit = f"{round(PLACES[0].temp * 9 / 5 + 32)}°".replace("-", "−")
    hand.open("Weather")
    hand.tap("More options")
    hand.tap("Units")
    hand.tap("Fahrenheit (°F)")
    hand.back()
    assert fahrenheit in hand.shown()
    hand.reset()
    hand.open("Weather")
    assert f"{PLACES[0].temp}°".replace("-", "−") in hand.shown()


def test_swiping_leads_to_the_next_place(hand: Hand) -> None:
    """A swipe to the left over the forecast shows the next place, one to the right the first again."""
    hand.open("Weather")
    hand.swipe(PLACES[0].sky, "left")
    assert PLACES[1].name in hand.shown()
    hand.swipe(PLACES[1].sky, "right")
    assert PLACES[0].name in hand.shown()


def test_warning_says_how_long_it_lasts(hand: Hand) -> None:
    """The warning of a place opens with its level, its beginning and its end."""
    place = next(each for each in PLACES if each.alerts)
    hand.open("Weather")
    hand.tap("Places")
    hand.tap(place.name)
    hand.tap(place.alerts[0].title)
    assert any(place.alerts[0].end[11:] in words for words in hand.shown())


def test_empty_list_leads_on(hand: Hand) -> None:
    """Without any place the application says so and offers to add one."""
    hand.open("Weather")
    hand.tap("Places")
    hand.tap("Edit places")
    for place in PLACES:
        hand.tap(f"Remove {place.name}")
    hand.back()
    assert "No places yet" in hand.shown()
    hand.tap("Add place")
    assert "Search for a city" in hand.shown()
