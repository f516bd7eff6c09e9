"""Conversion of an Android view hierarchy into UI nodes."""

from __future__ import annotations

import msgspec

from onscreen.device.android.coordinate_conversion import BASE_DENSITY, Display
from onscreen.device.android.dialog_views import find_dialogs
from onscreen.device.android.offscreen_count import count_offscreen
from onscreen.device.android.view_hierarchy import Bounds, View, ViewHierarchy
from onscreen.device.android.view_locators import build_locators
from onscreen.device.android.view_names import view_clue, view_name, view_slider, view_value
from onscreen.device.android.view_roles import FIELD_ROLES
from onscreen.device.android.view_table import ViewTable, has_area
from onscreen.types import Box, Node, OffscreenCounts

_CONTAINER_ROLES = frozenset({"generic", "list", "radiogroup"})
"""Roles of containers, which become nodes only if they contain several nodes."""

_MIN_IMAGE_DP = 96
"""Smaller images without a name are decoration."""

_MIN_CONTAINER_NODES = 2


class ScreenContent(msgspec.Struct, frozen=True):
    """UI nodes of a screen in pre-order, with offscreen counts and a warning about omissions."""

    nodes: tuple[Node, ...]
    beyond: OffscreenCounts = OffscreenCounts()
    warning: str = ""


def build_nodes(
    hierarchy: ViewHierarchy, display: Display, *, max_nodes: int, max_text: int
) -> ScreenContent:
    """Convert views to UI nodes in pre-order, with boxes in screenshot pixels.

    Boxes are clipped to the screen. At most `max_nodes` nodes are returned, with names and values of at most
    `max_text` characters.
    """
    width, height = display.touch
    screen: Bounds = (0.0, 0.0, float(width), float(height))
    table = ViewTable(hierarchy.views, screen)
    dialogs = find_dialogs(table, screen)
    merged = _merge_checkables(table)
    excluded = frozenset(merged.values())
    selected, ancestors = _select_views(table, display, dialogs=dialogs, excluded=excluded)
    locators = build_locators(table)
    nodes: list[Node] = []
    positions: dict[int, int] = {}
    for index in selected[:max_nodes]:
        view, is_dialog = table.views[index], index in dialogs
        role = "dialog" if is_dialog else "heading" if _is_heading(table, index) else table.roles[index]
        name = (table.first_text[index] if is_dialog else view_name(table, index))[:max_text]
        checkable = table.views[merged[index]] if index in merged else view
        clue = "" if name or not _needs_clue(table, index) else view_clue(table, index)
        nodes.append(
            Node(
                role=role,
                name=name,
                box=_clip_to_picture(display.to_picture(table.visible[index]), display),
                value=view_value(table, index)[:max_text],
                states=_node_states(view, role, checkable=checkable),
                locator=locators[index],
                parent=positions.get(ancestors[index]),
                clue=clue,
                slider=view_slider(table, index),
                attributes=clue,
            )
        )
        positions[index] = len(nodes) - 1
    omitted = len(selected) - len(nodes)
    warning = f"{omitted} more elements on the screen are not reported" if omitted else ""
    return ScreenContent(tuple(nodes), count_offscreen(table, screen), warning)


def _merge_checkables(table: ViewTable) -> dict[int, int]:
    """Give each row whose only control is one checkable view the role of that view.

    Returns a mapping from the index of each such row to the index of its checkable view.
    """
    merged: dict[int, int] = {}
    for index, checkables in enumerate(table.checkables):
        is_row = table.roles[index] in ("button", "listitem") and not table.touch_target_count[index]
        if len(checkables) == 1 and is_row and table.views[index].has("clickable"):
            table.roles[index] = table.roles[checkables[0]]
            merged[index] = checkables[0]
    return merged


def _select_views(
    table: ViewTable, display: Display, *, dialogs: frozenset[int], excluded: frozenset[int]
) -> tuple[list[int], dict[int, int]]:
    """Return the indices of the views that become nodes, and of each view's nearest such ancestor.

    An ancestor of -1 means that no ancestor becomes a node.
    """
    count = len(table.views)
    node_counts, is_selected = [0] * count, [False] * count
    for index in range(count - 1, -1, -1):
        is_candidate = (
            index not in excluded and has_area(table.visible[index]) and not _is_in_combobox(table, index)
        )
        is_selected[index] = is_candidate and (
            index in dialogs
            or node_counts[index] >= _MIN_CONTAINER_NODES
            or _is_informative(table, index, display=display)
        )
        parent = table.views[index].parent
        if parent >= 0:
            node_counts[parent] += 1 if is_selected[index] else node_counts[index]
    ancestors: dict[int, int] = {}
    nearest: list[int] = []
    for index, view in enumerate(table.views):
        ancestors[index] = nearest[view.parent] if view.parent >= 0 else -1
        nearest.append(index if is_selected[index] else ancestors[index])
    return [index for index in range(count) if is_selected[index]], ancestors


def _is_informative(table: ViewTable, index: int, *, display: Display) -> bool:
    """Return whether a view displays or does something by itself."""
    view, role = table.views[index], table.roles[index]
    if table.is_touch_target[index] or view.has("scrollable") or view.content_desc.strip():
        return True
    if role == "image":
        left, top, right, bottom = table.visible[index]
        min_size = _MIN_IMAGE_DP * display.density / BASE_DENSITY
        return min(right - left, bottom - top) >= min_size
    return role not in _CONTAINER_ROLES


def _is_in_combobox(table: ViewTable, index: int) -> bool:
    parent = table.views[index].parent
    return parent >= 0 and table.roles[parent] == "combobox" and not table.is_touch_target[index]


def _is_heading(table: ViewTable, index: int) -> bool:
    is_title = table.views[index].resource_id.endswith(("/alertTitle", "/action_bar_title"))
    return (table.in_toolbar[index] or is_title) and table.roles[index] == "text"


def _needs_clue(table: ViewTable, index: int) -> bool:
    return table.is_touch_target[index] or table.roles[index] in ("image", "progressbar")


def _node_states(view: View, role: str, *, checkable: View) -> tuple[str, ...]:
    """Return the states of a node; `checkable` is the view whose checked flag applies."""
    is_clickable = view.has("clickable") and role not in ("dialog", "generic", "heading")
    is_enabled = not view.has("disabled")
    states = {
        "clickable": is_clickable,
        "long-clickable": view.has("long-clickable"),
        "editable": role == "textbox" and is_enabled,
        "checked": checkable.has("checked"),
        "selected": view.has("selected"),
        "focused": view.has("focused") and (is_clickable or role in FIELD_ROLES),
        "disabled": not is_enabled,
        "scrollable": view.has("scrollable"),
        "password": view.has("password"),
    }
    return tuple(state for state, is_set in states.items() if is_set)


def _clip_to_picture(box: Box, display: Display) -> Box:
    width, height = display.picture
    return box.intersection(Box(0, 0, width, height))
