"""The task verifier (LUCI, III-D): a subtask, the history, the plan -> whether the subtask is necessary."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import OneOf, Situation

NEEDED = ("Yes", "No")


def verify(model: Model, situation: Situation) -> ParsedReply[bool]:
    """Ask whether `situation.subtask` is necessary; the value is None if the reply could not be used."""
    question = Question("verify", render("verify", situation), OneOf(NEEDED), situation, render_rules())
    return ask(model, question, read=lambda reply: reply.picked[0] == 0)
