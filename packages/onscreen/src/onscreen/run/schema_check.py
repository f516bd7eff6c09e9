"""Check that a JSON schema can be satisfied, before values are read for it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from onscreen.types.errors import BadText

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}
_RANGES = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)


def check_schema(text: str) -> None:
    """Check that a text is a JSON schema satisfied by some value.

    Contradictions are found between types, enumerations, ranges and required properties of a schema, each
    considered separately, and within nested schemas.

    Raises:
        BadText: the text is not a JSON schema, or no value satisfies it; the message states the path.
    """
    try:
        schema = msgspec.json.decode(text, type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadText(f"the schema is not a JSON object: {error}") from error
    if contradiction := find_contradiction(schema):
        raise BadText(f"no value can satisfy the schema: {contradiction}")


def find_contradiction(schema: object, path: str = "") -> str:
    """Describe why no value satisfies a schema, with the path of the value.

    Returns "" if no contradiction is found.

    Raises:
        BadText: a keyword has a value that JSON Schema does not allow.
    """
    at = f"{path or 'the value'}: "
    if isinstance(schema, bool):
        return "" if schema else f"{at}the schema is false"
    if not isinstance(schema, dict):
        raise BadText(f"{at}a schema must be an object; found {schema!r}")
    return next((at + why for why in _own_faults(schema)), "") or next(_inner_faults(schema, path), "")


def _own_faults(schema: Mapping[str, object]) -> Iterator[str]:
    """Yield the contradictions between the keywords of a schema."""
    types = _types_of(schema)
    if not types:
        yield "the schema allows no type"
    for name in ("enum", "const"):
        if name in schema:
            options = _list(schema, name) if name == "enum" else [schema[name]]
            if not any(_is_of(value, types) for value in options):
                yield f"no value of {name} has the type {' or '.join(types)}" if options else "enum is empty"
    for low_name, high_name in _RANGES:
        low, high = _number(schema, low_name), _number(schema, high_name)
        if low is not None and high is not None and low > high:
            yield f"{low_name} {low:g} is above {high_name} {high:g}"
    if types == ("integer",):
        low, high = _number(schema, "minimum"), _number(schema, "maximum")
        if low is not None and high is not None and low <= high and math.ceil(low) > math.floor(high):
            yield f"no integer is between {low:g} and {high:g}"
    if schema.get("not") in ({}, True):
        yield "not excludes every value"


def _inner_faults(schema: Mapping[str, object], path: str) -> Iterator[str]:
    """Yield the contradictions in nested schemas."""
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        raise BadText(f"the properties of a schema must be an object; found {properties!r}")
    for name, inner_schema in properties.items():
        find_contradiction(inner_schema, f"{path}.{name}" if path else str(name))
    for name in _list(schema, "required"):
        inner = f"{path}.{name}" if path else str(name)
        if name in properties:
            yield from filter(None, [find_contradiction(properties[name], inner)])
        elif schema.get("additionalProperties") is False:
            yield f"{inner}: the value is required, but not among the properties"
    if "items" in schema and (_number(schema, "minItems") or 0) > 0:
        yield from filter(None, [find_contradiction(schema["items"], f"{path}.0" if path else "0")])
    for each in _list(schema, "allOf"):
        yield from filter(None, [find_contradiction(each, path)])
    for name in ("anyOf", "oneOf"):
        faults = [find_contradiction(each, path) for each in _list(schema, name)]
        if faults and all(faults):
            yield faults[0]


def _types_of(schema: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the types that a schema allows; all types if it specifies none."""
    named = schema.get("type", list(_TYPES))
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not all(name in _TYPES for name in names):
        raise BadText(f"the type of a schema must be one of {', '.join(_TYPES)}; found {named!r}")
    return tuple(names)


def _is_of(value: object, types: Sequence[str]) -> bool:
    """Check whether a value has one of the types; true and false are only Booleans, not numbers."""
    names = [name for name in types if isinstance(value, _TYPES[name])]
    return "boolean" in names if isinstance(value, bool) else bool(names)


def _list(schema: Mapping[str, object], name: str) -> list[object]:
    found = schema.get(name, [])
    if not isinstance(found, list):
        raise BadText(f"{name} of a schema must be a list; found {found!r}")
    return found


def _number(schema: Mapping[str, object], name: str) -> float | None:
    found = schema.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise BadText(f"{name} of a schema must be a number; found {found!r}")
    return float(found)
