"""Text written by a model: the text to type, the options to select, the answer to the user."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.pick import label
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import Element, Exchange, FreeText, Reply, Situation, SomeOf
from onscreen.types.errors import BadReply


def write_text(
    model: Model, situation: Situation, *, element: Element, view: str, earlier: tuple[Exchange, ...] = ()
) -> ParsedReply[str]:
    """Ask for the text to type into a field."""
    prompt = render("text", situation, view=view, what=f"the text to type into {label(element)!r}")
    question = Question("text", prompt, FreeText(), situation, render_rules())
    return ask(model, question, read=lambda reply: reply.text, earlier=earlier)


def choose_options(
    model: Model,
    situation: Situation,
    *,
    element: Element,
    options: tuple[str, ...],
    earlier: tuple[Exchange, ...] = (),
) -> ParsedReply[tuple[str, ...]]:
    """Ask which options of a list to select."""
    prompt = render("text", situation, what=f"the options to select in {label(element)!r}")
    question = Question("text", prompt, SomeOf(options), situation, render_rules())
    return ask(model, question, read=lambda reply: _read_options(reply, options), earlier=earlier)


def write_answer(
    model: Model, situation: Situation, *, view: str, earlier: tuple[Exchange, ...] = ()
) -> ParsedReply[str]:
    """Ask for the result of a subtask that needs no application, or without one for the final answer."""
    question = Question(
        "answer", render("answer", situation, view=view), FreeText(), situation, render_rules()
    )
    return ask(model, question, read=lambda reply: reply.text.strip(), earlier=earlier)


def _read_options(reply: Reply, options: tuple[str, ...]) -> tuple[str, ...]:
    if not reply.picked:
        raise BadReply(f"no option was chosen; the options are: {', '.join(options)}")
    return tuple(options[i] for i in reply.picked)
