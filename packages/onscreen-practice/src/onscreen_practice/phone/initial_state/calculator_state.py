"""What the calculator holds when the phone begins."""

from __future__ import annotations

from random import Random

import msgspec

_NOTES = ("", "", "", "Rent", "Groceries", "Fuel", "Tiles")


class Sum(msgspec.Struct, frozen=True):
    """A calculation done before."""

    id: str
    expression: str
    result: str
    date: str
    note: str = ""


class Converter(msgspec.Struct, frozen=True):
    """The converter as it was left."""

    category: str
    source: str
    target: str
    amount: str = ""


class Tip(msgspec.Struct, frozen=True):
    """The tip calculator as it was left."""

    bill: str = ""
    percent: int = 15
    people: int = 1


class Calculator(msgspec.Struct, frozen=True):
    """All that the calculator holds; history is newest first, `memory` null when empty."""

    history: tuple[Sum, ...]
    converter: Converter
    expression: str = ""
    memory: float | None = None
    angle: str = "deg"
    decimals: str = "auto"
    grouping: bool = True
    keep_history: bool = True
    vibrate: bool = True
    scientific: bool = False
    inverse: bool = False
    tip: Tip = Tip()


def calculator(chance: Random) -> Calculator:
    """Make up a history of nine sums with whole results, and a number in the memory."""
    days = (
        "2026-03-12",
        "2026-03-11",
        "2026-03-11",
        "2026-03-10",
        "2026-03-08",
        "2026-03-08",
        "2026-03-05",
        "2026-03-01",
        "2026-02-27",
    )
    notes = chance.sample(_NOTES, 5) + [""] * 4
    sums = []
    for i, (day, note) in enumerate(zip(days, notes, strict=True)):
        expression, result = _sum(chance)
        sums.append(Sum(f"sum{i}", expression, _grouped(result), day, note))
    category, source, target = chance.choice(
        (
            ("Length", "Kilometers", "Miles"),
            ("Mass", "Kilograms", "Pounds"),
            ("Temperature", "Celsius", "Fahrenheit"),
        )
    )
    return Calculator(tuple(sums), Converter(category, source, target), memory=float(chance.randint(11, 980)))


def _sum(chance: Random) -> tuple[str, int]:
    a, b, c = chance.randint(12, 999), chance.randint(2, 99), chance.randint(2, 60)
    return chance.choice(
        (
            (f"{a}+{b}", a + b),
            (f"{a}×{b}", a * b),
            (f"{a}−{b}×{c}", a - b * c),
            (f"{a * b}÷{b}", a),
            (f"({a}+{b})×{c}", (a + b) * c),
        )
    )


def _grouped(number: int) -> str:
    return f"{number:,}".replace("-", "−")
