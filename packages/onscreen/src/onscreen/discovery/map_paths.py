"""Paths on an application's map as trajectories, with list rows as parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.app_maps.shortest_paths import RESTART, find_paths
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.routines.text_template import escape_text

_NUMBERED = re.compile(r"[\W\d]*\d[\W\d]*")
"""Pattern of names with only digits, such as "06:45", whose rows are one control of the map."""
MIN_ROWS = 2
"""Minimum number of controls of a group that open the same screen for the group to count as a list.

In a menu, more controls open other screens.
"""


class ScreenPath(msgspec.Struct, frozen=True):
    """A screen of the map with the trajectory from the first screen.

    `values` are the rows that exploration opened on the way.
    """

    screen: MapScreen
    steps: Steps
    values: Values = {}


def list_paths(app_map: AppMap, *, home: str) -> tuple[ScreenPath, ...]:
    """List the screens reachable by clicks from the first screen, nearest first."""
    paths = find_paths(app_map, home, home=home)
    found: list[ScreenPath] = []
    for screen_id, actions in sorted(paths.items(), key=lambda item: len(item[1])):
        screen = app_map.screen(screen_id)
        if screen is None or any(each is RESTART or each.verb not in {"click", "back"} for each in actions):
            continue
        steps = _make_steps(app_map, actions)
        if steps is not None:
            names = [_control_name(app_map, action) for action in actions]
            rows = {p: n for step, n in zip(steps, names, strict=True) for p in step.parameters}
            found.append(ScreenPath(screen, steps, rows))
    return tuple(found)


def _make_steps(app_map: AppMap, actions: tuple[MapAction, ...]) -> Steps | None:
    steps: list[TrajectoryStep] = []
    for action in actions:
        screen = app_map.screen(action.screen)
        control = screen.control(action.control) if screen else None
        if action.verb == "back":
            steps.append(TrajectoryStep("back"))
        elif screen is None or control is None or not control.name:
            return None
        else:
            steps.append(_make_step(app_map, screen, control=control, action=action, rank=len(steps)))
    return tuple(steps)


def _control_name(app_map: AppMap, action: MapAction) -> str:
    screen = app_map.screen(action.screen)
    control = screen.control(action.control) if screen else None
    return control.name if control else ""


def _make_step(
    app_map: AppMap, screen: MapScreen, *, control: MapControl, action: MapAction, rank: int
) -> TrajectoryStep:
    rows = {each.key for each in screen.controls if each.group == control.group}
    clicks = [each for each in app_map.actions_on(screen.id) if each.verb == "click" and each.to]
    opened = rows & {each.control for each in clicks if each.to == action.to}
    others = rows & {each.control for each in clicks if each.to != action.to}
    is_list = len(opened) >= max(MIN_ROWS, len(others) + 1) or _NUMBERED.fullmatch(control.name)
    name = "{" + item_name(app_map.app, rank) + "}" if is_list else escape_text(control.name)
    return TrajectoryStep("click", control.role, name, control.group)


def item_name(app: str, rank: int) -> str:
    """Return the name of a parameter for the rows of a list in an application, such as "contact"."""
    last = re.split(r"\W+", app.strip("/"))[-1].casefold()
    is_name = last.isalpha() and len(last) > 3 and not set("/ ") & set(app)  # noqa: PLR2004  short names are no plurals
    base = last.removesuffix("s") if is_name else "item"
    return base if rank == 0 else f"{base}{rank + 1}"


def common_template(names: Mapping[str, str], parameter: str) -> tuple[str, Mapping[str, str]] | None:
    """Find the template of several names that differ in one part, such as "Alarm {time}".

    Returns the template with the differing part of each name, by the keys of `names`; None if a part is
    empty.
    """
    texts = list(names.values())
    words = [text.split(" ") for text in texts]
    start = 0
    while all(len(each) > start + 1 for each in words) and len({each[start] for each in words}) == 1:
        start += 1
    end = 0
    while all(len(each) > start + end + 1 for each in words) and len({each[-1 - end] for each in words}) == 1:
        end += 1
    parts = {key: " ".join(each[start : len(each) - end]) for key, each in zip(names, words, strict=True)}
    if not all(parts.values()) or len(set(parts.values())) < len(parts):
        return None
    before, after = words[0][:start], words[0][len(words[0]) - end :] if end else []
    template = " ".join((*map(escape_text, before), "{" + parameter + "}", *map(escape_text, after)))
    return template, parts
