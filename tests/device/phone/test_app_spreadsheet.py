"""The sheets of the phone: what somebody who calculates relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).spreadsheet
FIELD = "Enter text or formula"
BUDGET = BEGUN.books[0].sheets[0].cells


def _new(driver: PhoneDriver) -> None:
    driver.open("Sheets")
    driver.tap("New workbook")
    driver.type("Name", "Trial")
    driver.tap("Create")


def _write(driver: PhoneDriver, cell: str, raw: str) -> None:
    driver.tap(cell)
    driver.type(FIELD, raw)
    driver.tap("Confirm entry")


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
def test_formula_shows_its_value(driver: PhoneDriver, raw: str, shown: str) -> None:
    """A formula shows its value; one that cannot be worked out shows the error that spreadsheets show."""
    _new(driver)
    cells = "{A1: {raw: '10'}, A2: {raw: '20'}, A3: {raw: '30'}}"
    driver.handset.call("alter", f"s.spreadsheet.books.at(-1).sheets[0].cells = {cells}")
    _write(driver, "C1", raw)
    assert f"C1: {shown}" in driver.shown()


def test_formula_follows_its_cells(driver: PhoneDriver) -> None:
    """A formula goes on meaning the same cells when a row is put in or taken out."""
    _new(driver)
    for cell, raw in (("A1", "4"), ("A2", "5"), ("A4", "=SUM(A1:A2)")):
        _write(driver, cell, raw)
    driver.tap("Row 2")
    driver.tap("Insert or delete")
    driver.tap("Insert row above")
    assert "A5: 9" in driver.shown()
    driver.tap("Row 3")
    driver.tap("Insert or delete")
    driver.tap("Delete row")
    assert "A4: 4" in driver.shown()


def test_change_is_undone_and_redone(driver: PhoneDriver) -> None:
    """Undo brings the old cell back, Redo the new one."""
    driver.open("Sheets")
    driver.tap("Household budget")
    old = BUDGET["B2"].raw
    _write(driver, "B2: ", "12345")
    driver.tap("Undo")
    assert f"B2: {old}" in driver.shown()
    driver.tap("Redo")
    assert "B2: 12345" in driver.shown()


def test_entry_is_discarded(driver: PhoneDriver) -> None:
    """What was typed and not confirmed is gone after Discard, and the cell is as it was."""
    driver.open("Sheets")
    driver.tap("Household budget")
    driver.tap("B2: ")
    driver.type(FIELD, "wrong")
    driver.tap("Discard entry")
    assert f"B2: {BUDGET['B2'].raw}" in driver.shown()


def test_filter_hides_rows_and_shows_them_again(driver: PhoneDriver) -> None:
    """A filter leaves the rows of the values chosen; clearing it brings all back."""
    sales = BEGUN.books[2].sheets[0].cells
    region = sales["B2"].raw
    others = [name for name, cell in sales.items() if name[0] == "B" and cell.raw not in {region, "Region"}]
    driver.open("Sheets")
    driver.tap("Furniture sales")
    for name in ("More options", "Filter", "Column", "B: Region", "Select none", region, "Apply"):
        driver.tap(name)
    assert f"B2: {region}" in driver.shown()
    assert not {f"{name}: {sales[name].raw}" for name in others} & driver.shown()
    driver.tap("More options")
    driver.tap("Clear filter")
    assert f"{others[0]}: {sales[others[0]].raw}" in driver.shown()


def test_grid_scrolls_both_ways(driver: PhoneDriver) -> None:
    """A swipe to the left shows columns further right, with their letters; a swipe up rows further down."""
    _new(driver)
    driver.handset.call("swipe", 900, 1000, 200, 1000, 300)
    assert {"Column F", "F3"} <= driver.shown()
    assert "Column A" not in driver.shown()
    driver.handset.call("swipe", 500, 1400, 500, 700, 300)
    assert {"Row 20", "F20"} <= driver.shown()


def test_find_goes_to_the_hit(driver: PhoneDriver) -> None:
    """Find selects the cell it found, or says that there is none."""
    driver.open("Sheets")
    driver.tap("Household budget")
    driver.tap("More options")
    driver.tap("Find and replace")
    driver.type("Find", "savings")
    driver.tap("Next hit")
    assert "Selected: A11" in driver.shown()
    driver.type("Find", "elephant")
    assert "0 of 0" in driver.shown()


def test_name_of_a_workbook_is_its_own(driver: PhoneDriver) -> None:
    """A workbook without a name or with the name of another is refused, with the reason."""
    driver.open("Sheets")
    driver.tap("New workbook")
    driver.tap("Create")
    assert "Enter a name" in driver.shown()
    driver.type("Name", "household budget")
    driver.tap("Create")
    assert "This name is taken" in driver.shown()
