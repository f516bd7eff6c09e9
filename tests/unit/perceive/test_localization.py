"""Localization of texts and icons, and the descriptions of candidates."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.element_crop import crop_around
from onscreen.perceive.icon_localization import find_icons
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.text_localization import find_texts, subsequence_length
from onscreen.perceive.text_positions import describe_place, list_positions
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Box, Element
from onscreen.types.mobile_operation import ClickIcon, IconPosition


def texts(*names: str) -> tuple[Element, ...]:
    """Return buttons with the given names, one below the other."""
    return build_screen(shot_from_lines(*(f"button {name} [clickable]" for name in names))).elements


def found(query: str, *names: str) -> list[str]:
    """Return the names that match a query."""
    return [element.name for element in find_texts(query, texts(*names)).elements]


@pytest.mark.parametrize(
    ("query", "names", "expected"),
    [
        ("settings", ("Settings", "Settings and privacy"), ["Settings"]),
        ("Alarm", ("Alarm 7 AM", "Alarm 8 AM", "Timer"), ["Alarm 7 AM", "Alarm 8 AM"]),
        ("on", ("Notifications", "Sound on"), ["Sound on"]),
        ("Wifi", ("Wi-Fi", "Bluetooth"), ["Wi-Fi"]),
        ("Settlngs", ("Settings", "Sounds"), ["Settings"]),
        ("Sign out", ("Delete account",), []),
        ("", ("Delete account",), []),
        ("New folder", ("Parent folder", "No folders here"), []),
        ("Search here", ("Saffron House",), []),
        ("go to the settings of the phone", ("Go to the settings of …",), ["Go to the settings of …"]),
        ("Save", ("Save", "Save", "Save", "Save", "Save"), ["Save"] * 5),
        ("go", ("A long story of a dog and an orange that goes on without an end",), []),
    ],
)
def test_texts_are_found_by_exact_contained_and_near_matches(
    query: str, names: tuple[str, ...], expected: list[str]
) -> None:
    """Exact matches come before contained words, and these before near matches above the threshold."""
    assert found(query, *names) == expected


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("abcdefghij", "abcdefgh", "abcdefg"),
        ("abcdefghijklmnopqrst", "abcdefghij", "abcdefghi"),
        ("abcdefghijklmnopqrstuvwxy", "abcdefghij", "abcdefghi"),
    ],
)
def test_thresholds_depend_on_the_length(query: str, near: str, far: str) -> None:
    """A near match shares 0.8, 0.5 or 0.4 of a query of up to 10, up to 20, or more characters."""
    assert find_texts(query, texts(near)).is_near
    assert found(query, near) == [near]
    assert found(query, far) == []


def test_the_value_of_a_field_is_found() -> None:
    """A text that was entered into a field is found as well as its name."""
    fields = build_screen(shot_from_lines("textbox Name =Ada [editable clickable]")).elements
    assert find_texts("Ada", fields).elements == find_texts("Name", fields).elements == fields


@given(st.text("abc", max_size=12), st.text("abc", max_size=12))
def test_the_subsequence_length_is_symmetric_and_bounded(one: str, other: str) -> None:
    """The length is symmetric, at most that of the shorter text, and at least that of a common substring."""
    length = subsequence_length(one, other)
    common = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    assert length == subsequence_length(other, one)
    assert common.size <= length <= min(len(one), len(other))


ICONS = build_screen(
    shot_from_lines(
        "image Icon [clickable] (red heart)",
        "image Icon [clickable] (gear)",
        "image Icon [clickable] (plus)",
        "image Icon [clickable] (red heart)",
    )
).elements


@pytest.mark.parametrize(
    ("description", "position", "rows"),
    [
        ("red heart", ("top",), [0]),
        ("heart icon", ("center",), []),
        ("red heart", (), [0, 3]),
        ("gear", ("center",), [1]),
        ("blue triangle", (), []),
        ("shopping cart with a red wheel", (), []),
        ("red circle", ("bottom",), [3]),
    ],
)
def test_icons_need_a_minimum_score(
    description: str, position: tuple[IconPosition, ...], rows: list[int]
) -> None:
    """The best icons in the part of the screen are found, and none below the minimum score."""
    icons = find_icons(ClickIcon(description, position), ICONS, size=(320, 80))
    assert [icon.index for icon in icons.elements] == rows


def test_an_icon_that_lacks_a_word_is_a_near_match() -> None:
    """An icon that matches only a part of the description must be confirmed."""
    assert find_icons(ClickIcon("red circle", ("bottom",)), ICONS, size=(320, 80)).is_near
    assert not find_icons(ClickIcon("gear"), ICONS, size=(320, 80)).is_near


def test_equal_texts_are_described_by_their_neighbours() -> None:
    """One of several equal texts is described by its place and the texts around it."""
    first, *_, last = elements = texts("Save", "Name", "Phone", "Save")
    assert describe_place(first, elements) == '"Save" at 160,10, near "Name", "Phone"'
    unnamed = build_screen(shot_from_lines("button [clickable]", "text Name")).elements
    assert describe_place(unnamed[0], unnamed) == 'the button at 160,10, near "Name"'
    assert describe_place(last, elements) == '"Save" at 160,70, near "Phone", "Name"'


def test_long_lists_are_truncated() -> None:
    """A list of texts that exceeds the limit ends with the number of texts left out."""
    assert list_positions(texts("A", "B", "C"), (), cap_chars=30) == '"A" at 160,10\n"B" at 160,30\n… 1 more'


@pytest.mark.parametrize("box", [Box(0, 0, 10, 10), Box(300, 50, 320, 60), Box(900, 900, 901, 901)])
def test_crops_lie_within_the_picture(box: Box) -> None:
    """A crop is clipped to the screenshot, even for a box outside of it."""
    width, height = crop_around(shot_from_lines("text A", "text B", "text C").picture, box).size
    assert 1 <= width <= 320
    assert 1 <= height <= 60
