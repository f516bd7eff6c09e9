"""The command line on real Chromium, started as a separate process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from onscreen.run.suite_run import read_results
from onscreen.run.worker_handle import descendants, kill_tree
from onscreen.store.episode_store import load_episode
from onscreen_practice.site_suite.site_suite import HOST
from onscreen_practice.sites import FOLDER

pytestmark = pytest.mark.browser
ONSCREEN = [sys.executable, "-m", "onscreen.cli.main"]
SITES = ["--set", f'sites=["{HOST}={FOLDER}"]']
PAGE = "data:text/html,<title>Post</title><button onclick=\"this.textContent='Sent'\">Send</button>"
ENDLESS = "data:text/html,<button onclick=\"document.body.append(' more')\">More</button>"


def onscreen(*words: str, cwd: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line as a separate process."""
    return subprocess.run(
        [*ONSCREEN, *words], cwd=cwd, input=text, capture_output=True, text=True, timeout=120, check=False
    )


def have_exited(pids: Sequence[int]) -> bool:
    """Whether all of these processes exit within a minute."""
    pending = list(pids)
    for _ in range(1200):
        pending = [pid for pid in pending if is_running(pid)]
        if not pending:
            return True
        time.sleep(0.05)
    return False


def is_running(pid: int) -> bool:
    """Whether a process runs; a zombie does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_task_is_run_scored_and_shown(tmp_path: Path) -> None:
    """One command runs a task in the browser and prints one JSON document; `show` prints it again."""
    check = '{"type": "elementis", "role": "button", "name": "Sent"}'
    ran = onscreen(
        "run", "Click Send", "--start", PAGE, "--check", check, "--approve", "always", "--json", cwd=tmp_path
    )
    result = json.loads(ran.stdout)
    assert ran.returncode == 0, ran.stderr
    assert (result["success"], result["stop"]) == (True, "done")
    assert "Traceback" not in ran.stderr
    shown = onscreen("show", "runs/last", cwd=tmp_path)
    assert shown.returncode == 0
    assert 'click 1 "Send"' in shown.stdout


def test_sending_is_refused_without_a_terminal(tmp_path: Path) -> None:
    """Without a terminal a Send button is not pressed, and the task is not done."""
    ran = onscreen("run", "Click Send", "--start", PAGE, "--out", "r", "--max-steps", "3", cwd=tmp_path)
    episode = load_episode(tmp_path / "r")
    assert ran.returncode == 1
    assert all(outcome.failed == "NotAllowed" for outcome in episode.outcomes[:1])
    assert episode.last.nodes[0].name == "Send"


@pytest.mark.parametrize(
    ("words", "status", "expected"),
    [
        (["--start", "http://nowhere.invalid/"], 3, "ERR_NAME_NOT_RESOLVED"),
        (["--start", "file:///etc/passwd"], 3, "file"),
        (["--set", "executable=/nowhere/chromium"], 2, "apt install chromium"),
        (["--set", "headles=false"], 2, "did you mean 'headless'"),
    ],
)
def test_startup_errors_are_one_line(tmp_path: Path, words: list[str], status: int, expected: str) -> None:
    """A missing page or browser, or an invalid setting, is reported in one line with the right status."""
    ran = onscreen("run", "Look", *words, "--json", cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (status, "", 1), ran.stderr
    assert expected in ran.stderr


def test_chat_keeps_its_page(tmp_path: Path) -> None:
    """The second turn starts on the page where the first one ended."""
    words = ["chat", *SITES, "--start", f"http://{HOST}/", "--out", "c", "--max-steps", "6"]
    ran = onscreen(*words, cwd=tmp_path, text='Click "Wiki"\nClick "Main page"\n/quit\n')
    assert ran.returncode == 0, ran.stderr
    first, second = (load_episode(path.parent) for path in sorted((tmp_path / "c").rglob("episode.jsonl")))
    assert first.last.address.endswith("/wiki/index.html")
    assert second.shots[0].address == first.last.address
    assert second.task.earlier_turns[0].instruction == 'Click "Wiki"'


def start_long_run(tmp_path: Path, *, steps: int) -> subprocess.Popen[bytes]:
    """Start a long run and wait until it has made some steps."""
    words = ["run", "Click More, then click More, " * 50, "--start", ENDLESS, "--out", "r"]
    child = subprocess.Popen(
        [*ONSCREEN, *words, "--max-steps", "500"], cwd=tmp_path, stderr=subprocess.DEVNULL
    )
    path = tmp_path / "r" / "episode.jsonl"
    while not path.exists() or path.read_bytes().count(b"\n") <= steps:
        assert child.poll() is None, "it ended too early"
        time.sleep(0.02)
    return child


def test_killed_run_is_resumed_and_leaves_no_browser(tmp_path: Path) -> None:
    """After kill -9 every finished step is on disk, the browser exits, and `--resume` continues."""
    child = start_long_run(tmp_path, steps=3)
    browser = descendants(child.pid)
    child.kill()
    child.wait()
    before = load_episode(tmp_path / "r")
    assert len(before.decisions) >= 3
    assert have_exited(browser)
    words = ["run", before.task.instruction, "--start", ENDLESS, "--out", "r", "--resume"]
    ran = onscreen(*words, "--max-steps", str(len(before.decisions) + 2), cwd=tmp_path)
    assert ran.returncode in {0, 1}, ran.stderr
    after = load_episode(tmp_path / "r")
    assert after.decisions[: len(before.decisions)] == before.decisions
    assert len(after.decisions) > len(before.decisions)


def test_ctrl_c_ends_a_run_cleanly(tmp_path: Path) -> None:
    """Ctrl-C leaves an episode with that reason, its page, and no browser."""
    child = start_long_run(tmp_path, steps=2)
    browser = descendants(child.pid)
    os.kill(child.pid, signal.SIGINT)
    assert child.wait(120) == 1
    episode = load_episode(tmp_path / "r")
    assert episode.stop is not None
    assert episode.stop.reason in {"interrupted", "device failed"}
    assert (tmp_path / "r" / "episode.html").exists()
    assert have_exited(browser)


def test_bench_runs_trials_in_parallel(tmp_path: Path) -> None:
    """Trials of a suite run in parallel, are counted, and are not repeated."""
    words = ["bench", "miniwob", "--tasks", "click-button,click-link", "--seeds", "0-1", "--workers", "2"]
    ran = onscreen(*words, "--out", "b", "--json", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    printed = json.loads(ran.stdout)
    assert len(printed["trials"]) == 4
    assert all(trial["success"] is not None for trial in printed["trials"])
    resumed = onscreen(*words, "--out", "b", "--json", "--resume", cwd=tmp_path)
    assert json.loads(resumed.stdout)["trials"] == printed["trials"]
    assert (tmp_path / "b" / "index.html").exists()


def test_killed_bench_leaves_no_browser(tmp_path: Path) -> None:
    """Workers and their browsers exit with the program that started them."""
    words = ["bench", "miniwob", "--tasks", "all", "--workers", "2", "--out", "b", "--no-pages"]
    child = subprocess.Popen([*ONSCREEN, *words], cwd=tmp_path, stderr=subprocess.DEVNULL)
    while not (tmp_path / "b" / "results.jsonl").exists():
        assert child.poll() is None
        time.sleep(0.05)
    family = descendants(child.pid)
    child.kill()
    child.wait()
    try:
        assert have_exited(family)
    finally:
        for pid in family:
            kill_tree(pid)


def test_interrupted_bench_keeps_finished_trials(tmp_path: Path) -> None:
    """Ctrl-C ends a bench with its browsers; finished trials are stored, and --resume is suggested."""
    words = ["bench", "miniwob", "--tasks", "click-button", "--seeds", "0-99", "--out", "b", "--no-pages"]
    child = subprocess.Popen([*ONSCREEN, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        results = tmp_path / "b" / "results.jsonl"
        while not results.exists() or not results.stat().st_size:
            assert child.poll() is None, "it ended too early"
            time.sleep(0.05)
        family = descendants(child.pid)
        child.send_signal(signal.SIGINT)
        _, stderr = child.communicate(timeout=120)
    finally:
        kill_tree(child.pid)
    assert child.returncode == 130
    assert "pass --resume to run the rest" in stderr
    assert read_results(tmp_path / "b")
    assert have_exited(family)
