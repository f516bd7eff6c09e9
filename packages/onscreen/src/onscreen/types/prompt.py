"""Data types for language model calls: prompts, answer formats and replies."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from onscreen.types.picture import Picture

Purpose = Literal[
    "choose_app", "outline", "verify", "pick", "decide", "reflect", "text", "answer", "criteria", "other"
]


class Value(msgspec.Struct, frozen=True):
    """A result saved under a name for use in later steps."""

    name: str
    text: str


class Form(msgspec.Struct, frozen=True, tag=str.lower):
    """Base class of the formats in which a model can be asked to answer."""


class FreeText(Form, frozen=True):
    """Answer format for free text of at most `most_tokens` tokens."""

    most_tokens: int = 512


class OneOf(Form, frozen=True):
    """Answer format for a choice of exactly one option.

    `Reply.picked` contains the index of the option. Option texts may repeat (three buttons "Delete"); the
    index distinguishes them. `marks` are the marks of the options, in the same order, if the options are
    elements of a screen.
    """

    options: tuple[str, ...]
    marks: tuple[int, ...] = ()


class SomeOf(Form, frozen=True):
    """Answer format for an ordered selection of options.

    `Reply.picked` contains the indices. The selection has at most `most` options; it may be empty and may
    repeat options. `marks` are the marks of the options, in the same order, if the options are elements of
    a screen.
    """

    options: tuple[str, ...]
    most: int = 20
    marks: tuple[int, ...] = ()


class Schema(Form, frozen=True):
    """Answer format for a JSON document that is valid against the given JSON schema.

    The schema itself is given as JSON text.
    """

    schema: str


AnswerForm: TypeAlias = FreeText | OneOf | SomeOf | Schema


class Prompt(msgspec.Struct, frozen=True):
    """Input to a language model: system prompt, text, images and the required answer format."""

    text: str
    system: str = ""
    form: AnswerForm = FreeText()
    pictures: tuple[Picture, ...] = ()
    purpose: Purpose = "other"


class Reply(msgspec.Struct, frozen=True):
    """Output of a language model, with token counts, duration and cost.

    `picked` are indices into the form's options for OneOf (one index) and SomeOf; `text` is the answer
    as text for FreeText and Schema. `confidence` is 0..1, or None if the model reports none.
    """

    text: str = ""
    picked: tuple[int, ...] = ()
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cost_usd: float = 0.0
    confidence: float | None = None


class Exchange(msgspec.Struct, frozen=True):
    """A prompt and the model's reply to it.

    `fault` explains why the reply could not be used, "" if it could.
    """

    prompt: Prompt
    reply: Reply
    fault: str = ""
