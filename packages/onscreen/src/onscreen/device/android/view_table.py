"""Derived view properties: role, visible bounds and content summary."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from onscreen.device.android.view_hierarchy import Bounds, View
from onscreen.device.android.view_roles import FIELD_ROLES, LIST_CLASSES, TAB_BAR_CLASSES, view_role

_TOOLBAR_IDS = ("toolbar", "action_bar")
_STATE_TEXTS = frozenset({"on", "off"})
_MAX_CONTROL_SHARE = 0.5
"""An unnamed clickable container that covers more of the screen is a background, not a control."""

_MAX_CHECKABLES = 2
_MAX_TAB_WIDTH_RATIO, _MIN_TAB_BAR_SHARE = 1.8, 0.6
"""Tabs: largest ratio of their widths, and the smallest share of the bar's width that they cover."""

_MIN_TABS = 2
_LIST_CHILD, _LIST_GRANDCHILD = 1, 2
"""Depth of a list item: a child of the list, or a child of a child that is not clickable."""


class ViewTable:
    """Table of derived view properties, with one entry per view in pre-order.

    `visible` are the bounds clipped to the screen and all scroll containers, `clip` the bounds to which the
    children of a view are clipped. `is_touch_target` states whether the view responds to a tap. `first_text`
    and `first_description` are the first text and description inside the view, without those of touch targets
    below it. `touch_target_count`, `field_count` and `checkables` summarize the descendants: how many are
    touch targets, how many take input, and which (at most 2) are checkable but not clickable.
    """

    def __init__(self, views: Sequence[View], screen: Bounds) -> None:
        """Compute all columns for the views of a screen with the given bounds."""
        count = len(views)
        self.views = views
        self.children: list[list[int]] = [[] for _ in views]
        for index, view in enumerate(views):
            if view.parent >= 0:
                self.children[view.parent].append(index)
        self.visible, self.clip = _clip_bounds(views, screen)
        self.roles, self.in_toolbar = _assign_roles(views, self.children)
        self.is_touch_target = [
            view.has("clickable") or role in FIELD_ROLES for view, role in zip(views, self.roles, strict=True)
        ]
        self.first_text, self.first_description = [""] * count, [""] * count
        self.touch_target_count, self.field_count = [0] * count, [0] * count
        self.checkables: list[list[int]] = [[] for _ in views]
        _summarize_descendants(self, screen)


def label_of_view(view: View) -> str:
    """Return a view's own label: its content description or, if that is empty, its text.

    Screen readers use the same order.
    """
    return view.content_desc.strip() or displayed_text(view)


def displayed_text(view: View) -> str:
    """Return the displayed text of a view, without the "On" or "Off" label of a switch.

    Returns "" for a switch whose text is only its state.
    """
    text = view.text.strip()
    is_switch = "Switch" in view.class_name or view.class_name == "ToggleButton"
    return "" if is_switch and text.casefold() in _STATE_TEXTS else text


def has_area(bounds: Bounds) -> bool:
    """Check whether the bounds have a positive area."""
    return bounds[2] > bounds[0] and bounds[3] > bounds[1]


def intersect(bounds: Bounds, clip: Bounds) -> Bounds:
    """Compute the intersection of two rectangles.

    The result has no area if the rectangles do not overlap.
    """
    return (
        max(bounds[0], clip[0]),
        max(bounds[1], clip[1]),
        min(bounds[2], clip[2]),
        min(bounds[3], clip[3]),
    )


def _area(bounds: Bounds) -> float:
    return max(0.0, bounds[2] - bounds[0]) * max(0.0, bounds[3] - bounds[1])


def _clip_bounds(views: Sequence[View], screen: Bounds) -> tuple[list[Bounds], list[Bounds]]:
    """Return the visible bounds of each view, and the bounds to which its children are clipped."""
    visible: list[Bounds] = []
    clips: list[Bounds] = []
    for view in views:
        clip = clips[view.parent] if view.parent >= 0 else screen
        shown = intersect(view.bounds, clip)
        visible.append(shown)
        clips.append(shown if view.has("scrollable") else clip)
    return visible, clips


def _assign_roles(views: Sequence[View], children: list[list[int]]) -> tuple[list[str], list[bool]]:
    """Return the role of each view, and whether it is inside a toolbar."""
    roles: list[str] = []
    list_depth = [0] * len(views)
    in_web, in_toolbar, in_clickable = ([False] * len(views) for _ in range(3))
    tabs = {index for siblings in children for index in _find_tabs(views, siblings)}
    single_choices = {index for siblings in children for index in _find_single_choices(views, siblings)}
    for index, view in enumerate(views):
        up = view.parent
        if up >= 0:
            parent = views[up]
            is_grandchild = list_depth[up] == _LIST_CHILD and not parent.has("clickable")
            list_depth[index] = _LIST_CHILD if _is_list(parent) else _LIST_GRANDCHILD if is_grandchild else 0
            in_web[index] = in_web[up] or parent.class_name == "WebView"
            in_clickable[index] = in_clickable[up] or parent.has("clickable")
            is_toolbar = parent.class_name.endswith("Toolbar") or parent.resource_id.endswith(_TOOLBAR_IDS)
            in_toolbar[index] = in_toolbar[up] or is_toolbar
        role = view_role(
            view,
            in_list=list_depth[index] > 0,
            in_web=in_web[index],
            is_single_choice=index in single_choices,
        )
        if index in tabs and role in ("button", "generic", "text", "image"):
            role = "tab"
        elif role == "button" and in_clickable[index] and not view.has("clickable"):
            role = "generic"  # the visual part of the enclosing button
        roles.append(role)
    return roles, in_toolbar


