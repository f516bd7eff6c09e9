"""The task verifier (LUCI, III-D): a subtask, what was done, what is ahead -> is it needed."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, rules
from onscreen.types import OneOf, Situation

NEEDED = ("Yes", "No")


def verify(model: Model, about: Situation) -> ParsedReply[bool]:
    """Say whether `about.subtask` is needed; an answer that cannot be read means it is kept."""
    question = Question("verify", render("verify", about), OneOf(NEEDED), about, rules())
    return ask(model, question, read=lambda reply: reply.picked[0] == 0)
