"""Task factories for the Calculator app of the simulated phone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import Change, adds, becomes, may_add, removes
from onscreen_practice.state.value_patterns import Contains, Expected, one_of
from onscreen_practice.task_recipe import Move, TaskRecipe, tap, type_text

_NAMES = {
    "+": "plus",
    "−": "minus",
    "×": "multiply",
    "÷": "divide",
    "(": "parentheses",
    ")": "parentheses",
    ".": "point",
}
_NOTES = ("Paint", "Bus tickets", "Garden fence", "Wallpaper", "Cake for twelve")
_LENGTHS = (
    ("Inches", "Centimeters", Fraction("2.54")),
    ("Feet", "Centimeters", Fraction("30.48")),
    ("Miles", "Meters", Fraction("1609.344")),
)


def tap_keys(expression: str) -> tuple[Move, ...]:
    """Convert an arithmetic expression into the key taps that enter it in the Calculator app."""
    return tuple(tap(_NAMES.get(sign, sign)) for sign in expression)


def new_calculation(**fields: Expected) -> tuple[Change, ...]:
    """Build the expected state changes for a calculation added to the history.

    Further calculations may be added as well.
    """
    return adds("calculator.history", fields), may_add("calculator.history")


def calculate_product(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to multiply two numbers and add a third in the Calculator app."""
    a, b, c = rng.randint(12, 99), rng.randint(12, 99), rng.randint(100, 980)
    expression = f"{a}×{b}+{c}"
    return state_task(
        "Calculate {a} times {b} plus {c} in Calculator, as one calculation, so that it stands in its"
        " history",
        {"a": str(a), "b": str(b), "c": str(c)},
        check=state_is(*new_calculation(result=f"{a * b + c:,}", expression=Contains(("×", "+")))),
        spoil=put("calculator.history[+].result", f"{a * b - c:,}"),
        moves=(tap("Calculator"), *tap_keys(expression), tap("equals")),
    )


