"""A stable address for every view: its resource id where only it has that, else the way from one that has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from onscreen.device.android.views import View


def locators_of(views: Sequence[View]) -> list[str]:
    """Return the locators, no two alike."""
    keys = Counter(view.key for view in views)
    counted: Counter[tuple[int, str]] = Counter()
    taken: dict[str, int] = {}
    found: list[str] = []
    for view in views:
        counted[view.parent, view.kind] += 1
        if view.key and keys[view.key] == 1:
            locator = view.key
        else:
            above = found[view.parent] if view.parent >= 0 else ""
            locator = _shortened(f"{above}/{view.kind}{counted[view.parent, view.kind]}")
        again = taken.get(locator, 0)
        taken[locator] = again + 1
        found.append(f"{locator}~{again}" if again else locator)
    return found


def _shortened(locator: str, most: int = 400) -> str:
    """Keep a very deep way short: the end of it, and how much there was before."""
    return locator if len(locator) <= most else f"{len(locator)}…{locator[-most // 2 :]}"
