"""Selection of options in the combo boxes and lists of desktop programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from onscreen.device.android.target_lookup import describe_element
from onscreen.device.linux.keyboard import hold, modifier_codes, press_chord, release
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.types import Element, Node, Point, Select
from onscreen.types.errors import ActionHadNoEffect, NotSupported

OPTION_ROLES = frozenset({"cell", "listitem", "menuitem", "row", "text", "treeitem"})
"""Roles of options, in the toolkits' combo boxes and lists."""
OPEN_TIMEOUT_SEC, POLL_SEC = 3.0, 0.1
"""Timeout for the options of a combo box to appear, and the interval between readings of the tree."""
MAX_SCROLLS = 30
"""Maximum number of scrolls of a list, each by `NOTCHES` wheel notches, to find an option."""
NOTCHES, WHEEL_DOWN = 2, 5
_MAX_LISTED = 40


def select(desktop: LinuxDesktop, action: Select) -> str:
    """Select options in a combo box or list and report which ones are selected.

    Raises:
        ActionHadNoEffect: an option does not exist or cannot be selected; the message lists the options.
        NotSupported: the target has no options.
    """
    if not action.options:
        raise ActionHadNoEffect("no option was named to select")
    if action.target.role == "combobox":
        return _select_in_combo_box(desktop, action.target, options=action.options)
    return _select_in_list(desktop, action.target, options=action.options)


def _select_in_combo_box(desktop: LinuxDesktop, target: Element, *, options: Sequence[str]) -> str:
    if len(options) != 1:
        raise ActionHadNoEffect(f"{describe_element(target)} takes one option only; found {len(options)}")
    before = {node.locator for node in desktop.read_tree().nodes}

    def list_options() -> list[Node]:
        nodes = desktop.read_tree().nodes
        inside = _options(node for node in nodes if node.locator.startswith(f"{target.locator}/"))
        return inside or _options(node for node in nodes if node.locator not in before)

    _click(desktop, desktop.locate(target).point)
    deadline = time.monotonic() + OPEN_TIMEOUT_SEC
    while not list_options() and time.monotonic() < deadline:
        desktop.display.wait_for_change(timeout_sec=POLL_SEC)
    desktop.settle()
    try:
        option = _find_option(desktop, options[0], described=describe_element(target), read=list_options)
    except ActionHadNoEffect:
        press_chord(desktop.display, "Escape")
        raise
    _click(desktop, option.box.center)
    return f"chosen: {option.name}"


def _select_in_list(desktop: LinuxDesktop, target: Element, *, options: Sequence[str]) -> str:
    inside, described = f"{target.locator}/", describe_element(target)
    desktop.locate(target)

    def list_options() -> list[Node]:
        return _options(node for node in desktop.read_tree().nodes if node.locator.startswith(inside))

    if not list_options():
        raise NotSupported(f"{described} has no options; click it and then the option")
    for number, name in enumerate(options):
        option = _find_option(desktop, name, described=described, read=list_options)
        _click(desktop, option.box.center, modifiers=("Control",) if number else ())
        desktop.settle()
    selected = [node.name for node in list_options() if node.has("selected")]
    missing = [name for name in options if not _contains(selected, name)]
    if selected and len(options) > 1 and missing:
        raise ActionHadNoEffect(f"{described} takes one option only")
    return f"chosen: {', '.join(options)}"


def _find_option(desktop: LinuxDesktop, name: str, *, described: str, read: Callable[[], list[Node]]) -> Node:
    """Find an option by its name, and scroll down until it is in view.

    Raises:
        ActionHadNoEffect: no option has the name.
    """
    seen: dict[str, None] = {}
    for _ in range(MAX_SCROLLS):
        options = read()
        found = next((node for node in options if _is_same_text(node.name, name)), None)
        if found is not None:
            return found
        names = [node.name for node in options]
        if not options or set(names) <= set(seen):
            break
        seen.update(dict.fromkeys(names))
        desktop.display.move_pointer(options[-1].box.center)
        for _ in range(NOTCHES):
            desktop.display.press_button(WHEEL_DOWN, is_down=True)
            desktop.display.press_button(WHEEL_DOWN, is_down=False)
        desktop.display.flush()
        desktop.settle()
    listed = ", ".join(repr(each) for each in list(seen)[:_MAX_LISTED]) or "none"
    raise ActionHadNoEffect(f"{described} has no option {name!r}; there are: {listed}")


def _options(nodes: Iterable[Node]) -> list[Node]:
    """Return the named options not behind another window, only the clickable ones if there are any."""
    options = [node for node in nodes if node.role in OPTION_ROLES and node.name and not node.has("covered")]
    return [node for node in options if node.has("clickable")] or options


def _click(desktop: LinuxDesktop, point: Point, *, modifiers: Sequence[str] = ()) -> None:
    codes = modifier_codes(desktop.display, modifiers)
    hold(desktop.display, codes)
    desktop.display.move_pointer(point)
    desktop.display.press_button(1, is_down=True)
    desktop.display.press_button(1, is_down=False)
    release(desktop.display, codes)
    desktop.display.flush()


def _contains(names: Sequence[str], name: str) -> bool:
    return any(_is_same_text(each, name) for each in names)


def _is_same_text(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()
