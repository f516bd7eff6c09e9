"""The suite of AndroidWorld's tasks and its installation, without AndroidWorld."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.types import PageValue
from onscreen.types.errors import MissingExtra, UnknownName, UsageError
from onscreen_practice.androidworld.androidworld_device import androidworld_device
from onscreen_practice.androidworld.androidworld_suite import androidworld
from onscreen_practice.androidworld.installation import (
    FOLDER_VARIABLE,
    find_installation,
    install,
    require_installation,
)
from onscreen_practice.androidworld.task_names import ALL_NAMES, EXCLUDED
from onscreen_practice.androidworld.task_solutions import find_solution
from onscreen_practice.androidworld_command import list_lines

TASK_COUNT = 116
"""Tasks of AndroidWorld's own suite, including those of information retrieval."""


def test_every_task_is_supported_or_excluded_with_a_reason() -> None:
    """The supported and the excluded tasks are those of AndroidWorld, each once."""
    names = [*ALL_NAMES, *(name for names in EXCLUDED.values() for name in names)]
    assert len(names) == len(set(names)) == TASK_COUNT


def test_task_asks_the_device_for_its_instruction_and_score() -> None:
    """The start script names task and seed; AndroidWorld's score must be 1."""
    task = androidworld().task("SimpleSmsSend", 3)
    assert (task.instruction, task.start.script) == ("", "androidworld start SimpleSmsSend 3")
    assert task.start.ask == "androidworld goal"
    assert isinstance(task.check, PageValue)
    assert (task.check.expression, task.check.min_value) == ("androidworld score", 1.0)
    with pytest.raises(UnknownName, match="SimpleSmsSend"):
        androidworld().task("SimpleSmsSent", 0)


def test_every_task_has_a_solution() -> None:
    """A solution is only missing a parameter of the task, never the task itself."""
    missing: list[object] = []
    for name in ALL_NAMES:
        try:
            assert len(find_solution(name, {})) > 1
        except KeyError as error:
            missing += error.args
    assert missing
    assert not set(missing) & set(ALL_NAMES)


def test_missing_installation_says_how_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without AndroidWorld, the error has the commands that install it."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(MissingExtra, match=r"git clone .*onscreen androidworld install"):
        require_installation()
    assert list_lines()[-1] == f"not installed: {tmp_path}"


def test_incomplete_installation_counts_as_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation with other packages or an unreadable record must be made again."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    for record in ("{", '{"packages": ["android_env==0.1"]}'):
        (tmp_path / "installed.json").write_text(record)
        assert not find_installation().is_complete


def test_folder_without_androidworld_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a checkout can be installed."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "installed"))
    with pytest.raises(UsageError, match="there is no AndroidWorld in"):
        install(tmp_path, report=lambda _message: None)


def test_build_of_the_phone_is_fixed() -> None:
    """The settings that AndroidWorld needs cannot be changed."""
    with pytest.raises(UnknownName, match="rootable"):
        androidworld_device({"rootable": False})
