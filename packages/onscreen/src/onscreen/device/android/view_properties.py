"""What is known of every view before it becomes a node: its role, what is visible of it, what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from onscreen.device.android.view_hierarchy import View
from onscreen.device.android.view_roles import FIELDS, LISTS, TAB_HOLDERS, role_of

Place: TypeAlias = tuple[float, float, float, float]
_BARS = ("toolbar", "action_bar")
_SPOKEN = frozenset({"on", "off"})
_MOST_SHARE = 0.5
_MOST_TICKS = 2
_MOST_WIDER, _LEAST_FILLED = 1.8, 0.6
"""Tabs: how much wider than the narrowest one may be, and how much of their row they take together."""
_NEAR, _NEXT = 1, 2
"""An item of a list is its child, or the child of a plain child."""


class Survey:
    """Columns with a row for each view, in their order.

    `visible` is what of a view is on the screen, `inner` the part of it that what it holds can be seen in.
    `acts` is whether it can be acted on. `title` and `tale` are the first text and the first description in
    it, those of what acts in it left out; `acting`, `fields` and `ticks` count what it holds: what acts, what
    takes input, and what shows a tick without taking a touch.
    """

    def __init__(self, views: Sequence[View], screen: Place) -> None:
        """Survey all views on a screen of this place."""
        count = len(views)
        self.views = views
        self.children: list[list[int]] = [[] for _ in views]
        for at, view in enumerate(views):
            if view.parent >= 0:
                self.children[view.parent].append(at)
        self.visible, self.inner = _seen(views, screen)
        self.roles, self.in_bar = _roles(views, self.children)
        self.acts = [
            view.has("clickable") or role in FIELDS for view, role in zip(views, self.roles, strict=True)
        ]
        self.title, self.tale = [""] * count, [""] * count
        self.acting, self.fields = [0] * count, [0] * count
        self.ticks: list[list[int]] = [[] for _ in views]
        _gather(self, screen)


def words_of(view: View) -> str:
    """Return what a view is called: its description, as Android's screen reader has it, else its text."""
    return view.described.strip() or text_of(view)


def text_of(view: View) -> str:
    """Return the text a view shows; a switch that only says its state shows none."""
    text = view.text.strip()
    says_state = "Switch" in view.kind or view.kind == "ToggleButton"
    return "" if says_state and text.casefold() in _SPOKEN else text


def has_area(place: Place) -> bool:
    """Whether there is anything to be seen of it."""
    return place[2] > place[0] and place[3] > place[1]


def within(place: Place, clip: Place) -> Place:
    """Return the common part."""
    return (
        max(place[0], clip[0]),
        max(place[1], clip[1]),
        min(place[2], clip[2]),
        min(place[3], clip[3]),
    )


def _area(place: Place) -> float:
    return max(0.0, place[2] - place[0]) * max(0.0, place[3] - place[1])


def _seen(views: Sequence[View], screen: Place) -> tuple[list[Place], list[Place]]:
    visible: list[Place] = []
    inner: list[Place] = []
    for view in views:
        clip = inner[view.parent] if view.parent >= 0 else screen
        seen = within(view.place, clip)
        visible.append(seen)
        inner.append(seen if view.has("scrollable") else clip)
    return visible, inner


def _roles(views: Sequence[View], children: list[list[int]]) -> tuple[list[str], list[bool]]:
    roles: list[str] = []
    near = [0] * len(views)
    in_web, in_bar, in_touch = ([False] * len(views) for _ in range(3))
    tabs = {at for group in children for at in _tabs(views, group)}
    singles = {at for group in children for at in _singles(views, group)}
    for at, view in enumerate(views):
        up = view.parent
        if up >= 0:
            above = views[up]
            plain = near[up] == _NEAR and not above.has("clickable")
            near[at] = _NEAR if _is_list(above) else _NEXT if plain else 0
            in_web[at] = in_web[up] or above.kind == "WebView"
            in_touch[at] = in_touch[up] or above.has("clickable")
            in_bar[at] = in_bar[up] or above.kind.endswith("Toolbar") or above.key.endswith(_BARS)
        role = role_of(view, in_list=near[at] > 0, in_web=in_web[at], single=at in singles)
        if at in tabs and role in ("button", "generic", "text", "image"):
            role = "tab"
        elif role == "button" and in_touch[at] and not view.has("clickable"):
            role = "generic"  # only how the button round it looks
        roles.append(role)
    return roles, in_bar


