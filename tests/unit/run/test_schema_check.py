"""Schemas that no value satisfies are refused before anything is done for them."""

from __future__ import annotations

import json

import pytest

from onscreen.run.schema_check import check_schema
from onscreen.types.errors import BadText


def order(**total: object) -> str:
    """Return the schema of an order with a required total."""
    return json.dumps({"type": "object", "properties": {"total": total}, "required": ["total"]})


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (order(type="number", minimum=5, maximum=3), "total: minimum 5 is above maximum 3"),
        (order(type="string", minLength=9, maxLength=2), "total: minLength 9 is above maxLength 2"),
        (order(type="integer", minimum=1.2, maximum=1.8), "total: no integer is between 1.2 and 1.8"),
        (order(enum=[]), "total: enum is empty"),
        (order(type="string", enum=[1, True]), "total: no value of enum has the type string"),
        (order(type="boolean", const=1), "total: no value of const has the type boolean"),
        (order(type=[]), "total: the schema allows no type"),
        (order(anyOf=[{"enum": []}, {"not": {}}]), "total: enum is empty"),
        (order(type="array", minItems=1, items={"enum": []}), "total.0: enum is empty"),
        ('{"type": "object", "required": ["a"], "additionalProperties": false}', "a: the value is"),
        ('{"allOf": [{"type": "object"}, {"not": true}]}', "the value: not excludes every value"),
    ],
)
def test_contradiction_is_named(schema: str, why: str) -> None:
    """The message names the place and the contradiction."""
    with pytest.raises(BadText) as error:
        check_schema(schema)
    assert str(error.value).startswith(f"no value can satisfy the schema: {why}")


@pytest.mark.parametrize(
    "schema",
    [
        "",
        "[]",
        "nonsense",
        order(type="text"),
        order(minimum="5"),
        '{"properties": []}',
        '{"required": "a"}',
        '{"type": "object", "properties": {"total": {"type": "nummer"}}}',
    ],
)
def test_schema_that_is_none_is_refused(schema: str) -> None:
    """A text that is not a JSON schema is refused with what was found."""
    with pytest.raises(BadText, match="schema"):
        check_schema(schema)


@pytest.mark.parametrize(
    "schema",
    [
        order(type="number", minimum=3, maximum=3),
        order(type="integer", enum=["a", 2]),
        order(anyOf=[{"enum": []}, {"type": "string"}]),
        order(type="array", items={"enum": []}),
        '{"type": "object", "properties": {"a": {"enum": []}}}',
        "{}",
    ],
)
def test_schema_with_a_value_is_accepted(schema: str) -> None:
    """A schema that some value satisfies is accepted, also with parts that none satisfies."""
    check_schema(schema)
