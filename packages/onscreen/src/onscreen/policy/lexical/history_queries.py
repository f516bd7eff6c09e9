"""What was done, read from the lines of a situation."""

from __future__ import annotations

import json

from onscreen.types import Action, Element, Situation
from onscreen.types.action_text import NAME_CHARS, show

MOST_CLICKS = 4
"""How often one thing is clicked in search of others."""


def clicked(about: Situation, element: Element) -> bool:
    """Whether an element of this name was clicked before."""
    return any(line.startswith("click") and _names(line, element) for line in about.done)


def _names(line: str, element: Element) -> bool:
    quoted = json.dumps(element.name[:NAME_CHARS], ensure_ascii=False)[:-1]
    return bool(element.name) and line[line.find('"') :].startswith(quoted)


def lately(about: Situation, element: Element, *, lines: int = 4) -> bool:
    """Whether an element of this name was clicked in the last few actions, or again and again."""
    found = [line.startswith("click") and _names(line, element) for line in about.done]
    return any(found[len(found) - lines :]) or sum(found) >= MOST_CLICKS


def acted(about: Situation, action: Action) -> bool:
    """Whether exactly this action was done before."""
    line = show(action)
    return any(done == line or done.startswith(f"{line}:") for done in about.done)


def covered(about: Situation) -> bool:
    """Whether the last action failed because something lay over its target."""
    return bool(about.done) and "is covered by" in about.done[-1]


def times(about: Situation, verb: str) -> int:
    """Return how many actions with this verb stand last in a row."""
    count = 0
    for line in reversed(about.done):
        if not line.startswith(verb):
            break
        count += 1
    return count
