"""Language model queries that write the success criteria of an instruction, and that judge them."""

from __future__ import annotations

import json

import msgspec

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import Reply, Schema, Situation
from onscreen.types.errors import BadReply

MAX_CRITERIA, MAX_CRITERION_CHARS, MAX_REASON_CHARS = 8, 200, 200
"""Limits of a reply: number of criteria, and characters of each criterion and of each reason."""
CRITERIA_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "criteria": {
                "type": "array",
                "items": {"type": "string", "maxLength": MAX_CRITERION_CHARS},
                "minItems": 1,
                "maxItems": MAX_CRITERIA,
            }
        },
        "required": ["criteria"],
        "additionalProperties": False,
    }
)
JUDGEMENT_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "unmet": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "criterion": {"type": "integer", "minimum": 1, "maximum": MAX_CRITERIA},
                        "reason": {"type": "string", "maxLength": MAX_REASON_CHARS},
                    },
                    "required": ["criterion", "reason"],
                    "additionalProperties": False,
                },
                "maxItems": MAX_CRITERIA,
            }
        },
        "required": ["unmet"],
        "additionalProperties": False,
    }
)


class UnmetCriterion(msgspec.Struct, frozen=True):
    """A criterion that is not met, by its 1-based number, with the reason."""

    criterion: int
    reason: str


class _CriteriaWire(msgspec.Struct, frozen=True):
    criteria: tuple[str, ...]


class _JudgementWire(msgspec.Struct, frozen=True):
    unmet: tuple[UnmetCriterion, ...]


def write_criteria(model: Model, situation: Situation) -> ParsedReply[tuple[str, ...]]:
    """Ask the model how to recognize that the instruction has been carried out."""
    text = render("criteria", situation, most=MAX_CRITERIA)
    question = Question("criteria", text, Schema(CRITERIA_SCHEMA), situation, render_rules())
    return ask(model, question, read=_read_criteria)


def judge_criteria(
    model: Model, situation: Situation, *, criteria: tuple[str, ...], view: str, answer: str
) -> ParsedReply[tuple[UnmetCriterion, ...]]:
    """Ask the model which criteria are not met, after the agent claimed that the task is done.

    `view` is the screen as text, `answer` the agent's answer to the user.
    """
    text = render("criteria_judgement", situation, criteria=criteria, view=view, answer=answer)
    question = Question("criteria", text, Schema(JUDGEMENT_SCHEMA), situation, render_rules())
    return ask(model, question, read=lambda reply: _read_judgement(reply, len(criteria)))


def _read_criteria(reply: Reply) -> tuple[str, ...]:
    try:
        wire = msgspec.json.decode(reply.text, type=_CriteriaWire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"criteria"}}') from error
    criteria = tuple(dict.fromkeys(" ".join(each.split())[:MAX_CRITERION_CHARS] for each in wire.criteria))
    criteria = tuple(filter(None, criteria))[:MAX_CRITERIA]
    if not criteria:
        raise BadReply('"criteria" is empty; expected at least one')
    return criteria


def _read_judgement(reply: Reply, count: int) -> tuple[UnmetCriterion, ...]:
    try:
        wire = msgspec.json.decode(reply.text, type=_JudgementWire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"unmet"}}') from error
    for each in wire.unmet:
        if not 1 <= each.criterion <= count:
            raise BadReply(f"there is no criterion {each.criterion}; expected 1 to {count}")
    return wire.unmet
