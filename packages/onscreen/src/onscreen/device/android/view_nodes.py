"""Views -> the nodes of a shot."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.device.android.dialog_views import dialogs_of
from onscreen.device.android.display import Display
from onscreen.device.android.locators import locators_of
from onscreen.device.android.view_hierarchy import View, Views
from onscreen.device.android.view_names import clue_of, name_of, value_of
from onscreen.device.android.view_properties import Place, Survey, has_area, within
from onscreen.device.android.view_roles import FIELDS
from onscreen.types import Box, Node, OffscreenCounts

_BOXES = frozenset({"generic", "list", "radiogroup"})
"""Roles of what only holds others; kept where it holds several."""

_LEAST_IMAGE_DP = 96
"""Pictures without a name that are smaller are decoration."""

_SEVERAL = 2


class Reading(msgspec.Struct, frozen=True):
    """The nodes of a screen, how many that act lie outside the view, and what was left out."""

    nodes: tuple[Node, ...]
    beyond: OffscreenCounts = OffscreenCounts()
    note: str = ""


def nodes_of(views: Views, display: Display, *, max_nodes: int, max_text: int) -> Reading:
    """Return the nodes in pre-order, placed on the picture and clipped to it."""
    width, height = display.touch
    screen: Place = (0.0, 0.0, float(width), float(height))
    survey = Survey(views.every, screen)
    dialogs = dialogs_of(survey, screen)
    ticked = _take_ticks(survey)
    kept, above = _kept(survey, display, dialogs=dialogs, without=frozenset(ticked.values()))
    locators = locators_of(survey)
    nodes: list[Node] = []
    places: dict[int, int] = {}
    for at in kept[:max_nodes]:
        role = "dialog" if at in dialogs else "heading" if _is_heading(survey, at) else survey.roles[at]
        name = (survey.title[at] if at in dialogs else name_of(survey, at))[:max_text]
        nodes.append(
            Node(
                role=role,
                name=name,
                box=_inside(display.box(survey.visible[at]), display),
                value=value_of(survey, at)[:max_text],
                states=_states(survey.views[at], role, ticked=_at(survey.views, ticked.get(at))),
                locator=locators[at],
                parent=places.get(above[at]),
                clue="" if name or not _is_told(survey, at) else clue_of(survey, at),
            )
        )
        places[at] = len(nodes) - 1
    left = len(kept) - len(nodes)
    note = f"{left} more things on the screen are not reported" if left else ""
    return Reading(tuple(nodes), _beyond(survey, screen), note)


def _take_ticks(survey: Survey) -> dict[int, int]:
    """Let a row that holds nothing but one tick be that switch, box or radio; return row -> tick."""
    taken: dict[int, int] = {}
    for at, ticks in enumerate(survey.ticks):
        alone = len(ticks) == 1 and not survey.acting[at] and survey.roles[at] in ("button", "listitem")
        if alone and survey.views[at].has("clickable"):
            survey.roles[at] = survey.roles[ticks[0]]
            taken[at] = ticks[0]
    return taken


def _kept(
    survey: Survey, display: Display, *, dialogs: frozenset[int], without: frozenset[int]
) -> tuple[list[int], dict[int, int]]:
    """Return the views that become nodes, and for each the nearest one above it that does too."""
    count = len(survey.views)
    kids, kept = [0] * count, [False] * count
    for at in range(count - 1, -1, -1):
        said = at not in without and has_area(survey.visible[at]) and not _in_combobox(survey, at)
        kept[at] = said and (at in dialogs or kids[at] >= _SEVERAL or _says(survey, at, display=display))
        up = survey.views[at].parent
        if up >= 0:
            kids[up] += 1 if kept[at] else kids[at]
    above: dict[int, int] = {}
    nearest: list[int] = []
    for at, view in enumerate(survey.views):
        over = nearest[view.parent] if view.parent >= 0 else -1
        above[at] = over
        nearest.append(at if kept[at] else over)
    return [at for at in range(count) if kept[at]], above


def _says(survey: Survey, at: int, *, display: Display) -> bool:
    """Whether a view says or does something by itself."""
    view, role = survey.views[at], survey.roles[at]
    if survey.acts[at] or view.has("scrollable") or view.described.strip():
        return True
    if role == "image":
        left, top, right, bottom = survey.visible[at]
        least = _LEAST_IMAGE_DP * display.density / 160
        return min(right - left, bottom - top) >= least
    return role not in _BOXES


def _in_combobox(survey: Survey, at: int) -> bool:
    up = survey.views[at].parent
    return up >= 0 and survey.roles[up] == "combobox" and not survey.acts[at]


def _is_heading(survey: Survey, at: int) -> bool:
    view = survey.views[at]
    titled = survey.in_bar[at] or view.key.endswith(("/alertTitle", "/action_bar_title"))
    return titled and survey.roles[at] == "text"


def _is_told(survey: Survey, at: int) -> bool:
    return survey.acts[at] or survey.roles[at] in ("image", "progressbar")


def _states(view: View, role: str, *, ticked: View | None) -> tuple[str, ...]:
    acts = view.has("clickable") and role not in ("dialog", "generic", "heading")
    enabled = not view.has("disabled")
    shown = ticked or view
    told = {
        "clickable": acts,
        "long-clickable": view.has("long-clickable"),
        "editable": role == "textbox" and enabled,
        "checked": shown.has("checked"),
        "selected": view.has("selected"),
        "focused": view.has("focused") and (acts or role in FIELDS),
        "disabled": not enabled,
        "scrollable": view.has("scrollable"),
        "password": view.has("password"),
    }
    return tuple(state for state, is_so in told.items() if is_so)


def _at(views: Sequence[View], at: int | None) -> View | None:
    return None if at is None else views[at]


def _inside(box: Box, display: Display) -> Box:
    width, height = display.picture
    return box.intersection(Box(0, 0, width, height))


def _beyond(survey: Survey, screen: Place) -> OffscreenCounts:
    """Count what acts and lies wholly outside what can be seen."""
    sides = [0, 0, 0, 0]
    for at, view in enumerate(survey.views):
        if not survey.acts[at] or has_area(survey.visible[at]) or not has_area(view.place):
            continue
        clip = survey.inner[view.parent] if view.parent >= 0 else screen
        left, top, right, bottom = view.place
        outside = (bottom <= clip[1], top >= clip[3], right <= clip[0], left >= clip[2])
        sides[outside.index(True) if True in outside else 1] += has_area(within(view.place, view.place))
    return OffscreenCounts(*sides)
