"""Values read from a screen as JSON that follows a schema, with or without a language model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf
from typing import Literal

import msgspec

from onscreen.model.base import Model
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.labeled_values import LabeledValue, find_labeled
from onscreen.perceive.node_text import plain, truncate
from onscreen.perceive.screen_answers import find_answer
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.run.schema_check import check_schema
from onscreen.text.words import split_words
from onscreen.think.value_query import read_values
from onscreen.types import Box, Element, Screen, Situation
from onscreen.types.errors import BadText

ANSWER_SCHEMA = (
    '{"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], '
    '"additionalProperties": false}'
)
"""Schema of the values that answer a question."""

ANSWER_NAMES = frozenset({"answer", "result", "value"})
"""Names of a value that may answer any question."""

MAX_LISTED = 3
"""Maximum number of values of one label that a message lists."""

_NEEDS_MODEL = "pass --model to read the screen with a language model"
_NUMBER = re.compile(r"-?\d[\d,.' \u00a0]*")
_YES = frozenset({"yes", "true", "on", "checked"})
_NO = frozenset({"no", "false", "off", "unchecked"})

JsonType = Literal["string", "number", "integer", "boolean"]


class ValueSource(msgspec.Struct, frozen=True):
    """The element that contains a value: its role, name, box, and its mark if it can be acted on."""

    role: str
    name: str
    box: Box
    mark: int | None = None


class Reading(msgspec.Struct, frozen=True):
    """Values read from a screen, with a mapping from the path of each value to its element.

    `values` is None if a required value was not found; `why` is then the reason.
    """

    values: object = None
    elements: Mapping[str, ValueSource] = {}
    why: str = ""


class Property(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"min_length": "minLength", "max_length": "maxLength"},
):
    """Schema of one value that can be found by its label."""

    type: JsonType = "string"
    title: str = ""
    enum: tuple[str, ...] = ()
    minimum: float = -inf
    maximum: float = inf
    min_length: int = 0
    max_length: float = inf
    pattern: str = ""
    description: str = ""
    default: object = None
    examples: object = None

    def accepts(self, value: str | float | bool) -> bool:
        """Check whether a value of this type is within the ranges and matches the pattern of the schema."""
        if isinstance(value, str):
            is_match = not self.pattern or re.search(self.pattern, value) is not None
            return is_match and self.min_length <= len(value) <= self.max_length
        return isinstance(value, bool) or self.minimum <= value <= self.maximum


class FlatSchema(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"additional": "additionalProperties", "dialect": "$schema"},
):
    """Schema of an object whose values are strings, numbers and Booleans; other keywords are rejected."""

    properties: Mapping[str, Property]
    type: Literal["object"]
    required: tuple[str, ...] = ()
    title: str = ""
    description: str = ""
    additional: object = None
    dialect: str = ""


def read_screen(
    screen: Screen, *, question: str = "", schema: str = "", model: Model | None = None
) -> Reading:
    """Read the answer to a question, or the values that a JSON schema describes, from a screen.

    Without a model, values are found by their labels, and the only value of a schema also by the question.
    The marks in the result are those of `screen`.

    Raises:
        BadText: the schema is not JSON, cannot be satisfied, or describes values that only a model can read.
        ModelError: the model cannot be used.
    """
    if schema:
        check_schema(schema)
    if model is not None:
        return _read_by_model(screen, model, question=question, schema=schema or ANSWER_SCHEMA)
    if not schema:
        found = find_answer(question, screen, nearby=True)
        if found is None:
            return Reading(why=f"no label on the screen matches the question {question!r}; {_NEEDS_MODEL}")
        return Reading({"answer": found.text}, {"answer": _source_of(found.element)})
    flat = parse_flat(schema)
    read = _read_by_labels(screen, flat)
    answered = _read_answer(screen, question, schema=flat) if read.values is None and question else None
    return answered or read


def _read_answer(screen: Screen, question: str, *, schema: FlatSchema) -> Reading | None:
    """Read the answer to a question as the only value of a schema.

    The name of the value must be a word such as "answer", or consist of words of the question. Returns None
    for any other schema, or if the answer is not found or has another type.
    """
    names, asked = tuple(schema.properties), split_words(question)
    if len(names) != 1 or not (names[0] in ANSWER_NAMES or set(split_words(names[0])) <= set(asked)):
        return None
    if (found := find_answer(question, screen, nearby=True)) is None:
        return None
    ((name, wanted),) = schema.properties.items()
    value = convert_text(found.text, wanted)
    return None if value is None else Reading({name: value}, {name: _source_of(found.element)})


def _read_by_model(screen: Screen, model: Model, *, question: str, schema: str) -> Reading:
    view = screen_text(screen, cap_chars=VIEW_CHARS, number_information=True)
    wanted = question or "the values that the schema describes"
    parsed = read_values(model, Situation(wanted, screen), schema=schema, view=view)
    if parsed.value is None:
        return Reading(why=parsed.unusable)
    sources = {path: _source_of(element) for path, element in parsed.value.elements.items()}
    return Reading(parsed.value.values, sources if parsed.value.values is not None else {}, parsed.value.why)


def parse_flat(text: str) -> FlatSchema:
    """Parse the schema of values that can be found by their labels.

    Raises:
        BadText: the schema has another form.
    """
    try:
        schema = msgspec.json.decode(text, type=FlatSchema)
        for wanted in schema.properties.values():
            re.compile(wanted.pattern)
    except (msgspec.MsgspecError, re.error) as error:
        raise BadText(
            "without a model, a schema has one level of strings, numbers and Booleans, with ranges, enum and "
            f"pattern ({error}); {_NEEDS_MODEL}"
        ) from error
    return schema


def _read_by_labels(screen: Screen, schema: FlatSchema) -> Reading:
    values: dict[str, object] = {}
    elements: dict[str, ValueSource] = {}
    for name, wanted in schema.properties.items():
        found = find_labeled(name, screen) or (find_labeled(wanted.title, screen) if wanted.title else ())
        fitting = [(value, each) for each in found if (value := convert_text(each.text, wanted)) is not None]
        if len({value for value, _ in fitting}) == 1:
            values[name], elements[name] = fitting[0][0], _source_of(fitting[0][1].element)
        elif name in schema.required:
            return Reading(why=_explain(name, wanted, found=found))
    if not values:
        names = ", ".join(schema.properties) or "nothing"
        return Reading(why=f"no label on the screen matches any of: {names}; {_NEEDS_MODEL}")
    return Reading(values, elements)


def _explain(name: str, wanted: Property, *, found: tuple[LabeledValue, ...]) -> str:
    """Explain why a required value was not found."""
    if not found:
        return f"no label on the screen matches {name!r}; {_NEEDS_MODEL}"
    texts = ", ".join(repr(truncate(plain(each.text))) for each in found[:MAX_LISTED])
    kind = f"of {', '.join(wanted.enum)}" if wanted.enum else f"{wanted.type} that fits the schema"
    return f"the label {name!r} has {texts}, expected exactly one {kind}; {_NEEDS_MODEL}"


def convert_text(text: str, wanted: Property) -> str | float | bool | None:
    """Convert a text to the value of a property; returns None if the text has no such value."""
    value = _convert_type(plain(text), wanted)
    return value if value is not None and wanted.accepts(value) else None


def _convert_type(text: str, wanted: Property) -> str | float | bool | None:
    """Convert a text to the type of a property, or to one of its options."""
    if wanted.enum:
        return next((option for option in wanted.enum if option.casefold() == text.casefold()), None)
    if wanted.type == "string":
        return text
    if wanted.type == "boolean":
        word = text.casefold()
        return True if word in _YES else False if word in _NO else None
    numbers = [number for match in _NUMBER.findall(text) if (number := _parse_number(match)) is not None]
    if len(numbers) != 1:
        return None
    if wanted.type == "integer":
        return int(numbers[0]) if numbers[0].is_integer() else None
    return numbers[0]


def _parse_number(text: str) -> float | None:
    """Parse a number with separators, such as "1,299.50"; returns None for any other text.

    The last separator is a thousands separator if exactly three digits follow and the number does not begin
    with 0, otherwise the decimal one.
    """
    digits = re.sub(r"[' \u00a0]", "", text).rstrip(".,")
    whole, fraction = digits, ""
    below_one = re.fullmatch(r"(-?0)[.,](\d+)", digits)
    if match := below_one or re.fullmatch(r"(.*)[.,](\d{1,2}|\d{4,})", digits):
        whole, fraction = match[1], match[2]
    whole = re.sub(r"[.,]", "", whole)
    return float(f"{whole}.{fraction or 0}") if re.fullmatch(r"-?\d+", whole) else None


def _source_of(element: Element) -> ValueSource:
    is_action = kind_of(element) != "information"
    return ValueSource(element.role, plain(element.name), element.box, element.mark if is_action else None)


def find_source(text: str, screen: Screen) -> ValueSource | None:
    """Find the first element that contains a text; returns None if no element does."""
    wanted = plain(text).casefold()
    found = (e for e in screen.elements if wanted and wanted in plain(f"{e.name} {e.value}").casefold())
    return next((_source_of(element) for element in found), None)
