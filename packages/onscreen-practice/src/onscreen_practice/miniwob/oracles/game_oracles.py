"""Scripted solvers for MiniWoB++ games and number tasks, such as tic-tac-toe."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from onscreen.types import Action, Element, LongPress, Type, Wait
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_HINT = re.compile(r"(lower|higher) than\D*(\d)")
_PRICE = re.compile(r"\$([\d.]+\d)")
_IDLE_MARGIN_USD = 2.0
_FIRST_GUESS = 9
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_CELL_PREFERENCE = (4, 0, 2, 6, 8, 1, 3, 5, 7)
_RANDOM_MOVE_PROBABILITY = 0.55
_DIGIT_BITMAPS = (
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


def guess_number(view: OracleView) -> Action | None:
    """Choose the next action for the task `guess-number`: guess 9 first, then follow the hints.

    Each hint changes the guess by one.
    """
    hint = _HINT.search(" ".join(e.name for e in view.find_by_role("text")))
    number = str(_next_guess(hint.group(1), int(hint.group(2))) if hint else _FIRST_GUESS)
    field = next(iter(view.find_by_role("spinbutton")), None)
    return click_submit(view) if field is None or field.value == number else Type(number, field)


def tic_tac_toe(view: OracleView) -> Action | None:
    """Choose the next action for the task `tic-tac-toe`: take the cell most likely to win.

    The opponent moves at random in about half of its turns (see `_RANDOM_MOVE_PROBABILITY`).
    """
    cells = sorted((e for e in view.screen.elements if "ttt" in e.clue), key=lambda e: e.index)
    board = "".join(_cell_sign(e) for e in cells)
    free_cells = [cell for cell in _CELL_PREFERENCE if board[cell : cell + 1] == " "]
    return (
        click_on(cells[max(free_cells, key=lambda cell: _win_probability(board, cell))])
        if free_cells
        else None
    )


def odd_or_even(view: OracleView) -> Action | None:
    """Choose the next action for the task `odd-or-even`: mark each number as odd or even.

    Numbers are marked from top to bottom, then the answer is submitted. A pressed button is slightly lower
    in height than the other button of its row.
    """
    rows = sorted((e for e in view.screen.elements if e.name != "Submit"), key=lambda e: e.index)
    for odd, number, even in zip(rows[::3], rows[1::3], rows[2::3], strict=False):
        right, wrong = (odd, even) if int(number.name) % 2 else (even, odd)
        if right.box.height >= wrong.box.height:
            return click_on(right)
    return click_submit(view)


def number_checkboxes(view: OracleView) -> Action | None:
    """Choose the next action for `number-checkboxes`: tick the boxes that form the given digit.

    The answer is then submitted.
    """
    bits = "".join(_DIGIT_BITMAPS[int(view.quoted_texts[0])])
    boxes = sorted(view.find_by_role("checkbox"), key=lambda e: (e.box.top, e.box.left))
    wrong = (box for box, bit in zip(boxes, bits, strict=False) if box.has("checked") != (bit == "1"))
    return click_on(next(wrong, None)) or click_submit(view)


def ascending_numbers(view: OracleView) -> Action | None:
    """Choose the next action for `ascending-numbers`: click the numbers in ascending order.

    A click on number 1 hides the other numbers. The squares that cover them are in numeric order in the tree.
    """
    numbers = [e for e in view.find_by_role("text") if e.name.isdigit()]
    if numbers:
        return click_on(min(numbers, key=lambda e: int(e.name)))
    squares = [e for e in view.find_by_role("image") if "rect" in e.clue.split()]
    return click_on(min(squares, key=lambda e: e.index, default=None))


def stock_market(view: OracleView) -> Action | None:
    """Choose the next action for the task `stock-market`: buy below the requested price.

    Until then, the solver waits. While the price is far above it, a long press on the price spends time
    without effect.
    """
    limit = _PRICE.search(view.instruction)
    price = next((e for e in view.find_by_role("text") if _PRICE.fullmatch(e.name)), None)
    if limit is None or price is None:
        return Wait()
    difference = float(price.name[1:]) - float(limit.group(1))
    if difference < 0:
        return click_on(view.find_by_name("Buy", "button"))
    return LongPress(price) if difference > _IDLE_MARGIN_USD else Wait()


def _next_guess(hint: str, number: int) -> int:
    return number - 1 if hint == "lower" else number + 1


def _cell_sign(cell: Element) -> str:
    words = cell.clue.split()
    return next((sign for sign in "xo" if sign in words), " ")


def _place_sign(board: str, cell: int, *, sign: str) -> str:
    return board[:cell] + sign + board[cell + 1 :]


def _has_won(board: str, sign: str) -> bool:
    return any(all(board[cell] == sign for cell in line) for line in _LINES)


def _free_cells(board: str) -> Iterator[int]:
    return (cell for cell in range(9) if board[cell] == " ")


@cache
def _win_probability(board: str, cell: int) -> float:
    """Return the probability that x wins after taking this cell."""
    board = _place_sign(board, cell, sign="x")
    if _has_won(board, "x"):
        return 1.0
    free = tuple(_free_cells(board))
    best_replies = _winning_cells(board, "o") or _winning_cells(board, "x") or free
    return sum(
        (
            _RANDOM_MOVE_PROBABILITY / len(free)
            + (1 - _RANDOM_MOVE_PROBABILITY) * (reply in best_replies) / len(best_replies)
        )
        * _win_probability_after_reply(board, reply)
        for reply in free
    )


def _win_probability_after_reply(board: str, reply: int) -> float:
    board = _place_sign(board, reply, sign="o")
    return (
        0.0
        if _has_won(board, "o")
        else max((_win_probability(board, cell) for cell in _free_cells(board)), default=0.0)
    )


def _winning_cells(board: str, sign: str) -> tuple[int, ...]:
    return tuple(cell for cell in _free_cells(board) if _has_won(_place_sign(board, cell, sign=sign), sign))


ORACLES: Mapping[str, Oracle] = {
    "ascending-numbers": ascending_numbers,
    "guess-number": guess_number,
    "number-checkboxes": number_checkboxes,
    "odd-or-even": odd_or_even,
    "stock-market": stock_market,
    "tic-tac-toe": tic_tac_toe,
}
