"""Keyboard actions in the browser: type text, verify the result, and press keys."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from onscreen.device.web.action_context import ActionContext, describe_element, renamed
from onscreen.device.web.browser_tab import Frame
from onscreen.device.web.devtools_connection import CallFailed
from onscreen.device.web.dom_keys import MODIFIERS, find_key, parse_chord
from onscreen.device.web.key_events import Call, key_down, key_up
from onscreen.device.web.mouse_actions import click
from onscreen.device.web.page_sliders import set_slider
from onscreen.device.web.page_stability import Activity
from onscreen.types import Click, Element, Press, Target, Type
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_MAX_KEYS = 400
"""Characters typed as single keys; the rest of a longer text is inserted at once."""
_MAX_OPENING_MS = 600
"""Longest wait for what a click on a field opens, such as a calendar with an animation."""
_SHOWN_CHARS = 200
_TAG_ENDS = (",", ";")
"""Characters that end a tag."""
_ACTIVATING_KEYS = frozenset({"Enter", " ", "Delete", "Backspace"})
"""Keys that can activate, submit or delete, as named in the DOM."""


class FieldState(msgspec.Struct, frozen=True):
    """State of a field before typing, as reported by js/fields.js.

    `kind` is "text", "set" (a field whose value is set instead of typed, such as a date), "select", "file",
    "readonly", "disabled", "other", "gone" or "renamed" (a control whose new name is `label`); otherwise
    `label` describes the field.
    """

    kind: str
    multiline: bool = False
    focused: bool = False
    label: str = ""


class FieldReading(msgspec.Struct, frozen=True):
    """Text that a field contains after typing.

    `matches` is True if it is the typed text; `known` is False if no field could be read.
    """

    value: str = ""
    matches: bool = True
    known: bool = False
    label: str = ""


def type_text(context: ActionContext, action: Type) -> str:
    """Type text into a field and return the field's content afterwards.

    A number typed into a slider sets the slider to it.

    Raises:
        ElementGone: the field is not on the page any more.
        NotSupported: the target accepts no text.
        ActionHadNoEffect: the field currently accepts no text, or contains other text than typed.
    """
    target = action.target
    if not isinstance(target, Element):
        if target is not None:
            click(context, Click(target))
        return _type_into_focus(context, action, target=None)
    if target.role == "slider":
        return set_slider(context, target, text=action.text)
    field = context.call_script(target, "fieldState", result_type=FieldState)
    _raise_unless_typable(field, target)
    if field.kind == "set":
        if not field.focused:
            context.enter_field(target)
        reading = context.call_script(target, "setField", action.text, result_type=FieldReading)
        return _check_reading(reading, action.text)
    if not field.focused:
        _click_field(context, target)
    return _type_into_focus(context, action, target=target)


def press(context: ActionContext, action: Press) -> str:
    """Press a key combination, after focusing the target if the action has one.

    Raises:
        NotSupported: a key is not known.
        ElementGone: the target is not on the page any more.
    """
    modifiers, key = parse_chord(action.keys)
    if action.target is not None:
        _focus(context, action.target)
    is_guarded = key.name in _ACTIVATING_KEYS
    element = action.target if isinstance(action.target, Element) else None
    if is_guarded and (element is not None or action.target is None):
        context.guard_key("guardKeys", element)
    bits = sum(MODIFIERS[modifier.name] for modifier in modifiers)
    calls = [key_down(modifier, bits) for modifier in modifiers]
    calls += [key_down(key, bits), key_up(key, bits)]
    calls += [key_up(modifier, 0) for modifier in reversed(modifiers)]
    context.dispatch(calls)
    if is_guarded:
        context.end_guard(element)
    return ""


def _type_into_focus(context: ActionContext, action: Type, *, target: Element | None) -> str:
    """Type into the target, or into the focused field if the target is None.

    Newlines at the end of a text for a single-line field press Enter.
    """
    frame = context.frame_of(target) if target is not None else context.focused_frame()
    field = _take_focus(context, target, frame=frame, clear=action.clear)
    text, press_enter = action.text, False
    if not field.multiline and field.kind == "text":
        press_enter = text.endswith("\n")
        text = text.rstrip("\n").replace("\n", " ")
    opening = text[:1] if field.kind == "other" else ""
    if opening:  # may open an editor, which takes the other keys
        _send_keys(context, opening, clear=False)
        context.wait_for_frame(target)
    if not opening or text != opening:
        _send_keys(context, text[len(opening) :], clear=action.clear)
    reading = context.scripts.call(frame, "readField", text, result_type=FieldReading)
    outcome = _check_reading(reading, text)
    if not press_enter:
        return _check_kept(context, text, frame=frame) or outcome
    enter = find_key("Enter")
    context.guard_key("guardEnter", target)
    context.dispatch([key_down(enter, 0), key_up(enter, 0)])
    context.end_guard(target)
    return outcome


def _click_field(context: ActionContext, field: Element) -> None:
    """Click a field, and wait while what opens with it is in progress: it may set the value of the field."""
    frame = context.frame_of(field)
    change_count = context.scripts.call(frame, "changeCount", result_type=int)
    click(context, Click(field))
    arguments = (change_count, context.settings.quiet_ms, _MAX_OPENING_MS, 0, 0)
    with suppress(CallFailed):
        context.scripts.call(frame, "settle", *arguments, result_type=Activity)


def _take_focus(context: ActionContext, target: Element | None, *, frame: Frame, clear: bool) -> FieldState:
    """Focus the target, and select its text (`clear`) or move the caret to its end."""
    if target is not None:
        field = context.call_script(target, "focusField", clear, result_type=FieldState)
        described = describe_element(target)
        if field.kind == "gone":
            raise ElementGone(f"{described} disappeared when it was clicked")
        if not field.focused:
            raise ActionHadNoEffect(f"{described} does not take the focus; click what opens it first")
        if field.kind != "text":
            is_cell = target.role in ("cell", "gridcell")
            advice = " and was only selected; double-click it first, if it can be edited" if is_cell else ""
            raise NotSupported(f"{described} takes no text{advice}")
        return field
    field = context.scripts.call(frame, "focusField", "", "", "", clear, result_type=FieldState)
    if field.kind == "gone":
        raise ActionHadNoEffect("nothing on the page has the focus; say which field to type into")
    return field


def _send_keys(context: ActionContext, text: str, *, clear: bool) -> None:
    """Send the keys of a text; an empty text with `clear` deletes the selected text."""
    if not text:
        if clear:
            delete = find_key("Delete")
            context.dispatch([key_down(delete, 0), key_up(delete, 0)])
        return
    calls: list[Call] = []
    for character in text[:_MAX_KEYS]:
        key = find_key(character)
        if key.code:
            calls += [key_down(key, 0), key_up(key, 0)]
        else:
            calls.append(("Input.insertText", {"text": character}))
    if rest := text[_MAX_KEYS:]:
        calls.append(("Input.insertText", {"text": rest}))
    context.dispatch(calls)


def _check_reading(reading: FieldReading, text: str) -> str:
    """Check that a field contains the typed text, and return the outcome.

    The outcome is "" if no field could be read. A field for tags is empty after a comma, which ends a tag.

    Raises:
        ActionHadNoEffect: the field contains another text.
    """
    if not reading.known:
        return ""
    value = reading.value
    shown = value if len(value) <= _SHOWN_CHARS else value[:_SHOWN_CHARS] + "…"
    if not value and text.rstrip().endswith(_TAG_ENDS):
        return "the field is empty again, as after a tag; check that the page shows the text"
    if not reading.matches:
        raise ActionHadNoEffect(f"typed {text[:_SHOWN_CHARS]!r}, but the {reading.label} now reads {shown!r}")
    return f"the field reads {shown!r}"


def _check_kept(context: ActionContext, text: str, *, frame: Frame) -> str:
    """Check that a date field with an open calendar keeps the typed text when the focus leaves the field.

    The outcome is "" for other fields.

    Raises:
        ActionHadNoEffect: the field discarded the text.
    """
    reading = context.scripts.call(frame, "leaveField", text, result_type=FieldReading)
    if not reading.known:
        return ""
    shown = reading.value[:_SHOWN_CHARS]
    if reading.matches:
        return f"the field reads {shown!r}"
    raise ActionHadNoEffect(
        f"typed {text[:_SHOWN_CHARS]!r}, but the {reading.label} did not keep it when it lost the focus and "
        f"now reads {shown!r}; choose the date in its calendar, or write it as this field does"
    )


def _raise_unless_typable(field: FieldState, target: Element) -> None:
    described = describe_element(target)
    if field.kind == "gone":
        raise ElementGone(f"{described} is not on the page any more; look at the screen again")
    if field.kind == "select":
        raise NotSupported(f"{described} is a list: choose an option instead of typing")
    if field.kind == "file":
        raise NotSupported(f"{described} takes a file: upload instead of typing")
    if field.kind in ("readonly", "disabled"):
        advice = "; click it, if it opens a calendar or a list" if field.kind == "readonly" else ""
        raise ActionHadNoEffect(f"{described} is {field.kind} and takes no text{advice}")


def _focus(context: ActionContext, target: Target) -> None:
    """Focus the target by script, or by a click if the script cannot."""
    if isinstance(target, Element):
        field = context.call_script(target, "fieldState", result_type=FieldState)
        if field.kind == "gone":
            raise ElementGone(
                f"{describe_element(target)} is not on the page any more; look at the screen again"
            )
        if field.kind == "renamed":
            raise renamed(target, field.label)
        if field.focused or context.call_script(target, "focusOnly", result_type=bool):
            return
    click(context, Click(target))
