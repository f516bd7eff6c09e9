"""Actions that an exploration with a goal may perform."""

from __future__ import annotations

from onscreen.app_maps.screen_map import AppMap
from onscreen.explore.control_choice import CAUTION_WORDS, permitted_elements
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.approval import irreversible_control
from onscreen.types import (
    Action,
    Answer,
    Back,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Hover,
    LongPress,
    Point,
    Press,
    Scroll,
    Select,
    Shot,
    Task,
    Type,
    Wait,
)

_ALWAYS = (Scroll, Back, Wait, Done, Hover)
_MODIFYING = (*_ALWAYS, Click, LongPress, Type, Press, Select, Answer)


def find_refusal(action: Action, app_map: AppMap, *, shot: Shot, may_modify: bool) -> str:
    """Return the reason why an exploration may not perform an action; "" if it may.

    Without `may_modify`, only controls that systematic exploration would click may be clicked, text may be
    entered but not submitted, and dialogs may only be dismissed. Actions that leave the application and text
    in password fields are always refused.
    """
    target = getattr(action, "target", None)
    if isinstance(target, Element) and target.has("password"):
        return "exploration enters no passwords"
    if not isinstance(action, _MODIFYING):
        return f"exploration performs no action of the kind {type(action).__name__}"
    if may_modify or isinstance(action, _ALWAYS):
        return ""
    return _find_modification(action, app_map, shot=shot)


def _find_modification(action: Action, app_map: AppMap, *, shot: Shot) -> str:
    """Return the reason why an action may modify the application, "" if it cannot."""
    if isinstance(action, Answer):
        return "exploration accepts no dialog; dismiss it" if action.accept else ""
    if isinstance(action, Type):
        return "exploration submits no text; leave out the line break" if "\n" in action.text else ""
    episode = Episode(Task("explore the application"), (shot,))
    if irreversible_control(episode, Decision(action), phrases=CAUTION_WORDS):
        return "the control looks irreversible; choose another one"
    if isinstance(action, Click | LongPress):
        return _find_click_refusal(action.target, app_map, shot=shot)
    return "the application may not be modified; continue without this"


def _find_click_refusal(target: Element | Point, app_map: AppMap, *, shot: Shot) -> str:
    """Return the reason why a target may not be clicked; a field may be clicked to enter text."""
    permitted = {element.mark for element in permitted_elements(app_map, shot, may_modify=False)}
    touched = [
        element
        for element in build_screen(shot).elements
        if is_actionable(element) and element.role not in ENTRY_ROLES and _touches(target, element)
    ]
    if all(element.mark in permitted for element in touched):
        return ""
    return "the control may change data, or leads out of the application; choose another one"


def _touches(target: Element | Point, element: Element) -> bool:
    if isinstance(target, Point):
        return element.box.contains(target) and not element.has("covered")
    return element.mark == target.mark
