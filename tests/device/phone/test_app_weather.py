"""The weather app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).weather
PLACES = [next(place for place in BEGUN.known if place.id == each) for each in BEGUN.places]


def _search(driver: PhoneDriver, words: str) -> None:
    driver.open("Weather")
    driver.tap("Search places")
    driver.type("Search for a city", words)


def test_place_is_added_and_shown(driver: PhoneDriver) -> None:
    """A place found by name is added at the end of the list and shown."""
    _search(driver, "london")
    driver.tap("London, Canada")
    driver.tap("Add")
    assert {"London", "Canada"} <= driver.visible_texts()
    assert driver.state("s.weather.places.length") == len(PLACES) + 1


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """A search without results shows a message."""
    _search(driver, "Nowhere-on-Sea")
    assert 'No results for "Nowhere-on-Sea"' in driver.visible_texts()


def test_undo_restores_a_removed_place(driver: PhoneDriver) -> None:
    """Undo restores a removed place at its position."""
    driver.open("Weather")
    driver.tap("Places")
    driver.tap("Edit places")
    driver.tap(f"Remove {PLACES[1].name}")
    assert PLACES[1].name not in driver.visible_texts()
    driver.tap("Undo")
    assert driver.state("s.weather.places") == list(BEGUN.places)


def test_places_are_reordered_by_dragging(driver: PhoneDriver) -> None:
    """A place dragged onto another takes its position."""
    driver.open("Weather")
    driver.tap("Places")
    driver.tap("Edit places")
    start, end = driver.find(PLACES[3].name).center, driver.find(PLACES[0].name).center
    driver.handset.call("drag", *start, *end)
    assert driver.state("s.weather.places[0]") == PLACES[3].id


def test_temperature_unit_is_applied(driver: PhoneDriver) -> None:
    """In Fahrenheit the same temperature has another value, until a reset."""
    fahrenheit = f"{round(PLACES[0].temp * 9 / 5 + 32)}°".replace("-", "−")
    driver.open("Weather")
    driver.tap("More options")
    driver.tap("Units")
    driver.tap("Fahrenheit (°F)")
    driver.back()
    assert fahrenheit in driver.visible_texts()
    driver.reset()
    driver.open("Weather")
    assert f"{PLACES[0].temp}°".replace("-", "−") in driver.visible_texts()


def test_swipes_change_the_place(driver: PhoneDriver) -> None:
    """A swipe left shows the next place, a swipe right the previous one."""
    driver.open("Weather")
    driver.swipe(PLACES[0].sky, "left")
    assert PLACES[1].name in driver.visible_texts()
    driver.swipe(PLACES[1].sky, "right")
    assert PLACES[0].name in driver.visible_texts()


def test_warning_shows_its_period(driver: PhoneDriver) -> None:
    """A warning shows its level, start and end."""
    place = next(each for each in PLACES if each.alerts)
    driver.open("Weather")
    driver.tap("Places")
    driver.tap(place.name)
    driver.tap(place.alerts[0].title)
    assert any(place.alerts[0].end[11:] in words for words in driver.visible_texts())


def test_empty_list_offers_to_add_a_place(driver: PhoneDriver) -> None:
    """Without places, the app says so and offers to add one."""
    driver.open("Weather")
    driver.tap("Places")
    driver.tap("Edit places")
    for place in PLACES:
        driver.tap(f"Remove {place.name}")
    driver.back()
    assert "No places yet" in driver.visible_texts()
    driver.tap("Add place")
    assert "Search for a city" in driver.visible_texts()
