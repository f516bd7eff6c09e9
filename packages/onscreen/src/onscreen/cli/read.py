"""The `onscreen read` command, which reads values from the screen of a session as JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from onscreen.cli.options import read_text_or_file
from onscreen.cli.session_options import add_session_option, session_of
from onscreen.policy.cascade import make_cascade
from onscreen.run.screen_values import ANSWER_SCHEMA
from onscreen.types.errors import UsageError

HELP = """Read values from the screen of an open session, and print them as JSON.

The output has "values", in the form of the schema, and "elements", the element that contains each value.
If a required value is not on the screen, "values" is null, "why" is the reason, and the exit status is 1.
Without --model, values are found by their labels."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument(
        "question",
        nargs="?",
        default="",
        help="for example 'What is the total?'; the value is named \"answer\"",
    )
    parser.add_argument("--schema", default="", metavar="JSON|FILE", help="JSON schema of the values")
    parser.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="language model that reads the values, such as openai:gpt-5-mini",
    )
    add_session_option(parser)


def run(arguments: Namespace) -> int:
    """Print the values as JSON and return the exit status.

    Raises:
        UsageError: neither a question nor a schema is given, or the schema or model cannot be used.
        ModelError: the model cannot be used.
        DeviceError: the device is gone.
    """
    if not arguments.question.strip() and not arguments.schema:
        raise UsageError("pass a question, or --schema with the values to read")
    model = make_cascade(arguments.model).model if arguments.model else None
    if arguments.model and model is None:
        raise UsageError(
            f"{arguments.model!r} is a policy, not a language model; `onscreen list models` lists the models"
        )
    schema = arguments.schema
    if schema and not schema.lstrip().startswith("{"):
        schema = str(Path(arguments.folder, schema))
    reading = session_of(arguments).read(
        arguments.question,
        schema=read_text_or_file(schema, example=ANSWER_SCHEMA) if schema else "",
        model=model,
    )
    print(msgspec.json.encode(reading).decode())  # noqa: T201
    return 0 if reading.values is not None else 1
