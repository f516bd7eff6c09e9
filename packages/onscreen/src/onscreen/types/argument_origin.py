"""Data type for the origin of an action's arguments: the user's words, or an untrusted source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

OriginKind = Literal["user", "note", "screen", "agent"]
ArgumentKind = Literal["text", "address", "option", "file", "answer"]

SHOWN_CHARS = 80
"""Longest part of an argument that a description quotes, in characters."""


class Origin(msgspec.Struct, frozen=True):
    """Origin of one argument of an action.

    `kind` is "user" for the user's words: the instruction, earlier instructions, answers to questions, the
    applications and the start address of the task, and placeholders of secrets. It is "note" for a kept
    value, "screen" for a text that only screens of this run have shown, and "agent" for a text that the agent
    composed. All but "user" are untrusted, because an agent composes texts after reading screens.

    `text` is the part of the argument that determines the kind; for "agent", it is an address in the text.
    `shot` is the index of the first screen that showed the part, or on which the value was kept; -1 for the
    other kinds. `name` is the name of the kept value.
    """

    argument: ArgumentKind
    kind: OriginKind
    text: str = ""
    shot: int = -1
    name: str = ""

    @property
    def is_trusted(self) -> bool:
        """True if the argument consists of the user's words."""
        return self.kind == "user"


def describe_untrusted(origins: Sequence[Origin]) -> tuple[str, ...]:
    """Describe each untrusted origin, with the kind of its argument."""
    return tuple(f"{o.argument} {describe_origin(o)}" for o in origins if not o.is_trusted)


def describe_origin(origin: Origin) -> str:
    """Describe the origin of an argument, such as "'4711' from the screen before step 2"."""
    text = origin.text if len(origin.text) <= SHOWN_CHARS else origin.text[: SHOWN_CHARS - 1] + "…"
    quoted = f"{text!r} " if text else ""
    match origin.kind:
        case "screen":
            return f"{quoted}from the screen before step {origin.shot + 1}"
        case "note":
            return f"{quoted}from the value {origin.name!r}, kept in step {origin.shot + 1}"
        case "agent":
            return f"{quoted}composed by the agent"
        case "user":
            return "in the user's words"
