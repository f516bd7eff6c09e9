"""The question to a model (Prompt) and its answer (Reply)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from onscreen.types.picture import Picture

Purpose = Literal["choose_app", "outline", "verify", "pick", "decide", "text", "answer", "other"]


class Value(msgspec.Struct, frozen=True):
    """A result kept under a name for later steps."""

    name: str
    text: str


class Form(msgspec.Struct, frozen=True, tag=str.lower):
    """The base of the forms that a reply may be requested in."""


class FreeText(Form, frozen=True):
    """Any text of at most `most_tokens` tokens."""

    most_tokens: int = 512


class OneOf(Form, frozen=True):
    """One of these options; `Reply.picked` holds its index.

    Option texts may repeat (three buttons "Delete"); the index distinguishes them. `marks` are the marks of
    the options, in the same order, if the options are elements of a screen.
    """

    options: tuple[str, ...]
    marks: tuple[int, ...] = ()


class SomeOf(Form, frozen=True):
    """Any of these options in order, repeats allowed, possibly none; `Reply.picked` holds the indices.

    `marks` are the marks of the options, in the same order, if the options are elements of a screen.
    """

    options: tuple[str, ...]
    most: int = 20
    marks: tuple[int, ...] = ()


class Schema(Form, frozen=True):
    """A JSON document that is valid against this JSON schema, given as JSON text."""

    schema: str


AnswerForm: TypeAlias = FreeText | OneOf | SomeOf | Schema


class Prompt(msgspec.Struct, frozen=True):
    """A question to a model: system text, text, pictures, and the form the answer must have."""

    text: str
    system: str = ""
    form: AnswerForm = FreeText()
    pictures: tuple[Picture, ...] = ()
    purpose: Purpose = "other"


class Reply(msgspec.Struct, frozen=True):
    """A model's reply and its cost.

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
    """A prompt and the reply to it; `fault` says why the reply could not be used, "" if it could."""

    prompt: Prompt
    reply: Reply
    fault: str = ""
