"""Tasks of the calculator."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Move, Recipe, quoted, tap, typed

_NAMES = {
    "+": "plus",
    "−": "minus",
    "×": "multiply",
    "÷": "divide",
    "(": "parentheses",
    ")": "parentheses",
    ".": "point",
}
_OWN = "s.calculator"
_NOTES = ("Paint", "Bus tickets", "Garden fence", "Wallpaper", "Cake for twelve")
_LENGTHS = (
    ("Inches", "Centimeters", Fraction("2.54")),
    ("Feet", "Centimeters", Fraction("30.48")),
    ("Miles", "Meters", Fraction("1609.344")),
)


def keys(expression: str) -> tuple[Move, ...]:
    """Return the taps that enter an expression."""
    return tuple(tap(_NAMES.get(sign, sign)) for sign in expression)


def _rest(*but: str) -> str:
    return fields_untouched("calculator", but=("expression", "scientific", *but))


def _new(fits: str) -> str:
    """Write the condition that the latest calculation, `x`, is new and fits; the old ones are as begun."""
    old = old_untouched("calculator.history")
    newest = f"(x => /^n/.test(x.id) && {fits})({_OWN}.history[0] ?? {{}})"
    return f"{newest} && {old} && {_rest('history')}"


def multiply(_w: PhoneState, chance: Random) -> Recipe:
    """A product and a sum."""
    a, b, c = chance.randint(12, 99), chance.randint(12, 99), chance.randint(100, 980)
    expression = f"{a}×{b}+{c}"
    return job(
        "Calculate {a} times {b} plus {c} in Calculator, as one calculation, so that it stands in its"
        " history",
        {"a": str(a), "b": str(b), "c": str(c)},
        holds=_new(
            f"x.result === {quoted(f'{a * b + c:,}')} && x.expression.includes('×')"
            " && x.expression.includes('+')"
        ),
        spoil=f"{_OWN}.history[0].result = {quoted(f'{a * b - c:,}')}",
        moves=(tap("Calculator"), *keys(expression), tap("equals")),
    )


def brackets(_w: PhoneState, chance: Random) -> Recipe:
    """A sum in parentheses is divided."""
    divisor = chance.choice((4, 5, 8))
    a, b = chance.randint(101, 499), chance.randint(11, 99)
    b += -(a + b) % divisor
    expression = f"({a}+{b})÷{divisor}"
    return job(
        "In Calculator, add {a} and {b} and divide the sum by {divisor}, in one calculation with parentheses",
        {"a": str(a), "b": str(b), "divisor": str(divisor)},
        holds=_new(f"x.result === {quoted(f'{(a + b) // divisor:,}')} && x.expression.includes('(')"),
        spoil=f"{_OWN}.history[0].expression = '{a}+{b}÷{divisor}'",
        moves=(tap("Calculator"), *keys(expression), tap("equals")),
        kind="added",
    )


def convert(_w: PhoneState, chance: Random) -> Recipe:
    """A length in another unit."""
    source, target, factor = chance.choice(_LENGTHS)
    amount = chance.randint(3, 48) * 25 + chance.choice((0, 10))
    answer = f"{float(f'{float(amount * factor):.8g}'):,}".removesuffix(".0")
    return question(
        "How many {target} are {amount} {source}? Use the unit converter of Calculator and give the number"
        " as it shows it",
        {"target": target.lower(), "source": source.lower(), "amount": str(amount)},
        answer=answer,
        also=(answer.replace(",", ""),),
        wrong=f"{float(amount / factor):.6g}",
        holds=f"{_OWN}.converter.category === 'Length' && {untouched('calculator.history')}",
        moves=(
            tap("Calculator"), tap("More options"), tap("Unit converter"), tap("Length"), tap("From"),
            tap(source), tap("To"), tap(target),
            typed("Amount", str(amount)),
        ),
    )  # fmt: skip


def split_bill(_w: PhoneState, chance: Random) -> Recipe:
    """A tip, and the rest by heads."""
    people, percent = chance.choice((2, 3, 4)), chance.choice((10, 20, 25))
    each = chance.randint(2100, 5800)
    bill = next(
        n
        for n in range(each * people * 100 // (100 + percent) // 20 * 20, 10**6, 20)
        if n * (100 + percent) % (100 * people) == 0 and n * (100 + percent) // (100 * people) % 10
    )
    cents = bill * (100 + percent) // 100 // people
    return question(
        "{people} of us share a restaurant bill of ${bill} evenly and leave a {percent} percent tip. How"
        " much does each of us pay in all?",
        {"people": {2: "Two", 3: "Three", 4: "Four"}[people], "bill": f"{bill / 100:.2f}",
        "percent": str(percent)},
        answer=f"{cents / 100:.2f}",
        wrong=f"{bill / 100 / people:.2f}",
        moves=(
            tap("Calculator"), tap("More options"), tap("Tip calculator"), typed("Bill", f"{bill / 100:.2f}"),
            tap(f"{percent}%"),
            *([tap("More people")] * (people - 1)),
        ),
        kind="abstract",
    )  # fmt: skip


def delete_one(w: PhoneState, chance: Random) -> Recipe:
    """One calculation goes, found by its note."""
    sums = w.calculator.history
    gone = chance.choice([each for each in sums if each.note])
    return job(
        'Delete the calculation with the note "{note}" from the calculator\'s history',
        {"note": gone.note},
        holds=f"{_OWN}.history.length === {len(sums) - 1}"
        f" && {untouched('calculator.history', but=f'x.id === {quoted(gone.id)}')} && {_rest('history')}",
        spoil=f"{_OWN}.history.pop()",
        moves=(tap("Calculator"), tap("History"), tap(gone.note), tap("Delete")),
        layout="changing",
    )


def note_one(w: PhoneState, chance: Random) -> Recipe:
    """A note is put to an old calculation."""
    sums = w.calculator.history
    one, note = chance.choice([each for each in sums[3:] if not each.note]), chance.choice(_NOTES)
    shown = _shown(one.expression)
    return job(
        'Add the note "{note}" to the calculation {expression} in the history of Calculator',
        {"note": note, "expression": shown},
        holds=f"{equal(f'{_OWN}.history.find(x => x.id === {quoted(one.id)})?.note', note)}"
        f" && {untouched('calculator.history', but=f'x.id === {quoted(one.id)}')}"
        f" && {_OWN}.history.length === {len(sums)}"
        f" && {_rest('history')}",
        spoil=f"{_OWN}.history.find(x => x.id === {quoted(one.id)}).note = 'Note'",
        moves=(
            tap("Calculator"),
            tap("History"),
            typed("Search history", shown),
            tap(shown, nth=0),
            tap("Add note"),
            typed("Note", note),
            tap("Save"),
        ),
        layout="changing",
    )


def _shown(expression: str) -> str:
    digits, parts = "", []
    for sign in f"{expression} ":
        if sign.isdigit():
            digits += sign
            continue
        parts += [f"{int(digits):,}" if digits else "", sign]
        digits = ""
    return "".join(parts).strip()


def preferences(_w: PhoneState, chance: Random) -> Recipe:
    """Two choices of the settings."""
    places = chance.choice("23456")
    return job(
        "Have Calculator measure angles in radians and show {places} decimal places",
        {"places": places},
        holds=f"{_OWN}.angle === 'rad' && {_OWN}.decimals === {quoted(places)}"
        f" && {_rest('angle', 'decimals')}",
        spoil=f"{_OWN}.decimals = '{int(places) - 1}'",
        moves=(
            tap("Calculator"), tap("More options"), tap("Settings"), tap("Angle unit"), tap("Radians"),
            tap("Decimal places"), tap(places),
        ),
    )  # fmt: skip


def memory_add(w: PhoneState, chance: Random) -> Recipe:
    """A product is added to the number in the memory."""
    a, b = chance.randint(12, 99), chance.randint(3, 9)
    stored = (w.calculator.memory or 0) + a * b
    return job(
        "Add the product of {a} and {b} to the number in the memory of Calculator, with its memory keys",
        {"a": str(a), "b": str(b)},
        holds=f"{_OWN}.memory === {stored} && {_rest('memory', 'history')}"
        f" && {old_untouched('calculator.history')}",
        spoil=f"{_OWN}.memory = {a * b}",
        moves=(tap("Calculator"), *keys(f"{a}×{b}"), tap("equals"), tap("memory add")),
        kind="added",
    )


def reuse(w: PhoneState, chance: Random) -> Recipe:
    """The result of an old calculation is used in a new one."""
    one = chance.choice([each for each in w.calculator.history[2:] if not each.result.startswith("−")])
    factor, shown = chance.randint(12, 48), _shown(one.expression)
    old = one.result.replace(",", "")
    return job(
        "Find {expression} in the history of Calculator, use its result again and multiply it by {factor}",
        {"expression": shown, "factor": str(factor)},
        holds=_new(f"{quoted([f'{old}×{factor}', f'{factor}×{old}'])}.includes(x.expression)"
        f" && x.result === {quoted(f'{int(old) * factor:,}')}"),
        spoil=f"{_OWN}.history[0].result = {quoted(one.result)}",
        moves=(
            tap("Calculator"), tap("History"), typed("Search history", shown), tap(shown, nth=0),
            tap("Use result"),
            *keys(f"×{factor}"), tap("equals"),
        ),
        layout="changing",
    )  # fmt: skip


def forget_sums(_w: PhoneState, chance: Random) -> Recipe:
    """The history is emptied and kept no longer."""
    field, title = chance.choice((("grouping", "Thousands separators"), ("vibrate", "Vibrate on key press")))
    return job(
        'Clear the history of Calculator, have it keep no history from now on, and switch off "{title}"',
        {"title": title},
        holds=f"{_OWN}.history.length === 0 && {_OWN}.keep_history === false && {_OWN}.{field} === false"
        f" && {_rest('history', 'keep_history', field)}",
        spoil=f"{_OWN}.keep_history = true",
        moves=(
            tap("Calculator"), tap("More options"), tap("Clear history"), tap("Clear"), tap("More options"),
            tap("Settings"), tap(title), tap("Keep history"),
        ),
    )  # fmt: skip


CALCULATOR: Mapping[str, Maker] = MappingProxyType(
    {
        "calculator-multiply": multiply,
        "calculator-brackets": brackets,
        "calculator-convert": convert,
        "calculator-split-bill": split_bill,
        "calculator-delete-one": delete_one,
        "calculator-note": note_one,
        "calculator-preferences": preferences,
        "calculator-memory-add": memory_add,
        "calculator-reuse-result": reuse,
        "calculator-forget": forget_sums,
    }
)
