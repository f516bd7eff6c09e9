"""What must be written: the text to type, the options to select, the answer to give."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.pick import label
from onscreen.think.prompt_templates import render, rules
from onscreen.types import Element, FreeText, Reply, Situation, SomeOf
from onscreen.types.errors import BadReply


def text_for(model: Model, about: Situation, *, element: Element, view: str) -> ParsedReply[str]:
    """Write what is to be typed into the field."""
    prompt = render("text", about, view=view, what=f"the text to type into {label(element)!r}")
    question = Question("text", prompt, FreeText(), about, rules())
    return ask(model, question, read=lambda reply: reply.text)


def options_for(
    model: Model, about: Situation, *, element: Element, options: tuple[str, ...]
) -> ParsedReply[tuple[str, ...]]:
    """Choose which options of a list are to be selected."""
    prompt = render("text", about, what=f"the options to select in {label(element)!r}")
    question = Question("text", prompt, SomeOf(options), about, rules())
    return ask(model, question, read=lambda reply: _chosen(reply, options))


def answer(model: Model, about: Situation, *, view: str) -> ParsedReply[str]:
    """Do a subtask that needs no application, or, without one, write the answer to the person."""
    question = Question("answer", render("answer", about, view=view), FreeText(), about, rules())
    return ask(model, question, read=lambda reply: reply.text.strip())


def _chosen(reply: Reply, options: tuple[str, ...]) -> tuple[str, ...]:
    if not reply.picked:
        raise BadReply(f"no option was chosen; there are: {', '.join(options)}")
    return tuple(options[i] for i in reply.picked)
