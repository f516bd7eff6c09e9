"""The files app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1)
INVOICES = "/sdcard/Documents/Invoices"
NAMES = sorted(path.rpartition("/")[2] for path in BEGUN.files if path.startswith(f"{INVOICES}/"))
PATHS = "Object.keys(s.files).sort()"


def _invoices(driver: PhoneDriver) -> None:
    driver.open("Files")
    driver.tap("Documents")
    driver.tap("Invoices")


def test_folder_is_moved_with_its_content(driver: PhoneDriver) -> None:
    """A moved folder takes its files along."""
    driver.open("Files")
    driver.tap("Documents")
    driver.tap("More options for Invoices")
    driver.tap("Move to")
    driver.tap("Parent folder")
    driver.tap("Music")
    driver.tap("Move here")
    assert driver.handset.call("list", INVOICES) is None
    moved = driver.state("Object.keys(s.files).filter(p => p.startsWith('/sdcard/Music/Invoices/')).length")
    assert moved == len(NAMES)


def test_copy_in_the_same_folder_is_renamed(driver: PhoneDriver) -> None:
    """A copy in the same folder gets a new name."""
    _invoices(driver)
    driver.tap(f"More options for {NAMES[0]}")
    driver.tap("Copy to")
    driver.tap("Copy here")
    assert f"{NAMES[0].removesuffix('.pdf')} (1).pdf" in driver.visible_texts()
    assert NAMES[0] in driver.visible_texts()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Enter a name"),
        ("a/b", 'A name must not contain / \\ : * ? " < > |'),
        (NAMES[1].upper(), "An item with this name already exists"),
    ],
)
def test_invalid_names_are_refused(driver: PhoneDriver, name: str, *, message: str) -> None:
    """Empty names, path separators and existing names are refused."""
    _invoices(driver)
    driver.tap(f"More options for {NAMES[0]}")
    driver.tap("Rename")
    driver.type("Name", name)
    driver.tap("Rename")
    assert message in driver.visible_texts()
    assert driver.state(f"Boolean(s.files['{INVOICES}/{NAMES[0]}'])")


def test_undo_restores_deleted_files(driver: PhoneDriver) -> None:
    """Undo restores all files that were deleted together."""
    initial = driver.state(PATHS)
    _invoices(driver)
    driver.hold(NAMES[0])
    driver.tap(NAMES[1])
    driver.tap("Delete")
    driver.tap("Move to bin")
    assert NAMES[0] not in driver.visible_texts()
    driver.tap("Undo")
    assert driver.state(PATHS) == initial


def test_archive_is_extracted(driver: PhoneDriver) -> None:
    """Extracting an archive restores the compressed files."""
    _invoices(driver)
    driver.hold(NAMES[0])
    driver.tap(NAMES[1])
    driver.tap("More options")
    driver.tap("Compress")
    driver.type("Archive name", "both")
    driver.tap("Compress")
    driver.tap("More options for both.zip")
    driver.tap("Extract")
    assert driver.handset.call("stat", f"{INVOICES}/both/{NAMES[1]}") == driver.handset.call(
        "stat", f"{INVOICES}/{NAMES[1]}"
    )


def test_search_covers_all_folders(driver: PhoneDriver) -> None:
    """Search finds names in all folders, and shows a message without results."""
    driver.open("Files")
    driver.tap("Search")
    driver.type("Search files", NAMES[0][:11].lower())
    assert NAMES[0] in driver.visible_texts()
    driver.type("Search files", "zzz")
    assert "No files found" in driver.visible_texts()


def test_sorting_is_kept_until_reset(driver: PhoneDriver) -> None:
    """Sorting is kept after leaving the app, until a reset."""
    _invoices(driver)
    driver.tap("Sorted by Name, ascending")
    driver.tap("Size (largest first)")
    driver.press("Home")
    driver.open("Files")
    assert "Sorted by Size, descending" in driver.visible_texts()
    driver.reset()
    assert driver.state("[s.files_app.sort, s.files_app.down]") == ["Name", False]
