"""A stable address for every view: its resource id where only it has that, else the way from one that has."""

from __future__ import annotations

import re
from collections import Counter

from onscreen.device.android.view_names import name_of
from onscreen.device.android.view_properties import Survey

_NAME_CHARS = 40
_DIGITS = re.compile(r"\d+")


def locators_of(survey: Survey) -> list[str]:
    """Return the locators, no two alike.

    On the way, what acts goes by its name without the digits, since a list may move and a counter go on;
    everything else by its class and its place among those of its class.
    """
    keys = Counter(view.key for view in survey.views)
    counted: Counter[tuple[int, str]] = Counter()
    taken: Counter[str] = Counter()
    found: list[str] = []
    for at, view in enumerate(survey.views):
        counted[view.parent, view.kind] += 1
        if view.key and keys[view.key] == 1:
            locator = view.key
        else:
            above = found[view.parent] if view.parent >= 0 else ""
            name = _DIGITS.sub("#", name_of(survey, at))[:_NAME_CHARS] if survey.acts[at] else ""
            step = f":{name}" if name else str(counted[view.parent, view.kind])
            locator = _shortened(f"{above}/{view.kind}{step}")
        found.append(_unused(locator, taken))
    return found


def _unused(locator: str, taken: Counter[str]) -> str:
    """Return the locator, with a number behind it where another view has it already."""
    whole = locator
    while taken[whole]:
        whole = f"{locator}~{taken[locator]}"
        taken[locator] += 1
    taken[whole] += 1
    return whole


def _shortened(locator: str, most: int = 400) -> str:
    """Keep a very deep way short: the end of it, and how much there was before."""
    return locator if len(locator) <= most else f"{len(locator)}…{locator[-most // 2 :]}"
