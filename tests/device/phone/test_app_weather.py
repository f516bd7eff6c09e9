"""The weather of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).weather
PLACES = [next(place for place in BEGUN.known if place.id == each) for each in BEGUN.places]


def _search(driver: PhoneDriver, words: str) -> None:
    driver.open("Weather")
    driver.tap("Search places")
    driver.type("Search for a city", words)


def test_place_is_added_and_shown(driver: PhoneDriver) -> None:
    """A place found by its name is added at the end of the list and shown."""
    _search(driver, "london")
    driver.tap("London, Canada")
    driver.tap("Add")
    assert {"London", "Canada"} <= driver.shown()
    assert driver.state("s.weather.places.length") == len(PLACES) + 1


def test_place_that_is_not_there_is_not_found(driver: PhoneDriver) -> None:
    """A search without hit says so."""
    _search(driver, "Nowhere-on-Sea")
    assert 'No results for "Nowhere-on-Sea"' in driver.shown()


def test_removed_place_comes_back(driver: PhoneDriver) -> None:
    """Undo brings a removed place back to where it stood."""
    driver.open("Weather")
    driver.tap("Places")
    driver.tap("Edit places")
    driver.tap(f"Remove {PLACES[1].name}")
    assert PLACES[1].name not in driver.shown()
    driver.tap("Undo")
    assert driver.state("s.weather.places") == list(BEGUN.places)


def test_places_are_dragged_into_order(driver: PhoneDriver) -> None:
    """A place that is dragged onto another takes its position."""
    driver.open("Weather")
    driver.tap("Places")
    driver.tap("Edit places")
    start, end = driver.find(PLACES[3].name).middle, driver.find(PLACES[0].name).middle
    driver.handset.call("drag", *start, *end)
    assert driver.state("s.weather.places[0]") == PLACES[3].id


def test_units_change_what_is_shown(driver: PhoneDriver) -> None:
    """In Fahrenheit the temperature of the same place is another number, until reset."""
    fahrenheit = f"{round(PLACES[0].temp * 9 / 5 + 32)}°".replace("-", "−")
    driver.open("Weather")
    driver.tap("More options")
    driver.tap("Units")
    driver.tap("Fahrenheit (°F)")
    driver.back()
    assert fahrenheit in driver.shown()
    driver.reset()
    driver.open("Weather")
    assert f"{PLACES[0].temp}°".replace("-", "−") in driver.shown()


def test_swiping_leads_to_the_next_place(driver: PhoneDriver) -> None:
    """A swipe to the left over the forecast shows the next place, one to the right the first again."""
    driver.open("Weather")
    driver.swipe(PLACES[0].sky, "left")
    assert PLACES[1].name in driver.shown()
    driver.swipe(PLACES[1].sky, "right")
    assert PLACES[0].name in driver.shown()


def test_warning_says_how_long_it_lasts(driver: PhoneDriver) -> None:
    """The warning of a place opens with its level, its beginning and its end."""
    place = next(each for each in PLACES if each.alerts)
    driver.open("Weather")
    driver.tap("Places")
    driver.tap(place.name)
    driver.tap(place.alerts[0].title)
    assert any(place.alerts[0].end[11:] in words for words in driver.shown())


def test_empty_list_leads_on(driver: PhoneDriver) -> None:
    """Without any place the application says so and offers to add one."""
    driver.open("Weather")
    driver.tap("Places")
    driver.tap("Edit places")
    for place in PLACES:
        driver.tap(f"Remove {place.name}")
    driver.back()
    assert "No places yet" in driver.shown()
    driver.tap("Add place")
    assert "Search for a city" in driver.shown()
