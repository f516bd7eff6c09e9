"""Rendering of prompts from the Jinja templates in `prompts/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from onscreen.perceive.action_description import describe_intended_action
from onscreen.perceive.node_text import plain, truncate
from onscreen.perceive.step_description import describe_step
from onscreen.types import DroppedActions, PastStep, Situation, Tool
from onscreen.types.action_parser import GRAMMAR
from onscreen.types.mobile_operation import OPERATION_GRAMMAR
from onscreen.types.proposal import DropReason

NOT_FOUND = "Tool Not Found"
NOT_REQUIRED = "No tool required"

DROP_REASONS: Mapping[DropReason, str] = {
    "action failed": "the action before them failed",
    "address changed": "the address changed from {was} to {now}",
    "dialog opened": 'a dialog opened: "{now}"',
    "target missing": "{was} is not on the screen any more",
    "target renamed": "{was} is now {now}",
    "target blocked": "{was} is now {now}",
}
"""Descriptions of the reasons for which actions of the last proposal were not performed."""

ADDRESS_CHARS = 150
"""Longest address or message in the description of such a reason, in characters."""

HISTORY_BLOCK = 20
"""Number of steps by which a long history is shortened; one to two blocks of steps are listed."""

_DELIMITER = re.compile(r"<(?=\s*/?\s*screen)", re.IGNORECASE)


class Block(str):
    """Text of several lines that a template inserts without changes."""

    __slots__ = ()


def insert(value: object) -> object:
    """Sanitize a value for insertion into a prompt.

    The templates apply this function to every expression. A text, which may repeat the words of a screen, is
    put on one line without control characters, and brackets that imitate marks or the tags around a screen
    are replaced. Only a `Block` is inserted unchanged.
    """
    if not isinstance(value, str) or isinstance(value, Block):
        return value
    return break_delimiters(plain(value))


def break_delimiters(text: str) -> str:
    """Insert a space into each <screen> and </screen> tag of a text.

    The text then cannot end the quoted part of a prompt.
    """
    return _DELIMITER.sub("< ", text)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("onscreen.think", "prompts"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=insert,
        autoescape=False,  # noqa: S701  prompts are plain text, no page shows them unescaped
    )


def render(name: str, situation: Situation, *, view: str = "", **data: object) -> str:
    """Render the prompt template `name` for a situation.

    `view` is the screen as text. The view and the instruction keep their lines, but <screen> tags in them are
    broken up, so that they cannot end the quoted part. All other texts are inserted by `insert`.
    """
    chosen = situation.tools if situation.tools != situation.available else ()
    omitted = count_omitted(len(situation.history))
    context = {
        "not_found": NOT_FOUND,
        "not_required": NOT_REQUIRED,
        "view": Block(break_delimiters(view)),
        "instruction": Block(break_delimiters(situation.instruction)),
        "situation": situation,
        "marks": frozenset(element.mark for element in situation.screen.elements),
        "notes": _group_notes(situation),
        "omitted": omitted,
        "history": tuple(map(_describe_past_step, situation.history[omitted:])),
        "by_rules": any(not step.by_model for step in situation.history[omitted:]),
        "chosen": names(chosen) if situation.available else (),
        **_describe_dropped(situation.dropped),
        **data,
    }
    lines = _templates().get_template(f"{name}.j2").render(context).strip().splitlines()
    return "\n".join(lines)


def _describe_past_step(step: PastStep) -> str:
    """Describe a step of the history, and mark it if no model chose it."""
    return describe_step(step) if step.by_model else f"(by rules) {describe_step(step)}"


def _group_notes(situation: Situation) -> Mapping[str, tuple[int, ...]]:
    """Return the texts of the notes with the marks of the elements on the screen that they describe."""
    marks = frozenset(element.mark for element in situation.screen.elements)
    grouped: dict[str, tuple[int, ...]] = {}
    for note in situation.notes:
        marked = (note.mark,) if note.mark is not None and note.mark in marks else ()
        grouped[note.text] = (*grouped.get(note.text, ()), *marked)
    return grouped


def _describe_dropped(dropped: DroppedActions | None) -> Mapping[str, object]:
    if dropped is None:
        return {"dropped": (), "dropped_because": ""}
    actions = tuple(describe_intended_action(action) for action in dropped.actions)
    return {"dropped": actions, "dropped_because": describe_drop(dropped)}


def describe_drop(dropped: DroppedActions) -> str:
    """Describe in words why actions were not performed."""
    was, now = truncate(dropped.was, ADDRESS_CHARS), truncate(dropped.now, ADDRESS_CHARS)
    return DROP_REASONS[dropped.reason].format(was=was, now=now)


def count_omitted(steps: int) -> int:
    """Return the number of oldest steps that a prompt leaves out.

    Steps are left out in whole blocks, so that the beginning of the prompt stays the same for a block of
    steps and its length does not grow with the run.
    """
    return max(0, steps // HISTORY_BLOCK - 1) * HISTORY_BLOCK


def render_rules() -> str:
    """Render the system prompt for all LUCI components."""
    return _templates().get_template("rules.j2").render()


def render_system(situation: Situation) -> str:
    """Render the system prompt for an agent that uses one query per step.

    The text depends only on the applications of the task, chosen or not, so it is the same for every step of
    a run, and a provider can cache it.
    """
    tools = situation.available or situation.tools
    return _templates().get_template("system.j2").render(tools=tools, grammar=GRAMMAR).strip()


def render_app_agent_system(situation: Situation) -> str:
    """Render the system prompt for AppAgent, which is the same for every step of a run."""
    tools = situation.available or situation.tools
    return _templates().get_template("app_agent_system.j2").render(tools=tools, grammar=GRAMMAR).strip()


def render_mobile_system(situation: Situation) -> str:
    """Render the system prompt for Mobile-Agent, which is the same for every step of a run."""
    tools = situation.available or situation.tools
    return (
        _templates().get_template("mobile_system.j2").render(tools=tools, grammar=OPERATION_GRAMMAR).strip()
    )


def names(tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Return the names of the given applications, in order."""
    return tuple(tool.name for tool in tools)
