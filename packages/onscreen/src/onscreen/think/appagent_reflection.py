"""Language model query that judges a step of an exploration and writes a note (AppAgent, section 3.1)."""

from __future__ import annotations

import json
from typing import get_args

import msgspec

from onscreen.model.base import Model
from onscreen.perceive.node_text import quote_name
from onscreen.perceive.step_description import describe_step
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import Block, break_delimiters, render, render_rules
from onscreen.types import Element, PastStep, Picture, Reflection, Reply, Schema, Situation
from onscreen.types.episode import Verdict
from onscreen.types.errors import BadReply

MAX_NOTE_CHARS, MAX_THOUGHT_CHARS = 200, 400
"""Limits of a reply, in characters."""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "maxLength": MAX_THOUGHT_CHARS},
            "verdict": {"enum": list(VERDICTS)},
            "note": {"type": "string", "maxLength": MAX_NOTE_CHARS},
        },
        "required": ["thought", "verdict", "note"],
        "additionalProperties": False,
    }
)


class JudgedStep(msgspec.Struct, frozen=True):
    """A step to judge, with the screens before and after it as text.

    `pictures` are the screenshots before and after with numbered elements, () for a model that reads none.
    `note` is the earlier note on the element, "" without one.
    """

    step: PastStep
    target: Element | None
    view_before: str
    view_after: str
    pictures: tuple[Picture, ...] = ()
    note: str = ""


def reflect(model: Model, situation: Situation, *, judged: JudgedStep) -> ParsedReply[Reflection]:
    """Ask the model whether a step was useful for the task, and for a note on the element."""
    text = render(
        "app_agent_reflection",
        situation,
        step=describe_step(judged.step),
        element=quote_name(judged.target) if judged.target else "",
        note=judged.note,
        view_before=Block(break_delimiters(judged.view_before)),
        view_after=Block(break_delimiters(judged.view_after)),
        pictures=judged.pictures,
    )
    question = Question("reflect", text, Schema(SCHEMA), situation, render_rules(), judged.pictures)
    return ask(model, question, read=_read)


def _read(reply: Reply) -> Reflection:
    try:
        reflection = msgspec.json.decode(reply.text, type=Reflection)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"thought", "verdict", "note"}}') from error
    note = " ".join(reflection.note.split())[:MAX_NOTE_CHARS]
    return msgspec.structs.replace(reflection, note=note)
