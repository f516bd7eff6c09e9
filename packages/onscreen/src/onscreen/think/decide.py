"""The next action of a subtask, in the whole space of actions."""

from __future__ import annotations

import json

import msgspec

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import render, rules
from onscreen.types import Action, Picture, Reply, Schema, Screen, Situation
from onscreen.types.errors import BadReply
from onscreen.types.grammar import GRAMMAR, parse

MOST_WHY_CHARS, MOST_ACTION_CHARS = 160, 1000
"""A reason is a sentence; an action may hold a text to type. Small models go on without end otherwise."""

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "why": {"type": "string", "maxLength": MOST_WHY_CHARS},
            "action": {"type": "string", "maxLength": MOST_ACTION_CHARS},
            "finished": {"type": "boolean"},
        },
        "required": ["why", "action", "finished"],
        "additionalProperties": False,
    }
)


class Move(msgspec.Struct, frozen=True):
    """What to do next for a subtask.

    `action` None with `finished` says it is done already; without, that it cannot be done on this screen.
    """

    why: str
    action: Action | None
    finished: bool


class _Said(msgspec.Struct, frozen=True):
    why: str = ""
    action: str = ""
    finished: bool = False


def decide(
    model: Model, about: Situation, *, view: str, pictures: tuple[Picture, ...] = ()
) -> ParsedReply[Move]:
    """Decide the next action for `about.subtask` on `about.screen`; `pictures` show it to models that see."""
    text = render("decide", about, view=view, grammar=GRAMMAR, pictures=pictures)
    question = Question("decide", text, Schema(SCHEMA), about, rules(), pictures)
    return ask(model, question, read=lambda reply: _read(reply, about.screen))


def _read(reply: Reply, screen: Screen | None) -> Move:
    try:
        said = msgspec.json.decode(reply.text, type=_Said)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadReply(f'{error}; expected {{"why", "action", "finished"}}') from error
    if screen is None or not said.action.strip():
        return Move(said.why, None, said.finished)
    return Move(said.why, parse(said.action, screen), said.finished)