def calculate_with_parentheses(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to enter a calculation with parentheses in the Calculator app."""
    divisor = rng.choice((4, 5, 8))
    a, b = rng.randint(101, 499), rng.randint(11, 99)
    b += -(a + b) % divisor
    expression = f"({a}+{b})÷{divisor}"
    return state_task(
        "In Calculator, add {a} and {b} and divide the sum by {divisor}, in one calculation with parentheses",
        {"a": str(a), "b": str(b), "divisor": str(divisor)},
        check=state_is(*new_calculation(result=f"{(a + b) // divisor:,}", expression=Contains(("(",)))),
        spoil=put("calculator.history[+].expression", f"{a}+{b}÷{divisor}"),
        moves=(tap("Calculator"), *tap_keys(expression), tap("equals")),
        kind="added",
    )


def convert_length(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to convert a length with the Calculator app's unit converter and report the result."""
    source, target, factor = rng.choice(_LENGTHS)
    amount = rng.randint(3, 48) * 25 + rng.choice((0, 10))
    answer = f"{float(f'{float(amount * factor):.8g}'):,}".removesuffix(".0")
    return question_task(
        "How many {target} are {amount} {source}? Use the unit converter of Calculator and give the number"
        " as it shows it",
        {"target": target.lower(), "source": source.lower(), "amount": str(amount)},
        answer=answer,
        also=(answer.replace(",", ""),),
        wrong=f"{float(amount / factor):.6g}",
        check=state_is(becomes("calculator.converter.category", "Length")),
        moves=(
            tap("Calculator"), tap("More options"), tap("Unit converter"), tap("Length"), tap("From"),
            tap(source), tap("To"), tap(target), type_text("Amount", str(amount)),
        ),
    )  # fmt: skip


def split_bill(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for each person's share of a restaurant bill with a tip.

    The instruction does not name the app.
    """
    people, percent = rng.choice((2, 3, 4)), rng.choice((10, 20, 25))
    each = rng.randint(2100, 5800)
    bill = next(
        n
        for n in range(each * people * 100 // (100 + percent) // 20 * 20, 10**6, 20)
        if n * (100 + percent) % (100 * people) == 0 and n * (100 + percent) // (100 * people) % 10
    )
    cents = bill * (100 + percent) // 100 // people
    return question_task(
        "{people} of us share a restaurant bill of ${bill} evenly and leave a {percent} percent tip. How"
        " much does each of us pay in all?",
        {"people": {2: "Two", 3: "Three", 4: "Four"}[people], "bill": f"{bill / 100:.2f}",
        "percent": str(percent)},
        answer=f"{cents / 100:.2f}",
        wrong=f"{bill / 100 / people:.2f}",
        moves=(
            tap("Calculator"), tap("More options"), tap("Tip calculator"),
            type_text("Bill", f"{bill / 100:.2f}"), tap(f"{percent}%"),
            *([tap("More people")] * (people - 1)),
        ),
        kind="abstract",
    )  # fmt: skip


def delete_calculation(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to delete the calculation with a given note from the Calculator history."""
    sums = state.calculator.history
    gone = rng.choice([each for each in sums if each.note])
    return state_task(
        'Delete the calculation with the note "{note}" from the calculator\'s history',
        {"note": gone.note},
        check=state_is(removes(f"calculator.history[id={gone.id}]")),
        spoil=delete("calculator.history[-1]"),
        moves=(tap("Calculator"), tap("History"), tap(gone.note), tap("Delete")),
        layout="changing",
    )


def add_note(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a note to a previous calculation in the Calculator history."""
    sums = state.calculator.history
    one, note = rng.choice([each for each in sums[3:] if not each.note]), rng.choice(_NOTES)
    shown = _format_expression(one.expression)
    return state_task(
        'Add the note "{note}" to the calculation {expression} in the history of Calculator',
        {"note": note, "expression": shown},
        check=state_is(becomes(f"calculator.history[id={one.id}].note", note)),
        spoil=put(f"calculator.history[id={one.id}].note", "Note"),
        moves=(
            tap("Calculator"),
            tap("History"),
            type_text("Search history", shown),
            tap(shown, nth=0),
            tap("Add note"),
            type_text("Note", note),
            tap("Save"),
        ),
        layout="changing",
    )


def _format_expression(expression: str) -> str:
    """Format an expression as the calculator displays it, with thousands separators."""
    return re.sub(r"\d+", lambda match: f"{int(match[0]):,}", expression)


def change_settings(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the angle unit and the number of decimal places in the Calculator app."""
    places = rng.choice("23456")
    return state_task(
        "Have Calculator measure angles in radians and show {places} decimal places",
        {"places": places},
        check=state_is(becomes("calculator.angle", "rad"), becomes("calculator.decimals", places)),
        spoil=put("calculator.decimals", str(int(places) - 1)),
        moves=(
            tap("Calculator"), tap("More options"), tap("Settings"), tap("Angle unit"), tap("Radians"),
            tap("Decimal places"), tap(places),
        ),
    )  # fmt: skip


def add_to_memory(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a product to the number stored in the Calculator app's memory."""
    a, b = rng.randint(12, 99), rng.randint(3, 9)
    stored = (state.calculator.memory or 0) + a * b
    return state_task(
        "Add the product of {a} and {b} to the number in the memory of Calculator, with its memory keys",
        {"a": str(a), "b": str(b)},
        check=state_is(becomes("calculator.memory", stored), may_add("calculator.history")),
        spoil=put("calculator.memory", a * b),
        moves=(tap("Calculator"), *tap_keys(f"{a}×{b}"), tap("equals"), tap("memory add")),
        kind="added",
    )


def reuse_result(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to reuse a result from the Calculator history in a new multiplication."""
    one = rng.choice([each for each in state.calculator.history[2:] if not each.result.startswith("−")])
    factor, shown = rng.randint(12, 48), _format_expression(one.expression)
    old = one.result.replace(",", "")
    expression = one_of(f"{old}×{factor}", f"{factor}×{old}")
    return state_task(
        "Find {expression} in the history of Calculator, use its result again and multiply it by {factor}",
        {"expression": shown, "factor": str(factor)},
        check=state_is(*new_calculation(expression=expression, result=f"{int(old) * factor:,}")),
        spoil=put("calculator.history[+].result", one.result),
        moves=(
            tap("Calculator"), tap("History"), type_text("Search history", shown), tap(shown, nth=0),
            tap("Use result"), *tap_keys(f"×{factor}"), tap("equals"),
        ),
        layout="changing",
    )  # fmt: skip


def clear_history(_state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to clear the Calculator history, stop recording it, and turn off another setting."""
    field, title = rng.choice((("grouping", "Thousands separators"), ("vibrate", "Vibrate on key press")))
    return state_task(
        'Clear the history of Calculator, have it keep no history from now on, and switch off "{title}"',
        {"title": title},
        check=state_is(
            becomes("calculator.history", []),
            becomes("calculator.keep_history", False),
            becomes(f"calculator.{field}", False),
        ),
        spoil=put("calculator.keep_history", True),
        moves=(
            tap("Calculator"), tap("More options"), tap("Clear history"), tap("Clear"),
            tap("More options"), tap("Settings"), tap(title), tap("Keep history"),
        ),
    )  # fmt: skip


CALCULATOR: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "calculator-multiply": calculate_product,
        "calculator-brackets": calculate_with_parentheses,
        "calculator-convert": convert_length,
        "calculator-split-bill": split_bill,
        "calculator-delete-one": delete_calculation,
        "calculator-note": add_note,
        "calculator-preferences": change_settings,
        "calculator-memory-add": add_to_memory,
        "calculator-reuse-result": reuse_result,
        "calculator-forget": clear_history,
    }
)
