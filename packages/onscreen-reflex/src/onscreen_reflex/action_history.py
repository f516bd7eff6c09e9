"""What was done so far, as the net reads it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.types import Action, Click, Drag, Element, Press, Scroll, Select, Situation, Type, targets
from onscreen_reflex.vocabulary import AIMED, FREE, MOST_DEEDS

VERBS: tuple[str, ...] = ("other", *dict.fromkeys((*AIMED, *FREE)))
_VERB = {verb: number for number, verb in enumerate(VERBS)}
_SAID = {"LongPress": "long press", "Done": "done", "Answer": "answer yes"}
TO_THE_END = 10
"""Scrolling by so many pages is scrolling to the end."""
_COUNTS = {1: "click", 2: "double click", 3: "triple click"}


class Deed(msgspec.Struct, frozen=True):
    """One action done: its verb's number, the element's name, the text it wrote, what came of it.

    `age` is 0 for the last one; `on` is the element's place among those now on the screen, -1 when it is
    not there; `idle` says that nothing changed.
    """

    verb: int
    name: str
    text: str
    age: int
    on: int
    failed: bool
    idle: bool


def verb_of(action: Action) -> str:
    """Return the verb an action is counted by."""
    if isinstance(action, Click):
        return _click(action)
    if isinstance(action, Scroll):
        return _scroll(action)
    if isinstance(action, Press):
        return f"press {action.keys}"
    if isinstance(action, Type):
        return "type" if action.clear or action.target is None else "append"
    name = type(action).__name__
    return _SAID.get(name, name.lower())


def _click(action: Click) -> str:
    if action.modifiers in {("Control",), ("Shift",)}:
        return f"{action.modifiers[0].lower()} click"
    return "right click" if action.button == "right" else _COUNTS.get(action.count, "click")


def _scroll(action: Scroll) -> str:
    if action.pages >= TO_THE_END and action.target is not None:
        return "scroll to start" if action.direction in {"up", "left"} else "scroll to end"
    return f"scroll {action.direction}"


def deeds_of(about: Situation, elements: Sequence[Element]) -> tuple[Deed, ...]:
    """Return the last deeds, newest first."""
    where = {e.locator: i for i, e in enumerate(elements) if e.locator}
    lines = about.done if len(about.done) == len(about.deeds) else ("",) * len(about.deeds)
    pairs = list(zip(about.deeds, lines, strict=True))[-MOST_DEEDS:]
    return tuple(
        _deed(action, line, age=age, where=where) for age, (action, line) in enumerate(reversed(pairs))
    )


def _deed(action: Action, line: str, *, age: int, where: dict[str, int]) -> Deed:
    aimed = next((t for t in targets(action) if isinstance(t, Element)), None)
    return Deed(
        _VERB.get(verb_of(action), 0),
        (aimed.name or aimed.clue) if aimed else "",
        text_of(action),
        age,
        where.get(aimed.locator, -1) if aimed else -1,
        ": failed: " in line,
        line.endswith("nothing changed"),
    )


def text_of(action: Action) -> str:
    """Return what an action wrote or chose besides its target."""
    if isinstance(action, Type):
        return action.text
    if isinstance(action, Select):
        return " ".join(action.options)
    return action.to.name if isinstance(action, Drag) and isinstance(action.to, Element) else ""
