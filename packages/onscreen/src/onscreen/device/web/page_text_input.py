"""Actions of the keyboard: type, with reading back, and press."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.device.web.action_context import ActionContext, told
from onscreen.device.web.dom_keys import MODIFIERS, Key, chord, key_named
from onscreen.device.web.mouse_actions import click
from onscreen.types import Click, Element, Press, Target, Type
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_KEY = "Input.dispatchKeyEvent"
_MOST_KEYS = 400
_SHOWN = 200
Calls = list[tuple[str, Mapping[str, object]]]


class Field(msgspec.Struct, frozen=True):
    """What kind of field the target is."""

    kind: str
    multiline: bool = False
    focused: bool = False
    what: str = ""


class Read(msgspec.Struct, frozen=True):
    """What a field reads, and whether that is what was typed."""

    value: str = ""
    same: bool = True
    known: bool = False
    what: str = ""


def type_text(context: ActionContext, action: Type) -> str:
    """Type with real keys, read the field back and say what it reads."""
    target = action.target
    if not isinstance(target, Element):
        if target is not None:
            click(context, Click(target))
        return _type_at(context, action, target=None)
    field = context.ask(target, "field", shape=Field)
    _refuse(field, target)
    if field.kind == "set":
        return _said(context.ask(target, "setField", action.text, shape=Read), action.text)
    if not field.focused:
        click(context, Click(target))
    return _type_at(context, action, target=target)


def press(context: ActionContext, action: Press) -> str:
    """Press keys together, on the target when there is one."""
    modifiers, key = chord(action.keys)
    if action.target is not None:
        _focus(context, action.target)
    bits = sum(MODIFIERS[modifier.name] for modifier in modifiers)
    calls = [_down(modifier, bits) for modifier in modifiers]
    calls += [_down(key, bits), _up(key, bits)]
    calls += [_up(modifier, 0) for modifier in reversed(modifiers)]
    context.do(calls)
    return ""


def _type_at(context: ActionContext, action: Type, *, target: Element | None) -> str:
    field = _take_focus(context, target, clear=action.clear)
    text, ends = action.text, False
    if not field.multiline and field.kind == "text":
        ends = text.endswith("\n")
        text = text.rstrip("\n").replace("\n", " ")
    _write(context, text, clear=action.clear)
    read = _read_back(context, target, text=text)
    said = _said(read, text)
    if ends:
        context.do([_down(key_named("Enter"), 0), _up(key_named("Enter"), 0)])
    return said


def _take_focus(context: ActionContext, target: Element | None, *, clear: bool) -> Field:
    if target is not None:
        field = context.ask(target, "focusField", clear, shape=Field)
        if field.kind == "gone":
            raise ElementGone(f"{told(target)} went away when it was clicked")
        if not field.focused:
            raise ActionHadNoEffect(f"{told(target)} does not take the focus; click what opens it first")
        if field.kind != "text":
            raise NotSupported(f"{told(target)} takes no text")
        return field
    field = context.asker.ask(context.tab.root, "focusField", "", "", "", clear, shape=Field)
    if field.kind == "gone":
        raise ActionHadNoEffect("nothing on the page has the focus; say which field to type into")
    return field


def _write(context: ActionContext, text: str, *, clear: bool) -> None:
    if not text:
        if clear:
            delete = key_named("Delete")
            context.do([_down(delete, 0), _up(delete, 0)])
        return
    calls: Calls = []
    for sign in text[:_MOST_KEYS]:
        key = key_named(sign)
        calls += [_down(key, 0), _up(key, 0)] if key.code else [("Input.insertText", {"text": sign})]
    if rest := text[_MOST_KEYS:]:
        calls.append(("Input.insertText", {"text": rest}))
    context.do(calls)


def _read_back(context: ActionContext, target: Element | None, *, text: str) -> Read:
    frame = context.frame_of(target) if target is not None else context.tab.root
    return context.asker.ask(frame, "readField", text, shape=Read)


def _said(read: Read, text: str) -> str:
    if not read.known:
        return ""
    shown = read.value if len(read.value) <= _SHOWN else read.value[:_SHOWN] + "…"
    if not read.same:
        raise ActionHadNoEffect(f"typed {text[:_SHOWN]!r}, but the {read.what} now reads {shown!r}")
    return f"the field reads {shown!r}"


def _refuse(field: Field, target: Element) -> None:
    if field.kind == "gone":
        raise ElementGone(f"{told(target)} is not on the page any more; look at the screen again")
    if field.kind == "select":
        raise NotSupported(f"{told(target)} is a list: choose an option instead of typing")
    if field.kind == "file":
        raise NotSupported(f"{told(target)} takes a file: upload instead of typing")
    if field.kind in ("readonly", "disabled"):
        raise ActionHadNoEffect(f"{told(target)} is {field.kind} and takes no text")


def _focus(context: ActionContext, target: Target) -> None:
    if isinstance(target, Element):
        field = context.ask(target, "field", shape=Field)
        if field.kind == "gone":
            raise ElementGone(f"{told(target)} is not on the page any more; look at the screen again")
        if field.focused:
            return
        if context.ask(target, "focusOnly", shape=bool):
            return
    click(context, Click(target))


def _down(key: Key, bits: int) -> tuple[str, Mapping[str, object]]:
    text = key.text if not bits & ~MODIFIERS["Shift"] else ""
    kind = "keyDown" if text else "rawKeyDown"
    return _KEY, {**_event(key, bits), "type": kind, "text": text, "unmodifiedText": text}


def _up(key: Key, bits: int) -> tuple[str, Mapping[str, object]]:
    return _KEY, {**_event(key, bits), "type": "keyUp"}


def _event(key: Key, bits: int) -> Mapping[str, object]:
    return {"key": key.name, "code": key.code, "windowsVirtualKeyCode": key.number, "modifiers": bits}
