"""Mistakes of users and limits of terminals: each message says what to do, and nothing is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from onscreen.cli.main import main
from onscreen.plugins import unknown_name
from onscreen.run.suite_run import RESULTS_FILE
from onscreen.store.episode_recorder import record_episode
from onscreen.store.episode_store import load_episode

pytestmark = pytest.mark.usefixtures("practice")
COUNTER = ["--on", "counter", "--agent", "adder", "--model", "mute"]
BENCH = ["bench", "counting", "--agent", "adder", "--model", "mute", "--no-pages"]


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def onscreen(*words: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process whose terminal has this encoding."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "onscreen.cli.main", *words]
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=60)


def run_in_shell(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in bash, in which $ONSCREEN is the command line."""
    environment = {**os.environ, "ONSCREEN": f"{sys.executable} -m onscreen.cli.main"}
    command = ["bash", "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_any_text_is_shown_in_any_terminal(encoding: str) -> None:
    """Characters that the terminal lacks are escaped, and JSON stays valid."""
    assert main(["run", "Prüfe ✓ 日本 😀 1", *COUNTER, "--out", "run"]) == 0
    assert main([*BENCH, "--tasks", "one", "--out", "suite"]) == 0
    shown = onscreen("show", "run", encoding=encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert rb"\u65e5\u672c \ud83d\ude00 1" in shown.stdout
    assert onscreen("show", "suite", encoding=encoding).returncode == 0
    listed = onscreen("list", "commands", "--json", encoding=encoding)
    assert json.loads(listed.stdout.decode(encoding))


def test_a_reader_that_has_read_enough_does_not_change_the_status() -> None:
    """The status of a run with `--json | head -c 0` is that of the run."""
    words = "run 'count to 1' --on counter --agent adder --model mute --max-steps 1 --json"
    ran = run_in_shell(f"$ONSCREEN {words} 2>/dev/null | head -c 0; echo ${{PIPESTATUS[0]}}")
    assert ran.stdout == "1\n"


def test_a_reader_of_the_progress_that_has_read_enough_does_not_end_the_run() -> None:
    """A run with `2>&1 | head -c 0` is finished and recorded."""
    words = "run 'count to 2' --on counter --agent adder --model mute --out unread"
    ran = run_in_shell(f"$ONSCREEN {words} 2>&1 | head -c 0; echo ${{PIPESTATUS[0]}}")
    assert ran.stdout == "0\n"
    episode = load_episode("unread")
    assert episode.stop is not None
    assert episode.stop.reason == "done"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_output_that_cannot_be_written_is_no_internal_error() -> None:
    """A full disk behind stdout is reported in one line with a remedy."""
    ran = run_in_shell("$ONSCREEN list agents > /dev/full")
    message = "onscreen: the output cannot be written: No space left on device; redirect it elsewhere\n"
    assert (ran.returncode, ran.stderr) == (2, message)


def test_only_tasks_take_a_suite(capsys: pytest.CaptureFixture[str]) -> None:
    """A word after another kind is an error, not ignored; an empty list is explained."""
    assert main(["list", "agents", "counting"]) == 2
    assert "only tasks belong to a suite; found 'counting'" in capsys.readouterr().err


def test_a_missing_check_file_is_reported_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """A check that is neither JSON nor a file is shown once, with what was expected."""
    assert main(["run", "count", *COUNTER, "--check", "chekc.json"]) == 2
    message = capsys.readouterr().err
    assert message.count("chekc.json") == 1
    assert 'expected JSON such as {"type": "textshown"' in message
    assert main(["run", "count", *COUNTER, "--answer-schema", "shcema.json"]) == 2
    assert 'expected JSON such as {"type": "object"' in capsys.readouterr().err


def test_an_unfinished_run_is_shown_with_how_to_resume_it(
    scratch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that was killed is not shown as if it were complete."""
    assert main(["run", "count to 2", *COUNTER, "--out", "finished"]) == 0
    record_episode(scratch / "run")(load_episode(scratch / "finished").so_far(2))
    assert main(["show", "run"]) == 0
    assert "not finished: " in (shown := capsys.readouterr().out)
    assert "--out run --resume" in shown


def test_an_unfinished_suite_is_shown_with_what_is_missing(
    scratch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of three results are not all; resuming runs the third."""
    assert main([*BENCH, "--out", "suite"]) == 0
    path = scratch / "suite" / RESULTS_FILE
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    assert main(["show", "suite"]) == 0
    assert "1 trial without a result: " in capsys.readouterr().out
    assert main([*BENCH, "--out", "suite", "--resume"]) == 0
    assert main(["show", "suite"]) == 0
    assert "without a result" not in capsys.readouterr().out


def test_another_limit_is_named_when_a_suite_is_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the setting that differs, with both values."""
    assert main([*BENCH, "--tasks", "one", "--out", "suite"]) == 0
    assert main([*BENCH, "--tasks", "one", "--out", "suite", "--resume", "--max-steps", "3"]) == 2
    assert "suite cannot be resumed: max_steps was 8, now 3; choose another" in capsys.readouterr().err


def test_a_missing_picture_is_reported_by_its_path(scratch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An episode that was copied without its pictures says so."""
    assert main(["run", "count to 1", *COUNTER, "--out", "run"]) == 0
    for picture in (scratch / "run" / "pictures").iterdir():
        picture.unlink()
    assert main(["show", "run"]) == 2
    message = capsys.readouterr().err
    assert "cannot be read (No such file or directory); restore the folder pictures/" in message


def test_a_killed_trial_reports_its_model_call_everywhere(
    scratch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A call that never ended is in the results, in --json, in the summary line and in the report."""
    words = ["bench", "counting", "--tasks", "one", "--agent", "consulter", "--model", "slow:60"]
    assert main([*words, "--model-timeout", "1", "--out", "suite", "--json"]) == 0
    captured = capsys.readouterr()
    (trial,) = json.loads(captured.out)["trials"]
    stored = json.loads((scratch / "suite" / RESULTS_FILE).read_text())
    assert (trial["stop"], trial["model_calls"], stored["model_calls"]) == ("killed", 1, 1)
    assert trial["model_sec"] >= 1
    assert "1 model call, " in captured.err
    page = (scratch / "suite" / "index.html").read_text()
    assert 'Model calls</dt><dd class="num">1<' in page


def test_only_a_similar_option_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    """The dashes that all options begin with do not make them similar."""
    assert main(["run", "count", "--resum"]) == 2
    assert "did you mean --resume?" in capsys.readouterr().err
    assert main(["chat", "--bogus"]) == 2
    assert "did you mean" not in capsys.readouterr().err


def test_a_long_list_of_names_is_cut_off() -> None:
    """An unknown task of a suite with hundreds does not fill the terminal."""
    known = tuple(f"task-{number:03}" for number in range(222))
    message = str(unknown_name("task", "task-1110", known=known))
    assert "did you mean 'task-111'? " in message or "did you mean 'task-110'? " in message
    assert message.endswith("task-039 and 182 more")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_completes_its_record(scratch: Path, number: signal.Signals) -> None:
    """Ctrl-C and SIGTERM end a run alike: the finished steps and the reason are stored and shown."""
    words = [
        "run",
        "count to 8",
        "--on",
        "counter",
        "--agent",
        "consulter",
        "--model",
        "slow:2",
        "--out",
        "run",
    ]
    command = [sys.executable, "-m", "onscreen.cli.main", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "click 1" not in process.stderr.readline():
            pass
        process.send_signal(number)
        assert "stopped (interrupted): by the user, after " in process.stderr.read()
    assert process.returncode == 1
    assert load_episode(scratch / "run").stop is not None
