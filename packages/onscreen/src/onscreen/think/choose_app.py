"""The tool selector (LUCI, III-B): instruction, applications -> the ones needed, in order."""

from __future__ import annotations

import re

import msgspec

from onscreen.model.base import Model
from onscreen.think.model_query import ParsedReply, Question, ask
from onscreen.think.prompt_templates import NOT_FOUND, NOT_REQUIRED, names, render, rules
from onscreen.types import Reply, Situation, SomeOf, Tool
from onscreen.types.errors import BadReply


class Choice(msgspec.Struct, frozen=True):
    """The applications chosen; none with `found` False is "Tool Not Found", else "No tool required"."""

    tools: tuple[str, ...] = ()
    found: bool = True


def choose_app(model: Model, about: Situation) -> ParsedReply[Choice]:
    """Choose the applications for the instruction among `about.tools`.

    The ones the person named always win; ties go to the one used before, then to the alphabet, which
    is the order the list is shown in.
    """
    ordered = tuple(sorted(about.tools, key=lambda tool: (not _used(tool, about), tool.name.casefold())))
    shown = msgspec.structs.replace(about, tools=ordered)
    options = (*names(ordered), NOT_FOUND, NOT_REQUIRED)
    question = Question(
        "choose_app", render("choose_app", shown), SomeOf(options, most=len(ordered)), shown, rules()
    )
    return ask(model, question, read=lambda reply: _read(reply, options, about=about))


def named(about: Situation) -> tuple[str, ...]:
    """Return the applications the instruction names, in the order of their naming."""
    text = about.instruction.casefold()
    places = ((re.search(rf"\b{re.escape(t.name.casefold())}\b", text), t.name) for t in about.tools)
    return tuple(name for _, name in sorted((m.start(), name) for m, name in places if m))


def _used(tool: Tool, about: Situation) -> bool:
    return any(tool.name in line for turn in about.said for line in turn.did)


def _read(reply: Reply, options: tuple[str, ...], *, about: Situation) -> Choice:
    picked = tuple(dict.fromkeys(options[i] for i in reply.picked))
    tools = tuple(name for name in picked if name not in (NOT_FOUND, NOT_REQUIRED))
    wanted = named(about)
    if not picked:
        raise BadReply(f"nothing was chosen; expected one or more of {', '.join(options)}")
    if not tools and not wanted:
        return Choice(found=NOT_REQUIRED in picked)
    missing = tuple(name for name in wanted if name not in tools)
    return Choice((*missing, *tools) if missing else tools)
