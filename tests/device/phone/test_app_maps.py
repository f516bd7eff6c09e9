"""The maps of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).maps


def _search(hand: Hand, words: str) -> None:
    hand.open("Maps")
    hand.tap("Search here")
    hand.type("Search here", words)


def test_place_is_found_and_saved(hand: Hand) -> None:
    """A place found by its name shows its address and goes into a list, where it is seen later."""
    place = next(
        each
        for each in BEGUN.places
        if each.id not in {item.place for kept in BEGUN.lists for item in kept.items}
    )
    _search(hand, place.name.lower())
    hand.tap(place.name)
    assert f"{place.address}, {BEGUN.town}" in hand.shown()
    hand.tap("Save")
    hand.tap("Favorites")
    hand.tap("Done")
    hand.press("Home")
    hand.open("Maps")
    assert "Saved in Favorites" in hand.shown()


def test_search_without_hit_says_so(hand: Hand) -> None:
    """A search for what is not in this town says so; an address on one of its streets is found."""
    _search(hand, "Eiffel Tower")
    assert 'No results for "Eiffel Tower"' in hand.shown()
    hand.type("Search here", f"50 {BEGUN.streets[0].name.lower()}")
    assert f"50 {BEGUN.streets[0].name}" in hand.shown()


def test_map_moves_and_zooms(hand: Hand) -> None:
    """A swipe over the map moves it, and the zoom ends at its last step."""
    hand.open("Maps")
    before = hand.state("s.maps.view")
    hand.swipe("Map of", "left")
    after = hand.state("s.maps.view")
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert float(str(after["x"])) > float(str(before["x"]))
    for _ in range(2):
        hand.tap("Zoom in")
    assert not hand.find("Zoom in").enabled


def test_directions_lead_from_step_to_step(hand: Hand) -> None:
    """A way on foot ends at its goal, step by step, and can be left."""
    place = next(each for each in BEGUN.places if each.street != BEGUN.here.street)
    _search(hand, place.name)
    hand.tap(place.name)
    hand.tap("Directions")
    hand.tap("Walk")
    hand.tap("Start", nth=0)
    for _ in range(3):
        if "Next step" in hand.shown():
            hand.tap("Next step")
    assert f"Arrive at {place.name}" in hand.shown()
    hand.tap("Exit navigation")
    assert hand.state("s.maps.trip") is None


def test_review_needs_stars(hand: Hand) -> None:
    """A review without stars is refused; one with stars stands first, and a deleted one comes back."""
    _search(hand, BEGUN.places[0].name)
    hand.tap(BEGUN.places[0].name)
    hand.tap("Reviews")
    hand.tap("Write a review")
    hand.tap("Post")
    assert "Choose a rating first" in hand.shown()
    hand.tap("Rate 4 stars")
    hand.tap("Post")
    hand.tap("Delete review")
    hand.tap("Undo")
    assert "Your review" in hand.shown()


def test_list_needs_a_name_of_its_own(hand: Hand) -> None:
    """A list without a name or with the name of another is not made."""
    hand.open("Maps")
    hand.tap("Saved")
    for name in ("  ", "favorites"):
        hand.tap("New list")
        hand.type("List name", name)
        hand.tap("Create")
    assert hand.state("s.maps.lists.length") == len(BEGUN.lists)


def test_pin_is_dropped_where_the_finger_stays(hand: Hand) -> None:
    """A finger held on the map drops a pin that has an address on a street of the town."""
    hand.open("Maps")
    hand.hold("Map of")
    assert "Dropped pin" in hand.shown()
    assert str(hand.state("s.maps.dropped.street")) in {street.name for street in BEGUN.streets}


def test_geo_address_searches_the_town(hand: Hand) -> None:
    """An address of another application (geo:) opens a search of the town."""
    assert hand.handset.call("launch", "org.practice.maps", None, {"data": "geo:0,0?q=Hotels"}) == ""
    assert {each.name for each in BEGUN.places if each.category == "Hotels"} <= hand.shown()


def test_map_is_touched_between_the_buttons(hand: Hand) -> None:
    """Between two of the round buttons, and beside the search, a finger meets the map."""
    hand.open("Maps")
    above, below = hand.find("Zoom in"), hand.find("Zoom out")
    x, y = above.middle[0], (above.bounds[3] + below.bounds[1]) // 2
    assert above.bounds[3] < y < below.bounds[1]
    hand.handset.call("swipe", x, y, x, y, 1000)
    assert "Dropped pin" in hand.shown()
