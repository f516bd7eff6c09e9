"""Language model query of Mobile-Agent: observation, thought and one of eight operations.

Source: Wang et al., Mobile-Agent: Autonomous Multi-Modal Mobile Device Agent with Visual Perception (2024).
"""

from __future__ import annotations

import json
from functools import partial
from typing import Literal

import msgspec

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.next_action_query import MAX_ACTION_CHARS, check_application
from onscreen.think.prompt_templates import render, render_mobile_system
from onscreen.types import Exchange, Open, Picture, Reply, Schema, Situation, Value
from onscreen.types.errors import BadReply
from onscreen.types.mobile_operation import MobileOperation, parse_operation

MAX_THOUGHT_CHARS = 600
"""Limit of an observation or thought, in characters."""

PageVerdict = Literal["expected", "wrong"]

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "observation": {"type": "string", "maxLength": MAX_THOUGHT_CHARS},
            "page": {"enum": ["expected", "wrong"]},
            "thought": {"type": "string", "maxLength": MAX_THOUGHT_CHARS},
            "values": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "text": {"type": "string"}},
                    "required": ["name", "text"],
                    "additionalProperties": False,
                },
            },
            "operation": {"type": "string", "maxLength": MAX_ACTION_CHARS},
        },
        "required": ["observation", "page", "thought", "values", "operation"],
        "additionalProperties": False,
    }
)


class MobileView(msgspec.Struct, frozen=True):
    """The screen as shown to the model: texts with positions, and the screenshot for models with vision.

    `is_field_focused` is None if it is not known whether a text field has the focus.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    is_field_focused: bool | None = None


class MobileStep(msgspec.Struct, frozen=True):
    """Parsed reply of a model: observation, verdict on the page, thought, facts to keep, and operation."""

    operation: MobileOperation
    observation: str = ""
    page: PageVerdict = "expected"
    thought: str = ""
    values: tuple[Value, ...] = ()


class _Wire(msgspec.Struct, frozen=True):
    operation: str
    observation: str = ""
    page: PageVerdict = "expected"
    thought: str = ""
    values: tuple[Value, ...] = ()


def decide_operation(
    model: Model,
    situation: Situation,
    *,
    view: MobileView,
    rejected: tuple[str, ...] = (),
    earlier: tuple[Exchange, ...] = (),
) -> ParsedReply[MobileStep]:
    """Ask the model for the next operation.

    `rejected` states why the model's earlier operations on this screen were not performed.
    `earlier` are the exchanges of the same decision.
    """
    width, height = situation.screen.shot.picture.size
    last = situation.history[-1] if situation.history else None
    text = render(
        "mobile",
        situation,
        view=view.text,
        rejected=rejected,
        pictures=view.pictures,
        is_field_focused=view.is_field_focused,
        has_changed=last is None or last.had_effect,
        width=width,
        height=height,
    )
    system = render_mobile_system(situation)
    question = Question("decide", text, Schema(SCHEMA), situation, system, view.pictures)
    return ask(model, question, read=partial(_read, situation=situation), earlier=earlier)


def _read(reply: Reply, situation: Situation) -> MobileStep:
    try:
        wire = msgspec.json.decode(reply.text, type=_Wire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(
            f'{error}; expected {{"observation", "page", "thought", "values", "operation"}}'
        ) from error
    operation = parse_operation(wire.operation)
    if isinstance(operation, Open):
        check_application(operation, situation.available or situation.tools)
    values = tuple(value for value in wire.values if value.name.strip() and value.text.strip())
    return MobileStep(operation, wire.observation, wire.page, wire.thought, values)
