"""The commands `onscreen notes` and `onscreen map`."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from onscreen.app_maps.map_store import FOLDER_VARIABLE, MAP_FILE, load_map, save_map
from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.cli.main import main

MAP = AppMap(
    "Clock",
    screens=(
        MapScreen("alarms", "Alarms", controls=(MapControl("fab", "button", "Add alarm"),)),
        MapScreen("new-alarm", "New alarm"),
    ),
    actions=(MapAction("alarms", "opens", "fab", to="new-alarm"),),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store the map of the application Clock and return its folder."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    save_map(MAP, tmp_path / "clock")
    return tmp_path / "clock"


def use_editor(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set an editor that runs a shell script on the file."""
    editor = folder.parent / "editor.sh"
    editor.write_text(f"#!/bin/sh\n{script}\n")
    editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("VISUAL", str(editor))


@pytest.mark.usefixtures("folder")
def test_notes_show_what_controls_do(capsys: pytest.CaptureFixture[str]) -> None:
    """`notes` prints each screen with the effects of its controls."""
    assert main(["notes", "Clock"]) == 0
    assert "alarms: 'Alarms'\n  button 'Add alarm' opens the screen 'New alarm'" in capsys.readouterr().out


def test_note_is_added(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A note is added to a screen and shown; an unknown screen is an error that names the screens."""
    assert main(["notes", "Clock", "--add", "alarms", "sorted by time"]) == 0
    assert load_map(folder).notes[0].text == "sorted by time"
    assert main(["notes", "Clock", "--add", "alarm", "x"]) == 2
    assert "no screen 'alarm'; its screens are: alarms, new-alarm" in capsys.readouterr().err


def test_note_on_a_control_is_added(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A note is added to a control by its name, with its present effect; an unknown name is an error."""
    command = ["notes", "Clock", "--add", "alarms", "at most 20", "--control"]
    assert main([*command, "add alarm"]) == 0
    note = load_map(folder).notes[0]
    assert (note.control, note.effect, note.to) == ("fab", "opens", "new-alarm")
    main(["notes", "Clock"])
    assert "note on 'Add alarm': at most 20" in capsys.readouterr().out
    assert main([*command, "Remove"]) == 2
    assert "0 controls named 'Remove'; its controls are: 'Add alarm'" in capsys.readouterr().err
    assert main(["notes", "Clock", "--control", "Add alarm"]) == 2


def test_exported_notes_are_imported(folder: Path, tmp_path: Path) -> None:
    """An exported map is imported for an application that was not explored."""
    main(["notes", "Clock", "--add", "alarms", "sorted by time"])
    assert main(["notes", "Clock", "--export", str(tmp_path / "shared.jsonl")]) == 0
    assert main(["notes", "Uhr", "--import", str(tmp_path / "shared.jsonl")]) == 0
    assert load_map(tmp_path / "uhr") == load_map(folder)


def test_edited_file_is_checked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A valid edit replaces the map; after a mistake the map stays, and the edit is continued next time."""
    use_editor(folder, 'sed -i s/Alarms/Wecker/ "$1"', monkeypatch)
    assert main(["notes", "Clock", "--edit"]) == 0
    assert load_map(folder).screens[0].title == "Wecker"
    use_editor(folder, 'echo broken >> "$1"', monkeypatch)
    assert main(["notes", "Clock", "--edit"]) == 2
    assert "line 5 cannot be read" in capsys.readouterr().err
    assert load_map(folder).screens[0].title == "Wecker"
    use_editor(folder, 'sed -i /broken/d "$1"; sed -i s/Wecker/Alarme/ "$1"', monkeypatch)
    assert main(["notes", "Clock", "--edit"]) == 0
    assert load_map(folder).screens[0].title == "Alarme"
    assert [path.name for path in folder.iterdir()] == [MAP_FILE]


def test_map_is_drawn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`map` writes the page beside the map and prints its path."""
    assert main(["map", "Clock"]) == 0
    assert capsys.readouterr().out.strip() == str(folder / "map.html")
    assert "New alarm" in (folder / "map.html").read_text()


@pytest.mark.parametrize("command", ["map", "notes"])
@pytest.mark.usefixtures("folder")
def test_unexplored_application_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For an application that was not explored, the error names the command that explores it."""
    assert main([command, "Mail"]) == 2
    assert "onscreen explore" in capsys.readouterr().err
