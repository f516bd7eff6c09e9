"""The form of an answer as one tool a provider's model must call, and the call -> Reply.

Every provider has tools, and all hold the model to the schema of a tool it is made to call; servers that
do not are read as well as can be: the answer as text is taken where it says the same.
"""

from __future__ import annotations

import msgspec
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from onscreen.model.json_documents import JsonObject, parse_document, parse_schema
from onscreen.model.option_labels import (
    Choices,
    choices_in,
    label_options,
    parse_choice,
    parse_choices,
    quote_truncated,
)
from onscreen.types import OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply

MAX_STRICT_OPTIONS = 250
"""More enum values than this are sent without strict mode (OpenAI, "Structured outputs", its limits)."""

_WRAPPER_KEY = "answer"


class _One(msgspec.Struct, frozen=True):
    option: str


class _Some(msgspec.Struct, frozen=True):
    options: tuple[str, ...]


def request_form(prompt: Prompt) -> ModelRequestParameters:
    """Return how to ask for the prompt's form: plain text, or a tool that must be called.

    Raises:
        BadText: the schema is no JSON schema.
    """
    tool = _answer_tool(prompt)
    if tool is None:
        return ModelRequestParameters(output_mode="text")
    return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)


def read_reply(prompt: Prompt, response: ModelResponse) -> Reply:
    """Read the response in the prompt's form; tokens and the like are for the caller to fill in.

    Raises:
        BadReply: it cannot be read so; the message says what was found and expected.
    """
    said = _answer_text(response)
    match prompt.form:
        case OneOf():
            return Reply(said, (_parse_one(said, choices_in(prompt)),))
        case SomeOf(most=most):
            return Reply(said, _parse_some(said, choices_in(prompt), most=most))
        case Schema(schema=schema):
            return Reply(_parse_wrapped_document(said, parse_schema(schema)))
        case _:
            return Reply(said)


def _answer_tool(prompt: Prompt) -> ToolDefinition | None:
    match prompt.form:
        case OneOf(options=options):
            return _definition(
                "choose",
                "Choose one of the options.",
                parameters=_object_schema("option", _enum_schema(prompt)),
                strict=_strict_mode(options),
            )
        case SomeOf(options=options, most=most):
            several: JsonObject = {"type": "array", "items": _enum_schema(prompt), "maxItems": most}
            return _definition(
                "choose",
                f"Choose options in the order of use; repeats allowed, at most {most}, possibly none.",
                parameters=_object_schema("options", several),
                strict=_strict_mode(options),
            )
        case Schema(schema=schema):
            return _definition("answer", "Give the answer.", parameters=_wrap_schema(parse_schema(schema)))
        case _:
            return None


def _definition(
    name: str, about: str, *, parameters: JsonObject, strict: bool | None = None
) -> ToolDefinition:
    return ToolDefinition(
        name=name, description=about, parameters_json_schema=parameters, strict=strict, kind="output"
    )


def _enum_schema(prompt: Prompt) -> JsonObject:
    return {"type": "string", "enum": list(label_options(choices_in(prompt)))}


def _strict_mode(options: tuple[str, ...]) -> bool | None:
    return False if len(options) > MAX_STRICT_OPTIONS else None


def _object_schema(name: str, schema: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": {name: schema},
        "required": [name],
        "additionalProperties": False,
    }


def _wrap_schema(schema: JsonObject) -> JsonObject:
    if schema.get("type") == "object":
        return schema
    inner = {key: value for key, value in schema.items() if key not in {"$defs", "$schema"}}
    outer = _object_schema(_WRAPPER_KEY, inner)
    return {**outer, "$defs": schema["$defs"]} if "$defs" in schema else outer


def _answer_text(response: ModelResponse) -> str:
    calls = [part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart)]
    texts = [part.content for part in response.parts if isinstance(part, TextPart)]
    said = calls[0] if calls else "".join(texts).strip()
    if not said:
        cut = "; it was cut off at the most tokens allowed" if response.finish_reason == "length" else ""
        raise BadReply(f"found an empty answer{cut}, expected one in the form asked for")
    return said


def _parse_one(said: str, choices: Choices) -> int:
    try:
        return parse_choice(msgspec.json.decode(said, type=_One).option, choices)
    except msgspec.DecodeError:
        return parse_choice(said, choices)


def _parse_some(said: str, choices: Choices, *, most: int) -> tuple[int, ...]:
    try:
        found = msgspec.json.decode(said, type=_Some | tuple[str, ...])
    except msgspec.DecodeError as error:
        raise BadReply(f'found {quote_truncated(said)}, expected {{"options": [...]}} ({error})') from error
    return parse_choices(found.options if isinstance(found, _Some) else found, choices, most=most)


def _parse_wrapped_document(said: str, schema: JsonObject) -> str:
    if schema.get("type") == "object":
        return parse_document(said, schema)
    try:
        inner = msgspec.json.decode(said, type=dict[str, msgspec.Raw])
    except msgspec.DecodeError:
        return parse_document(said, schema)
    return parse_document(bytes(inner[_WRAPPER_KEY]).decode() if _WRAPPER_KEY in inner else said, schema)
