"""Language model queries, with a second attempt if the reply cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from onscreen.model.base import Model
from onscreen.think.prompt_templates import Block, break_delimiters, insert, render
from onscreen.types import AnswerForm, Exchange, OneOf, Picture, Prompt, Reply, Situation, SomeOf
from onscreen.types.errors import BadReply, BadText, NoSuchMark, keep_exchanges
from onscreen.types.prompt import Purpose

T = TypeVar("T")


class ParsedReply(msgspec.Struct, Generic[T], frozen=True):
    """Value parsed from a model's reply, with the exchanges of the query.

    `value` is None if neither attempt produced a usable reply; the exchanges contain the faults.
    """

    value: T | None
    asked: tuple[Exchange, ...]

    @property
    def unusable(self) -> str:
        """Error message for an unusable reply, or "" if the reply was usable."""
        return f"the model's reply could not be used: {self.asked[-1].fault}" if self.value is None else ""

    @property
    def confidence(self) -> float:
        """Confidence of the last reply, 0 to 1; 1 if the model states none."""
        stated = self.asked[-1].reply.confidence
        return 1.0 if stated is None else stated


class Question(msgspec.Struct, frozen=True):
    """Content of a prompt and the situation from which it was rendered."""

    purpose: Purpose
    text: str
    form: AnswerForm
    situation: Situation
    system: str = ""
    pictures: tuple[Picture, ...] = ()


def ask(
    model: Model, question: Question, *, read: Callable[[Reply], T], earlier: tuple[Exchange, ...] = ()
) -> ParsedReply[T]:
    """Query the model and parse the reply, with a second attempt after an unusable reply.

    The second attempt shows the unusable reply and its fault to the model. `read` parses the reply into the
    value, or raises BadReply, BadText or NoSuchMark. `earlier` are exchanges of the same decision, which
    precede the new ones.

    Raises:
        ModelError: the model cannot be used; the exchanges so far are in its `asked`.
        QueryInterrupted: the user interrupted the query; the exchanges so far are in its `asked`.
    """
    text, form = question.text, _clean_options(question.form)
    asked = earlier
    for _ in range(2):
        prompt = Prompt(text, question.system, form, question.pictures, question.purpose)
        with keep_exchanges(asked):
            exchange, value = _query(model, prompt, read=read)
        asked = (*asked, exchange)
        if not exchange.fault:
            return ParsedReply(value, asked)
        answer = exchange.reply.text or str(exchange.reply.picked)
        fault, answer = (Block(break_delimiters(block)) for block in (exchange.fault, answer))
        text = render("repair", question.situation, text=Block(question.text), fault=fault, answer=answer)
    return ParsedReply(None, asked)


def _clean_options(form: AnswerForm) -> AnswerForm:
    """Return the form with options that cannot imitate a delimiter, because they may come from a screen."""
    if not isinstance(form, OneOf | SomeOf):
        return form
    return msgspec.structs.replace(form, options=tuple(str(insert(option)) for option in form.options))


def _query(model: Model, prompt: Prompt, *, read: Callable[[Reply], T]) -> tuple[Exchange, T | None]:
    try:
        reply = model(prompt)
    except BadReply as error:
        return Exchange(prompt, _cost_of(error, model.name), str(error)), None
    try:
        return Exchange(prompt, reply), read(reply)
    except (BadReply, BadText, NoSuchMark) as error:
        return Exchange(prompt, reply, str(error)), None


def _cost_of(error: BadReply, name: str) -> Reply:
    """Return an empty reply with the token counts, duration and cost of a BadReply error."""
    return Reply(
        model=name,
        tokens_in=error.tokens_in,
        tokens_out=error.tokens_out,
        seconds=error.seconds,
        cost_usd=error.cost_usd,
    )
