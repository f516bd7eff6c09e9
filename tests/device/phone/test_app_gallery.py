"""The gallery of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER
from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
FILES = build_phone_state(1).files
NEWEST = max((p for p in FILES if p.startswith(f"{CAMERA_FOLDER}/")), key=lambda path: FILES[path].mtime)
PATHS = "Object.keys(s.files).sort()"


def _edit(hand: Hand) -> None:
    hand.open("Gallery")
    hand.tap("Photo of")
    hand.tap("Edit")


def test_copy_is_saved_beside_the_original(hand: Hand) -> None:
    """An edited copy is a new file; the original is as it was."""
    _edit(hand)
    hand.tap("Rotate right")
    hand.tap("Filters")
    hand.tap("Warm")
    hand.tap("Save copy")
    made = NEWEST.replace(".jpg", "_edited.jpg")
    edit = f"s.files['{made}'].about.edit"
    assert hand.state(f"[{edit}.turn, {edit}.filter, s.files['{NEWEST}'].about.edit ?? null]") == [
        90,
        "Warm",
        None,
    ]


def test_edits_are_undone_and_redone(hand: Hand) -> None:
    """Undo takes the last edit back, redo does it again."""
    _edit(hand)
    hand.tap("Flip")
    hand.tap("Rotate left")
    hand.tap("Undo")
    assert "Preview: Flipped" in hand.shown()
    hand.tap("Redo")
    assert "Preview: Rotated 270°, Flipped" in hand.shown()


def test_leaving_the_editor_asks_first(hand: Hand) -> None:
    """Back asks before changes are lost; without changes it leaves at once."""
    _edit(hand)
    hand.tap("Square")
    hand.back()
    hand.tap("Cancel")
    assert "Preview: Crop Square" in hand.shown()
    hand.back()
    hand.tap("Discard")
    assert "Share" in hand.shown()


def test_what_is_drawn_is_on_the_picture(hand: Hand) -> None:
    """A swipe over the picture draws a line in the colour chosen."""
    _edit(hand)
    hand.tap("Draw")
    hand.tap("Blue")
    hand.swipe("Preview", "right")
    hand.tap("Save copy")
    strokes = "Object.values(s.files).find(f => f.about?.of).about.edit.strokes"
    assert hand.state(f"{strokes}.map(each => each.color)") == ["#1e88e5"]


def test_deleted_photo_comes_back(hand: Hand) -> None:
    """Undo brings back a photo with its place among the favourites."""
    hand.open("Gallery")
    hand.tap("Photo of")
    hand.tap("Add to favourites")
    begun = hand.state("[Object.keys(s.files).sort(), s.gallery]")
    hand.tap("Delete")
    hand.tap("Move to bin")
    assert hand.state(f"s.files['{NEWEST}'] === undefined")
    hand.tap("Undo")
    assert hand.state("[Object.keys(s.files).sort(), s.gallery]") == begun


def test_album_needs_a_name_of_its_own(hand: Hand) -> None:
    """An album without a name or with a taken one is refused with a message."""
    begun = hand.state(PATHS)
    hand.open("Gallery")
    hand.tap("More options")
    hand.tap("Create album")
    hand.tap("Create")
    assert "Enter a name" in hand.shown()
    hand.type("Album name", "screenshots")
    hand.tap("Create")
    assert "An album with this name already exists" in hand.shown()
    assert hand.state(PATHS) == begun


def test_search_without_hit_says_so(hand: Hand) -> None:
    """Search finds what a photo shows, and says when nothing fits."""
    hand.open("Gallery")
    hand.tap("Search")
    hand.type("Search photos, places, names", FILES[NEWEST].about["shows"])
    assert any(name.startswith("Photo of") for name in hand.shown())
    hand.type("Search photos, places, names", "zzz")
    assert "No results" in hand.shown()
