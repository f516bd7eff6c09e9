"""Outcomes of a client's calls: as expected, refused with the expected reason, or wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

Call = tuple[str, Callable[[], object], object]
"""Name, function and expected result: a value, a predicate, or a `Refusal`."""


class Refusal:
    """Expectation that a call raises an error whose message matches a regular expression."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


def record(calls: Sequence[Call]) -> list[dict[str, str]]:
    """Make the calls in order and return their outcomes."""
    return [_record_one(name, call, expected) for name, call, expected in calls]


def _record_one(name: str, call: Callable[[], object], expected: object) -> dict[str, str]:
    try:
        value = call()
    except Exception as error:  # noqa: BLE001 - an exception is a result here
        answer = f"{type(error).__name__}: {error}"
        refused = isinstance(expected, Refusal) and re.search(expected.reason, answer) is not None
        return {"call": name, "answer": f"raises {answer}", "outcome": "refused" if refused else "wrong"}
    if isinstance(expected, Refusal):
        correct = False
    else:
        correct = bool(expected(value)) if callable(expected) else value == expected
    return {"call": name, "answer": repr(value), "outcome": "as expected" if correct else "wrong"}


def print_answer(rows: list[dict[str, str]]) -> None:
    """Print the outcomes as a JSON line for the parent process."""
    print("ANSWER " + json.dumps({"rows": rows}))
