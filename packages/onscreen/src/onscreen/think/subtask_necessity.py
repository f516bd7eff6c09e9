"""Verification by a language model that a subtask is necessary (LUCI paper, section III-D)."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import OneOf, Situation

NEEDED = ("Yes", "No")


def verify(model: Model, situation: Situation) -> ParsedReply[bool]:
    """Ask the model whether the current subtask is necessary.

    The value is None if the reply could not be used.
    """
    question = Question("verify", render("verify", situation), OneOf(NEEDED), situation, render_rules())
    return ask(model, question, read=lambda reply: reply.picked[0] == 0)
