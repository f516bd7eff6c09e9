"""HTML page of an application's map: screens as pictures, transitions as arrows."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.map_store import picture_path
from onscreen.app_maps.screen_map import AppMap, MapNote, MapScreen
from onscreen.app_maps.shortest_paths import find_paths
from onscreen.perceive.node_text import truncate
from onscreen.report.html_text_format import make_visible
from onscreen.report.page_template import render_page, write_page

MAP_PAGE = "map.html"
_PICTURE_WIDTH, _PICTURE_HEIGHT = 120.0, 200.0
_COLUMN_WIDTH, _ROW_HEIGHT, _MARGIN = 260.0, 260.0, 20.0
_TITLE_CHARS = 18


class DrawnScreen(msgspec.Struct, frozen=True):
    """A screen on the page: its position in pixels, its picture as a data: URL, and its controls' effects.

    `picture` is "" if none was saved. `lines` are pairs of a control and the effect of clicking it.
    """

    screen: MapScreen
    left: float
    top: float
    picture: str
    lines: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]

    @property
    def caption(self) -> str:
        """The title, short enough to fit below the picture."""
        return truncate(make_visible(self.screen.title or self.screen.id), _TITLE_CHARS)


class Arrow(msgspec.Struct, frozen=True):
    """A transition between two screens, as an SVG path with a tooltip."""

    path: str
    label: str


def write_map(app_map: AppMap, folder: Path, *, path: Path) -> Path:
    """Write the page of a map whose pictures are in a folder, and return the page's path.

    Raises:
        CannotWrite: the page cannot be written.
    """
    return write_page(map_page(app_map, folder), path)


def map_page(app_map: AppMap, folder: Path) -> str:
    """Render the page of a map whose pictures are in a folder."""
    places = _arrange(app_map)
    screens = [_draw(app_map, screen, place=places[screen.id], folder=folder) for screen in app_map.screens]
    width = max((left for left, _ in places.values()), default=0.0) + _COLUMN_WIDTH
    height = max((top for _, top in places.values()), default=0.0) + _ROW_HEIGHT
    arrows = _arrows(app_map, places)
    return render_page(
        "map",
        app_map=app_map,
        screens=screens,
        arrows=arrows,
        width=width,
        height=height,
        picture_width=_PICTURE_WIDTH,
        picture_height=_PICTURE_HEIGHT,
    )


def _arrange(app_map: AppMap) -> Mapping[str, tuple[float, float]]:
    """Arrange the screens in columns by their distance from the first screen, unreachable ones last."""
    if not app_map.screens:
        return {}
    home = app_map.screens[0].id
    paths = find_paths(app_map, home, home=home)
    last = 1 + max(len(path) for path in paths.values())
    rows: dict[int, int] = defaultdict(int)
    places: dict[str, tuple[float, float]] = {}
    for screen in app_map.screens:
        column = len(paths[screen.id]) if screen.id in paths else last
        places[screen.id] = (_MARGIN + column * _COLUMN_WIDTH, _MARGIN + rows[column] * _ROW_HEIGHT)
        rows[column] += 1
    return places


def _draw(app_map: AppMap, screen: MapScreen, *, place: tuple[float, float], folder: Path) -> DrawnScreen:
    names = {control.key: control.name or control.role for control in screen.controls}
    lines = tuple(
        (names.get(action.control, action.verb), describe_effect(action, app_map))
        for action in app_map.actions_on(screen.id)
        if action.verb == "click"
    )
    notes = tuple(_describe_note(note, names) for note in app_map.notes if note.screen == screen.id)
    return DrawnScreen(screen, *place, _picture(picture_path(folder, screen.id)), lines, notes)


def _describe_note(note: MapNote, names: Mapping[str, str]) -> str:
    """Format a note after the name of its control, with the effect seen since if the note is wrong."""
    about = f"{names.get(note.control, note.control)}: " if note.control else ""
    return f"{about}{note.text}{f' (wrong, seen since: {note.seen})' if note.seen else ''}"


def _picture(path: Path) -> str:
    """Read a picture as a data: URL; returns "" if the file cannot be read."""
    try:
        return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode("ascii")
    except OSError:
        return ""


def _arrows(app_map: AppMap, places: Mapping[str, tuple[float, float]]) -> list[Arrow]:
    """Return one arrow for each pair of screens where a click on the first opens the second."""
    labels: dict[tuple[str, str], list[str]] = defaultdict(list)
    for action in app_map.actions:
        if action.verb == "click" and action.to:
            screen = app_map.screen(action.screen)
            control = screen.control(action.control) if screen else None
            labels[action.screen, action.to].append(
                control.name or control.role if control else action.control
            )
    return [
        Arrow(_curve(places[start], places[end]), ", ".join(names)) for (start, end), names in labels.items()
    ]


def _curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the SVG path from one picture to another.

    A path forward ends at the left edge, a path backward at the right edge.
    """
    if end[0] > start[0]:
        x, y = start[0] + _PICTURE_WIDTH, start[1] + _PICTURE_HEIGHT / 3
        to_x, to_y = end[0] - 4, end[1] + _PICTURE_HEIGHT / 3
        middle = (x + to_x) / 2
        return f"M{x:g} {y:g}C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"
    x, y = start[0] + _PICTURE_WIDTH / 3, start[1] + _PICTURE_HEIGHT
    to_x, to_y = end[0] + _PICTURE_WIDTH + 4, end[1] + 2 * _PICTURE_HEIGHT / 3
    return f"M{x:g} {y:g}C{x:g} {y + 60:g} {to_x + 60:g} {to_y:g} {to_x:g} {to_y:g}"
