"""Selection of elements by a language model (UI selector, LUCI paper, section III-F)."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.perceive.element_kinds import is_reachable
from onscreen.perceive.node_text import plain
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import Element, Situation, SomeOf


def pick(model: Model, situation: Situation, *, view: str) -> ParsedReply[tuple[Element, ...]]:
    """Ask the model which elements to use for the subtask, in order.

    Elements may repeat. An empty selection means that the screen has no suitable element.
    """
    elements = tuple(e for e in situation.screen.elements if is_reachable(e))
    form = SomeOf(tuple(label(e) for e in elements), marks=tuple(e.mark for e in elements))
    question = Question("pick", render("pick", situation, view=view), form, situation, render_rules())
    return ask(model, question, read=lambda reply: tuple(elements[i] for i in reply.picked))


def label(element: Element) -> str:
    """Return an element as an option for a model, such as "Submit (button)".

    The text is the element's name or, without one, its hint or value, followed by the role.
    """
    name = plain(element.name or element.clue or element.value) or "without a name"
    return f"{name} ({element.role})"
