"""What a model is asked and what it answers."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from onscreen.types.picture import Picture

Purpose = Literal["choose_app", "outline", "verify", "pick", "decide", "text", "answer", "other"]


class Value(msgspec.Struct, frozen=True):
    """A named result carried from one subtask to the next."""

    name: str
    text: str


class Form(msgspec.Struct, frozen=True, tag=str.lower):
    """The root of the forms an answer can be asked for in."""


class FreeText(Form, frozen=True):
    """Any text, at most so many tokens."""

    most_tokens: int = 512


class OneOf(Form, frozen=True):
    """One of these options; `Reply.picked` holds its index.

    Option texts may repeat (three buttons "Delete"); the index distinguishes them.
    """

    options: tuple[str, ...]


class SomeOf(Form, frozen=True):
    """Any of these options in order, repeats allowed, possibly none; `Reply.picked` holds the indices.

    `marks` are the marks of the options, in the same order, if the options are elements of a screen.
    """

    options: tuple[str, ...]
    most: int = 20
    marks: tuple[int, ...] = ()


class Schema(Form, frozen=True):
    """A JSON document that fits this JSON schema (itself JSON text)."""

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
    """A model's answer, with what it cost.

    `picked` are indices into the form's options for OneOf (one index) and SomeOf; `text` is the answer
    as text for FreeText and Schema. `confidence` is 0..1, or None where the model does not tell.
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
    """One question and its answer; `fault` says why the answer could not be used ("" when it could)."""

    prompt: Prompt
    reply: Reply
    fault: str = ""
