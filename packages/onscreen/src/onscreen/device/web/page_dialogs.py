"""Dialogs of a page (alert, confirm, prompt, leaving): shown as nodes, answered like anything else."""

from __future__ import annotations

from collections.abc import Iterator

from onscreen.device.web.action_context import ActionContext
from onscreen.device.web.devtools_connection import Nothing
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

_WIDTH, _LINE, _PAD = 420.0, 26.0, 14.0
_LOCATOR = "dialog|"
_ACCEPT = {"alert": "OK", "confirm": "OK", "prompt": "OK", "beforeunload": "Leave"}


def dialog_nodes(dialog: Dialog, size: tuple[int, int], *, text: str) -> tuple[Node, ...]:
    """Return a dialog's nodes in the middle of a picture of this size, since no picture shows it."""
    width = min(_WIDTH, float(size[0]))
    left = (size[0] - width) / 2
    top = max(0.0, size[1] / 4)
    rows = list(_rows(dialog, text))
    whole = Box(left, top, left + width, min(float(size[1]), top + _LINE * len(rows) + 2 * _PAD))
    nodes = [Node("dialog", dialog.message, whole, locator=_LOCATOR)]
    for number, (role, name, value, states) in enumerate(rows):
        start = top + _PAD + number * _LINE
        box = Box(left + _PAD, start, left + width - _PAD, start + _LINE)
        nodes.append(Node(role, name, box, value, states, locator=f"{_LOCATOR}{role}:{name}", parent=0))
    return tuple(nodes)


def answer_dialog(context: ActionContext, dialog: Dialog, *, accept: bool, text: str) -> str:
    """Answer the open dialog."""
    given: dict[str, object] = {"accept": accept}
    if dialog.kind == "prompt" and accept:
        given["promptText"] = text
    context.tab.dialog = None
    context.wire.call("Page.handleJavaScriptDialog", given, session=context.tab.session, shape=Nothing)
    return f"the {dialog.kind} {dialog.message[:100]!r} was {'accepted' if accept else 'dismissed'}"


def leaves(action: Act) -> bool:
    """Whether the action goes elsewhere, which a dialog does not keep anyone from."""
    return isinstance(action, CloseTab | SwitchTab | Open)


def answer_of(action: Act, dialog: Dialog, *, text: str) -> Answer | str:
    """Return the answer an action means while a dialog is open, or the text it types into a prompt.

    Raises:
        ElementCovered: the action is none of those that answer.
        ActionHadNoEffect: it only waits.
    """
    if isinstance(action, Answer):
        return action
    target = getattr(action, "target", None)
    inside = isinstance(target, Element) and target.locator.startswith(_LOCATOR)
    if isinstance(action, Type) and dialog.kind == "prompt" and (inside or target is None):
        return action.text if action.clear else text + action.text
    if isinstance(action, Click) and inside and isinstance(target, Element) and target.role == "button":
        return Answer(target.name != _cancel(dialog), text)
    if isinstance(action, Press) and action.keys in ("Enter", "Escape"):
        return Answer(action.keys == "Enter", text)
    if isinstance(action, Wait):
        raise ActionHadNoEffect(
            f"the {dialog.kind} {dialog.message[:100]!r} waits for an answer; waiting changes nothing"
        )
    raise ElementCovered(f"the {dialog.kind} {dialog.message[:100]!r} lies over the page; answer it first")


def _rows(dialog: Dialog, text: str) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    yield "text", dialog.message, "", ()
    if dialog.kind == "prompt":
        yield "textbox", "answer", text, ("clickable", "editable", "focused")
    yield "button", _ACCEPT[dialog.kind], "", ("clickable",)
    if dialog.kind != "alert":
        yield "button", _cancel(dialog), "", ("clickable",)


def _cancel(dialog: Dialog) -> str:
    return "Stay" if dialog.kind == "beforeunload" else "Cancel"
