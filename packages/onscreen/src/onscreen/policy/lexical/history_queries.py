"""Questions about the action history: what was clicked, typed or blocked, and how often."""

from __future__ import annotations

import msgspec

from onscreen.types import (
    Act,
    Action,
    Click,
    Element,
    LongPress,
    Node,
    PastStep,
    Press,
    Scroll,
    Situation,
    Type,
)
from onscreen.types.errors import ActionHadNoEffect, ElementCovered

MAX_CLICKS = 4
"""An element clicked this often counts as clicked recently, however long ago that was."""

RECENT_STEPS = 4
"""The number of steps at the end of the history that count as recent."""


def last_step(situation: Situation) -> PastStep | None:
    """Return the newest past step.

    Returns None before the first action.
    """
    return situation.history[-1] if situation.history else None


def clicked_element(step: PastStep | None) -> Element | None:
    """Return the element that a step clicked once with the left button.

    Returns None for any other step.
    """
    if step is None or not isinstance(step.action, Click):
        return None
    click = step.action
    plain_click = click.button == "left" and click.count == 1
    return click.target if plain_click and isinstance(click.target, Element) else None


def clicked_elements(situation: Situation) -> tuple[Element, ...]:
    """Return the elements clicked so far, oldest first."""
    clicked = (clicked_element(step) for step in situation.history)
    return tuple(element for element in clicked if element is not None)


def held_elements(situation: Situation) -> tuple[Element, ...]:
    """Return the elements that were pressed and held so far, oldest first."""
    actions = (step.action for step in situation.history)
    return tuple(a.target for a in actions if isinstance(a, LongPress) and isinstance(a.target, Element))


def was_clicked(situation: Situation, element: Element) -> bool:
    """Whether an element of this name was clicked before."""
    return any(_is_namesake(clicked, element) for clicked in clicked_elements(situation))


def was_clicked_last(situation: Situation, element: Element) -> bool:
    """Whether the last action was a click on an element of this name."""
    return _clicks(last_step(situation), element)


def was_clicked_recently(situation: Situation, element: Element, *, steps: int = RECENT_STEPS) -> bool:
    """Whether an element of this name was clicked in the last few steps, or MAX_CLICKS times in all."""
    recent = situation.history[-steps:] if steps else ()
    return any(_clicks(step, element) for step in recent) or count_clicks(situation, element) >= MAX_CLICKS


def count_clicks(situation: Situation, element: Element) -> int:
    """Count the clicks on elements of this name."""
    return sum(_clicks(step, element) for step in situation.history)


def was_performed(situation: Situation, action: Action) -> bool:
    """Whether exactly this action was performed before on the same elements."""
    return any(_is_same_action(step.action, action) for step in situation.history)


def was_covered(situation: Situation) -> bool:
    """Whether the last action failed because another element covered its target."""
    step = last_step(situation)
    return step is not None and step.outcome.failed == ElementCovered.__name__


def was_refused(situation: Situation) -> bool:
    """Whether the last action typed a text that the field did not accept."""
    step = last_step(situation)
    if step is None or not isinstance(step.action, Type):
        return False
    return step.outcome.failed == ActionHadNoEffect.__name__


def was_typed(situation: Situation, text: str, *, steps: int = 0) -> bool:
    """Whether a text was typed in the last `steps` steps; 0 for the whole history."""
    recent = situation.history[-steps:]
    return any(isinstance(s.action, Type) and s.action.clear and s.action.text == text for s in recent)


def was_pressed(situation: Situation, keys: str, *, steps: int) -> bool:
    """Whether keys were pressed in the last few steps."""
    return any(isinstance(s.action, Press) and s.action.keys == keys for s in situation.history[-steps:])


def was_done_recently(situation: Situation, kind: type[Act], *, steps: int) -> bool:
    """Whether an action of this class is among the last few steps."""
    return any(isinstance(step.action, kind) for step in situation.history[-steps:])


def count_last(situation: Situation, kind: type[Act]) -> int:
    """Count the actions of this class at the end of the history."""
    count = 0
    for step in reversed(situation.history):
        if not isinstance(step.action, kind):
            break
        count += 1
    return count


def count_all(situation: Situation, kind: type[Act]) -> int:
    """Count the actions of this class in the whole history."""
    return sum(isinstance(step.action, kind) for step in situation.history)


def scrolled_without_effect(situation: Situation) -> bool:
    """Whether the last action was a scroll that moved nothing and brought no other nodes into view."""
    step = last_step(situation)
    if step is None or not isinstance(step.action, Scroll):
        return False
    change = step.change
    return bool(step.outcome.failed) or not (change.scrolled or change.added or change.removed)


def names_involved(step: PastStep) -> tuple[str, ...]:
    """Return the names of the target of a click or long press and of the nodes that it added or altered."""
    target = step.action.target if isinstance(step.action, Click | LongPress) else None
    nodes: tuple[Node, ...] = (*((target,) if isinstance(target, Element) else ()), *step.change.added)
    nodes = (*nodes, *(altered.after for altered in step.change.altered))
    return tuple(node.name for node in nodes if node.name)


def is_same_element(one: Element, other: Element) -> bool:
    """Whether two elements of different screens are the same: by locator and name, else by mark and name."""
    if one.name != other.name:
        return False
    return one.locator == other.locator if one.locator and other.locator else one.mark == other.mark


def _clicks(step: PastStep | None, element: Element) -> bool:
    clicked = clicked_element(step)
    return clicked is not None and _is_namesake(clicked, element)


def _is_namesake(one: Element, other: Element) -> bool:
    """Whether two elements have the same name; without a name, the same locator."""
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
