"""The task verifier (LUCI, III-D): a subtask, what was done, what is ahead -> is it needed."""

from __future__ import annotations

from onscreen.model.base import Model
from onscreen.think.ask import Got, Question, ask
from onscreen.think.render import render, rules
from onscreen.types import OneOf, Situation

NEEDED = ("Yes", "No")


def verify(model: Model, about: Situation) -> Got[bool]:
    """Say whether `about.subtask` is needed; an answer that cannot be read means it is kept."""
    question = Question("verify", render("verify", about), OneOf(NEEDED), about, rules())
    return ask(model, question, read=lambda reply: reply.picked[0] == 0)
