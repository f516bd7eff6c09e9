"""Actions of a finger: tap, long press, swipe, drag."""

from __future__ import annotations

from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.display import Display
from onscreen.device.android.hit_target import aim
from onscreen.device.android.shell_quoting import line
from onscreen.types import Click, Drag, LongPress, Point, Swipe
from onscreen.types.errors import NotSupported

_LEAST_HOLD_MS = 600
_DRAG_MS = 1000
_MOST_TAPS = 3


def click(phone: Phone, action: Click) -> str:
    """Tap the target where it is now, as often as the action says.

    Raises:
        NotSupported: it asks for what a finger cannot do.
    """
    if action.button != "left":
        raise NotSupported(f"a finger has no {action.button} button; use a long press for a menu")
    if action.modifiers:
        raise NotSupported(f"a finger holds no keys; found {', '.join(action.modifiers)}")
    tap(phone, aim(phone, action.target).point, count=action.count)
    return ""


def tap(phone: Phone, point: Point, *, count: int = 1) -> None:
    """Tap a point of the picture; raises what `Phone.do` raises."""
    x, y = phone.display.spot(point)
    phone.do(*[line("input", "tap", x, y)] * min(max(count, 1), _MOST_TAPS))


def long_press(phone: Phone, action: LongPress) -> str:
    """Hold a finger on the target, never shorter than Android takes for a long press."""
    x, y = phone.display.spot(aim(phone, action.target).point)
    held_ms = max(round(action.seconds * 1000), _LEAST_HOLD_MS)
    phone.do(line("input", "swipe", x, y, x, y, held_ms))
    return ""


def swipe(phone: Phone, action: Swipe) -> str:
    """Move a finger from point to point at the pace of the action."""
    phone.do(swiped(phone.display, action.start, end=action.end, ms=round(action.seconds * 1000)))
    return ""


def swiped(display: Display, start: Point, *, end: Point, ms: int) -> str:
    """Return the command that moves a finger between two points of the picture."""
    return line("input", "swipe", *display.spot(start), *display.spot(end), max(ms, 1))


def drag(phone: Phone, action: Drag) -> str:
    """Hold the source and move it; a slider is moved at once."""
    source = aim(phone, action.source)
    onto = source.point if action.to is None else aim(phone, action.to).point
    end = Point(onto.x + action.offset.x, onto.y + action.offset.y)
    if source.node is not None and source.node.role == "slider":
        phone.do(swiped(phone.display, source.point, end=end, ms=_DRAG_MS))
        return ""
    ends = (*phone.display.spot(source.point), *phone.display.spot(end))
    ran = phone.run("input", "draganddrop", *ends, _DRAG_MS)
    if ran.status or b"nknown command" in ran.error + ran.out:
        phone.do(swiped(phone.display, source.point, end=end, ms=2 * _DRAG_MS))
        return "dragged without holding first: this Android is too old for more"
    return ""
