"""Language model query of AppAgent's deployment phase: observation, thought, action and summary.

Source: Zhang et al., AppAgent: Multimodal Agents as Smartphone Users (2023).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import msgspec

from onscreen.model.base import Model
from onscreen.think.grid_query import GRID_CHOICE, PicturePrompt, query_with_grid
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.next_action_query import MAX_ACTION_CHARS, check_application
from onscreen.think.prompt_templates import render, render_app_agent_system
from onscreen.types import Action, Picture, Reply, Schema, Situation
from onscreen.types.action_parser import parse
from onscreen.types.errors import BadReply

MAX_THOUGHT_CHARS, MAX_SUMMARY_CHARS = 600, 1200
"""Limits of a reply, in characters."""

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "observation": {"type": "string", "maxLength": MAX_THOUGHT_CHARS},
            "thought": {"type": "string", "maxLength": MAX_THOUGHT_CHARS},
            "action": {"type": "string", "maxLength": MAX_ACTION_CHARS},
            "summary": {"type": "string", "maxLength": MAX_SUMMARY_CHARS},
        },
        "required": ["observation", "thought", "action", "summary"],
        "additionalProperties": False,
    }
)


class AppAgentStep(msgspec.Struct, frozen=True):
    """Parsed reply of a model: observation, thought, action, and the summary of all steps.

    `action` is None if the model asked for the grid.
    """

    observation: str
    thought: str
    action: Action | None
    summary: str

    @property
    def wants_grid(self) -> bool:
        """True if the model asked for the grid."""
        return self.action is None


class _Wire(msgspec.Struct, frozen=True):
    action: str
    observation: str = ""
    thought: str = ""
    summary: str = ""


def accept(_action: Action) -> str:
    """Return "", which accepts every action."""
    return ""


def decide_step(
    model: Model,
    situation: Situation,
    *,
    view: str,
    pictures: tuple[Picture, ...] = (),
    check: Callable[[Action], str] = accept,
    is_exploring: bool = False,
) -> ParsedReply[AppAgentStep]:
    """Ask the model for the next step.

    `view` is the screen as text, `pictures` are the screenshot with numbered elements. Besides the effect of
    the last action, the summary of the previous reply is the only memory of earlier steps. `check` returns
    the reason why an action is not acceptable, "" if it is. With `is_exploring`, the prompt states that the
    application is being learned.
    """
    system = render_app_agent_system(situation)

    def query(prompt: PicturePrompt) -> ParsedReply[AppAgentStep]:
        context = prompt.context(situation.screen)
        text = render("app_agent", situation, view=view, is_exploring=is_exploring, **context)
        question = Question("decide", text, Schema(SCHEMA), situation, system, prompt.pictures)
        read = partial(_read, situation=situation, check=check, has_grid_choice=prompt.has_grid_choice)
        return ask(model, question, read=read, earlier=prompt.earlier)

    return query_with_grid(query, situation.screen, pictures=pictures)


def _read(
    reply: Reply, situation: Situation, *, check: Callable[[Action], str], has_grid_choice: bool
) -> AppAgentStep:
    try:
        wire = msgspec.json.decode(reply.text, type=_Wire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"observation", "thought", "action", "summary"}}') from error
    if has_grid_choice and wire.action.strip().casefold() == GRID_CHOICE:
        return AppAgentStep(wire.observation, wire.thought, None, wire.summary)
    action = parse(wire.action, situation.screen)
    check_application(action, situation.available or situation.tools)
    if fault := check(action):
        raise BadReply(fault)
    return AppAgentStep(wire.observation, wire.thought, action, wire.summary)
