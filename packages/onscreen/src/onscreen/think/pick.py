"""Selection of elements by a language model (UI selector, LUCI paper, section III-F)."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_text import plain
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import Element, Screen, Situation, SomeOf


def pick(model: Model, situation: Situation, *, view: str) -> ParsedReply[tuple[Element, ...]]:
    """Ask the model which elements to use for the subtask, in order.

    Elements may repeat. An empty selection means that the screen lacks what is needed.
    """
    elements = list_options(situation.screen)
    form = SomeOf(tuple(label(e) for e in elements), marks=tuple(e.mark for e in elements))
    question = Question("pick", render("pick", situation, view=view), form, situation, render_rules())
    return ask(model, question, read=lambda reply: tuple(elements[i] for i in reply.picked))


def list_options(screen: Screen) -> tuple[Element, ...]:
    """List the actionable elements and fields that are neither disabled nor covered."""
    usable = (e for e in screen.elements if kind_of(e) != "information")
    return tuple(e for e in usable if not e.has("disabled") and not e.has("covered"))


def label(element: Element) -> str:
    """Return the text that describes an element as an option to a model, such as "Submit (button)".

    The text is the element's name, else its hint or value, followed by the role.
    """
    name = plain(element.name or element.clue or element.value) or "without a name"
    return f"{name} ({element.role})"
