"""Selection of an option in a custom (non-native) list with clicks: open the list, choose the option."""

from __future__ import annotations

import time
from contextlib import suppress

import msgspec
from msgspec import to_builtins

from onscreen.device.web.action_context import ActionContext, describe_element
from onscreen.device.web.devtools_connection import CallFailed, CallInterrupted
from onscreen.device.web.dom_keys import find_key
from onscreen.device.web.frame_merge import ReportedElement
from onscreen.device.web.key_events import key_down, key_up
from onscreen.device.web.mouse_actions import click
from onscreen.device.web.option_selection import list_texts, select_native
from onscreen.device.web.page_stability import settle
from onscreen.types import Click, Element, Select
from onscreen.types.errors import ActionFailed, ActionHadNoEffect, NotSupported

_OPEN_TIMEOUT_SEC, _CHOICE_TIMEOUT_SEC, _POLL_SEC = 3.0, 1.0, 0.05
_LIST_ROLES = frozenset({"combobox", "listbox", "textbox"})
"""Roles of fields that may open a list when they are clicked; buttons may do something irreversible."""


class ListState(msgspec.Struct, frozen=True):
    """State of a list and its field, as reported by js/fields.js.

    Attributes:
        reads: Value of the field.
        is_marked: Whether the option is marked as chosen.
        is_read: Whether the option is named in the value of the field.
        is_listed: Whether the option is shown.
        is_open: Whether options of the list are shown.
        in_dialog: Whether the field is in a dialog.
    """

    reads: str
    is_marked: bool
    is_read: bool
    is_listed: bool
    is_open: bool
    in_dialog: bool

    @property
    def is_chosen(self) -> bool:
        """Whether the option is chosen.

        An option that has left an open list is, and that of a closed list if its field reads nothing else.
        """
        has_left = not self.is_listed and (self.is_open or not self.reads)
        return self.is_marked or self.is_read or has_left


def select(context: ActionContext, action: Select) -> str:
    """Select options by text and report which ones are selected.

    In a list that is not native, the options are selected one after the other, and others stay selected: if
    the list is not open, the field is clicked, and then the option of this name that appears. A list that was
    opened is closed again.

    Raises:
        ElementGone: the list is not on the page any more.
        NotSupported: the target is not a list.
        ActionHadNoEffect: an option does not exist, or cannot be chosen, or another one replaced it.
    """
    try:
        return select_native(context, action)
    except NotSupported:
        if not action.options or action.target.role not in _LIST_ROLES:
            raise
    if len(action.options) == 1:
        return _select_one(context, action)
    outcomes = [_select_one(context, Select(action.target, (text,))) for text in action.options]
    _check_all_chosen(context, action)
    return "; ".join(outcomes)


def _select_one(context: ActionContext, action: Select) -> str:
    """Select the only option of an action in a list that is not native."""
    shown = context.call_script(action.target, "noteOptions", result_type=tuple[ReportedElement, ...])
    if shown:
        return _choose(context, action, shown=shown)
    click(context, Click(action.target))
    try:
        return _choose(context, action, shown=_await_option(context, action))
    finally:
        _close_list(context, action.target)


def _choose(context: ActionContext, action: Select, *, shown: tuple[ReportedElement, ...]) -> str:
    """Click the option of an open list, and return what shows that it is chosen."""
    option = _find(shown, action.options[0])
    if option is None:
        raise ActionHadNoEffect(_describe_missing(action, shown))
    if _is_chosen_already(context, action.target, option=option):
        return f"chosen: {option.name}"
    click(context, Click(option.beside(action.target)))
    state = _await_choice(context, action.target, option=option)
    if state.is_chosen:
        return f"chosen: {option.name}"
    described = describe_element(action.target)
    if action.target.role == "listbox":
        return f"clicked {option.name!r}; {described} does not mark what is chosen, check the screen"
    if state.is_open:
        reads = f" and reads {state.reads!r}" if state.reads else ""
        raise ActionHadNoEffect(
            f"{option.name!r} was clicked but not chosen: {described} did not close its list{reads}"
        )
    return f"clicked {option.name!r}; {described} reads {state.reads!r}"


def _check_all_chosen(context: ActionContext, action: Select) -> None:
    """Check that a field that shows the last selected option still shows the others.

    Raises:
        ActionHadNoEffect: an option is not shown any more, as in a list that takes one option only.
    """
    options = [ReportedElement(locator="", role="option", name=text) for text in action.options]
    is_shown = [
        context.call_script(action.target, "listState", to_builtins(option), result_type=ListState).is_read
        for option in options
    ]
    lost = [text for text, shown in zip(action.options, is_shown, strict=True) if not shown]
    if lost and is_shown[-1]:
        described = describe_element(action.target)
        raise ActionHadNoEffect(
            f"{described} shows {action.options[-1]!r} but not {list_texts(lost)}: "
            "it may take one option only"
        )


def _is_chosen_already(context: ActionContext, field: Element, *, option: ReportedElement) -> bool:
    """Check whether an option is chosen, which a click would undo in a list that takes several."""
    state = context.call_script(field, "listState", to_builtins(option), result_type=ListState)
    return state.is_marked and state.is_read


def _await_choice(context: ActionContext, field: Element, *, option: ReportedElement) -> ListState:
    """Return the state of a list after a click on an option, as soon as the option is chosen."""
    deadline = time.monotonic() + _CHOICE_TIMEOUT_SEC
    while True:
        state = context.call_script(field, "listState", to_builtins(option), result_type=ListState)
        if state.is_chosen or time.monotonic() > deadline:
            return state
        context.sleep(_POLL_SEC)


def _close_list(context: ActionContext, field: Element) -> None:
    """Close the list that a click on a field has opened, if it stays open: it may cover other elements.

    Escape would also close a dialog, so the field is clicked there.
    """
    with suppress(ActionFailed, CallFailed, CallInterrupted):
        if not context.call_script(field, "listState", None, result_type=ListState).is_open:
            return
        settle(context.scripts)
        state = context.call_script(field, "listState", None, result_type=ListState)
        if state.is_open and state.in_dialog:
            click(context, Click(field))
        elif state.is_open:
            escape = find_key("Escape")
            context.dispatch([key_down(escape), key_up(escape)])


def _await_option(context: ActionContext, action: Select) -> tuple[ReportedElement, ...]:
    """Return the options that appeared after a click, once the wanted one is among them and in its place.

    A list may be animated when it opens.
    """
    deadline = time.monotonic() + _OPEN_TIMEOUT_SEC
    while True:
        shown = context.call_script(action.target, "newOptions", result_type=tuple[ReportedElement, ...])
        if _find(shown, action.options[0]):
            settle(context.scripts)
            return shown
        if time.monotonic() > deadline:
            return shown
        context.sleep(_POLL_SEC)


def _find(options: tuple[ReportedElement, ...], text: str) -> ReportedElement | None:
    wanted = " ".join(text.split()).casefold()
    return next((option for option in options if option.name.casefold() == wanted), None)


def _describe_missing(action: Select, shown: tuple[ReportedElement, ...]) -> str:
    described = describe_element(action.target)
    if not shown:
        return f"no options appeared after a click on {described}; look at the screen again"
    texts = tuple(option.name for option in shown)
    return (
        f"{described} shows no option {action.options[0]!r}; to see others, scroll the list or type into its "
        f"search field. It shows: {list_texts(texts)}"
    )
