"""Detection of dialogs in an Android view hierarchy."""

from __future__ import annotations

from onscreen.device.android.view_hierarchy import Bounds
from onscreen.device.android.view_table import ViewTable, has_area

_DIALOG_IDS = ("/parentPanel", "/grant_dialog", "/design_bottom_sheet")
_TITLE_IDS = ("/alertTitle", "/permission_message")
_MAX_WINDOW_SHARE = 0.97


def find_dialogs(table: ViewTable, screen: Bounds) -> frozenset[int]:
    """Find the views that are dialogs and return their indices.

    In order of preference: views with the resource id of a dialog, the nearest view around a dialog title
    that contains controls, and a window that is narrower and lower than the screen.
    """
    dialogs = {index for index, view in enumerate(table.views) if view.resource_id.endswith(_DIALOG_IDS)}
    if not dialogs:
        parents = (view.parent for view in table.views if view.resource_id.endswith(_TITLE_IDS))
        dialogs = {index for parent in parents if (index := _nearest_with_controls(table, parent)) >= 0}
    if table.views and not dialogs:
        left, top, right, bottom = table.views[0].bounds
        is_small = (
            right - left < _MAX_WINDOW_SHARE * screen[2] and bottom - top < _MAX_WINDOW_SHARE * screen[3]
        )
        dialogs = {0} if is_small and has_area(table.visible[0]) else set()
    return frozenset(dialogs)


def _nearest_with_controls(table: ViewTable, index: int) -> int:
    """Return the nearest view, from `index` outwards, that contains touch targets; -1 if none does."""
    while index >= 0 and not table.touch_target_count[index]:
        index = table.views[index].parent
    return index
