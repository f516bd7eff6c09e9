"""Initial state of the spreadsheet app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from onscreen_practice.phone.initial_state.people_state import Person

_COSTS = (
    "Rent", "Groceries", "Electricity", "Internet", "Transport", "Insurance", "Clothes", "Eating out",
    "Gifts", "Savings",
)  # fmt: skip
_MONTHS = ("January", "February", "March")
_CITIES = ("Lisbon", "Oslo", "Vienna", "Kyoto", "Porto", "Dublin")
_TRIP = (
    ("Flights", "Travel", 180, 420), ("Hotel", "Stay", 300, 700), ("Airport train", "Travel", 12, 40),
    ("Museum pass", "Leisure", 25, 60), ("Boat tour", "Leisure", 30, 80),
    ("Travel insurance", "Other", 18, 45), ("Dinner by the sea", "Food", 50, 120),
    ("Cooking class", "Leisure", 60, 110), ("City bikes", "Travel", 15, 45), ("Breakfasts", "Food", 40, 90),
)  # fmt: skip
_PRODUCTS = ("Lamp", "Chair", "Desk", "Shelf", "Rug", "Mirror", "Vase", "Stool")
_REGIONS = ("North", "South", "East", "West")
_BOOKS = (
    ("Night Orchard", "L. Harrow"), ("The Salt Map", "D. Imre"), ("Quiet Engines", "P. Vance"),
    ("A House of Rain", "M. Solberg"), ("The Ninth Bridge", "T. Okoro"), ("Paper Tigers", "J. Lind"),
    ("Low Sun", "R. Abele"), ("The Glass Ferry", "C. Duarte"), ("Winter Arithmetic", "H. Brandt"),
    ("Letters from Ash", "V. Moran"), ("Two Rivers", "S. Petit"), ("The Long Field", "G. Ito"),
)  # fmt: skip


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spreadsheet cell with its raw input and formatting.

    `format` is number, currency, percent or text.
    """

    raw: str
    bold: bool = False
    italic: bool = False
    format: str = ""
    fill: str = ""
    align: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A sheet of a spreadsheet, with its cells and layout.

    `cells` is keyed by names such as B3, and `widths` by column index from 0.

    `filter` maps column indices to the values whose rows stay visible.
    """

    id: str
    name: str
    cells: Mapping[str, Cell]
    rows: int = 40
    cols: int = 12
    frozen: int = 0
    gridlines: bool = True
    widths: Mapping[str, int] = {}
    filter: Mapping[str, tuple[str, ...]] = {}
    charts: tuple[str, ...] = ()


class Workbook(msgspec.Struct, frozen=True):
    """A spreadsheet file."""

    id: str
    name: str
    modified: str
    sheets: tuple[Sheet, ...]
    starred: bool = False


class SpreadsheetSettings(msgspec.Struct, frozen=True):
    """Settings of the spreadsheet app."""

    currency: str = "$"
    enter: str = "Down"
    decimals: int = 2
    offline: bool = False
    suggestions: bool = True


class Spreadsheet(msgspec.Struct, frozen=True):
    """State of the spreadsheet app."""

    books: tuple[Workbook, ...]
    order: str = "modified"
    settings: SpreadsheetSettings = SpreadsheetSettings()


def build_spreadsheet_state(rng: Random, *, people: tuple[Person, ...]) -> Spreadsheet:
    """Generate six workbooks, such as a household budget, a guest list and a running log."""
    contents = (
        ("Household budget", _build_budget(rng)),
        (f"Holiday in {rng.choice(_CITIES)}", (_build_trip(rng),)),
        ("Furniture sales", (_build_sales(rng),)),
        ("Reading list", (_build_reading_list(rng),)),
        ("Guest list", (_build_guest_list(rng, people=people),)),
        ("Running log", (_build_running_log(rng),)),
    )
    days = rng.sample(range(1, 12), len(contents))
    return Spreadsheet(
        tuple(
            Workbook(f"book{i}", name, f"2026-03-{day:02}", sheets)
            for i, ((name, sheets), day) in enumerate(zip(contents, days, strict=True))
        )
    )


def _build_sheet(
    key: str, name: str, *, rows: Sequence[Sequence[object]], widths: Mapping[str, int] = {}
) -> Sheet:
    cells = {
        f"{'ABCDEFGH'[c]}{r + 1}": Cell(str(value), bold=r == 0)
        for r, row in enumerate(rows)
        for c, value in enumerate(row)
        if value != ""
    }
    return Sheet(key, name, cells, widths=widths)


def _build_budget(rng: Random) -> tuple[Sheet, ...]:
    sheets = []
    for i, month in enumerate(_MONTHS):
        planned = [rng.randrange(40, 900, 10) for _ in _COSTS]
        spent = [max(10, value + rng.randint(-39, 60)) for value in planned]
        rows = [("Category", "Planned", "Spent"), *zip(_COSTS, planned, spent, strict=True)]
        sheets.append(_build_sheet(f"budget{i}", month, rows=rows))
    return tuple(sheets)


def _build_trip(rng: Random) -> Sheet:
    rows = [
        (item, kind, rng.randint(min_cost, max_cost), rng.choice(("yes", "no")))
        for item, kind, min_cost, max_cost in _TRIP
    ]
    return _build_sheet("trip0", "Costs", rows=[("Item", "Kind", "Cost", "Paid"), *rows], widths={"0": 140})


def _build_sales(rng: Random) -> Sheet:
    pairs = rng.sample([(product, region) for product in _PRODUCTS for region in _REGIONS], 16)
    units = rng.sample(range(4, 90), len(pairs))
    rows = [
        (product, region, count, rng.randrange(20, 240, 5), f"=C{i}*D{i}")
        for i, ((product, region), count) in enumerate(zip(pairs, units, strict=True), start=2)
    ]
    return _build_sheet(
        "sales0", "First quarter", rows=[("Product", "Region", "Units", "Price", "Revenue"), *rows]
    )


def _build_reading_list(rng: Random) -> Sheet:
    books = rng.sample(_BOOKS, len(_BOOKS))
    pages = rng.sample(range(110, 720), len(books))
    rows = [(title, author, n, rng.randint(1, 5)) for (title, author), n in zip(books, pages, strict=True)]
    return _build_sheet(
        "reading0", "Books", rows=[("Title", "Author", "Pages", "Stars"), *rows], widths={"0": 150}
    )


def _build_guest_list(rng: Random, *, people: tuple[Person, ...]) -> Sheet:
    rows = [
        (person.name, rng.choice(("yes", "no", "maybe")), rng.randint(0, 3), rng.randint(1, 6))
        for person in rng.sample(people, 12)
    ]
    return _build_sheet(
        "guests0", "Guests", rows=[("Name", "Coming", "Children", "Table"), *rows], widths={"0": 150}
    )


def _build_running_log(rng: Random) -> Sheet:
    days = [*(f"2026-02-{day:02}" for day in range(1, 29, 2)), *(f"2026-03-{day:02}" for day in range(1, 12))]
    rows = []
    for i, day in enumerate(sorted(rng.sample(days, 22)), start=2):
        km, pace = rng.randint(30, 140) / 10, rng.randint(280, 430) / 60
        rows.append((day, f"{km:.1f}", round(km * pace), f"=C{i}/B{i}"))
    return _build_sheet("runs0", "Runs", rows=[("Date", "Km", "Minutes", "Minutes per km"), *rows])
