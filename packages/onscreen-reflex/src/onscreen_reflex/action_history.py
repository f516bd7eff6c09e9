"""Conversion of the action history into inputs for the network."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.element_kinds import kind_of
from onscreen.types import (
    Action,
    Click,
    Drag,
    Element,
    Node,
    NodeChange,
    PastStep,
    Press,
    ScreenChange,
    Scroll,
    Select,
    Type,
    targets,
)
from onscreen_reflex.categorical_vocabulary import ELEMENT_VERBS, GLOBAL_VERBS, MAX_PAST_ACTIONS

VERBS: tuple[str, ...] = ("other", *dict.fromkeys((*ELEMENT_VERBS, *GLOBAL_VERBS)))
"""Verbs of past actions. Index 0, "other", stands for every action that the network cannot choose."""
SCROLL_TO_END_PAGES = 10
"""Scrolling an element by this many pages or more counts as scrolling to its start or end."""
_VERB_NUMBERS = {verb: number for number, verb in enumerate(VERBS)}
_VERBS_BY_CLASS = {"LongPress": "long press", "Done": "done", "Answer": "answer yes"}
_CLICK_VERBS = {1: "click", 2: "double click", 3: "triple click"}
_IGNORED_STATES = frozenset({"focused", "covered"})


class StepSummary(msgspec.Struct, frozen=True):
    """Summary of a past step: the action, and whether it failed or had an effect."""

    action: Action
    failed: bool = False
    had_effect: bool = True


class PastAction(msgspec.Struct, frozen=True):
    """A past action and the index of its target among the current elements.

    `verb` is an index into VERBS. `name` is the name or clue of the target, `text` the typed or selected
    text. `age` is 0 for the newest action. `element` is the index of the target among the current elements,
    -1 if it is not among them. `idle` is true if the action was performed but had no effect.
    """

    verb: int
    name: str
    text: str
    age: int
    element: int
    failed: bool
    idle: bool


def get_verb(action: Action) -> str:
    """Return the verb that describes an action, such as "double click" or "scroll down".

    The result is not in VERBS if the network cannot choose the action.
    """
    if isinstance(action, Click):
        return _click_verb(action)
    if isinstance(action, Scroll):
        return _scroll_verb(action)
    if isinstance(action, Press):
        return f"press {action.keys}"
    if isinstance(action, Type):
        return "type" if action.clear or action.target is None else "append"
    name = type(action).__name__
    return _VERBS_BY_CLASS.get(name, name.lower())


def get_text(action: Action) -> str:
    """Return the text that an action typed or selected, or its drop target's name."""
    if isinstance(action, Type):
        return action.text
    if isinstance(action, Select):
        return " ".join(action.options)
    return action.to.name if isinstance(action, Drag) and isinstance(action.to, Element) else ""


def summarize_step(past: PastStep) -> StepSummary:
    """Convert a past step into a `StepSummary`, which is an input of the network.

    Effects are defined as in the training data of the weights, more narrowly than in ScreenChange: a message
    in the outcome is an effect; a change that only concerns clues, pixels, covered elements or unnamed images
    is not.
    """
    effect = bool(past.outcome.message) or _is_visible(past.change)
    failed = bool(past.outcome.failed)
    return StepSummary(past.action, failed, had_effect=effect and not failed)


def read_history(history: Sequence[StepSummary], elements: Sequence[Element]) -> tuple[PastAction, ...]:
    """Convert the most recent steps into past actions, newest first.

    At most MAX_PAST_ACTIONS steps are used.
    """
    indices = {e.locator: i for i, e in enumerate(elements) if e.locator}
    newest = reversed(history[-MAX_PAST_ACTIONS:])
    return tuple(_past_action(step, age=age, indices=indices) for age, step in enumerate(newest))


def _click_verb(action: Click) -> str:
    if action.modifiers in {("Control",), ("Shift",)}:
        return f"{action.modifiers[0].lower()} click"
    return "right click" if action.button == "right" else _CLICK_VERBS.get(action.count, "click")


def _scroll_verb(action: Scroll) -> str:
    if action.pages >= SCROLL_TO_END_PAGES and action.target is not None:
        return "scroll to start" if action.direction in {"up", "left"} else "scroll to end"
    return f"scroll {action.direction}"


def _past_action(step: StepSummary, *, age: int, indices: dict[str, int]) -> PastAction:
    target = next((t for t in targets(step.action) if isinstance(t, Element)), None)
    return PastAction(
        _VERB_NUMBERS.get(get_verb(step.action), 0),
        (target.name or target.clue) if target else "",
        get_text(step.action),
        age,
        indices.get(target.locator, -1) if target else -1,
        step.failed,
        not step.failed and not step.had_effect,
    )


def _is_visible(change: ScreenChange) -> bool:
    """Return True if a change counts as an effect, as in the training data."""
    page = (
        change.address,
        change.warning,
        change.dialog,
        change.answered,
        change.opened,
        change.closed,
        change.front,
    )
    return (
        any(page)
        or change.scrolled
        or bool(change.pixels)
        or any(_is_informative(node) for node in (*change.added, *change.removed))
        or any(_is_altered(node) for node in change.altered)
    )


def _is_informative(node: Node) -> bool:
    return bool(node.name or node.value) or kind_of(node) != "information"


def _is_altered(change: NodeChange) -> bool:
    """Return True if the value, the name or a relevant state of a node changed.

    Gaining the focus counts. Losing the focus, being covered and receiving a first name do not.
    """
    before, after = change.before, change.after
    renamed = before.name != after.name and bool(before.name)
    states = set(before.states) ^ set(after.states)
    return (
        after.value != before.value or renamed or "focused" in change.gained or bool(states - _IGNORED_STATES)
    )
