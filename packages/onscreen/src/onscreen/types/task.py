"""Data types for tasks: instructions, start conditions, applications and subtasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from onscreen.types.check import Check

SubtaskKind = Literal[
    "instruction", "create", "set_field", "achieve", "find_answer", "save", "confirm", "submit"
]

Setting: TypeAlias = str | int | float | bool | tuple[str, ...]
"""The value of a device setting."""


class Tool(msgspec.Struct, frozen=True):
    """An application that the agent may use, such as a web site (LUCI, section III-A)."""

    name: str
    address: str
    about: str = ""


def find_tool(what: str, tools: tuple[Tool, ...]) -> Tool | None:
    """Find an application by its name, ignoring case, or by its address.

    Returns None if no application matches.
    """
    name = what.strip().casefold()
    return next((tool for tool in tools if what == tool.address or name == tool.name.casefold()), None)


class Start(msgspec.Struct, frozen=True):
    """Start of a run: the address to open, a setup script and the random seed.

    `address` is a page or an application. `script` is trusted code of the suite: JavaScript that is run
    once the page has loaded, or shell commands run before the application opens; the run starts when it
    returns. `seed` is the random seed for environments that accept one. `ask` is a trusted expression whose
    value, read after the start, is the instruction: for environments that generate their instruction.
    `device` names the one of several combined devices that the other fields apply to, "" for the first.
    `others` are the starts of the other combined devices, by their names.
    """

    address: str = ""
    script: str = ""
    seed: int | None = None
    ask: str = ""
    device: str = ""
    others: Mapping[str, Start] = {}


class Turn(msgspec.Struct, frozen=True):
    """An earlier turn of the conversation: the instruction, the actions taken and the answer.

    `tools` are the names of the applications that were used. `did` is the action history as text, for
    display.
    """

    instruction: str
    did: tuple[str, ...] = ()
    answer: str = ""
    tools: tuple[str, ...] = ()


class TaskNode(msgspec.Struct, frozen=True):
    """A subtask in a task graph (a directed acyclic graph), with the check that it is done.

    `after` contains the predecessors, as positions in `Task.nodes`.
    """

    name: str
    application: str
    check: Check
    after: tuple[int, ...] = ()


class Task(msgspec.Struct, frozen=True, rename={"earlier_turns": "said"}):
    """A task for an agent, with an optional check that determines whether it was completed.

    `name` is unique in its suite. `tools` are the applications that may be used; () means the application
    that the run starts in, or all that the device lists if the run starts in none. `earlier_turns` are the
    earlier turns of the conversation, oldest first (`said` in JSON). `secrets` are names of environment
    variables whose values may be typed by writing {NAME}; the values never enter an episode. `over` is a
    trusted expression that becomes true when the environment has ended the run, which then stops as "done".
    `side_effects` is a trusted expression whose value, read after the run, is a list of the changes that the
    task did not ask for. `person_steps` is the number of actions that a person who knows the application
    needs, not counting the one that ends the run. `nodes` are the subtasks of a task graph; their completion
    is observed during the run.
    """

    instruction: str
    name: str = "task"
    start: Start = Start()
    tools: tuple[Tool, ...] = ()
    check: Check | None = None
    earlier_turns: tuple[Turn, ...] = ()
    secrets: tuple[str, ...] = ()
    over: str = ""
    side_effects: str = ""
    person_steps: int | None = None
    nodes: tuple[TaskNode, ...] = ()


class Subtask(msgspec.Struct, frozen=True):
    """One step of an agent's plan (LUCI paper, section III-C).

    `text` is the subtask in words. `tool` names the application; with `tool_required` False a language model
    answers the subtask itself. A result that is not empty is kept as the value named `result`.

    `kind` states how `subject` and `value` are to be read: `create` a new thing of the kind `subject`;
    `set_field` named `subject` to `value`; `achieve` the goal `subject`; `find_answer` to the question
    `subject`; `save`, `confirm` or `submit` what was entered; `instruction` for a subtask in words only.
    """

    text: str
    tool: str = ""
    tool_required: bool = True
    result: str = ""
    kind: SubtaskKind = "instruction"
    subject: str = ""
    value: str = ""
