"""Selection of options in Android dropdowns and lists."""

from __future__ import annotations

import time
from collections.abc import Sequence

from onscreen.deadline import sleep
from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.scroll_actions import scroll
from onscreen.device.android.target_lookup import (
    descendants,
    describe_element,
    locate_target,
    require_element,
    touch_point,
)
from onscreen.device.android.touch_actions import tap
from onscreen.types import Element, Node, Scroll, Select
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_OPEN_TIMEOUT_SEC, _POLL_SEC = 3.0, 0.05
_MAX_SCROLLS = 20
_MAX_LISTED = 40
_TOGGLE_ROLES = ("checkbox", "switch")


def select(phone: ConnectedPhone, action: Select) -> str:
    """Select options in a dropdown or list and report which ones are selected.

    Raises:
        ActionHadNoEffect: an option does not exist; the message lists the available ones.
        NotSupported: the target has no options.
    """
    target = require_element(action.target, "select")
    if target.role == "combobox":
        return _select_in_dropdown(phone, target, options=action.options)
    return _select_in_list(phone, target, options=action.options)


def _select_in_dropdown(phone: ConnectedPhone, target: Element, *, options: Sequence[str]) -> str:
    if len(options) != 1:
        raise ActionHadNoEffect(f"{describe_element(target)} takes one option; found {len(options)}")
    dropdown = locate_target(phone, target)
    if _is_same_text(dropdown.node.value if dropdown.node else "", options[0]):
        return f"chosen: {options[0]}"
    tap(phone, dropdown.point)
    _tap_option(phone, options[0], dropdown=target, before=dropdown.nodes)
    tree = phone.dump_tree()
    nodes = tree.content.nodes if tree else ()
    now = next((node for node in nodes if node.locator == target.locator), None)
    if now is not None and now.value and not _shows_option(now.value, options[0]):
        raise ActionHadNoEffect(
            f"chose {options[0]!r}, but {describe_element(target)} now reads {now.value!r}"
        )
    return f"chosen: {now.value if now and now.value else options[0]}"


def _tap_option(phone: ConnectedPhone, option: str, *, dropdown: Element, before: Sequence[Node]) -> None:
    """Scroll the opened list until the option is in view, and tap the option."""
    nodes = _wait_until_open(phone, before)
    seen: dict[str, None] = {}
    for _ in range(_MAX_SCROLLS):
        candidates = _option_nodes(nodes)
        seen.update(dict.fromkeys(node.name for node in candidates))
        match = next((node for node in candidates if _is_same_text(node.name, option)), None)
        if match is not None:
            tap(phone, touch_point(nodes.index(match), nodes))
            return
        if not any(node.has("scrollable") for node in nodes) or scroll(phone, Scroll("down")):
            break
        tree = phone.dump_tree()
        nodes = tree.content.nodes if tree else ()
    phone.run_all("input keyevent 4")
    raise ActionHadNoEffect(_unknown_option_message(dropdown, option, available=list(seen)))


def _wait_until_open(phone: ConnectedPhone, before: Sequence[Node]) -> Sequence[Node]:
    """Return the nodes of the screen as soon as they differ from `before`, or after a timeout."""
    deadline = time.monotonic() + _OPEN_TIMEOUT_SEC
    while True:
        tree = phone.dump_tree()
        nodes = tree.content.nodes if tree else ()
        if nodes != tuple(before) or time.monotonic() >= deadline:
            return nodes
        sleep(_POLL_SEC)


def _option_nodes(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes that may be options.

    Only nodes inside a dialog count if there is one. Clickable nodes other than buttons are preferred, then
    buttons, then any node with a name.
    """
    dialog = next((index for index, node in enumerate(nodes) if node.role == "dialog"), None)
    inside = list(nodes) if dialog is None else descendants(dialog, nodes)
    named = [node for node in inside if node.name]
    clickable = [node for node in named if node.has("clickable")]
    return [node for node in clickable if node.role != "button"] or clickable or named


def _select_in_list(phone: ConnectedPhone, target: Element, *, options: Sequence[str]) -> str:
    container = locate_target(phone, target)
    if container.node is None:
        raise ElementGone("the phone provides no view hierarchy of this screen, so no option can be found")
    nodes = container.nodes
    candidates = _option_nodes(descendants(nodes.index(container.node), nodes))
    if not candidates:
        raise NotSupported(f"{describe_element(target)} has no options; tap it and then the option")
    names = [node.name for node in candidates]
    missing = [option for option in options if not any(_is_same_text(name, option) for name in names)]
    if missing:
        raise ActionHadNoEffect(_unknown_option_message(target, missing[0], available=names))
    for node in candidates:
        is_wanted = any(_is_same_text(node.name, option) for option in options)
        is_selected = node.has("checked") or node.has("selected")
        if is_wanted != is_selected and (is_wanted or node.role in _TOGGLE_ROLES):
            tap(phone, touch_point(nodes.index(node), nodes))
    return f"chosen: {', '.join(options)}"


def _unknown_option_message(target: Node, option: str, *, available: Sequence[str]) -> str:
    listed = ", ".join(repr(name) for name in available[:_MAX_LISTED])
    return f"{describe_element(target)} has no option {option!r}; there are: {listed or 'none'}"


def _shows_option(value: str, option: str) -> bool:
    """Check whether a dropdown shows an option or its first words, such as "Size" for "Size (in MB)"."""
    shown = value.casefold().split()
    return bool(shown) and option.casefold().split()[: len(shown)] == shown


def _is_same_text(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()
