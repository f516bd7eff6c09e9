"""Installation of real web applications."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import FOLDER_VARIABLE, InstallationRecord, install

from .test_app_server import SILENT

OVERLAP_SEC = 0.2


def test_an_application_is_installed_once_by_two_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installation that begins during another one of the same application waits and uses its result."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    folder = tmp_path / SILENT.name
    (folder / "program").mkdir(parents=True)
    (folder / "program" / "packages.txt").touch()
    (folder / "installed.json").write_bytes(
        msgspec.json.encode(InstallationRecord((), "of an older version"))
    )
    created: list[Path] = []
    both_have_begun = threading.Barrier(2)

    def create_data(_program: Program, data: Path) -> None:
        created.append(data)
        threading.Event().wait(OVERLAP_SEC)

    application: Application = msgspec.structs.replace(SILENT, manager="apt", create_data=create_data)

    def begin(_number: int) -> bool:
        both_have_begun.wait()
        return install(application, report=print).is_current

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(begin, range(2))) == [True, True]
    assert created == [folder / "data"]
