"""Planning by a language model: splits a task into subtasks (LUCI paper, section III-C)."""

from __future__ import annotations

import json

import msgspec

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import names, render, render_rules
from onscreen.types import Reply, Schema, Situation, Subtask
from onscreen.types.errors import BadReply

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "subtasks": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "tool_required": {"type": "boolean"},
                        "tool": {"type": "string"},
                        "text": {"type": "string"},
                        "result": {"type": "string"},
                    },
                    "required": ["tool_required", "tool", "text", "result"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["subtasks"],
        "additionalProperties": False,
    }
)


class _Outline(msgspec.Struct, frozen=True):
    subtasks: tuple[Subtask, ...]


def outline(model: Model, situation: Situation, *, view: str) -> ParsedReply[tuple[Subtask, ...]]:
    """Ask the model to split the instruction into subtasks.

    At stage "revise", the model replaces the remaining subtasks. An empty revision means that the task cannot
    be done.
    """
    tools = names(situation.tools)
    current = (situation.subtask,) if situation.subtask else ()
    remaining = (*current, *situation.ahead)
    text = render(
        "outline", situation, view=view, tools=tools, trouble=situation.trouble, remaining=remaining
    )
    question = Question("outline", text, Schema(SCHEMA), situation, render_rules())
    may_be_empty = situation.stage == "revise"
    return ask(model, question, read=lambda reply: _read(reply, tools, may_be_empty=may_be_empty))


def _read(reply: Reply, tools: tuple[str, ...], *, may_be_empty: bool) -> tuple[Subtask, ...]:
    try:
        subtasks = msgspec.json.decode(reply.text, type=_Outline).subtasks
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReply(
            f'{error}; expected {{"subtasks": [{{"tool_required", "tool", "text", "result"}}]}}'
        ) from error
    kept = tuple(_known(subtask, tools) for subtask in subtasks if subtask.text.strip())
    if not kept and not may_be_empty:
        raise BadReply("the outline has no subtasks; expected at least one")
    return kept


def _known(subtask: Subtask, tools: tuple[str, ...]) -> Subtask:
    if not tools:
        return msgspec.structs.replace(subtask, tool="")
    if subtask.tool_required and subtask.tool not in tools:
        raise BadReply(f"no application {subtask.tool!r} was chosen; there are: {', '.join(tools)}")
    return subtask
