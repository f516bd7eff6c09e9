"""Maps are stored in a file that a person can read, edit and keep in git."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.app_maps.map_store import MAP_FILE, BadMap, load_map, load_maps, map_folder, save_map
from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapNote, MapScreen, merge_maps

MAP = AppMap(
    "Clock",
    home="Clock",
    scope="org.example.clock/",
    screens=(
        MapScreen("alarms", "Alarms", ("a|alarms|",), controls=(MapControl("fab", "button", "Add"),)),
        MapScreen("new-alarm", "New alarm", features=("button",)),
    ),
    actions=(MapAction("alarms", "opens", "fab", to="new-alarm"),),
    notes=(MapNote("alarms", "alarms are sorted by time"),),
)


def test_map_is_read_as_it_was_written(tmp_path: Path) -> None:
    """A stored map equals the map that was saved, and has one line per screen, action and note."""
    file = save_map(MAP, tmp_path)
    assert load_map(tmp_path) == load_map(file) == MAP
    assert len(file.read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"to":"new-alarm"', '"to":"new-alarm', "line 4"),
        ('"title":"New alarm"', '"titel":"New alarm"', "line 3 cannot be read.*titel"),
        ('"effect":"opens"', '"effect":"opened"', "line 4 cannot be read.*opened"),
        ('"id":"new-alarm"', '"id":"new"', "refers to the screen 'new-alarm'"),
        ('"id":"new-alarm"', '"id":"alarms"', "several screens with the same id"),
        ('"is":"app"', '"is":"note"', "line 1"),
    ],
)
def test_mistake_in_the_file_is_located(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A mistake made while editing the file is an error that names its place, and the file stays."""
    file = save_map(MAP, tmp_path)
    broken = file.read_text().replace(old, new)
    file.write_text(broken)
    with pytest.raises(BadMap, match=expected):
        load_map(tmp_path)
    assert file.read_text() == broken


def test_truncated_file_is_located(tmp_path: Path) -> None:
    """A file that ends in the middle of a line is an error that names the line."""
    file = save_map(MAP, tmp_path)
    file.write_text(file.read_text()[:-10])
    with pytest.raises(BadMap, match="line 5 cannot be read"):
        load_map(tmp_path)


def test_missing_map_names_the_command(tmp_path: Path) -> None:
    """Without a map, the error names the command that creates one."""
    with pytest.raises(BadMap, match="onscreen explore"):
        load_map(tmp_path)


def test_address_is_a_folder_name(tmp_path: Path) -> None:
    """The map of a web application is in a folder named after its address."""
    folder = map_folder("https://shop.example/a/", tmp_path)
    assert folder == tmp_path / "shop.example-a"
    save_map(MAP, folder)
    assert load_maps(tmp_path) == (MAP,)
    assert (folder / MAP_FILE).exists()


def test_merged_map_keeps_own_notes() -> None:
    """Importing adds what is missing and keeps what is there."""
    other = AppMap(
        "Clock",
        screens=(MapScreen("alarms", "Wecker"), MapScreen("timers", "Timers")),
        actions=(MapAction("alarms", "none", "fab"),),
        notes=(MapNote("timers", "at most 20"),),
    )
    merged = merge_maps(MAP, other)
    assert [screen.title for screen in merged.screens] == ["Alarms", "New alarm", "Timers"]
    assert merged.actions == MAP.actions
    assert merged.notes == (*MAP.notes, *other.notes)
