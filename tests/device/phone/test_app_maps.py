"""The maps app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).maps


def _search(driver: PhoneDriver, words: str) -> None:
    driver.open("Maps")
    driver.tap("Search here")
    driver.type("Search here", words)


def test_place_is_found_and_saved(driver: PhoneDriver) -> None:
    """A place found by name shows its address and can be saved in a list."""
    place = next(
        each
        for each in BEGUN.places
        if each.id not in {item.place for kept in BEGUN.lists for item in kept.items}
    )
    _search(driver, place.name.lower())
    driver.tap(place.name)
    assert f"{place.address}, {BEGUN.town}" in driver.visible_texts()
    driver.tap("Save")
    driver.tap("Favorites")
    driver.tap("Done")
    driver.press("Home")
    driver.open("Maps")
    assert "Saved in Favorites" in driver.visible_texts()


def test_search_without_results_shows_message(driver: PhoneDriver) -> None:
    """An unknown place shows a message; an address on a street of the town is found."""
    _search(driver, "Eiffel Tower")
    assert 'No results for "Eiffel Tower"' in driver.visible_texts()
    driver.type("Search here", f"50 {BEGUN.streets[0].name.lower()}")
    assert f"50 {BEGUN.streets[0].name}" in driver.visible_texts()


def test_map_moves_and_zooms(driver: PhoneDriver) -> None:
    """A swipe moves the map, and zooming stops at the last level."""
    driver.open("Maps")
    before = driver.state("s.maps.view")
    driver.swipe("Map of", "left")
    after = driver.state("s.maps.view")
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert float(str(after["x"])) > float(str(before["x"]))
    for _ in range(2):
        driver.tap("Zoom in")
    assert not driver.find("Zoom in").enabled


def test_directions_are_followed_step_by_step(driver: PhoneDriver) -> None:
    """Walking directions lead to the destination step by step and can be left."""
    place = next(each for each in BEGUN.places if each.street != BEGUN.here.street)
    _search(driver, place.name)
    driver.tap(place.name)
    driver.tap("Directions")
    driver.tap("Walk")
    driver.tap("Start", nth=0)
    for _ in range(3):
        if "Next step" in driver.visible_texts():
            driver.tap("Next step")
    assert f"Arrive at {place.name}" in driver.visible_texts()
    driver.tap("Exit navigation")
    assert driver.state("s.maps.trip") is None


def test_review_needs_stars(driver: PhoneDriver) -> None:
    """A review without stars is refused; a deleted one is restored by Undo."""
    _search(driver, BEGUN.places[0].name)
    driver.tap(BEGUN.places[0].name)
    driver.tap("Reviews")
    driver.tap("Write a review")
    driver.tap("Post")
    assert "Choose a rating first" in driver.visible_texts()
    driver.tap("Rate 4 stars")
    driver.tap("Post")
    driver.tap("Delete review")
    driver.tap("Undo")
    assert "Your review" in driver.visible_texts()


def test_list_needs_a_unique_name(driver: PhoneDriver) -> None:
    """A list with an empty or existing name is refused."""
    driver.open("Maps")
    driver.tap("Saved")
    for name in ("  ", "favorites"):
        driver.tap("New list")
        driver.type("List name", name)
        driver.tap("Create")
    assert driver.state("s.maps.lists.length") == len(BEGUN.lists)


def test_long_press_drops_a_pin(driver: PhoneDriver) -> None:
    """A long press on the map drops a pin with an address on a street of the town."""
    driver.open("Maps")
    driver.hold("Map of")
    assert "Dropped pin" in driver.visible_texts()
    assert str(driver.state("s.maps.dropped.street")) in {street.name for street in BEGUN.streets}


def test_geo_address_searches_the_town(driver: PhoneDriver) -> None:
    """A geo: URI from another app opens a search of the town."""
    assert driver.handset.call("launch", "org.practice.maps", None, {"data": "geo:0,0?q=Hotels"}) == ""
    assert {each.name for each in BEGUN.places if each.category == "Hotels"} <= driver.visible_texts()


def test_map_is_tappable_between_buttons(driver: PhoneDriver) -> None:
    """A tap between the buttons, or beside the search field, reaches the map."""
    driver.open("Maps")
    above, below = driver.find("Zoom in"), driver.find("Zoom out")
    x, y = above.center[0], (above.bounds[3] + below.bounds[1]) // 2
    assert above.bounds[3] < y < below.bounds[1]
    driver.handset.call("swipe", x, y, x, y, 1000)
    assert "Dropped pin" in driver.visible_texts()
