"""Ask a model, show an unusable answer back once, and keep every exchange."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from onscreen.model.base import Model
from onscreen.think.prompt_templates import render
from onscreen.types import AnswerForm, Exchange, Picture, Prompt, Reply, Situation
from onscreen.types.errors import BadReply, BadText, NoSuchMark
from onscreen.types.prompt import Purpose

T = TypeVar("T")


class ParsedReply(msgspec.Struct, Generic[T], frozen=True):
    """What was read from a model's answer, and the exchanges it took.

    `value` is None when the answer could not be used twice in a row; the exchanges hold the faults.
    """

    value: T | None
    asked: tuple[Exchange, ...]

    @property
    def unusable(self) -> str:
        """Why the answer could not be used, "" when it could."""
        return f"the model's answer could not be used: {self.asked[-1].fault}" if self.value is None else ""


class Question(msgspec.Struct, frozen=True):
    """A prompt before it is sent: its purpose, text, the form of the answer, the data behind it, pictures."""

    purpose: Purpose
    text: str
    form: AnswerForm
    about: Situation
    system: str = ""
    pictures: tuple[Picture, ...] = ()


def ask(model: Model, question: Question, *, read: Callable[[Reply], T]) -> ParsedReply[T]:
    """Ask once, and once more with the fault shown when the answer cannot be used.

    `read` turns the reply into the value; it raises BadReply, BadText or NoSuchMark when it cannot.
    """
    text = question.text
    asked: tuple[Exchange, ...] = ()
    for _ in range(2):
        prompt = Prompt(
            text, question.system, question.form, question.pictures, question.purpose, question.about
        )
        exchange, value = _once(model, prompt, read=read)
        asked = (*asked, exchange)
        if not exchange.fault:
            return ParsedReply(value, asked)
        answer = exchange.reply.text or str(exchange.reply.picked)
        text = render("repair", question.about, text=question.text, fault=exchange.fault, answer=answer)
    return ParsedReply(None, asked)


def _once(model: Model, prompt: Prompt, *, read: Callable[[Reply], T]) -> tuple[Exchange, T | None]:
    kept = msgspec.structs.replace(prompt, about=None)
    try:
        reply = model(prompt)
    except BadReply as error:
        return Exchange(kept, _cost_of(error, model.name), str(error)), None
    try:
        return Exchange(kept, reply), read(reply)
    except (BadReply, BadText, NoSuchMark) as error:
        return Exchange(kept, reply, str(error)), None


def _cost_of(error: BadReply, name: str) -> Reply:
    """Return the empty reply that holds what an unusable answer cost."""
    return Reply(
        model=name,
        tokens_in=error.tokens_in,
        tokens_out=error.tokens_out,
        seconds=error.seconds,
        cost_usd=error.cost_usd,
    )
