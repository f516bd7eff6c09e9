"""Places on a map are found by rare words of their names, their paths and the notes on them."""

from __future__ import annotations

import pytest

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapNote, MapScreen
from onscreen.policy.route.place_index import index_places
from onscreen.policy.route.place_search import find_places


def screen(title: str, *names: str) -> MapScreen:
    """Return a screen with a button for each name; names with a colon are rows of the group before it."""
    parts = [name.rpartition(":")[::2] for name in names]
    controls = tuple(MapControl(name, "button", name, group=group or name) for group, name in parts)
    return MapScreen(title.casefold(), title, controls=controls)


MAP = AppMap(
    "Weather",
    screens=(
        screen("Today", "Units", "Places", "Notices"),
        screen("Units", "Celsius", "Meters per second"),
        screen("Places", "row:Remove Oslo", "row:Remove Lima", "Add place"),
        screen("Notices", "Storm alerts", "Alert me", "Time of the daily forecast"),
        screen("Sound of alerts", "Bell", "Quiet time"),
        screen("Sound of messages", "Bell"),
    ),
    actions=(
        *(MapAction("today", "opens", name, to=name.casefold()) for name in ("Units", "Places", "Notices")),
        MapAction("notices", "opens", "Alert me", to="sound of alerts"),
        MapAction("notices", "opens", "Storm alerts", to="sound of messages"),
    ),
    notes=(MapNote("notices", "warns of hail and thunder", "Storm alerts"),),
)
INDEX = index_places(MAP)


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("show the wind in meters per second", "units/Meters per second"),
        ("let the bell be the sound of messages", "sound of messages/Bell"),
        ("let the bell be the sound of alerts", "sound of alerts/Bell"),
        ("remove Quito from my places", "places/remove"),
        ("turn off storm warnings of hail", "notices/Storm alerts"),
        ("buy a chair", ""),
        ("add a place of mine", "places/Add place"),
    ],
)
def test_place_is_found_by_its_words_and_its_path(query: str, place: str) -> None:
    """Places are ranked by the rare words of their names, and equal names by the words of paths and notes."""
    found = find_places(INDEX, query)
    assert (f"{found[0].place.screen.id}/{found[0].place.name}" if found else "") == place


def test_single_common_word_names_no_place() -> None:
    """A single word that is part of the names of several places does not find a place."""
    assert find_places(INDEX, "ask Ann for the time") == ()


def test_short_goal_finds_a_longer_name() -> None:
    """A goal with a single word finds a name with two other words, if only that name contains the word."""
    assert [each.place.name for each in find_places(INDEX, "turn off the forecast")] == [
        "Time of the daily forecast"
    ]
    assert find_places(INDEX, "turn off the forecast for Oslo harbor") == ()


def test_whole_name_of_several_words_is_found_on_several_screens() -> None:
    """The rarity of words does not matter if a goal contains the whole name of a control."""
    menus = tuple(screen(title, "Grid lines", title) for title in ("Photo", "Video", "Night"))
    index = index_places(AppMap("Camera", screens=menus))
    assert {each.place.name for each in find_places(index, 'choose the grid lines "4x4"')} == {"Grid lines"}
