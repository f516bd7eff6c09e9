"""One-line text representation of actions, in the syntax that `action_parser.parse` accepts."""

from __future__ import annotations

import json
import re
from functools import singledispatch

from onscreen.types.action import (
    Act,
    Action,
    Answer,
    Ask,
    Click,
    CloseTab,
    Done,
    Download,
    Drag,
    Hover,
    LongPress,
    Open,
    Press,
    Scroll,
    Select,
    Swipe,
    SwitchTab,
    Target,
    Type,
    Upload,
    Wait,
)
from onscreen.types.geometry import Point

NAME_CHARS = 60
"""Longest part of an element's name that is written, in characters; it is not parsed."""

_BARE = re.compile(r'[^\s"]+')


def show(action: Action) -> str:
    """Format an action as one line of text, the inverse of `action_parser.parse`."""
    return _show(action)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _quotes(texts: tuple[str, ...]) -> str:
    return ", ".join(map(_quote, texts)) or "nothing"


def _digits(number: float) -> str:
    return repr(float(number)).removesuffix(".0")


def _place(point: Point) -> str:
    return f"{_digits(point.x)},{_digits(point.y)}"


def _aim(target: Target) -> str:
    if isinstance(target, Point):
        return f"at {_place(target)}"
    name = target.name if len(target.name) <= NAME_CHARS else target.name[:NAME_CHARS] + "…"
    return f"{target.mark} {_quote(name)}" if name else str(target.mark)


def _tail(word: str, target: Target | None) -> str:
    return f" {word} {_aim(target)}" if target is not None else ""


@singledispatch
def _show(action: Act) -> str:
    """Format an action without arguments as its class name in lower case, such as "back"."""
    return type(action).__name__.lower()


@_show.register
def _(action: Click) -> str:
    button = "" if action.button == "left" else f"{action.button} "
    often = {2: "double ", 3: "triple "}.get(action.count, "")
    held = f" with {'+'.join(action.modifiers)}" if action.modifiers else ""
    times = "" if often or action.count == 1 else f" {action.count} times"
    return f"{button}{often}click {_aim(action.target)}{held}{times}"


@_show.register
def _(action: LongPress) -> str:
    held = "" if action.seconds == 1 else f" for {_digits(action.seconds)}"
    return f"long press {_aim(action.target)}{held}"


@_show.register
def _(action: Hover) -> str:
    return f"hover {_aim(action.target)}"


@_show.register
def _(action: Type) -> str:
    verb, word = ("type", "into") if action.clear else ("append", "to")
    return f"{verb} {_quote(action.text)}{_tail(word, action.target)}"


@_show.register
def _(action: Press) -> str:
    keys = action.keys if _BARE.fullmatch(action.keys) else _quote(action.keys)
    return f"press {keys}{_tail('in', action.target)}"


@_show.register
def _(action: Select) -> str:
    return f"select {_quotes(action.options)} in {_aim(action.target)}"


@_show.register
def _(action: Scroll) -> str:
    return f"scroll {action.direction} {_digits(action.pages)}{_tail('in', action.target)}"


@_show.register
def _(action: Swipe) -> str:
    return f"swipe {_place(action.start)} to {_place(action.end)} for {_digits(action.seconds)}"


@_show.register
def _(action: Drag) -> str:
    moved = f" by {_place(action.offset)}" if action.to is None or action.offset != Point(0, 0) else ""
    return f"drag {_aim(action.source)}{_tail('onto', action.to)}{moved}"


@_show.register
def _(action: Open) -> str:
    return f"open {_quote(action.what)}{' in a new tab' if action.new_tab else ''}"


@_show.register
def _(action: SwitchTab) -> str:
    return f"switch to tab {action.number}"


@_show.register
def _(_action: CloseTab) -> str:
    return "close tab"


@_show.register
def _(action: Upload) -> str:
    return f"upload {_quotes(action.paths)} to {_aim(action.target)}"


@_show.register
def _(action: Download) -> str:
    return f"download {_aim(action.target)}"


@_show.register
def _(action: Answer) -> str:
    return f"answer {'yes' if action.accept else 'no'}" + (f" {_quote(action.text)}" if action.text else "")


@_show.register
def _(action: Wait) -> str:
    return f"wait {_digits(action.seconds)}"


@_show.register
def _(action: Ask) -> str:
    return f"ask {_quote(action.question)}"


@_show.register
def _(action: Done) -> str:
    verb = "done" if action.achieved else "give up"
    return f"{verb} {_quote(action.answer)}" if action.answer else verb
