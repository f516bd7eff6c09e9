"""Many trials in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from onscreen.run.suite_run import Event, SuiteConfig, read_config, read_results, run_suite
from onscreen.run.trial import Limits, Result, Trial
from onscreen.run.worker_process import descendants, kill_tree
from onscreen.store.episode_store import load
from onscreen.types import Start, Task, TextShown
from onscreen.types.errors import CannotWrite, UsageError

pytestmark = pytest.mark.usefixtures("practice")
CONFIG = SuiteConfig("counting", ("a",), (0,), "adder", "mute", "counter")


def trial(out: Path, to: int, *, agent: str = "adder", seed: int = 0, limit_sec: float = 30.0) -> Trial:
    """Count to this number."""
    name = f"to-{to}-{agent}"
    task = Task(f"count to {to}", name, Start("counter:0", seed=seed), check=TextShown(f"count {to}"))
    return Trial(
        task,
        str(out / "episodes" / f"{name}-{seed}"),
        seed=seed,
        device="counter",
        agent=agent,
        model="mute",
        limits=Limits(20),
        limit_sec=limit_sec,
    )


def run(trials: list[Trial], out: Path, *, workers: int = 1, resume: bool = False) -> tuple[Result, ...]:
    """Run them."""
    return run_suite(trials, out, config=msgspec.structs.replace(CONFIG, workers=workers), resume=resume)


def gone(pid: int) -> bool:
    """Return whether a process ends within a minute; a zombie has ended."""
    for _ in range(1200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_every_trial_gets_its_result_in_order(tmp_path: Path) -> None:
    """Results come back in the order of the trials, whoever ran them."""
    trials = [trial(tmp_path, to, seed=seed) for to in (3, 1, 2) for seed in (0, 1)]
    results = run(trials, tmp_path, workers=2)
    assert [(r.task, r.seed) for r in results] == [(t.task.name, t.seed) for t in trials]
    assert all(r.success for r in results)
    assert [r.steps for r in results] == [4, 4, 2, 2, 3, 3]
    assert load(Path(trials[0].folder)).task == trials[0].task


def test_a_worker_uses_one_device_for_all_its_trials(tmp_path: Path) -> None:
    """Starting a browser anew for each trial would cost more than the trial."""
    trials = [trial(tmp_path, 1, seed=seed) for seed in range(3)]
    run(trials, tmp_path)
    said = [load(Path(t.folder)).shots[0].nodes[3].name.split() for t in trials]
    assert len({words[1] for words in said}) == 1
    assert [words[3] for words in said] == ["1", "2", "3"]
    assert said[0][1] != str(os.getpid())


def test_a_device_that_broke_is_made_anew(tmp_path: Path) -> None:
    """A trial that breaks the device costs no other trial its own."""
    results = run([trial(tmp_path, 12), trial(tmp_path, 2)], tmp_path)
    assert [(r.stop, r.success) for r in results] == [("device failed", False), ("done", True)]
    assert load(Path(results[1].episode)).shots[0].nodes[3].name.endswith("start 1")


def test_a_trial_past_its_limit_is_killed_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard limit holds whatever the agent does, and nothing it started stays behind."""
    monkeypatch.setenv("CHILD_PID_FILE", str(tmp_path / "pid"))
    # The first trial starts the worker, so that its start does not count for the limit of the second.
    trials = [trial(tmp_path, 3), trial(tmp_path, 2, agent="sleeper", limit_sec=3.0), trial(tmp_path, 1)]
    _, late, fine = run(trials, tmp_path)
    assert (late.stop, late.success, late.reward) == ("killed: no end within 3 s", False, 0.0)
    assert late.steps == 1
    assert fine.success
    assert gone(int((tmp_path / "pid").read_text()))


def test_a_crash_costs_one_trial_and_is_not_a_failure(tmp_path: Path) -> None:
    """A worker that dies is replaced; its trial is unjudged and says what happened."""
    bad = [trial(tmp_path, 2, agent=agent) for agent in ("crasher", "thrower")]
    died, threw, fine = run([*bad, trial(tmp_path, 1)], tmp_path)
    assert died.stop.startswith("crashed: its process ended with status 7, see ")
    assert (died.success, died.reward, died.steps) == (None, None, 1)
    assert (threw.stop, threw.success) == ("crashed: ZeroDivisionError: a fault at step 0", None)
    assert fine.success
    assert "ZeroDivisionError" in (tmp_path / "logs" / "worker-0.log").read_text()


def test_a_wrong_name_is_a_crash_with_its_message(tmp_path: Path) -> None:
    """A trial that cannot begin says why."""
    (result,) = run([trial(tmp_path, 1, agent="addr")], tmp_path)
    assert "did you mean 'adder'" in result.stop


def test_what_is_over_is_not_run_again(tmp_path: Path) -> None:
    """A resumed suite runs what has no result yet and nothing else."""
    first = run([trial(tmp_path, 1)], tmp_path)
    ran: list[str] = []

    def follow(event: Event) -> None:
        ran.append(f"{event.kind} {event.trial.task.name} {event.done}/{event.total}")

    both = [trial(tmp_path, 1), trial(tmp_path, 2)]
    results = run_suite(both, tmp_path, config=CONFIG, resume=True, follow=follow)
    assert ran == ["began to-2-adder 1/2", "ended to-2-adder 2/2"]
    assert results[:1] == first
    assert read_results(tmp_path) == results


