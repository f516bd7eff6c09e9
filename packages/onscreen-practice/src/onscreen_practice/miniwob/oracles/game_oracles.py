"""Oracles of MiniWoB++ for games and numbers: guessing, tic-tac-toe, odd or even, a stock's price."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from onscreen.types import Action, Element, LongPress, Type, Wait
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, submit

_HINT = re.compile(r"(lower|higher) than\D*(\d)")
_PRICE = re.compile(r"\$([\d.]+\d)")
_FAR = 2.0
_HIGHEST = 9
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_BEST_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)
_RANDOM = 0.55
_DIGITS = (
    ("0110", "1001", "1001", "1001", "1001", "1001", "0110"),
    ("0010", "0110", "0010", "0010", "0010", "0010", "0010"),
    ("0110", "1001", "1001", "0010", "0100", "1000", "1111"),
    ("0110", "1001", "0001", "0110", "0001", "1001", "0110"),
    ("1000", "1010", "1010", "1111", "0010", "0010", "0010"),
    ("1111", "1000", "1000", "1110", "0001", "1001", "0110"),
    ("0110", "1001", "1000", "1110", "1001", "1001", "0110"),
    ("1111", "1001", "0001", "0010", "0010", "0100", "0100"),
    ("0110", "1001", "1001", "0110", "1001", "1001", "0110"),
    ("0110", "1001", "1001", "0111", "0001", "1001", "0110"),
)


def guessed(sight: Sight) -> Action | None:
    """Guess the highest first, then one nearer after each hint."""
    told = _HINT.search(" ".join(e.name for e in sight.of_role("text")))
    number = str(_nearer(told.group(1), int(told.group(2))) if told else _HIGHEST)
    field = next(iter(sight.of_role("spinbutton")), None)
    return submit(sight) if field is None or field.value == number else Type(number, field)


def tic_tac_toe(sight: Sight) -> Action | None:
    """Take the cell with the best chance to win against a player who moves at random half of the time."""
    cells = sorted((e for e in sight.screen.elements if "ttt" in e.clue), key=lambda e: e.index)
    board = "".join(_sign(cell) for cell in cells)
    free = [at for at in _BEST_FIRST if board[at : at + 1] == " "]
    return click(cells[max(free, key=lambda at: _after(board, at))]) if free else None


def odd_or_even(sight: Sight) -> Action | None:
    """Mark every number, top to bottom, then submit; a marked button is a little flatter than the other."""
    known = sorted((e for e in sight.screen.elements if e.name != "Submit"), key=lambda e: e.index)
    for odd, number, even in zip(known[::3], known[1::3], known[2::3], strict=False):
        right, wrong = (odd, even) if int(number.name) % 2 else (even, odd)
        if right.box.height >= wrong.box.height:
            return click(right)
    return submit(sight)


def drawn(sight: Sight) -> Action | None:
    """Tick the boxes that draw the digit, line by line, then submit."""
    wanted = "".join(_DIGITS[int(sight.quoted[0])])
    boxes = sorted(sight.of_role("checkbox"), key=lambda e: (e.box.top, e.box.left))
    wrong = (box for box, bit in zip(boxes, wanted, strict=False) if box.has("checked") != (bit == "1"))
    return click(next(wrong, None)) or submit(sight)


def ascending(sight: Sight) -> Action | None:
    """Click number 1, which hides the rest; the squares over them are there in the order of the numbers."""
    numbers = [e for e in sight.of_role("text") if e.name.isdigit()]
    if numbers:
        return click(min(numbers, key=lambda e: int(e.name)))
    squares = [e for e in sight.of_role("image") if "rect" in e.clue.split()]
    return click(min(squares, key=lambda e: e.index, default=None))


def stock(sight: Sight) -> Action | None:
    """Buy when the price is below the asked one, else wait; hold something idle while it is far above."""
    asked = _PRICE.search(sight.asked)
    shown = next((e for e in sight.of_role("text") if _PRICE.fullmatch(e.name)), None)
    if asked is None or shown is None:
        return Wait()
    above = float(shown.name[1:]) - float(asked.group(1))
    if above < 0:
        return click(sight.named("Buy", "button"))
    return LongPress(shown) if above > _FAR else Wait()


def _nearer(hint: str, number: int) -> int:
    return number - 1 if hint == "lower" else number + 1


def _sign(cell: Element) -> str:
    words = cell.clue.split()
    return next((sign for sign in "xo" if sign in words), " ")


def _put(board: str, at: int, *, sign: str) -> str:
    return board[:at] + sign + board[at + 1 :]


def _has_won(board: str, sign: str) -> bool:
    return any(all(board[at] == sign for at in line) for line in _LINES)


def _free(board: str) -> Iterator[int]:
    return (at for at in range(9) if board[at] == " ")


@cache
def _after(board: str, at: int) -> float:
    """Return the chance that x wins after it took this cell."""
    board = _put(board, at, sign="x")
    if _has_won(board, "x"):
        return 1.0
    free = tuple(_free(board))
    clever = _wins(board, "o") or _wins(board, "x") or free
    return sum(
        (_RANDOM / len(free) + (1 - _RANDOM) * (reply in clever) / len(clever)) * _left(board, reply)
        for reply in free
    )


def _left(board: str, reply: int) -> float:
    board = _put(board, reply, sign="o")
    return 0.0 if _has_won(board, "o") else max((_after(board, at) for at in _free(board)), default=0.0)


def _wins(board: str, sign: str) -> tuple[int, ...]:
    return tuple(at for at in _free(board) if _has_won(_put(board, at, sign=sign), sign))


ORACLES: Mapping[str, Oracle] = {
    "ascending-numbers": ascending,
    "guess-number": guessed,
    "number-checkboxes": drawn,
    "odd-or-even": odd_or_even,
    "stock-market": stock,
    "tic-tac-toe": tic_tac_toe,
}