def _is_list(view: View) -> bool:
    return view.kind in LISTS or (view.kind == "View" and view.has("scrollable"))


def _tabs(views: Sequence[View], group: list[int]) -> list[int]:
    """Return those of some neighbours that are tabs.

    They are in a holder of tabs, or touchable with one selected, side by side and as wide as each other. Rows
    and entries under each other, chips and buttons of a tool bar are none, whichever is selected.
    """
    able = [at for at in group if views[at].has("clickable")]
    if not able or views[able[0]].parent < 0:
        return []
    holder = views[views[able[0]].parent]
    if holder.kind in TAB_HOLDERS:
        return able
    if len(able) < 2 or _is_list(holder) or holder.has("scrollable"):  # noqa: PLR2004  one alone is no choice
        return []
    alike = len({views[at].kind for at in able}) == 1 and not any(views[at].has("checkable") for at in able)
    one = sum(views[at].has("selected") for at in able) == 1
    return able if alike and one and _side_by_side([views[at].place for at in able], holder.place) else []


def _side_by_side(places: Sequence[Place], holder: Place) -> bool:
    """Whether these lie in one row, are similarly wide, do not overlap, and fill most of what holds them."""
    row = sorted(places)
    widths = [right - left for left, _, right, _ in row]
    level = max(top for _, top, _, _ in row) < min((top + bottom) / 2 for _, top, _, bottom in row)
    apart = all(before[2] <= after[0] + 1 for before, after in pairwise(row))
    similar = 0 < max(widths) <= _MOST_WIDER * min(widths)
    return level and apart and similar and sum(widths) >= _LEAST_FILLED * (holder[2] - holder[0])


def _singles(views: Sequence[View], group: list[int]) -> list[int]:
    """Return those of some neighbours of which one is checked."""
    checkable = [at for at in group if views[at].has("checkable")]
    return checkable if sum(views[at].has("checked") for at in checkable) == 1 else []


def _gather(survey: Survey, screen: Place) -> None:
    """Sum up from the innermost views outwards; the first in reading order comes last and stays.

    What can be touched, says nothing and only holds what acts is a box (a scrim round a dialog, a page).
    """
    whole = _area(screen)
    for at in range(len(survey.views) - 1, -1, -1):
        view = survey.views[at]
        own = words_of(view)
        field = survey.roles[at] in FIELDS
        if survey.acts[at] and survey.acting[at] and not field and not own:
            large = _area(survey.visible[at]) > _MOST_SHARE * whole
            if large or not survey.title[at]:
                survey.acts[at], survey.roles[at] = False, "generic"
        if own and not field:
            is_text = bool(view.text.strip())
            survey.title[at] = own if is_text else survey.title[at]
            survey.tale[at] = own
        if view.parent >= 0:
            _pass_on(survey, at, up=view.parent)


def _pass_on(survey: Survey, at: int, *, up: int) -> None:
    view, field = survey.views[at], survey.roles[at] in FIELDS
    survey.fields[up] += survey.fields[at] + field
    survey.ticks[up] = [*survey.ticks[at], *survey.ticks[up]][:_MOST_TICKS]
    if view.has("checkable") and not view.has("clickable"):
        survey.ticks[up] = [at, *survey.ticks[up]][:_MOST_TICKS]
        survey.acting[up] += survey.acting[at]
        return
    survey.acting[up] += survey.acting[at] + survey.acts[at]
    if not survey.acts[at]:
        survey.title[up] = survey.title[at] or survey.title[up]
        survey.tale[up] = survey.tale[at] or survey.tale[up]
