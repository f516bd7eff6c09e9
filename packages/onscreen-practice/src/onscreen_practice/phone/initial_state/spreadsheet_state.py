"""What the spreadsheet application holds when the phone begins."""

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
    """A cell: what was typed and how it looks; `format` is number, currency, percent or text."""

    raw: str
    bold: bool = False
    italic: bool = False
    format: str = ""
    fill: str = ""
    align: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A sheet; `cells` by name such as B3, `widths` of columns counted from 0, `filter` hides rows."""

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
    """A file of sheets."""

    id: str
    name: str
    modified: str
    sheets: tuple[Sheet, ...]
    starred: bool = False


class Preferences(msgspec.Struct, frozen=True):
    """The settings of the spreadsheet application."""

    currency: str = "$"
    enter: str = "Down"
    decimals: int = 2
    offline: bool = False
    suggestions: bool = True


class Spreadsheet(msgspec.Struct, frozen=True):
    """All workbooks."""

    books: tuple[Workbook, ...]
    order: str = "modified"
    settings: Preferences = Preferences()


def spreadsheet(chance: Random, *, cast: tuple[Person, ...]) -> Spreadsheet:
    """Make up six workbooks: a budget, a journey, sales, books read, guests, runs."""
    made = (
        ("Household budget", _budget(chance)),
        (f"Holiday in {chance.choice(_CITIES)}", (_trip(chance),)),
        ("Furniture sales", (_sales(chance),)),
        ("Reading list", (_reading(chance),)),
        ("Guest list", (_guests(chance, cast=cast),)),
        ("Running log", (_runs(chance),)),
    )
    days = chance.sample(range(1, 12), len(made))
    return Spreadsheet(
        tuple(
            Workbook(f"book{i}", name, f"2026-03-{day:02}", sheets)
            for i, ((name, sheets), day) in enumerate(zip(made, days, strict=True))
        )
    )


def _sheet(key: str, name: str, *, rows: Sequence[Sequence[object]], widths: Mapping[str, int] = {}) -> Sheet:
    cells = {
        f"{'ABCDEFGH'[c]}{r + 1}": Cell(str(value), bold=r == 0)
        for r, row in enumerate(rows)
        for c, value in enumerate(row)
        if value != ""
    }
    return Sheet(key, name, cells, widths=widths)


def _budget(chance: Random) -> tuple[Sheet, ...]:
    sheets = []
    for i, month in enumerate(_MONTHS):
        planned = [chance.randrange(40, 900, 10) for _ in _COSTS]
        spent = [max(10, value + chance.randint(-39, 60)) for value in planned]
        rows = [("Category", "Planned", "Spent"), *zip(_COSTS, planned, spent, strict=True)]
        sheets.append(_sheet(f"budget{i}", month, rows=rows))
    return tuple(sheets)


def _trip(chance: Random) -> Sheet:
    rows = [
        (item, kind, chance.randint(least, most), chance.choice(("yes", "no")))
        for item, kind, least, most in _TRIP
    ]
    return _sheet("trip0", "Costs", rows=[("Item", "Kind", "Cost", "Paid"), *rows], widths={"0": 140})


def _sales(chance: Random) -> Sheet:
    pairs = chance.sample([(product, region) for product in _PRODUCTS for region in _REGIONS], 16)
    units = chance.sample(range(4, 90), len(pairs))
    rows = [
        (product, region, count, chance.randrange(20, 240, 5), f"=C{i}*D{i}")
        for i, ((product, region), count) in enumerate(zip(pairs, units, strict=True), start=2)
    ]
    return _sheet("sales0", "First quarter", rows=[("Product", "Region", "Units", "Price", "Revenue"), *rows])


def _reading(chance: Random) -> Sheet:
    books = chance.sample(_BOOKS, len(_BOOKS))
    pages = chance.sample(range(110, 720), len(books))
    rows = [(title, author, n, chance.randint(1, 5)) for (title, author), n in zip(books, pages, strict=True)]
    return _sheet("reading0", "Books", rows=[("Title", "Author", "Pages", "Stars"), *rows], widths={"0": 150})


def _guests(chance: Random, *, cast: tuple[Person, ...]) -> Sheet:
    rows = [
        (person.name, chance.choice(("yes", "no", "maybe")), chance.randint(0, 3), chance.randint(1, 6))
        for person in chance.sample(cast, 12)
    ]
    return _sheet(
        "guests0", "Guests", rows=[("Name", "Coming", "Children", "Table"), *rows], widths={"0": 150}
    )


def _runs(chance: Random) -> Sheet:
    days = [*(f"2026-02-{day:02}" for day in range(1, 29, 2)), *(f"2026-03-{day:02}" for day in range(1, 12))]
    rows = [
        (day, f"{chance.randint(30, 140) / 10:.1f}", chance.randint(20, 90), f"=C{i}/B{i}")
        for i, day in enumerate(sorted(chance.sample(days, 22)), start=2)
    ]
    return _sheet("runs0", "Runs", rows=[("Date", "Km", "Minutes", "Minutes per km"), *rows])
