"""Mouse and touch actions: click, long press, hover, scroll, swipe and drag."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TypeAlias

import msgspec

from onscreen.device.web.action_context import ActionContext, HitTarget, describe_element, require_element
from onscreen.device.web.devtools_connection import CallFailed, CallInterrupted, EmptyResult
from onscreen.device.web.dom_keys import MODIFIERS
from onscreen.device.web.frame_merge import ReportedElement
from onscreen.device.web.option_selection import click_option
from onscreen.device.web.target_highlight import show_target
from onscreen.types import Click, Drag, Element, Hover, LongPress, Scroll, Swipe, Target
from onscreen.types.errors import ActionFailed, ElementGone

_MOUSE_EVENT = "Input.dispatchMouseEvent"
_TOUCH_EVENT = "Input.dispatchTouchEvent"
_DRAG_EVENT = "Input.dispatchDragEvent"
_BUTTON_BITS: Mapping[str, int] = {"left": 1, "right": 2, "middle": 4}
_HOLD_SEC = 0.05
"""How long the mouse button is held if a field loses the focus; a person holds it for about 0.1 s."""
_CHECK_SEC, _CHECK_POLL_SEC = 0.3, 0.02
"""How long the state of a check box is awaited after a click, and how often it is read."""
_WHEEL_MS = 300
"""Longest wait for what the mouse wheel changes."""
_DRAG_STEPS = 10
_DRAG_RESTS = 5
"""Movements at the end of a drag, before the release: a page may measure again after an animation."""
_DRAG_PAUSE_SEC = 0.04
"""Least time between two movements of a drag; pages ignore movements that are closer than their frames."""
_SWIPE_STEPS = 12
_DRAG_STEP_TIMEOUT_SEC = 0.5
Position: TypeAlias = tuple[float, float]
Call: TypeAlias = tuple[str, Mapping[str, object]]


class ScrollResult(msgspec.Struct, frozen=True):
    """Result of scrolling with JavaScript, in CSS pixels.

    Attributes:
        kind: "ok", "gone", or "still" if nothing scrolled.
        moved: Distance scrolled.
        left: Distance that can still be scrolled in the same direction.
        x: Where to turn the mouse wheel, from the left edge of the viewport.
        y: Where to turn the mouse wheel, from the top edge of the viewport.
        by: Requested distance.
    """

    kind: str
    moved: float = 0
    left: float = 0
    x: float = 0
    y: float = 0
    by: float = 0


NO_CLICK = (
    "the page received the press of the button, but no click: the element is disabled, or it was replaced "
    "when it was pressed; the changes of the page show whether it acted"
)


def click(context: ActionContext, action: Click) -> str:
    """Click the target, or select it with JavaScript if it is a list option.

    An option cannot be clicked if its list is closed. The button is held
    until the page has drawn a frame, because pages add listeners for the release only then. If the click
    takes the focus from a field, it is held longer, so that the page can store the field's value.
    """
    show_target(context, action.target)
    hit = context.locate(action.target, is_guarded=True)
    if hit.kind == "option":
        return click_option(context, require_element(action.target, "a click"))
    modifiers = sum(MODIFIERS[modifier] for modifier in dict.fromkeys(action.modifiers))
    calls = [_mouse_move(_position(hit), modifiers=modifiers)]
    for count in range(1, max(1, action.count) + 1):
        params = {"button": action.button, "clickCount": count, "modifiers": modifiers}
        buttons = _BUTTON_BITS[action.button]
        context.dispatch([*calls, _mouse_event("mousePressed", _position(hit), buttons=buttons, **params)])
        if count == 1:
            context.wait_for_frame(action.target)
            context.sleep(_HOLD_SEC if hit.leaves_field else 0)
        calls = [_mouse_event("mouseReleased", _position(hit), **params)]
    context.dispatch(calls)
    if not context.end_guard(action.target):
        return NO_CLICK
    is_plain = action.button == "left" and action.count == 1 and not action.modifiers
    if isinstance(action.target, Element) and hit.checked and is_plain:
        return _verify_check(context, action.target, was=hit.checked)
    return ""


def _verify_check(context: ActionContext, target: Element, *, was: str) -> str:
    """Return "" if a click changed a check box, radio button or switch, otherwise that it did not.

    A drawn control may take clicks only on a part of it, such as the knob of a switch. This part is clicked
    if the first click had no effect at all.
    """
    if not _is_check_state(context, target, state=was):
        return ""
    parts = context.call_script(target, "checkPart", result_type=tuple[ReportedElement, ...])
    for part in parts:
        with suppress(ActionFailed):
            position = _position(context.locate(part.beside(target)))
            context.dispatch([_mouse_move(position), _left_press(position), _left_release(position)])
            if not _is_check_state(context, target, state=was):
                return ""
    described = "on" if was == "true" else "partly on" if was == "mixed" else "off"
    return f"{describe_element(target)} is still {described} after the click; check whether it changes later"


def _is_check_state(context: ActionContext, target: Element, *, state: str) -> bool:
    """Check whether a control stays in a state for `_CHECK_SEC`; one that is gone has changed."""
    deadline = time.monotonic() + _CHECK_SEC
    with suppress(CallFailed, CallInterrupted, ElementGone):
        while context.call_script(target, "checkStateNow", result_type=str) == state:
            if time.monotonic() > deadline:
                return True
            context.sleep(_CHECK_POLL_SEC)
    return False


def long_press(context: ActionContext, action: LongPress) -> str:
    """Hold the left mouse button on the target for `action.seconds`."""
    show_target(context, action.target)
    position = _position(context.locate(action.target, is_guarded=True))
    context.dispatch([_mouse_move(position), _left_press(position)])
    context.sleep(action.seconds)
    context.dispatch([_left_release(position)])
    context.end_guard(action.target)
    return ""


def hover(context: ActionContext, action: Hover) -> str:
    """Move the mouse pointer to the target."""
    hit = context.locate(action.target)
    context.dispatch([_mouse_move(_position(hit))])
    return ""


def scroll(context: ActionContext, action: Scroll) -> str:
    """Scroll the target, or the page if the action has no target.

    Scrolls with JavaScript and returns the distance. Turns the mouse wheel if nothing can be scrolled that
    way, and returns whether the page changed.

    Raises:
        ElementGone: the element to scroll is not on the page any more.
    """
    is_horizontal = action.direction in ("left", "right")
    pages = action.pages * (-1 if action.direction in ("left", "up") else 1)
    by = (pages if is_horizontal else 0, 0 if is_horizontal else pages)
    if action.target is None:
        result = context.scripts.call(
            context.tab.root, "scrollView", "", "", "", *by, result_type=ScrollResult
        )
    else:
        result = context.call_script(action.target, "scrollView", *by, result_type=ScrollResult)
    if result.kind == "gone":
        described = describe_element(action.target) if action.target else "the element to scroll"
        raise ElementGone(f"{described} is not on the page any more")
    if result.kind == "still":
        delta = {"deltaX": result.by if is_horizontal else 0, "deltaY": 0 if is_horizontal else result.by}
        position = (result.x, result.y)
        if action.target is not None:
            position = _position(context.locate(action.target))
        return _turn_wheel(context, position, delta=delta)
    return f"scrolled {abs(result.moved):g} pixels {action.direction}, {result.left:g} left"


def _turn_wheel(context: ActionContext, position: Position, *, delta: Mapping[str, float]) -> str:
    """Turn the mouse wheel at a position, and return whether the page scrolled or changed."""
    count = context.scripts.call(context.tab.root, "changeCount", result_type=int)
    context.dispatch([_mouse_move(position), _mouse_event("mouseWheel", position, **delta)])
    if context.scripts.call(context.tab.root, "changed", count, _WHEEL_MS, result_type=int):
        return "the mouse wheel was turned, and the page changed"
    return "nothing moved: this area does not scroll in this direction, or it is at its end"


def swipe(context: ActionContext, action: Swipe) -> str:
    """Swipe one finger from `action.start` to `action.end` in `action.seconds`.

    Raises:
        ElementGone: the control at the start is not the one that was seen.
    """
    start, end = context.locate(action.start, is_guarded=True), context.locate(action.end)
    context.dispatch([_touch_event("touchStart", _position(start))])
    for position in _path(start, end, steps=_SWIPE_STEPS):
        context.sleep(action.seconds / _SWIPE_STEPS)
        context.dispatch([_touch_event("touchMove", position)])
    context.dispatch([(_TOUCH_EVENT, {"type": "touchEnd", "touchPoints": []})])
    context.end_guard(action.start)
    return ""


def drag(context: ActionContext, action: Drag) -> str:
    """Drag with the mouse, including native HTML drag and drop.

    A native drag is intercepted and continued with its data.
    """
    start, end = _drag_ends(context, action)
    context.tab.drag = None
    context.call("Input.setInterceptDrags", {"enabled": True}, result_type=EmptyResult)
    try:
        _drag(context, start, end=end, source=action.source)
    finally:
        params = {"enabled": False}
        context.connection.notify("Input.setInterceptDrags", params, session=context.tab.session)
    context.end_guard(action.source)
    return ""


def _drag(context: ActionContext, start: HitTarget, *, end: HitTarget, source: Target) -> None:
    context.dispatch([_mouse_move(_position(start)), _left_press(_position(start))])
    context.wait_for_frame(source)
    steps = [*_path(start, end, steps=_DRAG_STEPS), *[_position(end)] * _DRAG_RESTS]
    for position in [(start.x + 1, start.y + 1), *steps]:
        if context.tab.drag:
            break
        context.dispatch([_mouse_move(position, button="left", buttons=1)], _DRAG_STEP_TIMEOUT_SEC)
        _pause(context, source)
    if context.tab.drag:
        _drop(context, steps, source=source)
    context.dispatch([_left_release(_position(end))])


def _drop(context: ActionContext, steps: list[Position], *, source: Target) -> None:
    """Continue an intercepted native drag over the steps and drop its data at the last one."""
    data = context.tab.drag.data if context.tab.drag else None
    context.dispatch([_drag_event("dragEnter", steps[0], data=data)])
    for step in steps:
        context.dispatch([_drag_event("dragOver", step, data=data)])
        _pause(context, source)
    context.dispatch([_drag_event("drop", steps[-1], data=data)])
    context.tab.drag = None


def _pause(context: ActionContext, source: Target) -> None:
    """Let the page draw a frame after a movement of a drag, and wait at least `_DRAG_PAUSE_SEC`."""
    until = time.monotonic() + _DRAG_PAUSE_SEC
    context.wait_for_frame(source)
    context.sleep(max(0.0, until - time.monotonic()))


def _drag_ends(context: ActionContext, action: Drag) -> tuple[HitTarget, HitTarget]:
    """Return the start and end of a drag.

    The source is located after the end, because locating the end may scroll the page.
    """
    ratio = context.settings.pixel_ratio
    onto = context.locate(action.source if action.to is None else action.to)
    start = context.locate(action.source, is_guarded=True)
    return start, HitTarget("ok", onto.x + action.offset.x / ratio, onto.y + action.offset.y / ratio)


def _path(start: HitTarget, end: HitTarget, *, steps: int) -> list[Position]:
    fractions = [step / steps for step in range(1, steps + 1)]
    return [
        (start.x + (end.x - start.x) * fraction, start.y + (end.y - start.y) * fraction)
        for fraction in fractions
    ]


def _position(hit: HitTarget) -> Position:
    return hit.x, hit.y


def _mouse_move(position: Position, **params: object) -> Call:
    return _mouse_event("mouseMoved", position, **params)


def _left_press(position: Position) -> Call:
    return _mouse_event("mousePressed", position, button="left", buttons=1, clickCount=1)


def _left_release(position: Position) -> Call:
    return _mouse_event("mouseReleased", position, button="left", clickCount=1)


def _mouse_event(kind: str, position: Position, **params: object) -> Call:
    return _MOUSE_EVENT, {"type": kind, "x": position[0], "y": position[1], **params}


def _touch_event(kind: str, position: Position) -> Call:
    return _TOUCH_EVENT, {"type": kind, "touchPoints": [{"x": position[0], "y": position[1]}]}


def _drag_event(kind: str, position: Position, *, data: msgspec.Raw | None) -> Call:
    return _DRAG_EVENT, {"type": kind, "x": position[0], "y": position[1], "data": data}
