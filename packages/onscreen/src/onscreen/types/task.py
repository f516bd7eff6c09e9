"""What is asked for: the instruction, where to start, which applications there are, when it is right."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from onscreen.types.check import Check

SubtaskKind = Literal[
    "instruction", "create", "set_field", "achieve", "find_answer", "save", "confirm", "submit"
]

Setting: TypeAlias = str | int | float | bool | tuple[str, ...]
"""The value of a device's setting, as it is written in a configuration."""


class Tool(msgspec.Struct, frozen=True):
    """An application the agent may use; on the web a site with a name and an address (LUCI, III-A)."""

    name: str
    address: str
    about: str = ""


class Start(msgspec.Struct, frozen=True):
    """Where a run begins.

    `address` is a page or an application. `script` is trusted code of the suite: JavaScript that the web
    runs once the page is there, shell commands that a phone runs before the application opens; the run
    begins when it returns. `seed` fixes chance where the place to practise knows how. `ask` is a trusted
    expression whose value, read once the run has begun, is the instruction: for places that make up what
    they ask for.
    """

    address: str = ""
    script: str = ""
    seed: int | None = None
    ask: str = ""


class Turn(msgspec.Struct, frozen=True):
    """One earlier turn of a conversation: the instruction, the actions taken, the answer.

    `tools` are the names of the applications that were used. `did` is the history as text, for display.
    """

    instruction: str
    did: tuple[str, ...] = ()
    answer: str = ""
    tools: tuple[str, ...] = ()


class Task(msgspec.Struct, frozen=True):
    """One job for an agent, and how to tell that it was done.

    `name` is unique in its suite. `tools` are the applications it may use (empty: the one it starts
    in, or all that the device can tell of when it starts in none). `said` is the conversation before this
    instruction, oldest first. `secrets` names environment variables whose values may be typed by writing
    {NAME}; values never enter an episode. `over` is a trusted expression that is true once the place itself
    has ended the run: it then stops as "done".
    """

    instruction: str
    name: str = "task"
    start: Start = Start()
    tools: tuple[Tool, ...] = ()
    check: Check | None = None
    said: tuple[Turn, ...] = ()
    secrets: tuple[str, ...] = ()
    over: str = ""


class Subtask(msgspec.Struct, frozen=True):
    """One step of a plan (LUCI, III-C).

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
