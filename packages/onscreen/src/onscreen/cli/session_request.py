"""Messages between `onscreen open` and the session process that it starts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.types import Setting


class SessionRequest(msgspec.Struct, frozen=True):
    """Description of a session to be started, as `onscreen open` sends it to the new process.

    `command` is the command that reopens the session. With `resume`, the episode in the folder `out`
    continues. The session ends after `idle_sec` seconds without a command.
    """

    name: str
    device: str
    start: str = ""
    settings: Mapping[str, Setting] = {}
    senses: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    approves_all: bool = False
    idle_sec: float = 1800.0
    out: str = ""
    resume: bool = False
    command: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What a command wrote to stdout and stderr, and its exit status."""

    out: str = ""
    err: str = ""
    status: int = 0
