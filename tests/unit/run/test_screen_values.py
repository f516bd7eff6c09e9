"""Values read from a screen, with the element that contains each."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.screen_values import read_screen
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import Box, Node, Screen, Shot
from onscreen.types.errors import BadText, ModelUnavailable

NODES = (
    Node("heading", "Order 4711", Box(0, 0, 300, 20)),
    Node("text", "Total", Box(0, 30, 80, 50)),
    Node("text", "1,299.50 €", Box(100, 30, 200, 50)),
    Node("text", "Delivery date: 12 May", Box(0, 60, 200, 80)),
    Node("text", "Items", Box(0, 90, 80, 110)),
    Node("text", "3", Box(0, 112, 80, 130)),
    Node("textbox", "Customer", Box(0, 140, 200, 160), value="Ada", states=("editable",)),
    Node("checkbox", "Gift wrap", Box(0, 170, 200, 190), states=("clickable", "checked")),
    Node("text", "Note: fragile", Box(0, 200, 200, 220)),
    Node("text", "Note: heavy", Box(0, 230, 200, 250)),
)


def order() -> Screen:
    """Return the screen of an order."""
    return build_screen(Shot(make_shot(1, "x").picture, NODES, app="Orders", address="https://shop.example/"))


def schema(required: tuple[str, ...] = (), **properties: str) -> str:
    """Return the schema of an object with values of the given types."""
    fields: Mapping[str, object] = {name: {"type": kind} for name, kind in properties.items()}
    return json.dumps({"type": "object", "properties": fields, "required": required})


def test_values_are_found_by_their_labels() -> None:
    """Texts, numbers and truth values beside, below and after their labels follow the schema."""
    wanted = schema(
        total="number", deliveryDate="string", items="integer", customer="string", gift_wrap="boolean"
    )
    reading = read_screen(order(), schema=wanted)
    assert reading.values == {
        "total": 1299.5,
        "deliveryDate": "12 May",
        "items": 3,
        "customer": "Ada",
        "gift_wrap": True,
    }
    assert reading.elements["total"].name == "1,299.50 €"
    assert reading.elements["customer"].mark == 7
    assert reading.elements["total"].mark is None


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (schema(("colour",), colour="string"), "no label on the screen matches 'colour'"),
        (schema(("note",), note="string"), "the label 'note' has 'fragile', 'heavy', expected exactly one"),
        (
            schema(("customer",), customer="number"),
            "the label 'customer' has 'Ada', expected exactly one number",
        ),
        (
            json.dumps(
                {
                    "type": "object",
                    "properties": {"total": {"type": "number", "maximum": 5}},
                    "required": ["total"],
                }
            ),
            "the label 'total' has '1,299.50 €', expected exactly one number that fits the schema",
        ),
        (
            '{"type": "object", "properties": {"customer": {"pattern": "^B"}}, "required": ["customer"]}',
            "the label 'customer' has 'Ada', expected exactly one string that fits the schema",
        ),
        (schema(colour="string"), "no label on the screen matches any of: colour"),
    ],
)
def test_missing_value_is_explained(wanted: str, why: str) -> None:
    """Values that the screen does not show are null, with the reason."""
    reading = read_screen(order(), schema=wanted)
    assert reading.values is None
    assert reading.why.startswith(why)


@pytest.mark.parametrize(
    "wanted",
    [
        "{",
        "[]",
        '{"type": "array"}',
        schema(lines="array"),
        '{"type": "object"}',
        "{}",
        '{"type": "object", "properties": {"total": {"anyOf": [{"type": "number"}]}}}',
        '{"type": "object", "properties": {"total": {"pattern": "("}}}',
    ],
)
def test_schema_that_needs_a_model_is_refused(wanted: str) -> None:
    """A schema that cannot be satisfied by labels is an error."""
    with pytest.raises(BadText, match=r"without a model, a schema has one level|is not a JSON object"):
        read_screen(order(), schema=wanted)


def test_schema_without_a_value_is_refused() -> None:
    """A schema that no value satisfies is an error that says why, with and without a model."""
    wanted = '{"type": "object", "properties": {"total": {"enum": []}}, "required": ["total"]}'
    for model in (None, ScriptedModel([])):
        with pytest.raises(BadText, match="no value can satisfy the schema: total: enum is empty"):
            read_screen(order(), schema=wanted, model=model)


def test_question_is_answered_by_its_label() -> None:
    """A question about a labeled value is answered without a model."""
    reading = read_screen(order(), question="What is the total?")
    assert reading.values == {"answer": "1,299.50 €"}
    assert read_screen(order(), question="When is the delivery date?").values == {"answer": "12 May"}
    assert read_screen(order(), question="Who is the captain?").values is None
    assert read_screen(order(), question="What is it?").values is None


def test_model_reads_nested_values_with_their_elements() -> None:
    """A model reads values of any form; each comes with the element that contains it."""
    reply = {
        "why": "",
        "values": {"order": {"number": 4711, "notes": ["fragile", "heavy"]}},
        "sources": [
            {"path": "order.number", "mark": 1},
            {"path": "order.notes.0", "mark": 9},
            {"path": "order.notes.1", "mark": 10},
        ],
    }
    model = ScriptedModel([json.dumps(reply)])
    reading = read_screen(order(), question="the order", schema='{"type": "object"}', model=model)
    assert reading.values == reply["values"]
    assert reading.elements["order.notes.1"].name == "Note: heavy"
    assert "<screen>" in model.prompts[0].text


def test_value_that_its_element_does_not_contain_is_rejected() -> None:
    """A model that invents a value is asked once more; then there are no values, with the reason."""
    reply = json.dumps({"why": "", "values": {"answer": "Bob"}, "sources": [{"path": "answer", "mark": 7}]})
    model = ScriptedModel([reply, reply])
    reading = read_screen(order(), question="Who is the customer?", model=model)
    assert reading.values is None
    assert "element 7 does not contain 'Bob'" in reading.why
    assert len(model.prompts) == 2


def test_model_that_fails_is_reported() -> None:
    """An error of the model is raised."""
    with pytest.raises(ModelUnavailable):
        read_screen(order(), question="Who?", model=ScriptedModel([]))


@pytest.mark.parametrize(
    ("shown", "number"), [("0.125", 0.125), ("0,5 kg", 0.5), ("1.299", 1299.0), ("1,234,567", 1_234_567.0)]
)
def test_separators_of_a_number_follow_from_its_digits(shown: str, number: float) -> None:
    """Three digits after a separator are thousands, unless the number begins with 0."""
    nodes = (Node("text", "Weight", Box(0, 0, 80, 20)), Node("text", shown, Box(100, 0, 200, 20)))
    reading = read_screen(
        build_screen(Shot(make_shot(1, "x").picture, nodes)), schema=schema(weight="number")
    )
    assert reading.values == {"weight": number}
