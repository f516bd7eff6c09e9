"""Ordinary runs extend the stored maps."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.app_maps.map_store import load_map, picture_path
from onscreen.app_maps.screen_map import AppMap
from onscreen.cli.main import main
from onscreen.device.fake_device import fake
from onscreen.run.map_update import learn_app, learn_episode, note_version, read_version
from onscreen.run.run_setup import run_task
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Episode, Task, Tool

MAIL = shot_from_lines("heading Inbox", "button Write [clickable]", address="org.example.mail/.Main")


def test_maps_are_created_from_a_run(tmp_path: Path) -> None:
    """A run of an application of the task creates its map and the pictures of its screens."""
    shot = msgspec.structs.replace(MAIL, app="Mail")
    episode = Episode(Task("read", tools=(Tool("Mail", "org.example.mail"),)), (shot,))
    assert [(each.app, each.new_screens) for each in learn_episode(episode, folder=tmp_path)] == [("Mail", 1)]
    assert learn_episode(Episode(Task("read"), (shot,)), folder=tmp_path / "other") == []
    episode = run_task("sign up", "fake", model="lexical", out=tmp_path / "run")
    learned = learn_app("Sign up", episode, folder=tmp_path)
    assert learned is not None
    assert load_map(learned.folder).screens
    assert picture_path(learned.folder, load_map(learned.folder).screens[0].id).exists()


def test_a_new_version_is_reported() -> None:
    """The first version is stored; a later other one is a change; an unknown one is ignored."""
    app_map, change = note_version(AppMap("Clock"), "1.0")
    assert (app_map.version, change) == ("1.0", "")
    assert note_version(app_map, "1.1")[1] == "version 1.0 became 1.1"
    assert note_version(app_map, "") == (app_map, "")


def test_a_device_without_versions_has_none() -> None:
    """The version of a page, or of a device that cannot read it, is unknown."""
    assert read_version(fake({}), "fake://form") == ""
    assert read_version(fake({}), "org.example.clock/.Main") == ""


def test_commands_extend_a_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`map APP --from RUN` extends the map by a run, and names an application that the run did not use."""
    monkeypatch.setenv("ONSCREEN_MAPS", str(tmp_path / "maps"))
    run_task("sign up", "fake", model="lexical", out=tmp_path / "run")
    assert main(["map", "Sign up", "--from", str(tmp_path / "run")]) == 0
    assert "new screen" in capsys.readouterr().err
    assert main(["map", "Mail", "--from", str(tmp_path / "run")]) == 2
    assert "did not use 'Mail'" in capsys.readouterr().err


def test_a_run_learns_if_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ONSCREEN_LEARN or `--learn`, a run extends the map of the application; without, it does not."""
    monkeypatch.setenv("ONSCREEN_MAPS", str(tmp_path / "maps"))
    command = ["run", "sign up", "--on", "fake", "--model", "lexical", "--tool", "Sign up=fake://form"]
    main([*command, "--out", str(tmp_path / "a")])
    assert not (tmp_path / "maps").exists()
    main([*command, "--out", str(tmp_path / "b"), "--learn"])
    assert load_map(tmp_path / "maps" / "sign-up").screens
    monkeypatch.setenv("ONSCREEN_LEARN", "1")
    monkeypatch.setenv("ONSCREEN_MAPS", str(tmp_path / "more"))
    main([*command, "--out", str(tmp_path / "c")])
    assert load_map(tmp_path / "more" / "sign-up").screens


def test_a_missing_folder_of_maps_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of maps that does not exist is an error before anything runs."""
    command = [
        "run",
        "sign up",
        "--on",
        "fake",
        "--maps",
        str(tmp_path / "none"),
        "--out",
        str(tmp_path / "a"),
    ]
    assert main(command) == 2
    assert "no folder of maps" in capsys.readouterr().err
