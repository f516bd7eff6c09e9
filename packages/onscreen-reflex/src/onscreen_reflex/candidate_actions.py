"""Possible actions on a screen, and conversion of the network's choices into actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen.perceive.element_kinds import is_blocked
from onscreen.types import (
    Action,
    Answer,
    Back,
    Click,
    Done,
    Drag,
    Element,
    Home,
    Hover,
    LongPress,
    Point,
    Press,
    Scroll,
    Select,
    Type,
    Wait,
)
from onscreen_reflex.action_history import SCROLL_TO_END_PAGES
from onscreen_reflex.categorical_vocabulary import DRAG_OFFSETS, DRAG_STEP_PX, ELEMENT_VERBS, GLOBAL_VERBS
from onscreen_reflex.input_encoder import Scene

LIST_ROLES = ("combobox", "listbox")
Mask = NDArray[np.bool_]
_TEXT_ROLES = ("textbox", "searchbox", "spinbutton", "combobox", "date", "time", "color")
_SCROLL_COLUMNS = [number for number, verb in enumerate(ELEMENT_VERBS) if verb.startswith("scroll")]


class Choice(msgspec.Struct, frozen=True):
    """A choice of the network: a verb with its target and parameters.

    `element` is the index of the target in the scene, -1 for a verb without a target. `text` is the typed
    text. `second` is the index of the second element, -1 for none. `offset` is an index into DRAG_OFFSETS.
    """

    verb: str
    element: int = -1
    text: str = ""
    second: int = -1
    offset: int = len(DRAG_OFFSETS) // 2


def mask_element_verbs(scene: Scene) -> Mask:
    """Compute a boolean mask of the verbs, such as "click", that each element allows.

    The shape is (E, len(ELEMENT_VERBS)).
    """
    mask = np.ones((len(scene.elements), len(ELEMENT_VERBS)), np.bool_)
    for row, element in enumerate(scene.elements):
        takes_text = element.has("editable") or element.role in _TEXT_ROLES
        mask[row, :] = not is_blocked(element) and not scene.has_dialog
        mask[row, _SCROLL_COLUMNS] = not scene.has_dialog
        for verb, allowed in (
            ("type", takes_text),
            ("append", takes_text),
            ("select", element.role in LIST_ROLES and not element.has("editable")),
        ):
            mask[row, ELEMENT_VERBS.index(verb)] = mask[row, 0] and allowed
    return mask


def mask_global_verbs(scene: Scene) -> Mask:
    """Compute a boolean mask of the allowed verbs that have no target element.

    The shape is (len(GLOBAL_VERBS),). While a dialog is open, only the verbs that answer it are allowed;
    otherwise all other verbs are.
    """
    return np.array([verb.startswith("answer") == scene.has_dialog for verb in GLOBAL_VERBS])


def build_action(choice: Choice, scene: Scene) -> Action | None:
    """Convert a choice of the network into an action.

    Returns None for "give up".
    """
    if choice.element < 0:
        return _build_global_action(choice)
    target = scene.elements[choice.element]
    if choice.verb == "select":
        return Select(target, _select_options(scene, target, added=choice.second))
    if choice.verb == "drag":
        return _build_drag(choice, scene, source=target)
    if choice.verb == "click between":
        return Click(find_midpoint(target, scene.elements[choice.second] if choice.second >= 0 else target))
    if choice.verb.startswith("press "):
        return Press(choice.verb.removeprefix("press "), target)
    return _ELEMENT_ACTIONS[choice.verb](target, choice.text)


def find_midpoint(one: Element, other: Element) -> Point:
    """Return the point halfway between the centers of two elements."""
    start, end = one.box.center, other.box.center
    return Point((start.x + end.x) / 2, (start.y + end.y) / 2)


def find_options(scene: Scene, element: int) -> tuple[int, ...]:
    """Return the indices of the options that belong to a list box or combo box."""
    target = scene.elements[element]
    return tuple(i for i, e in enumerate(scene.elements) if e.role == "option" and e.parent == target.index)


def _build_global_action(choice: Choice) -> Action | None:
    if choice.verb.startswith("press "):
        return Press(choice.verb.removeprefix("press "))
    actions: dict[str, Action] = {
        "done": Done(),
        "wait": Wait(),
        "back": Back(),
        "home": Home(),
        "scroll up": Scroll("up"),
        "scroll down": Scroll("down"),
        "type": Type(choice.text),
        "answer yes": Answer(accept=True),
        "answer no": Answer(accept=False),
    }
    return actions.get(choice.verb)


def _select_options(scene: Scene, target: Element, *, added: int) -> tuple[str, ...]:
    """Return the names of the options to select.

    A list that allows several choices keeps those that are already selected.
    """
    names = (scene.elements[added].name,) if added >= 0 else ()
    if not target.has("multiselectable"):
        return names
    selected = (e for e in scene.elements if e.parent == target.index and e.has("selected"))
    return tuple(dict.fromkeys((*(e.name for e in selected), *names)))


def _build_drag(choice: Choice, scene: Scene, *, source: Element) -> Drag:
    x, y = DRAG_OFFSETS[choice.offset]
    if choice.second < 0:
        return Drag(source, None, Point(x * DRAG_STEP_PX[1], y * DRAG_STEP_PX[1]))
    return Drag(source, scene.elements[choice.second], Point(x * DRAG_STEP_PX[0], y * DRAG_STEP_PX[0]))


_ELEMENT_ACTIONS: Mapping[str, Callable[[Element, str], Action]] = {
    "click": lambda e, _: Click(e),
    "double click": lambda e, _: Click(e, count=2),
    "triple click": lambda e, _: Click(e, count=3),
    "right click": lambda e, _: Click(e, button="right"),
    "control click": lambda e, _: Click(e, modifiers=("Control",)),
    "shift click": lambda e, _: Click(e, modifiers=("Shift",)),
    "long press": lambda e, _: LongPress(e),
    "hover": lambda e, _: Hover(e),
    "type": lambda e, text: Type(text, e),
    "append": lambda e, text: Type(text, e, clear=False),
    "scroll up": lambda e, _: Scroll("up", target=e),
    "scroll down": lambda e, _: Scroll("down", target=e),
    "scroll left": lambda e, _: Scroll("left", target=e),
    "scroll right": lambda e, _: Scroll("right", target=e),
    "scroll to start": lambda e, _: Scroll("up", pages=SCROLL_TO_END_PAGES, target=e),
    "scroll to end": lambda e, _: Scroll("down", pages=SCROLL_TO_END_PAGES, target=e),
}
