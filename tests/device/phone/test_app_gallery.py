"""The gallery app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone.initial_state.gallery_state import CAMERA_FOLDER

pytestmark = pytest.mark.browser
FILES = build_phone_state(1).files
NEWEST = max((p for p in FILES if p.startswith(f"{CAMERA_FOLDER}/")), key=lambda path: FILES[path].mtime)
PATHS = "Object.keys(s.files).sort()"


def _edit(driver: PhoneDriver) -> None:
    driver.open("Gallery")
    driver.tap("Photo of")
    driver.tap("Edit")


def test_edited_copy_is_saved_as_a_new_file(driver: PhoneDriver) -> None:
    """An edited copy is a new file; the original is unchanged."""
    _edit(driver)
    driver.tap("Rotate right")
    driver.tap("Filters")
    driver.tap("Warm")
    driver.tap("Save copy")
    made = NEWEST.replace(".jpg", "_edited.jpg")
    edit = f"s.files['{made}'].about.edit"
    assert driver.state(f"[{edit}.turn, {edit}.filter, s.files['{NEWEST}'].about.edit ?? null]") == [
        90,
        "Warm",
        None,
    ]


def test_edits_are_undone_and_redone(driver: PhoneDriver) -> None:
    """Undo reverts the last edit, and redo applies it again."""
    _edit(driver)
    driver.tap("Flip")
    driver.tap("Rotate left")
    driver.tap("Undo")
    assert "Preview: Flipped" in driver.visible_texts()
    driver.tap("Redo")
    assert "Preview: Rotated 270°, Flipped" in driver.visible_texts()


def test_back_confirms_unsaved_edits(driver: PhoneDriver) -> None:
    """Back asks for confirmation only if there are unsaved edits."""
    _edit(driver)
    driver.tap("Square")
    driver.back()
    driver.tap("Cancel")
    assert "Preview: Crop Square" in driver.visible_texts()
    driver.back()
    driver.tap("Discard")
    assert "Share" in driver.visible_texts()


def test_drawing_is_saved_in_the_photo(driver: PhoneDriver) -> None:
    """A swipe over the photo draws a line in the selected colour."""
    _edit(driver)
    driver.tap("Draw")
    driver.tap("Blue")
    driver.swipe("Preview", "right")
    driver.tap("Save copy")
    strokes = "Object.values(s.files).find(f => f.about?.of).about.edit.strokes"
    assert driver.state(f"{strokes}.map(each => each.color)") == ["#1e88e5"]


def test_undo_restores_a_deleted_photo(driver: PhoneDriver) -> None:
    """Undo restores a photo and its place among the favourites."""
    driver.open("Gallery")
    driver.tap("Photo of")
    driver.tap("Add to favourites")
    initial = driver.state("[Object.keys(s.files).sort(), s.gallery]")
    driver.tap("Delete")
    driver.tap("Move to bin")
    assert driver.state(f"s.files['{NEWEST}'] === undefined")
    driver.tap("Undo")
    assert driver.state("[Object.keys(s.files).sort(), s.gallery]") == initial


def test_album_needs_a_unique_name(driver: PhoneDriver) -> None:
    """An album with an empty or existing name is refused with a message."""
    initial = driver.state(PATHS)
    driver.open("Gallery")
    driver.tap("More options")
    driver.tap("Create album")
    driver.tap("Create")
    assert "Enter a name" in driver.visible_texts()
    driver.type("Album name", "screenshots")
    driver.tap("Create")
    assert "An album with this name already exists" in driver.visible_texts()
    assert driver.state(PATHS) == initial


def test_search_finds_photo_content(driver: PhoneDriver) -> None:
    """Search finds the content of photos, and shows a message without results."""
    driver.open("Gallery")
    driver.tap("Search")
    driver.type("Search photos, places, names", FILES[NEWEST].about["shows"])
    assert any(name.startswith("Photo of") for name in driver.visible_texts())
    driver.type("Search photos, places, names", "zzz")
    assert "No results" in driver.visible_texts()
