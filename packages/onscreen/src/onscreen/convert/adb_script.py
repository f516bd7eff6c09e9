"""Conversion of an episode of an Android phone to a shell script for adb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import singledispatch

from onscreen.convert.script_comments import describe_action, make_comment, step_comment
from onscreen.device.android.android_keys import parse_keys
from onscreen.device.android.shell_quoting import shell_command
from onscreen.types import (
    Act,
    Back,
    Click,
    Done,
    Drag,
    Element,
    Episode,
    Home,
    LongPress,
    Open,
    Point,
    Press,
    Scroll,
    Step,
    Swipe,
    Target,
    Type,
    Wait,
)
from onscreen.types.errors import NotSupported

_HEADER = """\
#!/bin/sh
# Repeat a recorded run on a phone: set ANDROID_SERIAL if more than one is connected.
set -eu

run() {
    adb shell "$1"
    sleep "${PAUSE:-1}"
}

by_hand() {
    printf '%s; press Enter when done: ' "$1"
    read -r _
}

"""
_DRAG_SEC = 0.5
_COMPONENT = re.compile(r"[\w.]+/[\w.$]+")
_MOVE_END, _DELETE = 123, 67
"""Android key codes."""


def to_adb(episode: Episode) -> str:
    """Convert an episode to a shell script that performs its actions with adb.

    Elements are tapped at their recorded positions, so the phone must have the same screen size and state.
    Failed actions become comments. For a step that adb cannot perform, such as typing a secret or text with
    non-ASCII characters, the script asks the person who runs it.
    """
    lines = [make_comment(episode.task.instruction)]
    if _COMPONENT.fullmatch(episode.shots[0].address):
        lines.append(_run("am", "start", "-n", episode.shots[0].address))
    for number, step in enumerate(episode.steps(), start=1):
        lines += [step_comment(number, step), *_step_lines(step, secrets=episode.task.secrets)]
    return _HEADER + "".join(f"{line}\n" for line in lines)


def _step_lines(step: Step, *, secrets: tuple[str, ...]) -> Iterator[str]:
    action = step.decision.action
    if step.outcome.failed:
        return
    if isinstance(action, Type) and any(f"{{{name}}}" in action.text for name in secrets):
        yield _by_hand(step)
        return
    try:
        yield from _lines(action, step)
    except NotSupported:
        yield _by_hand(step)


@singledispatch
def _lines(_action: Act, step: Step) -> tuple[str, ...]:
    return (_by_hand(step),)


@_lines.register
def _(action: Click, step: Step) -> tuple[str, ...]:
    if action.button != "left" or action.modifiers:
        return (_by_hand(step),)
    return (_tap(action.target),) * action.count


@_lines.register
def _(action: LongPress, _step: Step) -> tuple[str, ...]:
    point = _point(action.target)
    return (_swipe(point, point, seconds=action.seconds),)


@_lines.register
def _(action: Type, step: Step) -> tuple[str, ...]:
    text = action.text.removesuffix("\n")
    if not (text.isascii() and text.isprintable()):
        return (_by_hand(step),)
    lines = [_tap(action.target)] if action.target is not None else []
    previous = action.target.value if isinstance(action.target, Element) else ""
    if action.clear and previous:
        lines.append(_run("input", "keyevent", _MOVE_END, *[_DELETE] * len(previous)))
    if text:
        lines.append(_run("input", "text", text.replace(" ", "%s")))
    if action.text.endswith("\n"):
        lines.append(_run("input", "keyevent", 66))
    return tuple(lines)


@_lines.register
def _(action: Press, step: Step) -> tuple[str, ...]:
    chord = parse_keys(action.keys)
    focus = (_tap(action.target),) if action.target is not None else ()
    if chord.text or chord.command:
        return (_by_hand(step),)
    if chord.modifiers:
        return (*focus, _run("input", "keycombination", *chord.modifiers, chord.code))
    return (*focus, _run("input", "keyevent", chord.code))


@_lines.register
def _(action: Scroll, step: Step) -> tuple[str, ...]:
    width, height = step.before.picture.size
    left, top, right, bottom = 0.0, 0.0, float(width), float(height)
    if action.target is not None:
        box = action.target.box
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
    center = Point((left + right) / 2, (top + bottom) / 2)
    share = min(action.pages, 0.8) / 2
    x, y = share * (right - left), share * (bottom - top)
    signs = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
    sign_x, sign_y = signs[action.direction]
    start = Point(center.x + sign_x * x, center.y + sign_y * y)
    end = Point(center.x - sign_x * x, center.y - sign_y * y)
    return (_swipe(start, end, seconds=_DRAG_SEC),)


@_lines.register
def _(action: Swipe, _step: Step) -> tuple[str, ...]:
    return (_swipe(action.start, action.end, seconds=action.seconds),)


@_lines.register
def _(action: Drag, _step: Step) -> tuple[str, ...]:
    start, end = _point(action.source), _point(action.source if action.to is None else action.to)
    arguments = (start.x, start.y, end.x + action.offset.x, end.y + action.offset.y, _DRAG_SEC * 1000)
    return (_run("input", "draganddrop", *arguments),)


@_lines.register
def _(action: Open, step: Step) -> tuple[str, ...]:
    if "://" in action.what:
        return (_run("am", "start", "-a", "android.intent.action.VIEW", "-d", action.what),)
    if _COMPONENT.fullmatch(step.after.address):
        return (_run("am", "start", "-n", step.after.address),)
    return (_by_hand(step),)


@_lines.register
def _(_action: Back, _step: Step) -> tuple[str, ...]:
    return (_run("input", "keyevent", 4),)


@_lines.register
def _(_action: Home, _step: Step) -> tuple[str, ...]:
    return (_run("input", "keyevent", 3),)


@_lines.register
def _(action: Wait, _step: Step) -> tuple[str, ...]:
    return (f"sleep {action.seconds:g}",)


@_lines.register
def _(_action: Done, _step: Step) -> tuple[str, ...]:
    return ()


def _run(*arguments: str | float) -> str:
    """Return a script line that runs a command on the phone, quoted for both shells."""
    return f"run {shell_command(shell_command(*arguments))}"


def _tap(target: Target) -> str:
    point = _point(target)
    return _run("input", "tap", point.x, point.y)


def _swipe(start: Point, end: Point, *, seconds: float) -> str:
    return _run("input", "swipe", start.x, start.y, end.x, end.y, seconds * 1000)


def _point(target: Target) -> Point:
    return target.box.center if isinstance(target, Element) else target


def _by_hand(step: Step) -> str:
    return f"by_hand {shell_command(describe_action(step.decision))}"
