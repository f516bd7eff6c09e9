"""Nodes that are built from accessibility trees and windows."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.device.linux.accessibility_reader import AccessibleWindow, Application
from onscreen.device.linux.accessible_element import Accessible
from onscreen.device.linux.accessible_roles import State, States
from onscreen.device.linux.desktop_nodes import build_tree
from onscreen.device.linux.x_display import TopWindow
from onscreen.types import Box

SCREEN = Box(0, 0, 800, 600)
WINDOW = TopWindow(1, 2, "Form", "form", 7, Box(100, 100, 500, 400))
POPUP = TopWindow(3, 3, "", "form", 7, Box(120, 300, 300, 600), is_popup=True)
FRAME, COMBO_BOX, LIST_ITEM, BUTTON = 23, 11, 32, 43


def element(role: int, name: str, box: Box, *, parent: Accessible | None = None) -> Accessible:
    """Create a shown element below another one."""
    made = Accessible(f"/{role}", 0, parent=parent)
    made.role, made.name, made.box = role, name, box
    made.states = States(1 << State.SHOWING | 1 << State.SENSITIVE)
    if parent is not None:
        parent.children.append(made)
    return made


def dialog(name: str, *, active: bool) -> AccessibleWindow:
    """Create the tree of a dialog at the place of the window, with a button."""
    root = element(FRAME, "Form", WINDOW.box)
    element(BUTTON, name, Box(120, 200, 300, 230), parent=root)
    root.states = States(root.states.bits | active << State.ACTIVE)
    return AccessibleWindow(Application(":1.2", title="form", process_id=7, toolkit="gtk"), root)


def names(item: Box, *windows: TopWindow) -> list[str]:
    """Return the names of the nodes of a window whose combo box has an item at the given place."""
    frame = element(FRAME, "Form", WINDOW.box)
    combo = element(COMBO_BOX, "Color", Box(120, 200, 300, 230), parent=frame)
    element(LIST_ITEM, "Red", item, parent=combo)
    tree = AccessibleWindow(Application(":1.2", title="form", process_id=7, toolkit="Qt"), frame)
    return [node.name for node in build_tree((tree,), windows, screen=SCREEN).nodes]


def test_items_of_a_closed_list_are_left_out() -> None:
    """Without a pop-up window at its place, an item outside the window is not on the screen."""
    assert names(Box(0, 0, 180, 25), WINDOW) == ["Form", "Color"]
    assert names(Box(0, 0, 180, 25), WINDOW, POPUP) == ["Form", "Color"]


def test_items_in_a_popup_window_are_listed() -> None:
    """An item in a pop-up window is listed, also where that extends beyond the window."""
    assert names(Box(120, 500, 300, 525), WINDOW, POPUP) == ["Form", "Color", "Red"]


@pytest.mark.parametrize("active_first", [True, False])
def test_equal_dialogs_are_two_windows(*, active_first: bool) -> None:
    """Of two dialogs with the same title and place, the one in front has the tree of the active window."""
    trees = [dialog("Front", active=True), dialog("Behind", active=False)]
    windows = (WINDOW, msgspec.structs.replace(WINDOW, number=9, client=9))
    tree = build_tree(trees if active_first else trees[::-1], windows, screen=SCREEN)
    buttons = {node.name: node.has("covered") for node in tree.nodes if node.role == "button"}
    assert buttons == {"Front": False, "Behind": True}
    assert not tree.warning
