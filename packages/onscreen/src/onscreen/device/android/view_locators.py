"""Locators that identify views by stable names, unique within a screen."""

from __future__ import annotations

import re
from collections import Counter

from onscreen.device.android.view_names import view_name
from onscreen.device.android.view_table import ViewTable

_MAX_NAME_CHARS = 40
_MAX_LOCATOR_CHARS = 400
_DIGITS = re.compile(r"\d+")


def build_locators(table: ViewTable) -> list[str]:
    """Build a unique locator for each view.

    A view with a unique resource id has this id as its locator. Any other has the path from its parent's
    locator: a touch target is identified by its name without digits (a list may scroll, a counter may
    change), every other view by its class and its rank among siblings of the same class.
    """
    id_counts = Counter(view.resource_id for view in table.views)
    ranks: Counter[tuple[int, str]] = Counter()
    used: Counter[str] = Counter()
    locators: list[str] = []
    for index, view in enumerate(table.views):
        ranks[view.parent, view.class_name] += 1
        if view.resource_id and id_counts[view.resource_id] == 1:
            locator = view.resource_id
        else:
            prefix = locators[view.parent] if view.parent >= 0 else ""
            name = _DIGITS.sub("#", view_name(table, index)) if table.is_touch_target[index] else ""
            rank = ranks[view.parent, view.class_name]
            step = f":{name[:_MAX_NAME_CHARS]}" if name else str(rank)
            locator = _shorten(f"{prefix}/{view.class_name}{step}")
        locators.append(_make_unique(locator, used))
    return locators


def _make_unique(locator: str, used: Counter[str]) -> str:
    """Append a number to a locator if another view has the same locator."""
    candidate = locator
    while used[candidate]:
        candidate = f"{locator}~{used[locator]}"
        used[locator] += 1
    used[candidate] += 1
    return candidate


def _shorten(locator: str) -> str:
    """Shorten a long locator to its length and its last characters."""
    if len(locator) <= _MAX_LOCATOR_CHARS:
        return locator
    return f"{len(locator)}…{locator[-_MAX_LOCATOR_CHARS // 2 :]}"
