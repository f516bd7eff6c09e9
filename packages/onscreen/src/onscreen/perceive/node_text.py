"""One node in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.types import Element, Node

TEXT_CHARS = 60
"""How much of a name or value is written where nothing else is asked for."""

TOLD_STATES = (
    "checked",
    "selected",
    "pressed",
    "expanded",
    "collapsed",
    "disabled",
    "readonly",
    "required",
    "focused",
    "password",
    "scrollable",
    "draggable",
    "multiselectable",
    "covered",
)
"""States worth a word, in this order; the others follow from the role (clickable, editable, multiline)."""

_MARK = re.compile(r"\[(\d[\d-]*)\]")


def cut(text: str, chars: int = TEXT_CHARS) -> str:
    """Return the text on one line, at most so many characters long."""
    line = " ".join(text.split())
    return line if len(line) <= chars else line[: max(0, chars - 1)] + "…"


def plain(text: str) -> str:
    """Return a text of the screen on one line, in which nothing looks like a mark of ours: [3] is (3)."""
    line = " ".join(text.split())
    line = line if line.isprintable() else "".join(c for c in line if c.isprintable())
    return _MARK.sub(r"(\1)", line) if "[" in line else line


def called(node: Node) -> str:
    """Return the name in quotes, or `the ROLE` of what has none."""
    return f'"{cut(node.name)}"' if node.name else f"the {node.role}"


def value_of(node: Node) -> str:
    """Return what a node holds, for those whose value a reader wants (a link's is only its address)."""
    return "" if node.role in {"link", "option"} or node.value == node.name else plain(node.value)


def told_states(node: Node) -> tuple[str, ...]:
    """Return the states worth a word, in a fixed order."""
    return tuple(s for s in TOLD_STATES if s in node.states) if node.states else ()


def choices(options: Sequence[Element], most: int, *, starred: bool) -> str:
    """Return the options of a field with their marks, at most so many by name: `[4-6] Red | Green | Blue`.

    With `starred` those that are selected end in a star.
    """
    marks = [o.mark for o in options]
    stars = ["*" * (starred and o.has("selected")) for o in options[:most]]
    names = [cut(plain(o.name)) + star for o, star in zip(options, stars, strict=False)]
    more = f" | … {len(options) - most} more" if len(options) > most else ""
    if marks != list(range(marks[0], marks[0] + len(marks))):
        return " | ".join(f"[{mark}] {name}" for mark, name in zip(marks, names, strict=False)) + more
    span = f"{marks[0]}-{marks[-1]}" if len(marks) > 1 else f"{marks[0]}"
    return f"[{span}] " + " | ".join(names) + more
