"""Export of a suite's tasks: a picture of each finished task, a manifest, a Parquet table."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from pyarrow import parquet

from onscreen.cli.main import main
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.reference_screenshots import Reference, find_references, load_manifest
from onscreen_practice.task_export import TABLE_FILE, ExportFailure, export

pytestmark = pytest.mark.browser
SMALL_SCREEN = {"size": "540x1200", "density": 200}
NAMES = ("clock-set-alarm", "clock-switch-alarm")


def test_pictures_manifest_and_table_agree(tmp_path: Path) -> None:
    """Each task has a picture <application>_<task>.png, a manifest entry and a table row."""
    results: list[Reference | ExportFailure] = []
    with closing(practice_phone(SMALL_SCREEN)) as device:
        references = export(phone(), NAMES, seed=2, device=device, folder=tmp_path, on_result=results.append)
    assert tuple(results) == references == load_manifest(tmp_path)
    assert [reference.picture for reference in references] == [
        "clock_set-alarm.png",
        "clock_switch-alarm.png",
    ]
    for reference in references:
        content = (tmp_path / reference.picture).read_bytes()
        assert hashlib.sha256(content).hexdigest() == reference.sha256
        with Image.open(tmp_path / reference.picture) as image:
            assert image.size == (reference.width, reference.height) == (540, 1200)
    rows = parquet.read_table(tmp_path / TABLE_FILE).to_pylist()
    assert [row["task"] for row in rows] == list(NAMES)
    assert all("practice check" in row["check"] for row in rows)
    assert find_references(references, "turn alarm off or on", application="clock")


def test_command_exports_and_searches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`onscreen export` writes the files and searches the exported tasks by keywords."""
    out = ["--out", str(tmp_path / "tasks")]
    size_options = ["--set", "size=540x1200", "--set", "density=200"]
    assert main(["export", "phone", "--tasks", "clock-set-alarm", *out, *size_options]) == 0
    assert "1 of 1 tasks" in capsys.readouterr().out
    assert main(["export", "phone", "--find", "alarm clock", *out]) == 0
    assert "clock_set-alarm.png" in capsys.readouterr().out
    assert main(["export", "phone", "--find", "zeppelin", *out]) == 1


def test_suite_without_moves_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    """A suite that does not provide moves is rejected by name."""
    assert main(["export", "miniwob"]) == 2
    assert "miniwob" in capsys.readouterr().err
