"""Selection of an option in a list that a page draws itself: a click opens the list, another chooses."""

from __future__ import annotations

import time

import msgspec

from onscreen.device.web.action_context import ActionContext, describe_element
from onscreen.device.web.frame_merge import split_locator
from onscreen.device.web.mouse_actions import click
from onscreen.device.web.option_selection import list_texts, select_native
from onscreen.device.web.page_stability import settle
from onscreen.types import Box, Click, Element, Select
from onscreen.types.errors import ActionHadNoEffect, NotSupported

_OPEN_TIMEOUT_SEC, _CHOICE_TIMEOUT_SEC, _POLL_SEC = 3.0, 1.0, 0.05
_LIST_ROLES = frozenset({"combobox", "listbox", "textbox"})
"""Roles of fields that may open a list when they are clicked; buttons may do something irreversible."""


class ShownOption(msgspec.Struct, frozen=True):
    """An option that js/fields.js reports: its locator in its frame, role and name."""

    locator: str
    role: str
    name: str


def select(context: ActionContext, action: Select) -> str:
    """Select options by text and report which ones are selected.

    In a list that is not native, one option can be selected: if the list is not open, the field is clicked,
    and then the option of this name that appears.

    Raises:
        ElementGone: the list is not on the page any more.
        NotSupported: the target is no list, or several options of a list that is not native are to be
            selected.
        ActionHadNoEffect: an option does not exist, or cannot be chosen.
    """
    try:
        return select_native(context, action)
    except NotSupported:
        if len(action.options) != 1 or action.target.role not in _LIST_ROLES:
            raise
    shown = context.call_script(action.target, "noteOptions", result_type=tuple[ShownOption, ...])
    is_opened = not shown
    if is_opened:
        click(context, Click(action.target))
        shown = _await_option(context, action)
    option = _find(shown, action.options[0])
    if option is None:
        raise ActionHadNoEffect(_describe_missing(action, shown))
    click(context, Click(_element(option, beside=action.target)))
    if is_opened and not _is_chosen(context, action.target, option=option):
        raise ActionHadNoEffect(
            f"{option.name!r} was clicked but not chosen: the list of {describe_element(action.target)} is "
            "still open; press Escape to close it"
        )
    return f"chosen: {option.name}"


def _is_chosen(context: ActionContext, field: Element, *, option: ShownOption) -> bool:
    """Check whether a list that was opened for an option has closed or shows that the option is chosen."""
    deadline = time.monotonic() + _CHOICE_TIMEOUT_SEC
    while True:
        if context.call_script(field, "isChosen", msgspec.to_builtins(option), result_type=bool):
            return True
        if time.monotonic() > deadline:
            return False
        context.sleep(_POLL_SEC)


def _await_option(context: ActionContext, action: Select) -> tuple[ShownOption, ...]:
    """Return the options that appeared after a click, once the wanted one is among them and in its place.

    A list may be animated when it opens.
    """
    deadline = time.monotonic() + _OPEN_TIMEOUT_SEC
    while True:
        shown = context.call_script(action.target, "newOptions", result_type=tuple[ShownOption, ...])
        if _find(shown, action.options[0]):
            settle(context.scripts)
            return shown
        if time.monotonic() > deadline:
            return shown
        context.sleep(_POLL_SEC)


def _find(options: tuple[ShownOption, ...], text: str) -> ShownOption | None:
    wanted = " ".join(text.split()).casefold()
    return next((option for option in options if option.name.casefold() == wanted), None)


def _element(option: ShownOption, *, beside: Element) -> Element:
    """Return an option as an element of the frame of the list."""
    prefix, _ = split_locator(beside.locator)
    return Element(
        option.role, option.name, Box(0, 0, 1, 1), locator=f"{prefix}|{option.locator}", mark=0, index=0
    )


def _describe_missing(action: Select, shown: tuple[ShownOption, ...]) -> str:
    described = describe_element(action.target)
    if not shown:
        return f"no options appeared after a click on {described}; look at the screen again"
    texts = tuple(option.name for option in shown)
    return (
        f"{described} shows no option {action.options[0]!r}; to see others, scroll the list or type into its "
        f"search field. It shows: {list_texts(texts)}"
    )
