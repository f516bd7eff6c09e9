"""Conditions on the stored state, on the actions of a run, on recognized text and on the clipboard."""

from __future__ import annotations

import json

import msgspec
import pytest

from notebook_device import NotebookDevice
from onscreen.score.check_description import describe_check
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.score.check_serialization import parse_check, show_check
from onscreen.types import (
    Box,
    Check,
    Click,
    Clicked,
    ClipboardHas,
    Decision,
    Element,
    Episode,
    Node,
    Outcome,
    StateHas,
    Task,
    TextOrder,
    TextRecognized,
    Type,
    Typed,
)

STATE = {"notes": [{"id": "n1", "title": "Milk", "tags": ["food", "home"], "pinned": True}], "dark": False}


class StoredValue:
    """Reader of one value, whatever the expression."""

    def __init__(self, value: object) -> None:
        """Store the value."""
        self._value = value

    def read(self, expression: str) -> str:  # noqa: ARG002  there is one value
        """Return the value as JSON."""
        return json.dumps(self._value)


def _holds(check: Check, value: object = STATE) -> bool | None:
    shot = NotebookDevice().observe()
    save = Element("button", "Save note", Box(0, 0, 9, 9), mark=1, index=0)
    episode = Episode(
        Task("add a note"),
        (shot, shot, shot),
        (Decision(Type("Milk and bread")), Decision(Click(save))),
        (Outcome(), Outcome()),
    )
    return evaluate(check, EvaluationContext(episode, StoredValue(value))).holds


@pytest.mark.parametrize(
    ("path", "fields", "holds"),
    [
        (("notes", "*"), {"title": "milk", "pinned": "true"}, True),
        (("notes", "n1"), {"tags/*": "home"}, True),
        ((), {"dark": "false"}, True),
        (("notes", "n2"), {}, False),
        (("notes", "*"), {"title": "Milk", "pinned": "false"}, False),
        (("lists", "*"), {"title": "Milk"}, False),
    ],
)
def test_state_has_an_object(path: tuple[str, ...], fields: dict[str, str], holds: bool) -> None:
    """All fields must be those of one object at the path."""
    assert _holds(StateHas("state", path, fields)) is holds


def test_actions_of_a_run() -> None:
    """What was typed and clicked during the run counts, also before the last step."""
    assert _holds(Typed("bread"))
    assert not _holds(Typed("cheese"))
    assert _holds(Clicked("save"))
    assert not _holds(Clicked("Cancel"))


def test_clipboard() -> None:
    """The clipboard is a text that the device reads."""
    assert _holds(ClipboardHas("two", "clipboard"), "one two")
    assert not _holds(ClipboardHas("three", "clipboard"), "one two")


def test_order_of_texts() -> None:
    """The order of the items on the last screen is checked, as a person reads them."""
    items = [Node("listitem", name, Box(0, 30 * i, 90, 30 * i + 20)) for i, name in enumerate("BCA")]
    items.append(Node("text", "the first is A", Box(0, 200, 90, 220)))
    shot = msgspec.structs.replace(NotebookDevice().observe(), nodes=tuple(items[::-1]))
    episode = Episode(Task("Sort"), (shot,))
    verdicts = [
        evaluate(TextOrder(tuple(order)), EvaluationContext(episode, None)).holds
        for order in ("BCA", "bc", "AB", "BX", ("c", "first"))
    ]
    assert verdicts == [True, True, False, False, True]


@pytest.mark.parametrize(
    "check",
    [
        StateHas("s", ("a",), {"b": "c"}),
        Clicked("Save"),
        Typed("x"),
        TextRecognized("x"),
        TextOrder(("x", "y")),
        ClipboardHas("x", "y"),
    ],
)
def test_conditions_are_data(check: Check) -> None:
    """Every condition can be stored as JSON and described in words."""
    assert parse_check(show_check(check)) == check
    assert describe_check(check)
