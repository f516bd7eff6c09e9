"""Tasks as files: a picture of each one finished, a manifest, a table that others read."""

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
from onscreen_practice.reference_pictures import Reference, find, read_manifest
from onscreen_practice.task_export import TABLE, NotDone, export

pytestmark = pytest.mark.browser
SMALL = {"size": "540x1200", "density": 200}
NAMES = ("clock-set-alarm", "clock-switch-alarm")


def test_pictures_manifest_and_table_agree(tmp_path: Path) -> None:
    """A task has a picture <application>_<task>.png, a line in the manifest and a row in Parquet."""
    seen: list[Reference | NotDone] = []
    with closing(practice_phone(SMALL)) as device:
        made = export(phone(), NAMES, seed=2, device=device, folder=tmp_path, follow=seen.append)
    assert tuple(seen) == made == read_manifest(tmp_path)
    assert [each.picture for each in made] == ["clock_set-alarm.png", "clock_switch-alarm.png"]
    for each in made:
        content = (tmp_path / each.picture).read_bytes()
        assert hashlib.sha256(content).hexdigest() == each.sha256
        with Image.open(tmp_path / each.picture) as image:
            assert image.size == (each.width, each.height) == (540, 1200)
    rows = parquet.read_table(tmp_path / TABLE).to_pylist()
    assert [row["task"] for row in rows] == list(NAMES)
    assert all("practice check" in row["check"] for row in rows)
    assert find(made, "turn alarm off or on", application="clock")


def test_command_writes_and_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`onscreen export` writes the files and finds tasks among them by keywords."""
    out = ["--out", str(tmp_path / "tasks")]
    sized = ["--set", "size=540x1200", "--set", "density=200"]
    assert main(["export", "phone", "--tasks", "clock-set-alarm", *out, *sized]) == 0
    assert "1 of 1 tasks" in capsys.readouterr().out
    assert main(["export", "phone", "--find", "alarm clock", *out]) == 0
    assert "clock_set-alarm.png" in capsys.readouterr().out
    assert main(["export", "phone", "--find", "zeppelin", *out]) == 1


def test_suite_without_moves_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A suite whose tasks come without moves is refused by name."""
    assert main(["export", "miniwob"]) == 2
    assert "miniwob" in capsys.readouterr().err
