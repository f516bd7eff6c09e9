"""Parsing and validation of JSON documents that must match a JSON schema."""

from __future__ import annotations

import jsonschema
import msgspec
from jsonschema.exceptions import best_match
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

from onscreen.model.option_labels import quote_truncated
from onscreen.types.errors import BadReply, BadText

JsonObject = dict[str, object]

JSON_ERRORS = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Exceptions raised by decoding for text that is not JSON or nested too deeply."""


def parse_schema(text: str) -> JsonObject:
    """Parse a JSON schema and check that it is valid.

    Raises:
        BadText: the text is not JSON, or not a JSON schema.
    """
    try:
        schema = msgspec.json.decode(text, type=JsonObject)
        validator_for(schema).check_schema(schema)
    except JSON_ERRORS as error:
        raise BadText(f"a schema must be a JSON object; found {quote_truncated(text)} ({error})") from error
    except jsonschema.SchemaError as error:
        raise BadText(f"the schema is not a valid JSON schema: {error.message}") from error
    return schema


def parse_document(text: str, schema: JsonObject) -> str:
    """Parse a JSON document, validate it against a schema, and return it as compact JSON.

    A Markdown code fence around the document is removed.

    Raises:
        BadReply: the text is not JSON, or does not match the schema; the message contains the JSON path.
    """
    try:
        document = msgspec.json.decode(_strip_code_fence(text))
        validator: Validator = validator_for(schema)(schema)
        fault = best_match(validator.iter_errors(document))
    except JSON_ERRORS as error:
        raise BadReply(f"found {quote_truncated(text)}, expected a JSON document ({error})") from error
    if fault is not None:
        raise BadReply(
            f"found {quote_truncated(text)}, expected a JSON document that fits the schema; "
            f"at {fault.json_path}: {quote_truncated(fault.message)}"
        )
    return msgspec.json.encode(document).decode()


def _strip_code_fence(text: str) -> str:
    lines = text.strip().splitlines()
    fenced = len(lines) > 1 and lines[0].startswith("```") and lines[-1].strip() == "```"
    return "\n".join(lines[1:-1]) if fenced else text
