"""Touch gestures on Android: tap, long press, swipe and drag."""

from __future__ import annotations

from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.coordinate_conversion import Display
from onscreen.device.android.shell_quoting import shell_command
from onscreen.device.android.target_lookup import check_point, locate_target
from onscreen.types import Click, Drag, LongPress, Point, Swipe
from onscreen.types.errors import NotSupported

_MIN_LONG_PRESS_MS = 600
_DRAG_MS = 1000
_MAX_TAPS = 3


def click(phone: ConnectedPhone, action: Click) -> str:
    """Tap the target at its current position.

    Taps `action.count` times, at most three.

    Raises:
        NotSupported: the action needs another mouse button or modifier keys.
    """
    if action.button != "left":
        raise NotSupported(f"a touch has no {action.button} button; use a long press for a context menu")
    if action.modifiers:
        raise NotSupported(f"a touch cannot hold modifier keys; found {', '.join(action.modifiers)}")
    tap(phone, locate_target(phone, action.target).point, count=action.count)
    return ""


def tap(phone: ConnectedPhone, point: Point, *, count: int = 1) -> None:
    """Tap a point given in screenshot pixels.

    Raises the same errors as `ConnectedPhone.run_all`.
    """
    x, y = phone.display.to_touch(point)
    phone.run_all(*[shell_command("input", "tap", x, y)] * min(max(count, 1), _MAX_TAPS))


def long_press(phone: ConnectedPhone, action: LongPress) -> str:
    """Press and hold the target for `action.seconds` or the minimum long-press duration.

    The longer of the two applies.
    """
    x, y = phone.display.to_touch(locate_target(phone, action.target).point)
    duration_ms = max(round(action.seconds * 1000), _MIN_LONG_PRESS_MS)
    phone.run_all(shell_command("input", "swipe", x, y, x, y, duration_ms))
    return ""


def swipe(phone: ConnectedPhone, action: Swipe) -> str:
    """Swipe from `action.start` to `action.end` in `action.seconds`.

    Raises:
        ElementGone: the control at the start is not the one that was seen.
    """
    check_point(phone, action.start)
    duration_ms = round(action.seconds * 1000)
    phone.run_all(swipe_command(phone.display, action.start, end=action.end, duration_ms=duration_ms))
    return ""


def swipe_command(display: Display, start: Point, *, end: Point, duration_ms: int) -> str:
    """Build the shell command that swipes between two points in screenshot pixels."""
    return shell_command(
        "input", "swipe", *display.to_touch(start), *display.to_touch(end), max(duration_ms, 1)
    )


def drag(phone: ConnectedPhone, action: Drag) -> str:
    """Long-press the source, then drag it to the destination.

    A slider is dragged without the long press.
    """
    source = locate_target(phone, action.source)
    destination = source.point if action.to is None else locate_target(phone, action.to).point
    end = Point(destination.x + action.offset.x, destination.y + action.offset.y)
    if source.node is not None and source.node.role == "slider":
        phone.run_all(swipe_command(phone.display, source.point, end=end, duration_ms=_DRAG_MS))
        return ""
    coordinates = (*phone.display.to_touch(source.point), *phone.display.to_touch(end))
    result = phone.run("input", "draganddrop", *coordinates, _DRAG_MS)
    if result.status or b"nknown command" in result.stderr + result.stdout:
        phone.run_all(swipe_command(phone.display, source.point, end=end, duration_ms=2 * _DRAG_MS))
        return "dragged without a long press: this Android version does not support drag and drop"
    return ""
