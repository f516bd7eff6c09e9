"""Applications are ranked by the words that they share with an instruction."""

from __future__ import annotations

import pytest

from onscreen.policy.route.tool_rank import find_named, is_outranked, rank_tool
from onscreen.types import Tool

TOOLS = (
    Tool("Gallery", "org.example.gallery/.Main", "photos and albums"),
    Tool("Maps", "org.example.maps/.Main", "places and navigation"),
    Tool("Contacts", "org.example.contacts/.Main", "people"),
    Tool("Phone", "org.example.phone/.Main", "calls, blocked callers and voicemail"),
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Walk to Gallery of Light", ()),
        ("Open Maps and go to Gallery of Light", ("Maps",)),
        ("Show the newest photo in Gallery", ("Gallery",)),
    ],
)
def test_longer_name_does_not_name_an_application(text: str, named: tuple[str, ...]) -> None:
    """A place such as "Gallery of Light" is not the application "Gallery"."""
    assert find_named(text, TOOLS) == named


def test_application_that_owns_the_entries_is_the_place_of_a_goal() -> None:
    """Something is done in the application that is named as mine, whatever else is mentioned."""
    chosen = rank_tool("Add Bo Roth to my contacts, phone 555", {}, tools=TOOLS)
    assert chosen is not None
    assert chosen.tool == "Contacts"


@pytest.mark.parametrize(
    ("text", "is_other"), [("Take blocked callers off and hear voicemail", True), ("Show people", False)]
)
def test_map_does_not_decide_against_many_shared_words(text: str, is_other: bool) -> None:
    """An application chosen by its map is rejected if another one shares many more words."""
    assert is_outranked("Contacts", text, indexes={}, tools=TOOLS) is is_other
