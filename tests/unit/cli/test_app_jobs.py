"""Commands for several applications at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from onscreen.app_maps.map_store import FOLDER_VARIABLE, load_map, map_folder
from onscreen.cli.main import main
from onscreen.run.command_job import COMMANDS, CommandJob, CommandResult
from onscreen.run.job_host import HostReply, JobHost, store_files
from onscreen.store.review_items import ReviewItem, read_items, write_item
from onscreen.synthesis.subtask_template import read_subtasks


@pytest.fixture(autouse=True)
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of maps of its own, also for child processes."""
    folder = tmp_path / "all-maps"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


def test_an_application_that_fails_does_not_end_the_others_and_can_be_repeated(
    practice: None,  # noqa: ARG001
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One folder gets the subtasks of all applications, and --resume repeats only those that failed."""
    (broken := map_folder("Diary")).mkdir(parents=True)
    (broken / "map.jsonl").write_text("no map\n")
    pool = tmp_path / "pool"
    command = ["discover", "Notebook", "Diary", "--on", "notebook", "--out", str(pool), "--max-runs", "30"]
    command += ["--max-steps", "8", "--workers", "2"]
    assert main(command) == 3
    assert "Diary: failed: " in capsys.readouterr().err
    assert {each.application for each in read_subtasks(pool)} == {"Notebook"}
    assert all((pool / each.trajectory).exists() for each in read_subtasks(pool))
    assert (broken / "map.jsonl").read_text() == "no map\n"

    (broken / "map.jsonl").unlink()
    assert main([*command, "--resume"]) == 0
    assert {each.application for each in read_subtasks(pool)} == {"Notebook", "Diary"}
    assert {load_map(map_folder(app)).app for app in ("Notebook", "Diary")} == {"Notebook", "Diary"}
    captured = capsys.readouterr()
    assert "1 application finished before" in captured.out
    assert "Notebook" not in captured.err


def test_a_job_on_another_machine_sends_its_files(
    practice: None,  # noqa: ARG001
    tmp_path: Path,
) -> None:
    """The map that a command wrote on another machine arrives with its result."""
    words = ("explore", "Notebook", "--on", "notebook", "--max-steps", "3")
    job = CommandJob("Notebook", words, str(tmp_path / "job"))
    host = JobHost(COMMANDS, "logs/worker-0.log")
    try:
        reply = msgspec.msgpack.decode(host.run(msgspec.msgpack.encode(job)), type=HostReply)
    finally:
        host.close()
    assert msgspec.msgpack.decode(reply.result, type=CommandResult).status == 0
    store_files(reply.files, tmp_path / "job")
    assert load_map(tmp_path / "job" / "maps" / "notebook").screens
    assert b"Notebook" in reply.log


def test_a_command_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    """Nothing is left behind when the caller is killed."""
    write_item(tmp_path, ReviewItem("one", "subtask", "Turn Wi-Fi on"))
    assert read_items(tmp_path)
    words = [sys.executable, "-P", "-m", "onscreen.run.command_process", "review", str(tmp_path), "--no-open"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stderr=pipe, text=True) as process:
        assert process.stderr is not None
        assert process.stdin is not None
        assert "review the items" in process.stderr.readline()
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1
