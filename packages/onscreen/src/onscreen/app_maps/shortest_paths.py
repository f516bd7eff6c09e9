"""Shortest paths between the screens of an application, with Back and restarts."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from onscreen.app_maps.screen_map import AppMap, MapAction, inferred_actions

RESTART = MapAction("", "opens", what="restart")
"""Step of a path that restarts the application."""


def find_paths(
    app_map: AppMap, start: str, *, home: str, previous: str = ""
) -> Mapping[str, tuple[MapAction, ...]]:
    """Find the shortest path from a screen to every reachable screen.

    The steps are clicks, Back, and RESTART, which leads to the screen `home`. `previous` is the screen from
    which `start` was reached; an untried Back is expected to lead there.
    """
    onward: dict[str, list[MapAction]] = {}
    for action in (*app_map.actions, *inferred_actions(app_map)):
        if action.effect == "opens" and action.to and action.verb != "scroll":
            onward.setdefault(action.screen, []).append(action)
    if previous and not any(action.verb == "back" for action in onward.get(start, ())):
        onward.setdefault(start, []).append(MapAction(start, "opens", verb="back", to=previous))
    paths: dict[str, tuple[MapAction, ...]] = {start: ()}
    if home != start:
        paths[home] = (RESTART,)
    queue = deque(paths)
    while queue:
        screen = queue.popleft()
        for action in onward.get(screen, ()):
            if action.to not in paths:
                paths[action.to] = (*paths[screen], action)
                queue.append(action.to)
    return paths
