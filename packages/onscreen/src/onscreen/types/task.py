"""What is asked for: the instruction, where to start, which applications there are, when it is right."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from onscreen.types.check import Check

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
    """One earlier exchange of the conversation: what was asked, what was done, how it ended."""

    instruction: str
    did: tuple[str, ...] = ()
    answer: str = ""


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
    """One line of a solution outline (LUCI, III-C).

    `tool` names the application; with `tool_required` False the model answers it itself. Its result
    travels on as the named value `result` when that is not empty.
    """

    text: str
    tool: str = ""
    tool_required: bool = True
    result: str = ""
