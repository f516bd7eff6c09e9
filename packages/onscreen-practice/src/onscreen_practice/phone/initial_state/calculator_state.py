"""Initial state of the calculator app."""

from __future__ import annotations

from random import Random

import msgspec

_NOTES = ("", "", "", "Rent", "Groceries", "Fuel", "Tiles")


class Calculation(msgspec.Struct, frozen=True):
    """A past calculation."""

    id: str
    expression: str
    result: str
    date: str
    note: str = ""


class Converter(msgspec.Struct, frozen=True):
    """The unit converter's last input."""

    category: str
    source: str
    target: str
    amount: str = ""


class Tip(msgspec.Struct, frozen=True):
    """The tip calculator's last input."""

    bill: str = ""
    percent: int = 15
    people: int = 1


class Calculator(msgspec.Struct, frozen=True):
    """State of the calculator app, including its history and settings.

    `history` is sorted newest first. `memory` is None if the calculator's memory is empty.
    """

    history: tuple[Calculation, ...]
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


def build_calculator_state(rng: Random) -> Calculator:
    """Generate a history of nine calculations with integer results and a stored memory value."""
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
    notes = rng.sample(_NOTES, 5) + [""] * 4
    history = []
    for i, (day, note) in enumerate(zip(days, notes, strict=True)):
        expression, result = _generate_calculation(rng)
        history.append(Calculation(f"sum{i}", expression, _format_number(result), day, note))
    category, source, target = rng.choice(
        (
            ("Length", "Kilometers", "Miles"),
            ("Mass", "Kilograms", "Pounds"),
            ("Temperature", "Celsius", "Fahrenheit"),
        )
    )
    return Calculator(tuple(history), Converter(category, source, target), memory=float(rng.randint(11, 980)))


def _generate_calculation(rng: Random) -> tuple[str, int]:
    a, b, c = rng.randint(12, 999), rng.randint(2, 99), rng.randint(2, 60)
    return rng.choice(
        (
            (f"{a}+{b}", a + b),
            (f"{a}×{b}", a * b),
            (f"{a}−{b}×{c}", a - b * c),
            (f"{a * b}÷{b}", a),
            (f"({a}+{b})×{c}", (a + b) * c),
        )
    )


def _format_number(number: int) -> str:
    return f"{number:,}".replace("-", "−")
