"""Language model query that determines the next actions of a run."""

from __future__ import annotations

import json
from functools import partial

import msgspec

from onscreen.model.base import Model
from onscreen.think.grid_query import GRID_CHOICE, PicturePrompt, query_with_grid
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, render_system
from onscreen.types import Action, Done, Open, Picture, Reply, Schema, Situation, Tool, Value
from onscreen.types.action_parser import parse
from onscreen.types.errors import BadReply

MAX_WHY_CHARS, MAX_ACTION_CHARS, MAX_ACTIONS, MAX_PLAN = 240, 2000, 10, 20
"""Limits of a reply: characters of the reason and of an action, numbers of actions and of plan steps."""

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "why": {"type": "string", "maxLength": MAX_WHY_CHARS},
            "values": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "text": {"type": "string"}},
                    "required": ["name", "text"],
                    "additionalProperties": False,
                },
            },
            "plan": {"type": "array", "items": {"type": "string"}, "maxItems": MAX_PLAN},
            "actions": {
                "type": "array",
                "items": {"type": "string", "maxLength": MAX_ACTION_CHARS},
                "minItems": 1,
                "maxItems": MAX_ACTIONS,
            },
        },
        "required": ["why", "values", "plan", "actions"],
        "additionalProperties": False,
    }
)


class NextStep(msgspec.Struct, frozen=True):
    """Parsed reply of a model: reason, values to keep, changed plan and next actions.

    `wants_grid` means that the model asked for the grid instead of an action.
    """

    why: str
    values: tuple[Value, ...] = ()
    plan: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    wants_grid: bool = False


class _Wire(msgspec.Struct, frozen=True):
    why: str = ""
    values: tuple[Value, ...] = ()
    plan: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


def decide(
    model: Model, situation: Situation, *, view: str, pictures: tuple[Picture, ...] = ()
) -> ParsedReply[NextStep]:
    """Ask the model for the next actions, with the reason and values to keep.

    `view` is the screen as text, `pictures` are screenshots for models with vision. The system text is the
    same for every step of a run. The text starts with the task and the history, which only grows, and ends
    with the screen, so that a provider can cache the longest possible prefix. If the model asks for the grid
    of numbered cells, it is queried again.
    """
    system = render_system(situation)

    def query(prompt: PicturePrompt) -> ParsedReply[NextStep]:
        text = render("decide", situation, view=view, **prompt.context(situation.screen))
        question = Question("decide", text, Schema(SCHEMA), situation, system, prompt.pictures)
        read = partial(_read, situation=situation, has_grid_choice=prompt.has_grid_choice)
        return ask(model, question, read=read, earlier=prompt.earlier)

    return query_with_grid(query, situation.screen, pictures=pictures)


def _read(reply: Reply, situation: Situation, *, has_grid_choice: bool) -> NextStep:
    try:
        wire = msgspec.json.decode(reply.text, type=_Wire)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(f'{error}; expected {{"why", "values", "plan", "actions"}}') from error
    if has_grid_choice and [line.strip().casefold() for line in wire.actions] == [GRID_CHOICE]:
        return NextStep(wire.why, wants_grid=True)
    actions = tuple(parse(line, situation.screen) for line in wire.actions if line.strip())
    if not actions:
        raise BadReply('"actions" is empty; expected at least one action, done or give up')
    if any(isinstance(action, Done) for action in actions[:-1]):
        raise BadReply("done and give up end the run; expected them as the last action only")
    for value in wire.values:
        if not value.name.strip() or not value.text.strip():
            raise BadReply(f"a value needs a name and a text, found name {value.name!r}, text {value.text!r}")
    for action in actions:
        check_application(action, situation.available or situation.tools)
    plan = tuple(dict.fromkeys(line.strip() for line in wire.plan if line.strip()))[:MAX_PLAN]
    return NextStep(wire.why, wire.values, plan, actions)


def check_application(action: Action, tools: tuple[Tool, ...]) -> None:
    """Check that an action opens only applications of the task, or addresses.

    Raises:
        BadReply: the action opens something else.
    """
    if not isinstance(action, Open) or not tools or any(mark in action.what for mark in ":/."):
        return
    if action.what.strip().casefold() not in {tool.name.casefold() for tool in tools}:
        raise BadReply(
            f"no application is named {action.what!r}; there are: {', '.join(t.name for t in tools)}"
        )
