"""Task factories for the Sheets app (spreadsheets) of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

import msgspec

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.spreadsheet_state import Sheet
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import adds, becomes, may_add, may_change
from onscreen_practice.state.value_patterns import ExpectedFields, Fields, Matches, exactly_fields
from onscreen_practice.task_recipe import Move, TaskRecipe, press, tap, type_text

_FIELD = "Enter text or formula"
_BUDGET, _TRIP, _SALES, _READING, _GUESTS, _RUNS = range(6)
_NEW_SHEETS = ("April", "May", "June", "Year")
_ORDERS = (("fewest pages first", "A to Z, smallest first"), ("most pages first", "Z to A, largest first"))
_TABLES = (7, 8, 9)


def _rows(sheet: Sheet) -> list[list[str]]:
    width = max(ord(name[0]) - 64 for name in sheet.cells)
    height = max(int(name[1:]) for name in sheet.cells)
    names = [[f"{chr(65 + c)}{r}" for c in range(width)] for r in range(1, height + 1)]
    return [[sheet.cells[name].raw if name in sheet.cells else "" for name in row] for row in names]


def _sheet(book: int, *, sheet: int = 0) -> str:
    return f"spreadsheet.books[id=book{book}].sheets[{sheet}]"


def _cells_with(rows: list[list[str]]) -> Fields:
    """Build a pattern that matches a sheet with exactly these cell contents."""
    raw = {
        f"{chr(65 + c)}{r}": raw for r, row in enumerate(rows, start=1) for c, raw in enumerate(row) if raw
    }
    return exactly_fields(**{name: {"raw": each} for name, each in raw.items()})


def _cells_in_order(sheet: Sheet, order: Sequence[int]) -> Fields:
    """Build a pattern that matches a sheet reordered to the given 1-based rows, formats included."""
    places = {number: at for at, number in enumerate(order, start=1)}
    moved = {
        f"{name[0]}{places[int(name[1:])]}": exactly_fields(**msgspec.to_builtins(cell))
        for name, cell in sheet.cells.items()
        if int(name[1:]) in places
    }
    return exactly_fields(**moved)


def _write_moves(name: str, raw: str, *, old: str) -> tuple[Move, ...]:
    return tap(f"{name}: " if old else name), type_text(_FIELD, raw), tap("Confirm entry")


def set_cell(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to correct one number in a long table in the Sheets app."""
    rows = _rows(state.spreadsheet.books[_RUNS].sheets[0])
    at = rng.randint(5, len(rows) - 1)
    old, new = rows[at][2], str(rng.randint(91, 120))
    rows[at][2] = new
    name = f"C{at + 1}"
    return state_task(
        "In the workbook Running log in Sheets, change the minutes of the run on {date} to {minutes}",
        {"date": rows[at][0], "minutes": new},
        check=state_is(becomes(f"{_sheet(_RUNS)}.cells.{name}.raw", new)),
        spoil=put(f"{_sheet(_RUNS)}.cells.{name}.raw", old),
        moves=(tap("Sheets"), tap("Running log"), *_write_moves(name, new, old=old)),
        layout="changing",
    )


