"""Handling of JavaScript dialogs: alert, confirm, prompt and beforeunload."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from onscreen.device.web.action_context import ActionContext
from onscreen.device.web.devtools_connection import EmptyResult
from onscreen.types import (
    Act,
    Answer,
    Box,
    Click,
    CloseTab,
    Dialog,
    Element,
    Node,
    Open,
    Press,
    SwitchTab,
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, ElementCovered

DialogRow: TypeAlias = tuple[str, str, str, tuple[str, ...]]
_WIDTH_PX, _ROW_HEIGHT_PX, _PADDING_PX = 420.0, 26.0, 14.0
_LOCATOR_PREFIX = "dialog|"
_ACCEPT_LABELS = {"alert": "OK", "confirm": "OK", "prompt": "OK", "beforeunload": "Leave"}
_SHOWN_MESSAGE_CHARS = 100


def dialog_nodes(dialog: Dialog, size: tuple[int, int], *, text: str) -> tuple[Node, ...]:
    """Create UI nodes for a JavaScript dialog, which screenshots do not show.

    The dialog is placed in the upper middle of a picture of the given size in pixels. `text` is the text in
    the field of a prompt.
    """
    width = min(_WIDTH_PX, float(size[0]))
    left = (size[0] - width) / 2
    top = max(0.0, size[1] / 4)
    rows = list(_dialog_rows(dialog, text))
    bottom = min(float(size[1]), top + _ROW_HEIGHT_PX * len(rows) + 2 * _PADDING_PX)
    box = Box(left, top, left + width, bottom)
    nodes = [Node("dialog", dialog.message, box, locator=_LOCATOR_PREFIX)]
    for number, (role, name, value, states) in enumerate(rows):
        row_top = top + _PADDING_PX + number * _ROW_HEIGHT_PX
        row_box = Box(left + _PADDING_PX, row_top, left + width - _PADDING_PX, row_top + _ROW_HEIGHT_PX)
        locator = f"{_LOCATOR_PREFIX}{role}:{name}"
        nodes.append(Node(role, name, row_box, value, states, locator=locator, parent=0))
    return tuple(nodes)


def answer_dialog(context: ActionContext, dialog: Dialog, *, accept: bool, text: str) -> str:
    """Accept or dismiss the open dialog.

    `text` is entered if a prompt is accepted.
    """
    params: dict[str, object] = {"accept": accept}
    if dialog.kind == "prompt" and accept:
        params["promptText"] = text
    context.tab.dialog = None
    context.connection.call(
        "Page.handleJavaScriptDialog", params, session=context.tab.session, result_type=EmptyResult
    )
    return f"the {_describe(dialog)} was {'accepted' if accept else 'dismissed'}"


def leaves_dialog(action: Act) -> bool:
    """Check whether an action is possible while a dialog is open.

    Such an action opens a page, or switches or closes the tab.
    """
    return isinstance(action, CloseTab | SwitchTab | Open)


def interpret_action(action: Act, dialog: Dialog, *, text: str) -> Answer | str:
    """Interpret an action, such as a click on OK, as an answer to the open dialog.

    If the action types into a prompt's field, returns the new text of the field instead. `text` is the text
    before the action.

    Raises:
        ElementCovered: the action does not answer the dialog.
        ActionHadNoEffect: the action only waits.
    """
    if isinstance(action, Answer):
        return action
    target = getattr(action, "target", None)
    in_dialog = isinstance(target, Element) and target.locator.startswith(_LOCATOR_PREFIX)
    if isinstance(action, Type) and dialog.kind == "prompt" and (in_dialog or target is None):
        return action.text if action.clear else text + action.text
    if isinstance(action, Click) and in_dialog and isinstance(target, Element) and target.role == "button":
        return Answer(target.name != _cancel_label(dialog), text)
    if isinstance(action, Press) and action.keys in ("Enter", "Escape"):
        return Answer(action.keys == "Enter", text)
    if isinstance(action, Wait):
        raise ActionHadNoEffect(f"the {_describe(dialog)} waits for an answer; waiting changes nothing")
    raise ElementCovered(f"the {_describe(dialog)} covers the page; answer it first", blocker=dialog.message)


def _dialog_rows(dialog: Dialog, text: str) -> Iterator[DialogRow]:
    """Yield the role, name, value and states of each node in the dialog, from top to bottom."""
    yield "text", dialog.message, "", ()
    if dialog.kind == "prompt":
        yield "textbox", "answer", text, ("clickable", "editable", "focused")
    yield "button", _ACCEPT_LABELS[dialog.kind], "", ("clickable",)
    if dialog.kind != "alert":
        yield "button", _cancel_label(dialog), "", ("clickable",)


def _cancel_label(dialog: Dialog) -> str:
    return "Stay" if dialog.kind == "beforeunload" else "Cancel"


def _describe(dialog: Dialog) -> str:
    return f"{dialog.kind} {dialog.message[:_SHOWN_MESSAGE_CHARS]!r}"
