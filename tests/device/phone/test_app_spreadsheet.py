"""The sheets of the phone: what somebody who calculates relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).spreadsheet
FIELD = "Enter text or formula"
BUDGET = BEGUN.books[0].sheets[0].cells


def _new(hand: Hand) -> None:
    hand.open("Sheets")
    hand.tap("New workbook")
    hand.type("Name", "Trial")
    hand.tap("Create")


def _write(hand: Hand, cell: str, raw: str) -> None:
    hand.tap(cell)
    hand.type(FIELD, raw)
    hand.tap("Confirm entry")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=SUM(A1:A3)", "60"),
        ("=AVERAGE(A1:A3)*2-1", "39"),
        ("=MAX(A1:A3)-MIN(A1:A3)", "20"),
        ("=COUNT(A1:A9)", "3"),
        ('=IF(A2>=20,"much","little")', "much"),
        ("=2+3*2^3/4-50%", "7.5"),
        ("=-2^2", "4"),
        ('=A1&" of "&A3', "10 of 30"),
        ('=SUMIF(A1:A3,">15")', "50"),
        ("=10/0", "#DIV/0!"),
        ("=NOPE(1)", "#NAME?"),
        ("=SUM(A1:", "#ERROR!"),
        ("=C1", "#REF!"),
        ('="a"+1', "#VALUE!"),
    ],
)
def test_formula_shows_its_value(hand: Hand, raw: str, shown: str) -> None:
    """A formula shows its value; one that cannot be worked out shows the error that spreadsheets show."""
    _new(hand)
    cells = "{A1: {raw: '10'}, A2: {raw: '20'}, A3: {raw: '30'}}"
    hand.handset.call("alter", f"s.spreadsheet.books.at(-1).sheets[0].cells = {cells}")
    _write(hand, "C1", raw)
    assert f"C1: {shown}" in hand.shown()


def test_formula_follows_its_cells(hand: Hand) -> None:
    """A formula goes on meaning the same cells when a row is put in or taken out."""
    _new(hand)
    for cell, raw in (("A1", "4"), ("A2", "5"), ("A4", "=SUM(A1:A2)")):
        _write(hand, cell, raw)
    hand.tap("Row 2")
    hand.tap("Insert or delete")
    hand.tap("Insert row above")
    assert "A5: 9" in hand.shown()
    hand.tap("Row 3")
    hand.tap("Insert or delete")
    hand.tap("Delete row")
    assert "A4: 4" in hand.shown()


def test_change_is_undone_and_redone(hand: Hand) -> None:
    """Undo brings the old cell back, Redo the new one."""
    hand.open("Sheets")
    hand.tap("Household budget")
    old = BUDGET["B2"].raw
    _write(hand, "B2: ", "12345")
    hand.tap("Undo")
    assert f"B2: {old}" in hand.shown()
    hand.tap("Redo")
    assert "B2: 12345" in hand.shown()


def test_entry_is_discarded(hand: Hand) -> None:
    """What was typed and not confirmed is gone after Discard, and the cell is as it was."""
    hand.open("Sheets")
    hand.tap("Household budget")
    hand.tap("B2: ")
    hand.type(FIELD, "wrong")
    hand.tap("Discard entry")
    assert f"B2: {BUDGET['B2'].raw}" in hand.shown()


def test_filter_hides_rows_and_shows_them_again(hand: Hand) -> None:
    """A filter leaves the rows of the values chosen; clearing it brings all back."""
    sales = BEGUN.books[2].sheets[0].cells
    region = sales["B2"].raw
    others = [name for name, cell in sales.items() if name[0] == "B" and cell.raw not in {region, "Region"}]
    hand.open("Sheets")
    hand.tap("Furniture sales")
    for name in ("More options", "Filter", "Column", "B: Region", "Select none", region, "Apply"):
        hand.tap(name)
    assert f"B2: {region}" in hand.shown()
    assert not {f"{name}: {sales[name].raw}" for name in others} & hand.shown()
    hand.tap("More options")
    hand.tap("Clear filter")
    assert f"{others[0]}: {sales[others[0]].raw}" in hand.shown()


def test_grid_scrolls_both_ways(hand: Hand) -> None:
    """A swipe to the left shows columns further right, with their letters; a swipe up rows further down."""
    _new(hand)
    hand.handset.call("swipe", 900, 1000, 200, 1000, 300)
    assert {"Column F", "F3"} <= hand.shown()
    assert "Column A" not in hand.shown()
    hand.handset.call("swipe", 500, 1400, 500, 700, 300)
    assert {"Row 20", "F20"} <= hand.shown()


def test_find_goes_to_the_hit(hand: Hand) -> None:
    """Find selects the cell it found, or says that there is none."""
    hand.open("Sheets")
    hand.tap("Household budget")
    hand.tap("More options")
    hand.tap("Find and replace")
    hand.type("Find", "savings")
    hand.tap("Next hit")
    assert "Selected: A11" in hand.shown()
    hand.type("Find", "elephant")
    assert "0 of 0" in hand.shown()


def test_name_of_a_workbook_is_its_own(hand: Hand) -> None:
    """A workbook without a name or with the name of another is refused, with the reason."""
    hand.open("Sheets")
    hand.tap("New workbook")
    hand.tap("Create")
    assert "Enter a name" in hand.shown()
    hand.type("Name", "household budget")
    hand.tap("Create")
    assert "This name is taken" in hand.shown()
