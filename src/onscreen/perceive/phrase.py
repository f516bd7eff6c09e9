"""One node in words."""

from __future__ import annotations

from onscreen.types import Node

TEXT_CHARS = 60
"""How much of a name or value is written where nothing else is asked for."""


def cut(text: str, chars: int = TEXT_CHARS) -> str:
    """Return the text on one line, at most so many characters long."""
    line = " ".join(text.split())
    return line if len(line) <= chars else line[: max(0, chars - 1)] + "…"


def called(node: Node) -> str:
    """Return the name in quotes, or `the ROLE` of what has none."""
    return f'"{cut(node.name)}"' if node.name else f"the {node.role}"
