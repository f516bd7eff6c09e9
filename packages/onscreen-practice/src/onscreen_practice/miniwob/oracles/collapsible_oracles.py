"""Oracles of MiniWoB++ for things that must be unfolded first: sections, tabs, menus, a pie menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from onscreen.types import Action, Element, Hover, Wait
from onscreen_practice.miniwob.oracles.click_oracles import quoted_link
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit


def section(sight: Sight) -> Action | None:
    """Open the section, then submit."""
    shut = next((e for e in _folds(sight) if e.name.startswith("Section") and not _open(e)), None)
    return click(shut) or submit(sight)


def link_in_folds(sight: Sight) -> Action | None:
    """Click the quoted link; where it is not to be seen, open the section or tab after the open one."""
    following = _next(_folds(sight))
    return quoted_link(sight) or click(following and _handle(sight, following))


def menu(sight: Sight) -> Action | None:
    """Click the last entry of the asked path; until it is to be seen, point at the deepest one that is.

    A click on an entry that has more entries would choose it, so those are only pointed at.
    """
    path = sight.asked.removeprefix("Select ").split(">")
    last = exactly(sight, path[-1], "menuitem")
    seen = (exactly(sight, name, "menuitem") for name in reversed(path))
    onto = next((e for e in seen if e), None)
    return click(last) or (Hover(onto) if onto else None)


def pie(sight: Sight) -> Action | None:
    """Click the quoted label of the pie menu, which the plus in its middle unfolds after a while."""
    label = exactly(sight, sight.quoted[0], "text")
    if label and not label.has("covered"):
        return click(label)
    return click(exactly(sight, "+", "text")) or Wait()


def _folds(sight: Sight) -> Sequence[Element]:
    return sight.of_role("tab")


def _handle(sight: Sight, fold: Element) -> Element:
    return next((e for e in sight.of_role("link") if e.parent == fold.index), fold)


def _open(fold: Element) -> bool:
    return fold.has("expanded")


def _next(folds: Sequence[Element]) -> Element | None:
    after = (later for fold, later in pairwise(folds) if _open(fold))
    return next(after, folds[0] if folds else None)


ORACLES: Mapping[str, Oracle] = {
    "click-collapsible": section,
    "click-collapsible-nodelay": section,
    "click-collapsible-2": link_in_folds,
    "click-collapsible-2-nodelay": link_in_folds,
    "click-tab-2": link_in_folds,
    "click-tab-2-easy": link_in_folds,
    "click-tab-2-medium": link_in_folds,
    "click-tab-2-hard": link_in_folds,
    "click-menu": menu,
    "click-pie": pie,
    "click-pie-nodelay": pie,
}