def add_total(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a column total in bold with a SUM formula in the Sheets app."""
    month = rng.choice((1, 2))
    sheet = state.spreadsheet.books[_BUDGET].sheets[month]
    column, head = rng.choice((("B", "Planned"), ("C", "Spent")))
    count = len(_rows(sheet))
    target = f"{column}{count + 1}"
    cell = f"{_sheet(_BUDGET, sheet=month)}.cells.{target}"
    formula = Matches(rf"(?i) *= *SUM *\( *{column}[12] *: *{column}{count} *\) *")
    return state_task(
        "In the sheet {month} of the workbook Household budget in Sheets, put the sum of the column {head} "
        "in cell {cell} with the function SUM, and make that cell bold",
        {"month": sheet.name, "head": head, "cell": target},
        check=state_is(becomes(cell, {"raw": formula, "bold": True})),
        spoil=put(f"{cell}.raw", f"=SUM({column}2:{column}{count - 1})"),
        moves=(
            tap("Sheets"),
            tap("Household budget"),
            tap(f"Sheet {sheet.name}"),
            tap(target),
            type_text(_FIELD, f"=SUM({column}2:{column}{count})"),
            tap("Confirm entry"),
            tap("Bold"),
        ),
        kind="added",
    )


def sort_rows(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to sort a table by a numeric column in the Sheets app."""
    rows = _rows(state.spreadsheet.books[_READING].sheets[0])
    down = rng.choice((True, False))
    way, label = _ORDERS[down]
    order = [1, *sorted(range(2, len(rows) + 1), key=lambda number: int(rows[number - 1][2]), reverse=down)]
    sheet = state.spreadsheet.books[_READING].sheets[0]
    return state_task(
        "In Sheets, sort the workbook Reading list by the column Pages, {way}; the header stays on top",
        {"way": way},
        check=state_is(becomes(f"{_sheet(_READING)}.cells", _cells_in_order(sheet, order))),
        spoil=put(f"{_sheet(_READING)}.cells.C2.raw", "1"),
        moves=(
            tap("Sheets"),
            tap("Reading list"),
            tap("More options"),
            tap("Sort"),
            tap("Column"),
            tap("C: Pages"),
            tap(label),
            tap("Sort"),
        ),
        layout="changing",
    )


def add_row(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to fill in the four cells of a new row in the Sheets app."""
    rows = _rows(state.spreadsheet.books[_GUESTS].sheets[0])
    invited = {row[0] for row in rows}
    person = rng.choice([each.name for each in state.people if each.name not in invited])
    row = [person, rng.choice(("yes", "maybe")), str(rng.randint(0, 3)), str(rng.choice(_TABLES))]
    at, cells = len(rows) + 1, f"{_sheet(_GUESTS)}.cells"
    written = [becomes(f"{cells}.{name}{at}", {"raw": raw}) for name, raw in zip("ABCD", row, strict=True)]
    return state_task(
        "Add a guest at the end of the workbook Guest list in Sheets: name {name}, coming {coming}, "
        "children {children}, table {table}",
        {"name": row[0], "coming": row[1], "children": row[2], "table": row[3]},
        check=state_is(*written),
        spoil=put(f"{cells}.D{at}.raw", f"{row[3]}0"),
        moves=(
            tap("Sheets"),
            tap("Guest list"),
            *[
                move
                for name, raw in zip("ABCD", row, strict=True)
                for move in _write_moves(f"{name}{at}", raw, old="")
            ],
        ),
        layout="changing",
    )


def delete_row(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete a table row in the Sheets app, so that no empty row remains."""
    rows = _rows(state.spreadsheet.books[_GUESTS].sheets[0])
    at = rng.randint(1, len(rows) - 2)
    left = [number for number in range(1, len(rows) + 1) if number != at + 1]
    sheet = state.spreadsheet.books[_GUESTS].sheets[0]
    return state_task(
        "Delete the row of {name} from the workbook Guest list in Sheets, so that no empty row is left",
        {"name": rows[at][0]},
        check=state_is(
            becomes(f"{_sheet(_GUESTS)}.cells", _cells_in_order(sheet, left)),
            may_change(f"{_sheet(_GUESTS)}.rows"),
        ),
        spoil=delete(f"{_sheet(_GUESTS)}.cells.A3"),
        moves=(
            tap("Sheets"),
            tap("Guest list"),
            tap(f"Row {at + 1}"),
            tap("Insert or delete"),
            tap("Delete row"),
        ),
        layout="changing",
    )


def add_sheet(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a named sheet to a workbook and enter a value in cell A1 in the Sheets app."""
    name = rng.choice(_NEW_SHEETS)
    sheets = f"spreadsheet.books[id=book{_BUDGET}].sheets"
    return state_task(
        "In Sheets, add a sheet named {name} to the workbook Household budget and write Category in its A1",
        {"name": name},
        check=state_is(adds(sheets, {"name": name, "cells": _cells_with([["Category"]])})),
        spoil=put(f"{sheets}[+].name", "Sheet4"),
        moves=(
            tap("Sheets"),
            tap("Household budget"),
            tap("Add sheet"),
            tap("Sheet Sheet4"),
            tap("Rename sheet"),
            type_text("Name", name),
            tap("Rename"),
            *_write_moves("A1", "Category", old=""),
        ),
    )


def format_currency(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to format a column as currency and change the currency in the Sheets app."""
    mark, label = rng.choice((("€", "Euro (€)"), ("£", "Pound (£)")))
    sheet = state.spreadsheet.books[_TRIP].sheets[0]
    names = [name for name in sheet.cells if name[0] == "C" and name != "C1"]
    cells = f"{_sheet(_TRIP)}.cells"
    return state_task(
        "In Sheets, show the costs in the workbook {book} as currency, and set the currency to {currency}",
        {"book": state.spreadsheet.books[_TRIP].name, "currency": label},
        check=state_is(
            *(becomes(f"{cells}.{name}.format", "currency") for name in names),
            may_change(f"{cells}.C1.format"),
            may_add(cells, {"raw": ""}),
            becomes("spreadsheet.settings.currency", mark),
        ),
        spoil=delete(f"{cells}.C4.format"),
        moves=(
            tap("Sheets"),
            tap("More options"),
            tap("Settings"),
            tap("Currency"),
            tap(label),
            Move("back"),
            tap(state.spreadsheet.books[_TRIP].name),
            tap("Column C"),
            tap("Number format"),
            tap("Currency"),
        ),
        kind="added",
    )


def _by_revenue(rows: list[list[str]], *, region: str) -> list[list[str]]:
    """Sort the rows of a region by ascending revenue."""
    return sorted((row for row in rows if row[1] == region), key=_revenue)


def _revenue(row: list[str]) -> int:
    return int(row[2]) * int(row[3])


def _has_single_best(rows: list[list[str]]) -> bool:
    """Return True if the last row has a higher revenue than the one before it."""
    return len(rows) > 1 and _revenue(rows[-1]) > _revenue(rows[-2])


def find_best_seller(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for a region's top product by revenue in a sales spreadsheet."""
    rows = _rows(state.spreadsheet.books[_SALES].sheets[0])[1:]
    best = {region: _by_revenue(rows, region=region) for region in sorted({row[1] for row in rows})}
    region = rng.choice([name for name, sales in best.items() if _has_single_best(sales)])
    ordered = best[region]
    return question_task(
        "According to the workbook Furniture sales in Sheets, which product had the highest revenue in the "
        "region {region}?",
        {"region": region},
        answer=ordered[-1][0],
        wrong=ordered[-2][0],
        instead=sorted({row[0] for row in rows}),
        check=state_is(may_change(f"{_sheet(_SALES)}.filter")),
        moves=(
            tap("Sheets"),
            tap("Furniture sales"),
            tap("More options"),
            tap("Filter"),
            tap("Column"),
            tap("B: Region"),
            tap("Select none"),
            tap(region),
            tap("Apply"),
        ),
        layout="changing",
    )


def mark_as_paid(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to update the cost of an item in a spreadsheet and mark it as paid.

    The instruction does not name the app.
    """
    book = state.spreadsheet.books[_TRIP]
    rows = _rows(book.sheets[0])
    at = rng.choice([i for i, row in enumerate(rows) if row[3] == "no"] or [1])
    new = str(int(rows[at][2]) + rng.randint(5, 45))
    name = f"C{at + 1}"
    moves = _write_moves(name, new, old=rows[at][2])
    cells = f"{_sheet(_TRIP)}.cells"
    return state_task(
        'The item "{item}" of my plan for the {book} cost {cost} in the end and is paid now; '
        "put that right in my table of costs",
        {"item": rows[at][0], "book": book.name.replace("Holiday", "holiday"), "cost": new},
        check=state_is(becomes(f"{cells}.{name}.raw", new), becomes(f"{cells}.D{at + 1}.raw", "yes")),
        spoil=put(f"{cells}.D{at + 1}.raw", "no"),
        moves=(tap("Sheets"), tap(book.name), *moves, *_write_moves(f"D{at + 1}", "yes", old="no")),
        kind="abstract",
        layout="changing",
    )


def create_workbook(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to create a workbook with a small table in the Sheets app."""
    name = rng.choice(("Pocket money", "Electricity meter", "Chess results", "Car costs"))
    first, second = rng.sample(("Mon", "Tue", "Wed", "Thu", "Fri"), 2)
    numbers = (str(rng.randint(10, 99)), str(rng.randint(100, 199)))
    rows = [[first, numbers[0]], [second, numbers[1]]]
    book: ExpectedFields = {"name": name, "sheets": [{"cells": _cells_with(rows)}]}
    return state_task(
        'Create a new workbook "{name}" in Sheets with {a} in A1, {m} in B1, {b} in A2 and {n} in B2',
        {"name": name, "a": first, "m": numbers[0], "b": second, "n": numbers[1]},
        check=state_is(adds("spreadsheet.books", book)),
        spoil=put("spreadsheet.books[+].sheets[0].cells.B2.raw", "0"),
        moves=(
            tap("Sheets"),
            tap("New workbook"),
            type_text("Name", name),
            tap("Create"),
            type_text(_FIELD, first),
            press("Enter"),
            type_text(_FIELD, second),
            *_write_moves("B1", numbers[0], old=""),
            *_write_moves("B2", numbers[1], old=""),
        ),
    )


SPREADSHEET: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "spreadsheet-set-cell": set_cell,
        "spreadsheet-total": add_total,
        "spreadsheet-sort": sort_rows,
        "spreadsheet-add-row": add_row,
        "spreadsheet-delete-row": delete_row,
        "spreadsheet-new-sheet": add_sheet,
        "spreadsheet-currency": format_currency,
        "spreadsheet-best-seller": find_best_seller,
        "spreadsheet-paid": mark_as_paid,
        "spreadsheet-new-book": create_workbook,
    }
)
