"""The UI selector (LUCI, III-F): a subtask and the elements -> the ones to use, in order, repeats allowed."""

from __future__ import annotations

import msgspec

from onscreen.model.base import Model
from onscreen.perceive.element_kinds import kind_of
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, rules
from onscreen.types import Element, Situation, SomeOf


def pick(model: Model, about: Situation, *, view: str) -> ParsedReply[tuple[Element, ...]]:
    """Choose elements of `about.screen` for `about.subtask`; none means that what it needs is not there."""
    elements = choices(about)
    options = tuple(label(element) for element in elements)
    shown = msgspec.structs.replace(about, targets=tuple(e.mark for e in elements))
    question = Question("pick", render("pick", shown, view=view), SomeOf(options), shown, rules())
    return ask(model, question, read=lambda reply: tuple(elements[i] for i in reply.picked))


def choices(about: Situation) -> tuple[Element, ...]:
    """Return the elements that can be picked: actions and fields that are not disabled."""
    there = about.screen.elements if about.screen else ()
    return tuple(e for e in there if kind_of(e) != "information" and not e.has("disabled"))


def label(element: Element) -> str:
    """Return the name an element is chosen by: its name, else its clue or value, with its role."""
    said = element.name or element.clue or element.value or "without a name"
    return f"{said} ({element.role})"
