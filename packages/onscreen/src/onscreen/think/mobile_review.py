"""Further language model queries of Mobile-Agent: completion check, new plan, and choice.

Source: Wang et al., Mobile-Agent (2024), sections 2.1 and 2.2; the separate planning query follows its
successors.
"""

from __future__ import annotations

import json

import msgspec

from onscreen.model.base import Model
from onscreen.think.mobile_step import MobileView
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.next_action_query import MAX_PLAN
from onscreen.think.prompt_templates import render, render_rules
from onscreen.types import Exchange, OneOf, Picture, Reply, Schema, Situation
from onscreen.types.errors import BadReply

NONE_OF_THEM = "none of them"
"""The option by which a model rejects all candidates."""

MAX_TEXT_CHARS = 600
COMPLETION_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "missing": {"type": "string", "maxLength": MAX_TEXT_CHARS},
            "complete": {"type": "boolean"},
            "possible": {"type": "boolean"},
            "answer": {"type": "string"},
        },
        "required": ["missing", "complete", "possible", "answer"],
        "additionalProperties": False,
    }
)
PLAN_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "maxLength": MAX_TEXT_CHARS},
            "plan": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MAX_PLAN},
        },
        "required": ["thought", "plan"],
        "additionalProperties": False,
    }
)


class Completion(msgspec.Struct, frozen=True):
    """A model's judgement of whether the whole instruction has been carried out.

    `missing` describes what has not been done, `answer` is the answer to a question in the instruction.
    `possible` is False if the missing part cannot be done at all.
    """

    complete: bool
    missing: str = ""
    possible: bool = True
    answer: str = ""


class _PlanWire(msgspec.Struct, frozen=True):
    plan: tuple[str, ...]


def check_completion(
    model: Model, situation: Situation, *, view: MobileView, answer: str, earlier: tuple[Exchange, ...]
) -> ParsedReply[Completion]:
    """Ask the model to check the whole instruction, after it chose to stop with an answer."""
    text = render("mobile_completion", situation, view=view.text, answer=answer, pictures=view.pictures)
    schema = Schema(COMPLETION_SCHEMA)
    question = Question("verify", text, schema, situation, render_rules(), view.pictures)
    return ask(model, question, read=_read_completion, earlier=earlier)


def make_plan(
    model: Model,
    situation: Situation,
    *,
    view: MobileView,
    rejected: tuple[str, ...],
    earlier: tuple[Exchange, ...],
) -> ParsedReply[tuple[str, ...]]:
    """Ask the model for a new plan, after operations failed.

    `rejected` states why operations were not performed.
    """
    text = render("mobile_plan", situation, view=view.text, rejected=rejected, pictures=view.pictures)
    question = Question("outline", text, Schema(PLAN_SCHEMA), situation, render_rules(), view.pictures)
    return ask(model, question, read=_read_plan, earlier=earlier)


def choose_candidate(
    model: Model,
    situation: Situation,
    *,
    target: str,
    candidates: tuple[str, ...],
    crops: tuple[Picture, ...],
    earlier: tuple[Exchange, ...],
) -> ParsedReply[int]:
    """Ask the model which of several candidates to click.

    `candidates` describe the candidates in words, and `crops` show them in the same order, () for a model
    that reads no pictures. The value is the index of the candidate, or the number of candidates if the model
    chooses none.
    """
    text = render("mobile_choice", situation, target=target, pictures=crops)
    form = OneOf((*candidates, NONE_OF_THEM))
    question = Question("pick", text, form, situation, render_rules(), crops)
    return ask(model, question, read=_read_choice, earlier=earlier)


def _read_completion(reply: Reply) -> Completion:
    try:
        return msgspec.json.decode(reply.text, type=Completion)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"missing", "complete", "possible", "answer"}}') from error


def _read_plan(reply: Reply) -> tuple[str, ...]:
    try:
        wire = msgspec.json.decode(reply.text, type=_PlanWire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"thought", "plan"}}') from error
    plan = tuple(dict.fromkeys(line.strip() for line in wire.plan if line.strip()))[:MAX_PLAN]
    if not plan:
        raise BadReply('"plan" is empty; expected at least one step')
    return plan


def _read_choice(reply: Reply) -> int:
    if len(reply.picked) != 1:
        raise BadReply(f"found {len(reply.picked)} picked options, expected one")
    return reply.picked[0]