def _is_list(view: View) -> bool:
    return view.class_name in LIST_CLASSES or (view.class_name == "View" and view.has("scrollable"))


def _find_tabs(views: Sequence[View], siblings: list[int]) -> list[int]:
    """Find the tabs among sibling views.

    Tabs are the clickable children of a tab bar, or clickable siblings of the same class and similar width
    side by side of which exactly one is selected. Rows, menu entries, chips and toolbar buttons are not tabs,
    even if one of them is selected.
    """
    clickable = [index for index in siblings if views[index].has("clickable")]
    if not clickable or views[clickable[0]].parent < 0:
        return []
    container = views[views[clickable[0]].parent]
    if container.class_name in TAB_BAR_CLASSES:
        return clickable
    if len(clickable) < _MIN_TABS or _is_list(container) or container.has("scrollable"):
        return []
    is_uniform = len({views[index].class_name for index in clickable}) == 1
    is_checkable = any(views[index].has("checkable") for index in clickable)
    has_selection = sum(views[index].has("selected") for index in clickable) == 1
    if not is_uniform or is_checkable or not has_selection:
        return []
    all_bounds = [views[index].bounds for index in clickable]
    return clickable if _are_side_by_side(all_bounds, container.bounds) else []


def _are_side_by_side(all_bounds: Sequence[Bounds], container: Bounds) -> bool:
    """Return whether the bounds form one row of similar widths that fills most of the container's width."""
    row = sorted(all_bounds)
    widths = [right - left for left, _, right, _ in row]
    is_level = max(top for _, top, _, _ in row) < min((top + bottom) / 2 for _, top, _, bottom in row)
    is_disjoint = all(before[2] <= after[0] + 1 for before, after in pairwise(row))
    is_similar = 0 < max(widths) <= _MAX_TAB_WIDTH_RATIO * min(widths)
    fills_bar = sum(widths) >= _MIN_TAB_BAR_SHARE * (container[2] - container[0])
    return is_level and is_disjoint and is_similar and fills_bar


def _find_single_choices(views: Sequence[View], siblings: list[int]) -> list[int]:
    """Return the checkable siblings if exactly one of them is checked, otherwise an empty list."""
    checkable = [index for index in siblings if views[index].has("checkable")]
    return checkable if sum(views[index].has("checked") for index in checkable) == 1 else []


def _summarize_descendants(table: ViewTable, screen: Bounds) -> None:
    """Fill the columns that summarize descendants, from the innermost views outwards.

    Views are visited in reverse order, so that the first in reading order overwrites later ones. A clickable
    view without a label that contains touch targets is a container (a scrim, a page) unless it is small and
    contains text itself.
    """
    screen_area = _area(screen)
    for index in range(len(table.views) - 1, -1, -1):
        view = table.views[index]
        label = label_of_view(view)
        is_field = table.roles[index] in FIELD_ROLES
        if table.is_touch_target[index] and table.touch_target_count[index] and not is_field and not label:
            is_large = _area(table.visible[index]) > _MAX_CONTROL_SHARE * screen_area
            if is_large or not table.first_text[index]:
                table.is_touch_target[index], table.roles[index] = False, "generic"
        if label and not is_field:
            has_text = bool(view.text.strip())
            table.first_text[index] = label if has_text else table.first_text[index]
            table.first_description[index] = label
        if view.parent >= 0:
            _add_to_parent(table, index, parent=view.parent)


def _add_to_parent(table: ViewTable, index: int, *, parent: int) -> None:
    view, is_field = table.views[index], table.roles[index] in FIELD_ROLES
    table.field_count[parent] += table.field_count[index] + is_field
    table.checkables[parent] = [*table.checkables[index], *table.checkables[parent]][:_MAX_CHECKABLES]
    if view.has("checkable") and not view.has("clickable"):
        table.checkables[parent] = [index, *table.checkables[parent]][:_MAX_CHECKABLES]
        table.touch_target_count[parent] += table.touch_target_count[index]
        return
    table.touch_target_count[parent] += table.touch_target_count[index] + table.is_touch_target[index]
    if not table.is_touch_target[index]:
        table.first_text[parent] = table.first_text[index] or table.first_text[parent]
        table.first_description[parent] = table.first_description[index] or table.first_description[parent]
