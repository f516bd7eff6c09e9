"""What a model is asked and what it answers."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from onscreen.types.action import Action
from onscreen.types.picture import Picture
from onscreen.types.screen import Screen
from onscreen.types.task import Subtask, Tool, Turn

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

    Options may repeat as texts (three buttons "Delete"); the index tells them apart.
    """

    options: tuple[str, ...]


class SomeOf(Form, frozen=True):
    """Any of these options in order, repeats allowed, possibly none; `Reply.picked` holds the indices."""

    options: tuple[str, ...]
    most: int = 20


class Schema(Form, frozen=True):
    """A JSON document that fits this JSON schema (itself JSON text)."""

    schema: str


AnswerForm: TypeAlias = FreeText | OneOf | SomeOf | Schema


class Situation(msgspec.Struct, frozen=True):
    """The data a prompt's text was written from, for models that read data rather than text.

    `planner` is the model that wrote the outline `subtask` is of. `done` is what was done so far, as text
    with its feedback, oldest first; `deeds` are the actions behind those lines. `notes` are lines learnt
    about what is on the screen; one that is about an element begins with its mark ("3: deletes the line").
    `targets` are the marks of the options, in their order, where the options are elements (0 for an option
    that is none).
    """

    instruction: str
    subtask: Subtask | None = None
    screen: Screen | None = None
    done: tuple[str, ...] = ()
    ahead: tuple[Subtask, ...] = ()
    values: tuple[Value, ...] = ()
    notes: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()
    said: tuple[Turn, ...] = ()
    targets: tuple[int, ...] = ()
    deeds: tuple[Action, ...] = ()
    planner: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """A question to a model: instructions, text, pictures, and the form the answer must have.

    `about` is the data behind the text; it is left out of stored episodes, whose steps hold the screens.
    """

    text: str
    system: str = ""
    form: AnswerForm = FreeText()
    pictures: tuple[Picture, ...] = ()
    purpose: Purpose = "other"
    about: Situation | None = None


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
