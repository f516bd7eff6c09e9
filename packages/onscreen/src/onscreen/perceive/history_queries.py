"""Queries on the action history, such as whether and how often an element was clicked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from types import UnionType
from typing import TypeAlias

import msgspec

from onscreen.types import (
    Act,
    Action,
    Click,
    Element,
    Hover,
    LongPress,
    Node,
    PastStep,
    Press,
    Scroll,
    Type,
)
from onscreen.types.errors import ActionHadNoEffect, ElementCovered

History: TypeAlias = Sequence[PastStep]
"""The past steps of a run, oldest first."""

MAX_CLICKS = 4
"""Number of clicks from which an element always counts as clicked recently."""

RECENT_STEPS = 4
"""The number of steps at the end of the history that count as recent."""


def last_step(history: History) -> PastStep | None:
    """Return the newest past step.

    Returns None before the first action.
    """
    return history[-1] if history else None


def clicked_element(step: PastStep | None) -> Element | None:
    """Return the element that a past step clicked once with the left mouse button.

    Returns None for any other step.
    """
    if step is None or not isinstance(step.action, Click):
        return None
    click = step.action
    plain_click = click.button == "left" and click.count == 1
    return click.target if plain_click and isinstance(click.target, Element) else None


def clicked_elements(history: History) -> tuple[Element, ...]:
    """List all elements clicked so far, oldest first."""
    clicked = (clicked_element(step) for step in history)
    return tuple(element for element in clicked if element is not None)


def held_elements(history: History) -> tuple[Element, ...]:
    """List all elements long-pressed so far, oldest first."""
    actions = (step.action for step in history)
    return tuple(a.target for a in actions if isinstance(a, LongPress) and isinstance(a.target, Element))


def hovered_elements(history: History) -> tuple[Element, ...]:
    """List all elements hovered over so far, oldest first."""
    actions = (step.action for step in history)
    return tuple(a.target for a in actions if isinstance(a, Hover) and isinstance(a.target, Element))


def was_clicked(history: History, element: Element) -> bool:
    """Check whether the given element, or one with the same name, was clicked before."""
    return any(_is_namesake(clicked, element) for clicked in clicked_elements(history))


def was_clicked_last(history: History, element: Element) -> bool:
    """Check whether the last action clicked the given element or one with the same name."""
    return _clicks(last_step(history), element)


def was_clicked_recently(history: History, element: Element, *, steps: int = RECENT_STEPS) -> bool:
    """Check whether an element with the same name was clicked in the last `steps` steps.

    An element that was clicked at least MAX_CLICKS times in total always counts as clicked recently.
    """
    recent = history[-steps:] if steps else ()
    return any(_clicks(step, element) for step in recent) or count_clicks(history, element) >= MAX_CLICKS


def count_clicks(history: History, element: Element) -> int:
    """Count the clicks on elements with the same name as the given element."""
    return sum(_clicks(step, element) for step in history)


def was_performed(history: History, action: Action) -> bool:
    """Check whether the same action was performed on the same elements before."""
    return any(_is_same_action(step.action, action) for step in history)


def was_covered(history: History) -> bool:
    """Check whether the last action failed because another element covered its target."""
    step = last_step(history)
    return step is not None and step.outcome.failed == ElementCovered.__name__


def was_refused(history: History) -> bool:
    """Check whether the last action typed text that the field did not accept."""
    step = last_step(history)
    if step is None or not isinstance(step.action, Type):
        return False
    return step.outcome.failed == ActionHadNoEffect.__name__


def was_typed(history: History, text: str, *, steps: int = 0) -> bool:
    """Check whether the given text was typed in the last `steps` steps.

    If `steps` is 0, the whole history is searched.
    """
    recent = history[-steps:]
    return any(isinstance(s.action, Type) and s.action.clear and s.action.text == text for s in recent)


def was_pressed(history: History, keys: str, *, steps: int) -> bool:
    """Check whether the given keys were pressed in the last `steps` steps."""
    return any(isinstance(s.action, Press) and s.action.keys == keys for s in history[-steps:])


def was_done_recently(history: History, kind: type[Act] | UnionType, *, steps: int) -> bool:
    """Check whether an action of the given classes was performed in the last `steps` steps."""
    return any(isinstance(step.action, kind) for step in history[-steps:])


def count_last(history: History, kind: type[Act]) -> int:
    """Count the consecutive actions of the given class at the end of the history."""
    count = 0
    for step in reversed(history):
        if not isinstance(step.action, kind):
            break
        count += 1
    return count


def count_all(history: History, kind: type[Act]) -> int:
    """Count all actions of the given class in the history."""
    return sum(isinstance(step.action, kind) for step in history)


def scrolled_without_effect(history: History) -> bool:
    """Check whether the last action was a scroll that had no effect.

    A scroll has no effect if it failed, or if the content did not move and no nodes appeared or disappeared.
    """
    step = last_step(history)
    if step is None or not isinstance(step.action, Scroll):
        return False
    change = step.change
    return bool(step.outcome.failed) or not (change.scrolled or change.added or change.removed)


def is_new(element: Element, history: History) -> bool:
    """Check whether the last step brought up an element of this role and name."""
    added = (node for step in history[-1:] for node in step.change.added)
    return any((node.role, node.name) == (element.role, element.name) for node in added)


def names_added_by_input(history: History) -> frozenset[str]:
    """Return the names of nodes that appeared when the latest steps typed text or pressed keys."""
    steps = takewhile(lambda step: isinstance(step.action, Type | Press), reversed(history))
    return frozenset(node.name for step in steps for node in step.change.added)


def names_involved(step: PastStep) -> tuple[str, ...]:
    """List the names of the clicked element and of the nodes added or changed.

    A long press counts as a click.
    """
    target = step.action.target if isinstance(step.action, Click | LongPress) else None
    nodes: tuple[Node, ...] = (*((target,) if isinstance(target, Element) else ()), *step.change.added)
    nodes = (*nodes, *(altered.after for altered in step.change.altered))
    return tuple(node.name for node in nodes if node.name)


def is_same_element(one: Element, other: Element) -> bool:
    """Check whether elements on two different screens represent the same element.

    Elements are compared by name and locator, or by name and mark if a locator is missing.
    """
    if one.name != other.name:
        return False
    return one.locator == other.locator if one.locator and other.locator else one.mark == other.mark


def _clicks(step: PastStep | None, element: Element) -> bool:
    clicked = clicked_element(step)
    return clicked is not None and _is_namesake(clicked, element)


def _is_namesake(one: Element, other: Element) -> bool:
    """Check whether two elements have the same name or, if unnamed, the same locator."""
    if one.name or other.name:
        return one.name == other.name
    return bool(one.locator) and one.locator == other.locator


def _is_same_action(one: Action, other: Action) -> bool:
    if type(one) is not type(other):
        return False
    fields = zip(msgspec.structs.astuple(one), msgspec.structs.astuple(other), strict=True)
    return all(
        is_same_element(a, b) if isinstance(a, Element) and isinstance(b, Element) else a == b
        for a, b in fields
    )
