"""The files of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1)
INVOICES = "/sdcard/Documents/Invoices"
NAMES = sorted(path.rpartition("/")[2] for path in BEGUN.files if path.startswith(f"{INVOICES}/"))
PATHS = "Object.keys(s.files).sort()"


def _invoices(driver: PhoneDriver) -> None:
    driver.open("Files")
    driver.tap("Documents")
    driver.tap("Invoices")


def test_folder_moves_with_all_in_it(driver: PhoneDriver) -> None:
    """A folder that is moved takes its files along, and is gone from where it was."""
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


def test_copy_beside_the_original_gets_a_number(driver: PhoneDriver) -> None:
    """A copy in the same folder gets a name of its own."""
    _invoices(driver)
    driver.tap(f"More options for {NAMES[0]}")
    driver.tap("Copy to")
    driver.tap("Copy here")
    assert f"{NAMES[0].removesuffix('.pdf')} (1).pdf" in driver.shown()
    assert NAMES[0] in driver.shown()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "Enter a name"),
        ("a/b", 'A name must not contain / \\ : * ? " < > |'),
        (NAMES[1].upper(), "An item with this name already exists"),
    ],
)
def test_bad_names_are_refused(driver: PhoneDriver, name: str, *, told: str) -> None:
    """No file gets an empty name, one with signs of paths, or that of its neighbour."""
    _invoices(driver)
    driver.tap(f"More options for {NAMES[0]}")
    driver.tap("Rename")
    driver.type("Name", name)
    driver.tap("Rename")
    assert told in driver.shown()
    assert driver.state(f"Boolean(s.files['{INVOICES}/{NAMES[0]}'])")


def test_deleted_files_come_back(driver: PhoneDriver) -> None:
    """Undo brings back all files that were deleted together."""
    begun = driver.state(PATHS)
    _invoices(driver)
    driver.hold(NAMES[0])
    driver.tap(NAMES[1])
    driver.tap("Delete")
    driver.tap("Move to bin")
    assert NAMES[0] not in driver.shown()
    driver.tap("Undo")
    assert driver.state(PATHS) == begun


def test_archive_gives_back_what_was_put_in(driver: PhoneDriver) -> None:
    """Files that were compressed are there again when the archive is extracted."""
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


def test_search_without_hit_says_so(driver: PhoneDriver) -> None:
    """Search finds names in all folders, and says when there is none."""
    driver.open("Files")
    driver.tap("Search")
    driver.type("Search files", NAMES[0][:11].lower())
    assert NAMES[0] in driver.shown()
    driver.type("Search files", "zzz")
    assert "No files found" in driver.shown()


def test_sorting_stays(driver: PhoneDriver) -> None:
    """How files are sorted is kept when the application is left, and forgotten with a reset."""
    _invoices(driver)
    driver.tap("Sorted by Name, ascending")
    driver.tap("Size (largest first)")
    driver.press("Home")
    driver.open("Files")
    assert "Sorted by Size, descending" in driver.shown()
    driver.reset()
    assert driver.state("[s.filing.sort, s.filing.down]") == ["Name", False]
