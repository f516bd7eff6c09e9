"""Tasks of the spreadsheet application."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.spreadsheet_state import Sheet
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import untouched
from onscreen_practice.task_recipe import Move, Recipe, pressed, quoted, tap, typed

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


def _at(book: int, *, sheet: int = 0) -> str:
    return f"s.spreadsheet.books.find(b => b.id === 'book{book}').sheets[{sheet}]"


def _kept(sheet: str, rows: list[list[str]]) -> str:
    wanted = {
        f"{chr(65 + c)}{r}": raw for r, row in enumerate(rows, start=1) for c, raw in enumerate(row) if raw
    }
    return f"Object.entries({quoted(wanted)}).every(([name, raw]) => {sheet}.cells[name]?.raw === raw)"


def _cells_are(sheet: str, rows: list[list[str]]) -> str:
    count = sum(1 for row in rows for raw in row if raw)
    return f"{_kept(sheet, rows)} && Object.values({sheet}.cells).filter(c => c.raw).length === {count}"


def _others(book: int) -> str:
    return untouched("spreadsheet.books", but=f"x.id === 'book{book}'")


def _same_sheet(book: int, *, sheet: int) -> str:
    now = f"JSON.stringify({_at(book, sheet=sheet)}.cells)"
    return f"{now} === {now.replace('s.', 'begin.', 1)}"


def _into(name: str, raw: str, *, old: str) -> tuple[Move, ...]:
    return tap(f"{name}: " if old else name), typed(_FIELD, raw), tap("Confirm entry")


def set_cell(w: PhoneState, chance: Random) -> Recipe:
    """One number of a long list is put right."""
    rows = _rows(w.spreadsheet.books[_RUNS].sheets[0])
    at = chance.randint(5, len(rows) - 1)
    old, new = rows[at][2], str(chance.randint(91, 120))
    rows[at][2] = new
    name = f"C{at + 1}"
    return job(
        "In the workbook Running log in Sheets, change the minutes of the run on {date} to {minutes}",
        {"date": rows[at][0], "minutes": new},
        holds=f"{_cells_are(_at(_RUNS), rows)} && {_others(_RUNS)}",
        spoil=f"{_at(_RUNS)}.cells.{name}.raw = {quoted(old)}",
        moves=(tap("Sheets"), tap("Running log"), *_into(name, new, old=old)),
        layout="changing",
    )


def total(w: PhoneState, chance: Random) -> Recipe:
    """A sum as a formula, in bold."""
    month = chance.choice((1, 2))
    sheet = w.spreadsheet.books[_BUDGET].sheets[month]
    column, head = chance.choice((("B", "Planned"), ("C", "Spent")))
    count = len(_rows(sheet))
    target = f"{column}{count + 1}"
    at = _at(_BUDGET, sheet=month)
    cell = f"{at}.cells.{target}"
    return job(
        "In the sheet {month} of the workbook Household budget in Sheets, put the sum of the column {head} "
        "in cell {cell} with the function SUM, and make that cell bold",
        {"month": sheet.name, "head": head, "cell": target},
        holds=f"/^=SUM\\({column}[12]:{column}{count}\\)$/i.test({cell}?.raw.replaceAll(' ', '') ?? '')"
        f" && {cell}.bold && {_kept(at, _rows(sheet))}"
        f" && Object.values({at}.cells).filter(c => c.raw).length === {len(sheet.cells) + 1}"
        f" && Object.values({at}.cells).filter(c => c.bold).length === 4"
        f" && {_others(_BUDGET)}"
        f" && {_same_sheet(_BUDGET, sheet=0)} && {_same_sheet(_BUDGET, sheet=3 - month)}",
        spoil=f"{cell}.raw = '=SUM({column}2:{column}{count - 1})'",
        moves=(
            tap("Sheets"),
            tap("Household budget"),
            tap(f"Sheet {sheet.name}"),
            tap(target),
            typed(_FIELD, f"=SUM({column}2:{column}{count})"),
            tap("Confirm entry"),
            tap("Bold"),
        ),
        kind="added",
    )


def sort(w: PhoneState, chance: Random) -> Recipe:
    """All rows are sorted by a column of numbers."""
    rows = _rows(w.spreadsheet.books[_READING].sheets[0])
    down = chance.choice((True, False))
    way, label = (
        ("most pages first", "Z to A, largest first")
        if down
        else ("fewest pages first", "A to Z, smallest first")
    )
    ordered = [rows[0], *sorted(rows[1:], key=lambda row: int(row[2]), reverse=down)]
    return job(
        "In Sheets, sort the workbook Reading list by the column Pages, {way}; the header stays on top",
        {"way": way},
        holds=f"{_cells_are(_at(_READING), ordered)} && {_others(_READING)}",
        spoil=f"{_at(_READING)}.cells.C2.raw = '1'",
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


def add_row(w: PhoneState, chance: Random) -> Recipe:
    """Four cells of a new row."""
    rows = _rows(w.spreadsheet.books[_GUESTS].sheets[0])
    there = {row[0] for row in rows}
    person = chance.choice([each.name for each in w.people if each.name not in there])
    row = [person, chance.choice(("yes", "maybe")), str(chance.randint(0, 3)), str(chance.choice(_TABLES))]
    at = len(rows) + 1
    return job(
        "Add a guest at the end of the workbook Guest list in Sheets: name {name}, coming {coming}, "
        "children {children}, table {table}",
        {"name": row[0], "coming": row[1], "children": row[2], "table": row[3]},
        holds=f"{_cells_are(_at(_GUESTS), [*rows, row])} && {_others(_GUESTS)}",
        spoil=f"{_at(_GUESTS)}.cells.D{at}.raw += '0'",
        moves=(
            tap("Sheets"),
            tap("Guest list"),
            *[
                move
                for name, raw in zip("ABCD", row, strict=True)
                for move in _into(f"{name}{at}", raw, old="")
            ],
        ),
        layout="changing",
    )


def delete_row(w: PhoneState, chance: Random) -> Recipe:
    """A row goes and those below move up."""
    rows = _rows(w.spreadsheet.books[_GUESTS].sheets[0])
    at = chance.randint(1, len(rows) - 2)
    return job(
        "Delete the row of {name} from the workbook Guest list in Sheets, so that no empty row is left",
        {"name": rows[at][0]},
        holds=f"{_cells_are(_at(_GUESTS), [*rows[:at], *rows[at + 1 :]])} && {_others(_GUESTS)}",
        spoil=f"delete {_at(_GUESTS)}.cells.A3",
        moves=(
            tap("Sheets"),
            tap("Guest list"),
            tap(f"Row {at + 1}"),
            tap("Insert or delete"),
            tap("Delete row"),
        ),
        layout="changing",
    )


def new_sheet(w: PhoneState, chance: Random) -> Recipe:
    """A sheet is added, named and begun."""
    name = chance.choice(_NEW_SHEETS)
    count = len(w.spreadsheet.books[_BUDGET].sheets)
    at = _at(_BUDGET, sheet=count)
    return job(
        "In Sheets, add a sheet named {name} to the workbook Household budget and write Category in its A1",
        {"name": name},
        holds=f"s.spreadsheet.books.find(b => b.id === 'book0').sheets.length === {count + 1}"
        f" && {at}.name === {quoted(name)} && {_cells_are(at, [['Category']])} && {_others(_BUDGET)}"
        f" && {' && '.join(_same_sheet(_BUDGET, sheet=each) for each in range(count))}",
        spoil=f"{at}.name = 'Sheet4'",
        moves=(
            tap("Sheets"),
            tap("Household budget"),
            tap("Add sheet"),
            tap("Sheet Sheet4"),
            tap("Rename sheet"),
            typed("Name", name),
            tap("Rename"),
            *_into("A1", "Category", old=""),
        ),
    )


def currency(w: PhoneState, chance: Random) -> Recipe:
    """A column is shown as money, with another currency."""
    mark, label = chance.choice((("€", "Euro (€)"), ("£", "Pound (£)")))
    sheet = w.spreadsheet.books[_TRIP].sheets[0]
    names = [name for name in sheet.cells if name[0] == "C" and name != "C1"]
    others = [name for name in sheet.cells if name[0] != "C"]
    cells = f"{_at(_TRIP)}.cells"
    return job(
        "In Sheets, show the costs in the workbook {book} as currency, and set the currency to {currency}",
        {"book": w.spreadsheet.books[_TRIP].name, "currency": label},
        holds=f"{quoted(names)}.every(n => {cells}[n].format === 'currency')"
        f" && {quoted(others)}.every(n => !{cells}[n].format) && {_cells_are(_at(_TRIP), _rows(sheet))}"
        f" && s.spreadsheet.settings.currency === {quoted(mark)} && {_others(_TRIP)}",
        spoil=f"delete {cells}.C4.format",
        moves=(
            tap("Sheets"),
            tap("More options"),
            tap("Settings"),
            tap("Currency"),
            tap(label),
            Move("back"),
            tap(w.spreadsheet.books[_TRIP].name),
            tap("Column C"),
            tap("Number format"),
            tap("Currency"),
        ),
        kind="added",
    )


def _by_revenue(rows: list[list[str]], *, region: str) -> list[list[str]]:
    return sorted((row for row in rows if row[1] == region), key=_revenue)


def _revenue(row: list[str]) -> int:
    return int(row[2]) * int(row[3])


def _one_leads(rows: list[list[str]]) -> bool:
    return len(rows) > 1 and _revenue(rows[-1]) > _revenue(rows[-2])


def best_seller(w: PhoneState, chance: Random) -> Recipe:
    """The highest revenue in a region."""
    rows = _rows(w.spreadsheet.books[_SALES].sheets[0])[1:]
    best = {region: _by_revenue(rows, region=region) for region in sorted({row[1] for row in rows})}
    region = chance.choice([name for name, found in best.items() if _one_leads(found)])
    ordered = best[region]
    return question(
        "According to the workbook Furniture sales in Sheets, which product had the highest revenue in the "
        "region {region}?",
        {"region": region},
        answer=ordered[-1][0],
        wrong=ordered[-2][0],
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


def paid(w: PhoneState, chance: Random) -> Recipe:
    """A cost of the holiday changes and is paid, told without naming the application."""
    book = w.spreadsheet.books[_TRIP]
    rows = _rows(book.sheets[0])
    at = chance.choice([i for i, row in enumerate(rows) if row[3] == "no"] or [1])
    new = str(int(rows[at][2]) + chance.randint(5, 45))
    name = f"C{at + 1}"
    moves = _into(name, new, old=rows[at][2])
    rows[at][2], rows[at][3] = new, "yes"
    return job(
        'The item "{item}" of my plan for the {book} cost {cost} in the end and is paid now; '
        "put that right in my table of costs",
        {"item": rows[at][0], "book": book.name.replace("Holiday", "holiday"), "cost": new},
        holds=f"{_cells_are(_at(_TRIP), rows)} && {_others(_TRIP)}",
        spoil=f"{_at(_TRIP)}.cells.D{at + 1}.raw = 'no'",
        moves=(tap("Sheets"), tap(book.name), *moves, *_into(f"D{at + 1}", "yes", old="no")),
        kind="abstract",
        layout="changing",
    )


def new_book(w: PhoneState, chance: Random) -> Recipe:
    """A workbook from nothing, with a small table."""
    name = chance.choice(("Pocket money", "Electricity meter", "Chess results", "Car costs"))
    first, second = chance.sample(("Mon", "Tue", "Wed", "Thu", "Fri"), 2)
    numbers = (str(chance.randint(10, 99)), str(chance.randint(100, 199)))
    rows = [[first, numbers[0]], [second, numbers[1]]]
    made = f"s.spreadsheet.books.find(b => b.name === {quoted(name)})"
    return job(
        'Create a new workbook "{name}" in Sheets with {a} in A1, {m} in B1, {b} in A2 and {n} in B2',
        {"name": name, "a": first, "m": numbers[0], "b": second, "n": numbers[1]},
        holds=f"s.spreadsheet.books.length === {len(w.spreadsheet.books) + 1} && Boolean({made})"
        f" && {_cells_are(f'{made}.sheets[0]', rows)}"
        f" && {untouched('spreadsheet.books', but=f'x.name === {quoted(name)}')}",
        spoil=f"{made}.sheets[0].cells.B2.raw = '0'",
        moves=(
            tap("Sheets"),
            tap("New workbook"),
            typed("Name", name),
            tap("Create"),
            typed(_FIELD, first),
            pressed("Enter"),
            typed(_FIELD, second),
            *_into("B1", numbers[0], old=""),
            *_into("B2", numbers[1], old=""),
        ),
    )


SPREADSHEET: Mapping[str, Maker] = MappingProxyType(
    {
        "spreadsheet-set-cell": set_cell,
        "spreadsheet-total": total,
        "spreadsheet-sort": sort,
        "spreadsheet-add-row": add_row,
        "spreadsheet-delete-row": delete_row,
        "spreadsheet-new-sheet": new_sheet,
        "spreadsheet-currency": currency,
        "spreadsheet-best-seller": best_seller,
        "spreadsheet-paid": paid,
        "spreadsheet-new-book": new_book,
    }
)
