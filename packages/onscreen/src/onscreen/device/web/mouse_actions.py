"""Actions of the pointer: click, long press, hover, scroll, swipe, drag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from onscreen.device.web.action_context import ActionContext, HitTarget, element_of, told
from onscreen.device.web.devtools_connection import Nothing
from onscreen.device.web.dom_keys import MODIFIERS
from onscreen.device.web.list_options import click_option
from onscreen.types import Click, Drag, Element, Hover, LongPress, Scroll, Swipe
from onscreen.types.errors import ElementGone

_MOUSE, _TOUCH, _DRAG = "Input.dispatchMouseEvent", "Input.dispatchTouchEvent", "Input.dispatchDragEvent"
_BITS: Mapping[str, int] = {"left": 1, "right": 2, "middle": 4}
_DRAG_STEPS = 8
_SWIPE_STEPS = 12
_DRAG_CAP_SEC = 0.5
Place: TypeAlias = tuple[float, float]
Calls: TypeAlias = list[tuple[str, Mapping[str, object]]]


class Scrolled(msgspec.Struct, frozen=True):
    """What came of scrolling, in CSS pixels; x and y are where a wheel would be turned."""

    kind: str
    moved: float = 0
    left: float = 0
    x: float = 0
    y: float = 0
    by: float = 0


def click(context: ActionContext, action: Click) -> str:
    """Click; a list's option is chosen instead, since its list may be closed."""
    at = context.spot(action.target)
    if at.kind == "option":
        return click_option(context, element_of(action.target, "a click"))
    bits = sum(MODIFIERS[modifier] for modifier in dict.fromkeys(action.modifiers))
    calls = [_moved(_xy(at), modifiers=bits)]
    for count in range(1, max(1, action.count) + 1):
        given = {"button": action.button, "clickCount": count, "modifiers": bits}
        calls.append(_mouse("mousePressed", _xy(at), buttons=_BITS[action.button], **given))
        calls.append(_mouse("mouseReleased", _xy(at), **given))
    context.do(calls)
    return ""


def long_press(context: ActionContext, action: LongPress) -> str:
    """Hold the left button down."""
    at = context.spot(action.target)
    context.do([_moved(_xy(at)), _mouse("mousePressed", _xy(at), button="left", buttons=1, clickCount=1)])
    context.sleep(action.seconds)
    context.do([_mouse("mouseReleased", _xy(at), button="left", clickCount=1)])
    return ""


def hover(context: ActionContext, action: Hover) -> str:
    """Move the pointer there."""
    at = context.spot(action.target)
    context.do([_moved(_xy(at))])
    return ""


def scroll(context: ActionContext, action: Scroll) -> str:
    """Scroll, or turn the wheel where a page scrolls by scripts of its own; says how far is still to go.

    Raises:
        ElementGone: what was to be scrolled is not on the page any more.
    """
    across = action.direction in ("left", "right")
    pages = action.pages * (-1 if action.direction in ("left", "up") else 1)
    given = (pages if across else 0, 0 if across else pages)
    if action.target is None:
        done = context.asker.ask(context.tab.root, "scrollView", "", "", "", *given, shape=Scrolled)
    else:
        done = context.ask(action.target, "scrollView", *given, shape=Scrolled)
    if done.kind == "gone":
        what = told(action.target) if action.target else "what was to be scrolled"
        raise ElementGone(f"{what} is not on the page any more")
    if done.kind == "still":
        delta = {"deltaX": done.by if across else 0, "deltaY": 0 if across else done.by}
        at = (done.x, done.y) if action.target is None else _xy(context.spot(action.target))
        context.do([_moved(at), _mouse("mouseWheel", at, **delta)])
        return f"nothing more to scroll {action.direction} by the page itself; the wheel was turned instead"
    return f"scrolled {abs(done.moved):g} pixels {action.direction}, {done.left:g} left"


def swipe(context: ActionContext, action: Swipe) -> str:
    """Move a finger; the pace is that of the action."""
    start, end = context.spot(action.start), context.spot(action.end)
    context.do([(_TOUCH, {"type": "touchStart", "touchPoints": [{"x": start.x, "y": start.y}]})])
    for x, y in _between(start, end, steps=_SWIPE_STEPS):
        context.sleep(action.seconds / _SWIPE_STEPS)
        context.do([(_TOUCH, {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})])
    context.do([(_TOUCH, {"type": "touchEnd", "touchPoints": []})])
    return ""


def drag(context: ActionContext, action: Drag) -> str:
    """Drag with the mouse; a native drag and drop is carried on with its data."""
    start, end = _ends(context, action)
    context.tab.drag = None
    context.call("Input.setInterceptDrags", {"enabled": True}, shape=Nothing)
    try:
        _drag(context, start, end=end)
    finally:
        args = {"enabled": False}
        context.wire.send("Input.setInterceptDrags", args, session=context.tab.session, wanted=False)
    return ""


def _drag(context: ActionContext, start: HitTarget, *, end: HitTarget) -> None:
    steps = _between(start, end, steps=_DRAG_STEPS)
    context.do(
        [
            _moved(_xy(start)),
            _mouse("mousePressed", _xy(start), button="left", buttons=1, clickCount=1),
        ]
    )
    for x, y in [(start.x + 1, start.y + 1), *steps]:
        if context.tab.drag:
            break
        context.do([_moved((x, y), button="left", buttons=1)], _DRAG_CAP_SEC)
    if context.tab.drag:
        _drop(context, steps, end=end)
    else:
        context.do([_moved(_xy(end), button="left", buttons=1)])
    context.do([_mouse("mouseReleased", _xy(end), button="left", clickCount=1)])


def _drop(context: ActionContext, steps: list[tuple[float, float]], *, end: HitTarget) -> None:
    """Carry the data of a native drag over the steps and let it go at the end."""
    data = context.tab.drag.data if context.tab.drag else None
    calls: Calls = [_dragged("dragEnter", steps[0], data=data)]
    calls += [_dragged("dragOver", step, data=data) for step in steps]
    calls += [_dragged("dragOver", _xy(end), data=data), _dragged("drop", _xy(end), data=data)]
    context.do(calls)
    context.tab.drag = None


def _ends(context: ActionContext, action: Drag) -> tuple[HitTarget, HitTarget]:
    ratio = context.settings.pixel_ratio
    start = context.spot(action.source)
    onto = start if action.to is None else context.spot(action.to)
    end = HitTarget("ok", onto.x + action.offset.x / ratio, onto.y + action.offset.y / ratio)
    is_moved = action.to is not None and isinstance(action.source, Element)
    return (context.spot(action.source) if is_moved else start), end


def _between(start: HitTarget, end: HitTarget, *, steps: int) -> list[tuple[float, float]]:
    parts = [n / steps for n in range(1, steps + 1)]
    return [(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part) for part in parts]


def _xy(at: HitTarget) -> tuple[float, float]:
    return at.x, at.y


def _moved(at: Place, **more: object) -> tuple[str, Mapping[str, object]]:
    return _mouse("mouseMoved", at, **more)


def _mouse(kind: str, at: Place, **more: object) -> tuple[str, Mapping[str, object]]:
    return _MOUSE, {"type": kind, "x": at[0], "y": at[1], **more}


def _dragged(kind: str, at: Place, *, data: msgspec.Raw | None) -> tuple[str, Mapping[str, object]]:
    return _DRAG, {"type": kind, "x": at[0], "y": at[1], "data": data}
