"""A goal that names several places of a map is divided into one goal for each."""

from __future__ import annotations

import pytest

from onscreen.app_maps.screen_map import AppMap, MapControl, MapScreen
from onscreen.policy.route.goal_split import add_verb, split_goal
from onscreen.policy.route.place_index import index_places


def screen(title: str, role: str, *names: str) -> MapScreen:
    """Return a screen with a control of a role for each name."""
    return MapScreen(title, title, controls=tuple(MapControl(name, role, name) for name in names))


INDEX = index_places(
    AppMap(
        "Video",
        screens=(
            screen("Settings", "switch", "Autoplay next video", "Deals and offers", "Dark theme"),
            screen("Sort by", "radio", "Size (largest first)", "Size (smallest first)"),
            screen("Download quality", "radio", "1080p (large)", "144p (low)"),
            screen("Offers", "button", "Offers"),
        ),
    )
)


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        (
            "turn off autoplay of the next video, the dark theme and set the download quality to 144p",
            (
                "turn off autoplay of the next video",
                "disable the dark theme",
                "set the download quality to 144p",
            ),
        ),
        ("turn off deals and offers", ("turn off deals and offers",)),
        (
            "set the quality to 144p and turn off Deals and offers",
            ("set the quality to 144p", "turn off Deals and offers"),
        ),
        ("sort by size, smallest first", ("sort by size, smallest first",)),
        ("buy milk and turn on the dark theme", ("buy milk and turn on the dark theme",)),
    ],
)
def test_goal_is_divided_by_place(goal: str, parts: tuple[str, ...]) -> None:
    """Each part names another place, one verb serves for several parts, and other goals stay whole."""
    assert split_goal(goal, INDEX) == parts


def test_end_of_a_list_of_entries_holds_for_each() -> None:
    """The list at the end of "put A and B on the list" is the list for A, too."""
    rows = tuple(MapControl(name, "button", name, group="row") for name in ("Tent", "Lamp", "Camping mat"))
    index = index_places(AppMap("Shop", screens=(MapScreen("offers", "Offers", controls=rows),)))
    parts = ("Put Camping mat on the wish list", "put Lamp on the wish list")
    assert split_goal("Put Camping mat and Lamp on the wish list", index) == parts
    assert split_goal("Delete Tent and remove Lamp", index) == ("Delete Tent", "remove Lamp")


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("the dark theme", "disable the dark theme"),
        ("offers", "disable offers"),
        ("connect it to my headset", "connect it to my headset"),
        ("of the screen", "disable of the screen"),
    ],
)
def test_verb_is_repeated_only_for_a_part_without_one(text: str, full: str) -> None:
    """A word before "it" or "the" is a verb, unless it is a preposition."""
    assert add_verb(text, before="turn off autoplay") == full
