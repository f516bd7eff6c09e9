"""Two choices made before, shown to small models so that they answer with a name and nothing else.

They stand before the question and never change, so they are read once. Two examples are what names as
answers were measured with: of 36 questions Qwen2.5-Coder 0.5B got 21 right and 1.5B got 28.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Messages: TypeAlias = tuple[Mapping[str, str], ...]
"""A conversation: each message has `role` (system, user, assistant) and `content`."""

_EXAMPLES = (
    (
        "Home (link)\nYour name (textbox)\nBook a table (button)\n\nTask: reserve seats for Friday",
        "Book a table (button)",
    ),
    (
        "Back (button)\nAirplane mode (switch)\nSet a timer (button)\n\nTask: stop all connections",
        "Airplane mode (switch)",
    ),
)


def few_shot_messages(ask: str, ending: str) -> Messages:
    """Return the examples as turns of a conversation: question with `ask` after it, answer with `ending`."""
    turns: list[Mapping[str, str]] = []
    for question, answer in _EXAMPLES:
        turns.append({"role": "user", "content": f"{question}\n\n{ask.partition(': ')[0]}"})
        turns.append({"role": "assistant", "content": answer + ending.rstrip()})
    return tuple(turns)
