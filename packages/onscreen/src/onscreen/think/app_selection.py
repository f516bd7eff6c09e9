"""Selection of applications by a language model (tool selector, LUCI paper, section III-B)."""

from __future__ import annotations

import re

import msgspec

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import NOT_FOUND, NOT_REQUIRED, names, render, render_rules
from onscreen.types import Reply, Situation, SomeOf, Tool
from onscreen.types.errors import BadReply


class Choice(msgspec.Struct, frozen=True):
    """Applications that the model selected for the instruction.

    If `tools` is empty, `found` is False for the answer "Tool Not Found" and True for "No tool required".
    """

    tools: tuple[str, ...] = ()
    found: bool = True


def choose_app(model: Model, situation: Situation) -> ParsedReply[Choice]:
    """Ask the model which of the available applications the instruction requires.

    The options are listed with those named in the instruction first, then those used earlier in the
    conversation, then in alphabetical order. The choice of the model is final: a word of the instruction that
    is also the name of an application ("phone number") does not override it.
    """
    ordered = tuple(sorted(situation.tools, key=lambda tool: _rank(tool, situation)))
    shown = msgspec.structs.replace(situation, tools=ordered)
    options = (*names(ordered), NOT_FOUND, NOT_REQUIRED)
    form = SomeOf(options, most=len(ordered))
    question = Question("choose_app", render("choose_app", shown), form, shown, render_rules())
    return ask(model, question, read=lambda reply: _read(reply, options))


def _rank(tool: Tool, situation: Situation) -> tuple[bool, bool, str]:
    """Return the sort key of an application: named, used before, alphabetical (LUCI, section III-B)."""
    name = tool.name.casefold()
    is_named = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", situation.instruction.casefold()) is not None
    was_used = any(tool.name in turn.tools for turn in situation.conversation)
    return not is_named, not was_used, name


def _read(reply: Reply, options: tuple[str, ...]) -> Choice:
    picked = tuple(dict.fromkeys(options[i] for i in reply.picked))
    if not picked:
        raise BadReply(f"nothing was chosen; expected one or more of {', '.join(options)}")
    tools = tuple(name for name in picked if name not in (NOT_FOUND, NOT_REQUIRED))
    return Choice(tools, found=bool(tools) or NOT_REQUIRED in picked)
