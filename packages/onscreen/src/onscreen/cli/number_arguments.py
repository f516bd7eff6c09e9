"""Parsers for numeric command-line arguments."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from math import isfinite, nan


def positive_int(text: str) -> int:
    """Parse a positive integer from a command-line argument.

    Raises:
        ArgumentTypeError: the text is not such a number.
    """
    if not re.fullmatch(r"0*[1-9]\d{0,8}", text.strip(), re.ASCII):
        raise ArgumentTypeError(f"expected an integer above 0, found {text!r}")
    return int(text)


def non_negative_int(text: str) -> int:
    """Parse a non-negative integer from a command-line argument.

    Raises:
        ArgumentTypeError: the text is not such a number.
    """
    if not re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        raise ArgumentTypeError(f"expected an integer of at least 0, found {text!r}")
    return int(text)


def positive_float(text: str) -> float:
    """Parse a positive, finite number from a command-line argument.

    Raises:
        ArgumentTypeError: the text is not such a number.
    """
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not (isfinite(number) and number > 0):
        raise ArgumentTypeError(f"expected a number above 0, found {text!r}")
    return number
