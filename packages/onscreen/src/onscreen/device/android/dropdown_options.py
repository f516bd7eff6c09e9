"""Choosing options: of a drop-down that opens, or of what stands in a list."""

from __future__ import annotations

import time
from collections.abc import Sequence

from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.hit_target import aim, element_of, place_on, told
from onscreen.device.android.scroll_actions import scroll
from onscreen.device.android.touch_actions import tap
from onscreen.types import Element, Node, Scroll, Select
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

_OPEN_SEC, _PAUSE_SEC = 3.0, 0.05
_MOST_SCROLLS = 20
_SHOWN = 40
_TICKED = ("checkbox", "switch")


def select(phone: Phone, action: Select) -> str:
    """Choose the options and say what is chosen now.

    Raises:
        ActionHadNoEffect: there is no such option; the message names those there are.
        NotSupported: the target is nothing that holds options.
    """
    target = element_of(action.target, "select")
    if target.role == "combobox":
        return _of_combobox(phone, target, options=action.options)
    return _of_list(phone, target, options=action.options)


def _of_combobox(phone: Phone, target: Element, *, options: Sequence[str]) -> str:
    if len(options) != 1:
        raise ActionHadNoEffect(f"{told(target)} takes one option; found {len(options)}")
    aimed = aim(phone, target)
    if _same(aimed.node.value if aimed.node else "", options[0]):
        return f"chosen: {options[0]}"
    tap(phone, aimed.point)
    _tap_option(phone, options[0], of=target, before=aimed.nodes)
    tree = phone.tree()
    nodes = tree.reading.nodes if tree else ()
    now = next((node for node in nodes if node.locator == target.locator), None)
    if now is not None and now.value and not _same(now.value, options[0]):
        raise ActionHadNoEffect(f"chose {options[0]!r}, but {told(target)} now reads {now.value!r}")
    return f"chosen: {now.value if now and now.value else options[0]}"


def _tap_option(phone: Phone, option: str, *, of: Element, before: Sequence[Node]) -> None:
    """Tap the option in what opened; where it is not in view, what opened is scrolled."""
    nodes = _opened(phone, before)
    seen: dict[str, None] = {}
    for _ in range(_MOST_SCROLLS):
        here = _options(nodes)
        seen.update(dict.fromkeys(node.name for node in here))
        found = next((node for node in here if _same(node.name, option)), None)
        if found is not None:
            tap(phone, place_on(nodes.index(found), nodes))
            return
        if not any(node.has("scrollable") for node in nodes) or scroll(phone, Scroll("down")):
            break
        tree = phone.tree()
        nodes = tree.reading.nodes if tree else ()
    phone.do("input keyevent 4")
    listed = ", ".join(repr(name) for name in list(seen)[:_SHOWN])
    raise ActionHadNoEffect(f"{told(of)} has no option {option!r}; there are: {listed or 'none'}")


def _opened(phone: Phone, before: Sequence[Node]) -> Sequence[Node]:
    """Return the screen once something opened."""
    until = time.monotonic() + _OPEN_SEC
    while True:
        tree = phone.tree()
        nodes = tree.reading.nodes if tree else ()
        if nodes != tuple(before) or time.monotonic() >= until:
            return nodes
        time.sleep(_PAUSE_SEC)


def _options(nodes: Sequence[Node]) -> list[Node]:
    """Return what can be chosen: what acts in the dialog in front, if there is one; else texts."""
    dialog = next((at for at, node in enumerate(nodes) if node.role == "dialog"), None)
    inside = list(nodes) if dialog is None else _within(nodes, dialog)
    named = [node for node in inside if node.name]
    able = [node for node in named if node.has("clickable")]
    return [node for node in able if node.role != "button"] or able or named


def _within(nodes: Sequence[Node], top: int) -> list[Node]:
    held = {top}
    found: list[Node] = []
    for at in range(top + 1, len(nodes)):
        if nodes[at].parent in held:
            held.add(at)
            found.append(nodes[at])
    return found


def _of_list(phone: Phone, target: Element, *, options: Sequence[str]) -> str:
    aimed = aim(phone, target)
    if aimed.node is None:
        raise ElementGone("the phone gives no tree of this screen, so no option can be found in it")
    inside = _options(_within(aimed.nodes, aimed.nodes.index(aimed.node)))
    if not inside:
        raise NotSupported(f"{told(target)} holds no options; tap it and then the option")
    names = [node.name for node in inside]
    missing = [option for option in options if not any(_same(name, option) for name in names)]
    if missing:
        listed = ", ".join(repr(name) for name in names[:_SHOWN])
        raise ActionHadNoEffect(f"{told(target)} has no option {missing[0]!r}; there are: {listed}")
    for node in inside:
        wanted = any(_same(node.name, option) for option in options)
        is_on = node.has("checked") or node.has("selected")
        if wanted != is_on and (wanted or node.role in _TICKED):
            tap(phone, place_on(aimed.nodes.index(node), aimed.nodes))
    return f"chosen: {', '.join(options)}"


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
