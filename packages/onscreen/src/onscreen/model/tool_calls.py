"""Structured answers through tool calls: building the request and parsing the response.

Any answer other than free text is requested as one required tool call. All providers constrain such a call to
the tool's schema. For servers that do not, an answer given as text is parsed instead.
"""

from __future__ import annotations

import msgspec
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from onscreen.model.json_documents import JSON_ERRORS, JsonObject, parse_document, parse_schema
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
from onscreen.types.lone_surrogates import replace_surrogates

MAX_STRICT_OPTIONS = 250
"""More enum values than this are sent without strict mode (OpenAI, "Structured outputs", its limits)."""

_WRAPPER_KEY = "answer"


class _One(msgspec.Struct, frozen=True):
    option: str


class _Some(msgspec.Struct, frozen=True):
    options: tuple[str, ...]


def request_form(prompt: Prompt) -> ModelRequestParameters:
    """Build the request parameters that make a model reply with free text or a tool call.

    Raises:
        BadText: the form's schema is not a JSON schema.
    """
    tool = _answer_tool(prompt)
    if tool is None:
        return ModelRequestParameters(output_mode="text")
    return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)


def read_reply(prompt: Prompt, response: ModelResponse) -> Reply:
    """Parse a model's response into the type of answer that the prompt asks for.

    The caller fills in tokens and cost.

    Raises:
        BadReply: the response cannot be parsed; the message states what was found and expected.
    """
    answer = _answer_text(response)
    match prompt.form:
        case OneOf():
            return Reply(answer, (_parse_one(answer, choices_in(prompt)),))
        case SomeOf(most=max_picked):
            return Reply(answer, _parse_some(answer, choices_in(prompt), max_picked=max_picked))
        case Schema(schema=schema):
            return Reply(_parse_wrapped_document(answer, parse_schema(schema)))
        case _:
            return Reply(answer)


def _answer_tool(prompt: Prompt) -> ToolDefinition | None:
    match prompt.form:
        case OneOf(options=options):
            return _definition(
                "choose",
                "Choose one of the options.",
                parameters=_object_schema("option", _enum_schema(prompt)),
                strict=_strict_mode(options),
            )
        case SomeOf(options=options, most=max_picked):
            array: JsonObject = {"type": "array", "items": _enum_schema(prompt), "maxItems": max_picked}
            return _definition(
                "choose",
                f"Choose options in the order of use; repeats allowed, at most {max_picked}, possibly none.",
                parameters=_object_schema("options", array),
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
    answer = replace_surrogates(calls[0] if calls else "".join(texts).strip())
    if not answer:
        reason = "; it was truncated at the token limit" if response.finish_reason == "length" else ""
        raise BadReply(f"found an empty answer{reason}, expected one in the requested form")
    return answer


def _parse_one(answer: str, choices: Choices) -> int:
    try:
        return parse_choice(msgspec.json.decode(answer, type=_One).option, choices)
    except JSON_ERRORS:
        return parse_choice(answer, choices)


def _parse_some(answer: str, choices: Choices, *, max_picked: int) -> tuple[int, ...]:
    try:
        parsed = msgspec.json.decode(answer, type=_Some | tuple[str, ...])
    except JSON_ERRORS as error:
        raise BadReply(f'found {quote_truncated(answer)}, expected {{"options": [...]}} ({error})') from error
    return parse_choices(parsed.options if isinstance(parsed, _Some) else parsed, choices, limit=max_picked)


def _parse_wrapped_document(answer: str, schema: JsonObject) -> str:
    if schema.get("type") == "object":
        return parse_document(answer, schema)
    try:
        inner = msgspec.json.decode(answer, type=dict[str, msgspec.Raw])
    except JSON_ERRORS:
        return parse_document(answer, schema)
    return parse_document(bytes(inner[_WRAPPER_KEY]).decode() if _WRAPPER_KEY in inner else answer, schema)
