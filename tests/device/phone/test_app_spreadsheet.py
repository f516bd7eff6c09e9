"""The spreadsheet app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).spreadsheet
FIELD = "Enter text or formula"
BUDGET = BEGUN.books[0].sheets[0].cells


def _create_workbook(driver: PhoneDriver) -> None:
    driver.open("Sheets")
    driver.tap("New workbook")
    driver.type("Name", "Trial")
    driver.tap("Create")


def _set_cell(driver: PhoneDriver, cell: str, raw: str) -> None:
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
    """A formula shows its value, or the usual spreadsheet error."""
    _create_workbook(driver)
    cells = "{A1: {raw: '10'}, A2: {raw: '20'}, A3: {raw: '30'}}"
    driver.handset.call("alter", f"s.spreadsheet.books.at(-1).sheets[0].cells = {cells}")
    _set_cell(driver, "C1", raw)
    assert f"C1: {shown}" in driver.visible_texts()


def test_references_follow_inserted_and_deleted_rows(driver: PhoneDriver) -> None:
    """A formula refers to the same cells after rows are inserted or deleted."""
    _create_workbook(driver)
    for cell, raw in (("A1", "4"), ("A2", "5"), ("A4", "=SUM(A1:A2)")):
        _set_cell(driver, cell, raw)
    driver.tap("Row 2")
    driver.tap("Insert or delete")
    driver.tap("Insert row above")
    assert "A5: 9" in driver.visible_texts()
    driver.tap("Row 3")
    driver.tap("Insert or delete")
    driver.tap("Delete row")
    assert "A4: 4" in driver.visible_texts()


def test_changes_are_undone_and_redone(driver: PhoneDriver) -> None:
    """Undo restores the old cell, and Redo the new one."""
    driver.open("Sheets")
    driver.tap("Household budget")
    old = BUDGET["B2"].raw
    _set_cell(driver, "B2: ", "12345")
    driver.tap("Undo")
    assert f"B2: {old}" in driver.visible_texts()
    driver.tap("Redo")
    assert "B2: 12345" in driver.visible_texts()


def test_discard_reverts_an_entry(driver: PhoneDriver) -> None:
    """Discard drops unconfirmed input and keeps the cell unchanged."""
    driver.open("Sheets")
    driver.tap("Household budget")
    driver.tap("B2: ")
    driver.type(FIELD, "wrong")
    driver.tap("Discard entry")
    assert f"B2: {BUDGET['B2'].raw}" in driver.visible_texts()


def test_filter_hides_rows_until_cleared(driver: PhoneDriver) -> None:
    """A filter keeps the rows with the selected values; clearing it shows all rows."""
    sales = BEGUN.books[2].sheets[0].cells
    region = sales["B2"].raw
    others = [name for name, cell in sales.items() if name[0] == "B" and cell.raw not in {region, "Region"}]
    driver.open("Sheets")
    driver.tap("Furniture sales")
    for name in ("More options", "Filter", "Column", "B: Region", "Select none", region, "Apply"):
        driver.tap(name)
    assert f"B2: {region}" in driver.visible_texts()
    assert not {f"{name}: {sales[name].raw}" for name in others} & driver.visible_texts()
    driver.tap("More options")
    driver.tap("Clear filter")
    assert f"{others[0]}: {sales[others[0]].raw}" in driver.visible_texts()


def test_grid_scrolls_in_both_directions(driver: PhoneDriver) -> None:
    """Swipes scroll to further columns and rows."""
    _create_workbook(driver)
    driver.handset.call("swipe", 900, 1000, 200, 1000, 300)
    assert {"Column F", "F3"} <= driver.visible_texts()
    assert "Column A" not in driver.visible_texts()
    driver.handset.call("swipe", 500, 1400, 500, 700, 300)
    assert {"Row 20", "F20"} <= driver.visible_texts()


def test_find_selects_the_match(driver: PhoneDriver) -> None:
    """Find selects the matching cell, or shows a message without results."""
    driver.open("Sheets")
    driver.tap("Household budget")
    driver.tap("More options")
    driver.tap("Find and replace")
    driver.type("Find", "savings")
    driver.tap("Next hit")
    assert "Selected: A11" in driver.visible_texts()
    driver.type("Find", "elephant")
    assert "0 of 0" in driver.visible_texts()


def test_workbook_needs_a_unique_name(driver: PhoneDriver) -> None:
    """A workbook with an empty or existing name is refused with a message."""
    driver.open("Sheets")
    driver.tap("New workbook")
    driver.tap("Create")
    assert "Enter a name" in driver.visible_texts()
    driver.type("Name", "household budget")
    driver.tap("Create")
    assert "This name is taken" in driver.visible_texts()
