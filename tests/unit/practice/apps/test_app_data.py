"""The applications' data and tasks without an installed application."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from onscreen.cli.main import USAGE, main
from onscreen.types.errors import MissingExtra, NotSupported, UsageError
from onscreen_practice.apps import fava_app, sqliteweb_app
from onscreen_practice.apps.application import Program
from onscreen_practice.apps.application_table import APPLICATIONS
from onscreen_practice.apps.apps_device import apps
from onscreen_practice.apps.apps_suite import TASKS, recipe
from onscreen_practice.apps.installation import (
    FOLDER_VARIABLE,
    hash_code,
    install,
    require_installed,
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", TASKS)
def test_every_task_has_a_near_miss_and_known_applications(name: str, seed: int) -> None:
    """Every task has a solution, a different near miss, and applications that can be installed."""
    created = recipe(name, seed)
    assert created.near_miss
    assert created.near_miss != created.moves
    assert set(created.applications) <= set(APPLICATIONS)


def test_missing_application_names_the_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An application that is not installed is an error with the command that installs it."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(MissingExtra, match="onscreen apps install roundup"):
        require_installed(APPLICATIONS["roundup"])


def test_a_benchmark_without_its_applications_ends_with_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No trial is started, and the message has one command for all applications that the tasks need."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    out = tmp_path / "runs"
    assert main(["bench", "apps", "--tasks", "joint,roundup-find", "--out", str(out)]) == USAGE
    assert not out.exists()
    (message,) = capsys.readouterr().err.splitlines()
    assert "onscreen apps install piccolo fava roundup" in message


def test_missing_debian_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Debian package that cannot be installed is an error with its name, with or without apt-get."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    unknown = msgspec.structs.replace(APPLICATIONS["syncthing"], packages=("onscreen-no-such-package",))
    for path in (os.environ["PATH"], str(tmp_path)):
        monkeypatch.setenv("PATH", path)
        with pytest.raises(UsageError, match="onscreen-no-such-package"):
            install(unknown, report=lambda _message: None)


def test_database_is_read_as_it_was_created(tmp_path: Path) -> None:
    """The state of the library database has the rows of its initial data."""
    sqliteweb_app.create_data(Program(tmp_path, "pip"), tmp_path)
    tables = sqliteweb_app.read_state(tmp_path).tables
    assert [row["title"] for row in tables["book"].rows] == [book.title for book in sqliteweb_app.BOOKS]


def test_ledger_is_read_as_it_was_created(tmp_path: Path) -> None:
    """The state of the accounts has each purchase with its postings."""
    fava_app.create_data(Program(tmp_path, "pip"), tmp_path)
    transactions = {each.id: each for each in fava_app.read_state(tmp_path).transactions}
    jacket = transactions["2026-02-08 Northwind"]
    assert [posting.amount for posting in jacket.postings] == ["119.00 EUR", "-119.00 EUR"]


def test_device_rejects_scripts_of_pages() -> None:
    """The device evaluates checks of the applications' state only."""
    with pytest.raises(NotSupported, match="apps state"):
        apps({}).read("document.title")


def test_only_changed_code_makes_installed_data_outdated() -> None:
    """Other comments and docstrings leave the hash of the code as it is; another literal changes it."""
    source = 'def rows():\n    """Return rows."""\n    return ["Ada"]\n'
    reworded = 'def rows():\n    """Return the first rows."""\n    return ["Ada"]  # one row\n'
    assert hash_code(reworded) == hash_code(source)
    assert hash_code(source.replace("Ada", "Bob")) != hash_code(source)