def test_a_suite_killed_at_any_moment_goes_on(tmp_path: Path) -> None:
    """After kill -9 the results so far are there, the workers are gone, and the rest is run."""
    code = f"""
import sys; sys.path[:0] = {[str(Path(__file__).parent), *sys.path]!r}
from pathlib import Path
import test_suite as t
out = Path({str(tmp_path)!r})
t.run([t.trial(out, to, seed=s) for s in range(100) for to in (1, 2, 3)], out, workers=2)
"""
    child = subprocess.Popen([sys.executable, "-c", code])
    results = tmp_path / "results.jsonl"
    while not results.exists() or results.stat().st_size < 2000:
        time.sleep(0.01)
        assert child.poll() is None
    workers = descendants(child.pid)
    assert workers
    child.kill()
    child.wait()
    assert all(gone(pid) for pid in workers)
    before = read_results(tmp_path)
    trials = [trial(tmp_path, to, seed=s) for s in range(6) for to in (1, 2, 3)]
    after = run(trials, tmp_path, workers=2, resume=True)
    assert len(before) > 5
    assert all(r.success for r in after)
    assert set(before) <= set(read_results(tmp_path))


def test_a_torn_last_result_is_run_again(tmp_path: Path) -> None:
    """A line cut off in the middle is as good as not written."""
    run([trial(tmp_path, 1), trial(tmp_path, 2)], tmp_path)
    path = tmp_path / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    assert len(read_results(tmp_path)) == 1
    assert all(r.success for r in run([trial(tmp_path, 1), trial(tmp_path, 2)], tmp_path, resume=True))
    assert len(read_results(tmp_path)) == 2


def test_a_folder_with_results_is_not_written_over(tmp_path: Path) -> None:
    """Results are gone on with or left alone, never mixed by accident."""
    run([trial(tmp_path, 1)], tmp_path)
    with pytest.raises(UsageError, match="--resume"):
        run([trial(tmp_path, 1)], tmp_path)


def test_another_configuration_is_not_gone_on_with(tmp_path: Path) -> None:
    """Numbers of two models never end up in one table."""
    run([trial(tmp_path, 1)], tmp_path)
    other = msgspec.structs.replace(CONFIG, model="openai:gpt-5")
    with pytest.raises(UsageError, match="model was 'mute', is 'openai:gpt-5'"):
        run_suite([trial(tmp_path, 1)], tmp_path, config=other, resume=True)


def test_the_configuration_is_kept_with_versions(tmp_path: Path) -> None:
    """What was run, and on what, can be read next to the results."""
    run([trial(tmp_path, 1)], tmp_path)
    kept = read_config(tmp_path)
    assert kept == CONFIG
    assert kept.python == sys.version.split()[0]


def test_a_folder_that_cannot_be_written_is_said_first(tmp_path: Path) -> None:
    """No worker is started when results could not be kept."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite):
        run([trial(tmp_path, 1)], tmp_path / "file" / "out")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_disk_that_fills_up_is_said_clearly(tmp_path: Path) -> None:
    """What cannot be kept any more ends the suite with one clear error."""

    def follow(event: Event) -> None:
        assert event.kind == "began"
        (tmp_path / "results.jsonl").symlink_to("/dev/full")

    with pytest.raises(CannotWrite, match="No space left"):
        run_suite([trial(tmp_path, 1)], tmp_path, config=CONFIG, follow=follow)


def test_nothing_to_run_is_no_fault(tmp_path: Path) -> None:
    """An empty suite has an empty result."""
    assert run([], tmp_path) == ()


def test_ctrl_c_leaves_no_worker_behind(tmp_path: Path) -> None:
    """A person who interrupts gets the terminal back at once, with the results so far on the disk."""
    seen: list[int] = []
    before = descendants(os.getpid())

    def follow(event: Event) -> None:
        if event.kind == "ended":
            seen.extend(pid for pid in descendants(os.getpid()) if pid not in before)
            raise KeyboardInterrupt

    trials = [trial(tmp_path, 1), trial(tmp_path, 2, agent="sleeper")]
    with pytest.raises(KeyboardInterrupt):
        run_suite(trials, tmp_path, config=CONFIG, follow=follow)
    assert seen
    assert all(gone(pid) for pid in seen)
    assert len(read_results(tmp_path)) == 1


def test_killing_a_tree_reaches_groups_of_their_own() -> None:
    """A process that made itself a group of its own is killed with its parent."""
    sleep = "import time; time.sleep(99)"
    start = f"subprocess.Popen([sys.executable, '-c', {sleep!r}], start_new_session=True)"
    code = f"import subprocess, sys; {start}; print(1, flush=True); {sleep}"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        family = descendants(child.pid)
        kill_tree(child.pid)
    assert len(family) == 1
    assert gone(family[0])
