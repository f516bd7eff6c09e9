"""Language model query that reads values from a screen, each with the element that contains it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import msgspec

from onscreen.model.base import Model
from onscreen.perceive.node_text import plain
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import Block, break_delimiters, render, render_rules
from onscreen.types import Element, Reply, Schema, Screen, Situation
from onscreen.types.errors import BadReply, BadText

_DIALECT_KEYS = ("$schema", "$id")


class ReadValues(msgspec.Struct, frozen=True):
    """Values read from a screen by a model, with a mapping from paths such as items.0.price to elements.

    `values` is None if a value is not on the screen; `why` is then the reason.
    """

    values: object = None
    elements: Mapping[str, Element] = {}
    why: str = ""


class _Source(msgspec.Struct, frozen=True):
    path: str
    mark: int


class _Wire(msgspec.Struct, frozen=True):
    why: str = ""
    values: object = None
    sources: tuple[_Source, ...] = ()


def read_values(model: Model, situation: Situation, *, schema: str, view: str) -> ParsedReply[ReadValues]:
    """Ask the model for the values on the screen that a JSON schema describes.

    The reply is rejected if a text or number is not in the element given as its source.

    Raises:
        BadText: the schema is not a JSON object.
        ModelError: the model cannot be used.
    """
    form = Schema(_wrap(schema))
    text = render("read", situation, view=view, schema=Block(break_delimiters(schema)))
    question = Question("answer", text, form, situation, render_rules())
    return ask(model, question, read=lambda reply: _read(reply, situation.screen))


def _wrap(text: str) -> str:
    """Return the schema of the reply: the values and their sources, or the reason why there are none."""
    try:
        schema = msgspec.json.decode(text, type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadText(f"a schema must be a JSON object; found {text[:80]!r} ({error})") from error
    values = {key: value for key, value in schema.items() if key not in (*_DIALECT_KEYS, "$defs")}
    source = {
        "type": "object",
        "properties": {"path": {"type": "string"}, "mark": {"type": "integer"}},
        "required": ["path", "mark"],
        "additionalProperties": False,
    }
    wrapped: dict[str, object] = {
        "type": "object",
        "properties": {
            "why": {"type": "string"},
            "values": {"anyOf": [values, {"type": "null"}]},
            "sources": {"type": "array", "items": source},
        },
        "required": ["why", "values", "sources"],
        "additionalProperties": False,
    }
    if "$defs" in schema:
        wrapped["$defs"] = schema["$defs"]
    return json.dumps(wrapped)


def _read(reply: Reply, screen: Screen) -> ReadValues:
    try:
        wire = msgspec.json.decode(reply.text, type=_Wire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"why", "values", "sources"}}') from error
    if wire.values is None:
        return ReadValues(why=wire.why or "the screen does not show the values")
    elements = {source.path: screen[source.mark] for source in wire.sources}
    for path, value in _leaves(wire.values):
        if path not in elements:
            raise BadReply(f'"sources" does not name the element that contains the value {path!r}')
        if not _contains(elements[path], value):
            element = elements[path]
            raise BadReply(f"element {element.mark} does not contain {value!r}, the value of {path!r}")
    return ReadValues(wire.values, elements)


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, str | int | float]]:
    """Yield the path and value of each text and number."""
    items: Iterator[tuple[object, object]] = iter(())
    if isinstance(value, dict):
        items = iter(value.items())
    elif isinstance(value, list):
        items = iter(enumerate(value))
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
        yield path, value
    for key, inner in items:
        yield from _leaves(inner, f"{path}.{key}" if path else str(key))


def _contains(element: Element, value: str | float) -> bool:
    """Check whether the name or the value of an element contains a text, or a number by its digits."""
    shown = plain(f"{element.name} {element.value}").casefold()
    if isinstance(value, str):
        return plain(value).casefold() in shown
    digits = f"{value:g}".replace("-", "")
    return digits.replace(".", "") in "".join(c for c in shown if c.isdigit())
