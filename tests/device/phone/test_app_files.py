"""The files of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1)
INVOICES = "/sdcard/Documents/Invoices"
NAMES = sorted(path.rpartition("/")[2] for path in BEGUN.files if path.startswith(f"{INVOICES}/"))
PATHS = "Object.keys(s.files).sort()"


def _invoices(hand: Hand) -> None:
    hand.open("Files")
    hand.tap("Documents")
    hand.tap("Invoices")


def test_folder_moves_with_all_in_it(hand: Hand) -> None:
    """A folder that is moved takes its files along, and is gone from where it was."""
    hand.open("Files")
    hand.tap("Documents")
    hand.tap("More options for Invoices")
    hand.tap("Move to")
    hand.tap("Parent folder")
    hand.tap("Music")
    hand.tap("Move here")
    assert hand.handset.call("list", INVOICES) is None
    moved = hand.state("Object.keys(s.files).filter(p => p.startsWith('/sdcard/Music/Invoices/')).length")
    assert moved == len(NAMES)


def test_copy_beside_the_original_gets_a_number(hand: Hand) -> None:
    """A copy in the same folder gets a name of its own."""
    _invoices(hand)
    hand.tap(f"More options for {NAMES[0]}")
    hand.tap("Copy to")
    hand.tap("Copy here")
    assert f"{NAMES[0].removesuffix('.pdf')} (1).pdf" in hand.shown()
    assert NAMES[0] in hand.shown()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "Enter a name"),
        ("a/b", 'A name must not contain / \\ : * ? " < > |'),
        (NAMES[1].upper(), "An item with this name already exists"),
    ],
)
def test_bad_names_are_refused(hand: Hand, name: str, *, told: str) -> None:
    """No file gets an empty name, one with signs of paths, or that of its neighbour."""
    _invoices(hand)
    hand.tap(f"More options for {NAMES[0]}")
    hand.tap("Rename")
    hand.type("Name", name)
    hand.tap("Rename")
    assert told in hand.shown()
    assert hand.state(f"Boolean(s.files['{INVOICES}/{NAMES[0]}'])")


def test_deleted_files_come_back(hand: Hand) -> None:
    """Undo brings back all files that were deleted together."""
    begun = hand.state(PATHS)
    _invoices(hand)
    hand.hold(NAMES[0])
    hand.tap(NAMES[1])
    hand.tap("Delete")
    hand.tap("Move to bin")
    assert NAMES[0] not in hand.shown()
    hand.tap("Undo")
    assert hand.state(PATHS) == begun


def test_archive_gives_back_what_was_put_in(hand: Hand) -> None:
    """Files that were compressed are there again when the archive is extracted."""
    _invoices(hand)
    hand.hold(NAMES[0])
    hand.tap(NAMES[1])
    hand.tap("More options")
    hand.tap("Compress")
    hand.type("Archive name", "both")
    hand.tap("Compress")
    hand.tap("More options for both.zip")
    hand.tap("Extract")
    assert hand.handset.call("stat", f"{INVOICES}/both/{NAMES[1]}") == hand.handset.call(
        "stat", f"{INVOICES}/{NAMES[1]}"
    )


def test_search_without_hit_says_so(hand: Hand) -> None:
    """Search finds names in all folders, and says when there is none."""
    hand.open("Files")
    hand.tap("Search")
    hand.type("Search files", NAMES[0][:11].lower())
    assert NAMES[0] in hand.shown()
    hand.type("Search files", "zzz")
    assert "No files found" in hand.shown()


def test_sorting_stays(hand: Hand) -> None:
    """How files are sorted is kept when the application is left, and forgotten with a reset."""
    _invoices(hand)
    hand.tap("Sorted by Name, ascending")
    hand.tap("Size (largest first)")
    hand.press("Home")
    hand.open("Files")
    assert "Sorted by Size, descending" in hand.shown()
    hand.reset()
    assert hand.state("[s.filing.sort, s.filing.down]") == ["Name", False]
