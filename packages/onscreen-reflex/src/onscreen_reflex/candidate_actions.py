"""What can be chosen: verbs for each element, verbs without one, and how a choice becomes an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

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
from onscreen_reflex.action_history import TO_THE_END
from onscreen_reflex.scene import Scene
from onscreen_reflex.vocabulary import (
    AIMED,
    FREE,
    PLACE_PX,
    PLACES,
)

LISTS = ("combobox", "listbox")
Mask = NDArray[np.bool_]
_FIELDS = ("textbox", "searchbox", "spinbutton", "combobox", "date", "time", "color")


class Choice(msgspec.Struct, frozen=True):
    """One choice: a verb, the element's place in the scene (-1: none), what is written, the second element.

    `second` is the element's place in the scene, -1 for none; `place` an index of PLACES.
    """

    verb: str
    element: int = -1
    text: str = ""
    second: int = -1
    place: int = len(PLACES) // 2


_SCROLLS = [number for number, verb in enumerate(AIMED) if verb.startswith("scroll")]


def can_be(scene: Scene) -> Mask:
    """Return (E, verbs): which verb makes sense on which element."""
    found = np.ones((len(scene.elements), len(AIMED)), np.bool_)
    for row, element in enumerate(scene.elements):
        dead = element.has("disabled") or element.has("covered")
        writes = element.has("editable") or element.role in _FIELDS
        found[row, :] = not dead and not scene.has_dialog
        found[row, _SCROLLS] = not scene.has_dialog
        for verb, fits in (
            ("type", writes),
            ("append", writes),
            ("select", element.role in LISTS and not element.has("editable")),
        ):
            found[row, AIMED.index(verb)] = found[row, 0] and fits
    return found


def can_be_free(scene: Scene) -> Mask:
    """Return (verbs,): a question of the page is answered before anything else, and only then."""
    return np.array([verb.startswith("answer") == scene.has_dialog for verb in FREE])


def action_of(choice: Choice, scene: Scene) -> Action | None:
    """Return the action of a choice; None for "give up"."""
    if choice.element < 0:
        return _free(choice)
    target = scene.elements[choice.element]
    if choice.verb == "select":
        return Select(target, _selected(scene, target, added=choice.second))
    if choice.verb == "drag":
        return _drag(choice, scene, source=target)
    if choice.verb == "click between":
        return Click(between(target, scene.elements[choice.second] if choice.second >= 0 else target))
    if choice.verb.startswith("press "):
        return Press(choice.verb.removeprefix("press "), target)
    return _AIMED[choice.verb](target, choice.text)


def between(one: Element, other: Element) -> Point:
    """Return the point in the middle of two elements."""
    here, there = one.box.center, other.box.center
    return Point((here.x + there.x) / 2, (here.y + there.y) / 2)


def _free(choice: Choice) -> Action | None:
    if choice.verb.startswith("press "):
        return Press(choice.verb.removeprefix("press "))
    simple: dict[str, Action] = {
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
    return simple.get(choice.verb)


def _selected(scene: Scene, target: Element, *, added: int) -> tuple[str, ...]:
    """Return the option to choose, besides those a list of several has already."""
    wanted = (scene.elements[added].name,) if added >= 0 else ()
    if not target.has("multiselectable"):
        return wanted
    inside = (e for e in scene.elements if e.parent == target.index and e.has("selected"))
    return tuple(dict.fromkeys((*(e.name for e in inside), *wanted)))


def _drag(choice: Choice, scene: Scene, *, source: Element) -> Drag:
    x, y = PLACES[choice.place]
    if choice.second < 0:
        return Drag(source, None, Point(x * PLACE_PX[1], y * PLACE_PX[1]))
    return Drag(source, scene.elements[choice.second], Point(x * PLACE_PX[0], y * PLACE_PX[0]))


def options_of(scene: Scene, element: int) -> tuple[int, ...]:
    """Return the places of a list's options."""
    target = scene.elements[element]
    return tuple(i for i, e in enumerate(scene.elements) if e.role == "option" and e.parent == target.index)


_AIMED: Mapping[str, Callable[[Element, str], Action]] = {
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
    "scroll to start": lambda e, _: Scroll("up", pages=TO_THE_END, target=e),
    "scroll to end": lambda e, _: Scroll("down", pages=TO_THE_END, target=e),
}
