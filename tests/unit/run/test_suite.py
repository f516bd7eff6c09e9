"""Trials of a suite in worker processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from onscreen.run.suite_run import RESULTS_FILE, SuiteConfig, TrialEvent, read_config, read_results, run_suite
from onscreen.run.trial import Limits, Result, Trial
from onscreen.run.worker_handle import descendants, kill_tree
from onscreen.store.episode_store import load_episode
from onscreen.store.locked_file import LockedFile
from onscreen.types import Start, Task, TextShown
from onscreen.types.errors import CannotWrite, UsageError

pytestmark = pytest.mark.usefixtures("practice")
CONFIG = SuiteConfig("counting", ("a",), (0,), "adder", "mute", "counter")


def make_trial(out: Path, to: int, *, agent: str = "adder", seed: int = 0, limit_sec: float = 30.0) -> Trial:
    """Return a trial that counts to this number."""
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


def run_trials(
    trials: list[Trial], out: Path, *, workers: int = 1, resume: bool = False
) -> tuple[Result, ...]:
    """Run the trials."""
    return run_suite(trials, out, config=msgspec.structs.replace(CONFIG, workers=workers), resume=resume)


def has_exited(pid: int) -> bool:
    """Whether a process exits within two seconds; a zombie counts as exited."""
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
    """Results are in the order of the trials, whichever worker ran them."""
    trials = [make_trial(tmp_path, to, seed=seed) for to in (3, 1, 2) for seed in (0, 1)]
    results = run_trials(trials, tmp_path, workers=2)
    assert [(r.task, r.seed) for r in results] == [(t.task.name, t.seed) for t in trials]
    assert all(r.success for r in results)
    assert [r.steps for r in results] == [4, 4, 2, 2, 3, 3]
    assert load_episode(Path(trials[0].folder)).task == trials[0].task


def test_two_suites_do_not_write_to_one_folder(tmp_path: Path) -> None:
    """While a suite runs in a folder, another one is refused there, even with resume."""
    running = LockedFile(tmp_path / RESULTS_FILE)
    for resume in (True, False):
        with pytest.raises(CannotWrite, match="another run is writing"):
            run_trials([make_trial(tmp_path, 1)], tmp_path, resume=resume)
    running.close()
    assert run_trials([make_trial(tmp_path, 1)], tmp_path)[0].success


def test_worker_reuses_its_device(tmp_path: Path) -> None:
    """A worker runs all its trials on one device."""
    trials = [make_trial(tmp_path, 1, seed=seed) for seed in range(3)]
    run_trials(trials, tmp_path)
    counts = [load_episode(Path(t.folder)).shots[0].nodes[3].name.split() for t in trials]
    assert len({words[1] for words in counts}) == 1
    assert [words[3] for words in counts] == ["1", "2", "3"]
    assert counts[0][1] != str(os.getpid())


def test_senses_add_to_every_shot_in_order(tmp_path: Path) -> None:
    """What senses perceive is in every recorded shot; each sense gets the result of the one before."""
    trial = msgspec.structs.replace(make_trial(tmp_path, 1), senses=("echoes", "echoes"))
    (result,) = run_trials([trial], tmp_path)
    for shot in load_episode(Path(result.episode)).shots:
        assert [node.name for node in shot.nodes[-2:]] == ["4 nodes", "5 nodes"]


def test_broken_device_is_replaced(tmp_path: Path) -> None:
    """A trial that breaks the device does not affect other trials."""
    results = run_trials([make_trial(tmp_path, 12), make_trial(tmp_path, 2)], tmp_path)
    assert [(r.stop, r.success) for r in results] == [("device failed", False), ("done", True)]
    assert load_episode(Path(results[1].episode)).shots[0].nodes[3].name.endswith("start 1")


def test_trial_past_its_timeout_is_killed_with_descendants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hard timeout applies whatever the agent does, and no descendant process survives."""
    monkeypatch.setenv("CHILD_PID_FILE", str(tmp_path / "pid"))
    # The first trial starts the worker, so that the start does not count towards the limit of the second.
    slow = make_trial(tmp_path, 2, agent="sleeper", limit_sec=6.0)
    _, late, fine = run_trials([make_trial(tmp_path, 3), slow, make_trial(tmp_path, 1)], tmp_path)
    assert (late.stop, late.success, late.reward) == ("killed", False, 0.0)
    assert late.detail == "not finished within 6 s"
    assert late.steps == 1
    assert fine.success
    assert has_exited(int((tmp_path / "pid").read_text()))


def test_model_time_does_not_count_towards_the_timeout_of_a_trial(tmp_path: Path) -> None:
    """A trial whose model calls take longer than the hard timeout is finished, and reports their time."""
    first = make_trial(tmp_path, 3)  # starts the worker, which takes a while on a busy machine
    trial = make_trial(tmp_path, 2, agent="consulter", limit_sec=6.0)
    _, result = run_trials([first, msgspec.structs.replace(trial, model="slow:2.25")], tmp_path)
    assert (result.stop, result.success) == ("done", True)
    assert result.model_sec == pytest.approx(6.75)


def test_instant_replies_of_a_model_do_not_break_a_trial(tmp_path: Path) -> None:
    """Trials finish however fast the model replies, also if several messages of the worker arrive at once."""
    trials = [make_trial(tmp_path, 5, agent="consulter", seed=seed) for seed in range(5)]
    results = run_trials([msgspec.structs.replace(t, model="slow:0") for t in trials], tmp_path)
    assert [(r.stop, r.success, r.model_calls) for r in results] == [("done", True, 6)] * 5


def test_model_call_past_its_timeout_is_killed(tmp_path: Path) -> None:
    """A model that never answers ends its trial by the timeout of a model call, which the result names."""
    trial = make_trial(tmp_path, 2, agent="consulter")
    hung = msgspec.structs.replace(trial, model="slow:600", model_timeout_sec=1.0)
    (result,) = run_trials([hung], tmp_path)
    assert (result.stop, result.detail) == ("killed", "no reply of the model within 1 s")
    assert result.model_calls == 1
    assert 1.0 <= result.model_sec <= result.seconds


def test_crash_affects_one_trial_only(tmp_path: Path) -> None:
    """A worker that dies is replaced; its trial is unjudged and holds the exit description."""
    bad = [make_trial(tmp_path, 2, agent=agent) for agent in ("crasher", "thrower")]
    died, threw, fine = run_trials([*bad, make_trial(tmp_path, 1)], tmp_path)
    assert died.stop == "crashed"
    assert died.detail.startswith("the worker process exited with status 7, see ")
    assert (died.success, died.reward, died.steps) == (None, None, 1)
    assert (threw.stop, threw.success) == ("crashed", None)
    assert threw.detail == "ZeroDivisionError: a fault at step 0"
    assert fine.success
    assert "ZeroDivisionError" in (tmp_path / "logs" / "worker-0.log").read_text()


@pytest.mark.parametrize(
    ("agent", "stop"), [("sleepy consulter", "killed"), ("throwing consulter", "crashed")]
)
def test_model_calls_of_an_unfinished_step_are_reported(tmp_path: Path, agent: str, stop: str) -> None:
    """A trial that is killed or crashes in its first step reports the model calls made until then."""
    first = make_trial(tmp_path, 1)  # starts the worker, so that the start does not count towards the limit
    trial = make_trial(tmp_path, 2, agent=agent.replace(" ", "-"), limit_sec=6.0)
    _, result = run_trials([first, msgspec.structs.replace(trial, model="slow:0.1")], tmp_path)
    assert (result.stop, result.steps, result.model_calls) == (stop, 0, 2)
    assert result.tokens_in == 2 * len("what next?")
    assert result.model_sec == pytest.approx(0.2)


def test_results_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """A stop reason that was stored with its detail in one text is separated from it."""
    (result,) = run_trials([make_trial(tmp_path, 1)], tmp_path)
    old = msgspec.to_builtins(result) | {"stop": "killed: not finished within 6 s"}
    del old["detail"]
    (tmp_path / "results.jsonl").write_bytes(msgspec.json.encode(old) + b"\n")
    assert [(r.stop, r.detail) for r in read_results(tmp_path)] == [("killed", "not finished within 6 s")]


def test_unknown_name_is_a_crash_with_its_message(tmp_path: Path) -> None:
    """A trial that cannot be set up holds the reason."""
    (result,) = run_trials([make_trial(tmp_path, 1, agent="addr")], tmp_path)
    assert "did you mean 'adder'" in result.detail


def test_finished_trials_are_not_repeated(tmp_path: Path) -> None:
    """A resumed suite runs only the trials without a result."""
    first = run_trials([make_trial(tmp_path, 1)], tmp_path)
    ran: list[str] = []

    def on_event(event: TrialEvent) -> None:
        ran.append(f"{event.kind} {event.trial.task.name} {event.done}/{event.total}")

    both = [make_trial(tmp_path, 1), make_trial(tmp_path, 2)]
    results = run_suite(both, tmp_path, config=CONFIG, resume=True, on_event=on_event)
    assert ran == ["started to-2-adder 1/2", "finished to-2-adder 2/2"]
    assert results[:1] == first
    assert read_results(tmp_path) == results


def test_killed_suite_can_be_resumed(tmp_path: Path) -> None:
    """After kill -9 the results are on disk, the workers exit, and the rest can be run."""
    code = f"""
import sys; sys.path[:0] = {[str(Path(__file__).parent), *sys.path]!r}
from pathlib import Path
import test_suite as t
out = Path({str(tmp_path)!r})
t.run_trials([t.make_trial(out, to, seed=s) for s in range(100) for to in (1, 2, 3)], out, workers=2)
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
    assert all(has_exited(pid) for pid in workers)
    before = read_results(tmp_path)
    trials = [make_trial(tmp_path, to, seed=s) for s in range(6) for to in (1, 2, 3)]
    after = run_trials(trials, tmp_path, workers=2, resume=True)
    assert len(before) > 2
    assert all(r.success for r in after)
    assert set(before) <= set(read_results(tmp_path))


def test_incomplete_last_result_is_run_again(tmp_path: Path) -> None:
    """A trial whose result line is incomplete is run again."""
    run_trials([make_trial(tmp_path, 1), make_trial(tmp_path, 2)], tmp_path)
    path = tmp_path / "results.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    assert len(read_results(tmp_path)) == 1
    assert all(
        r.success
        for r in run_trials([make_trial(tmp_path, 1), make_trial(tmp_path, 2)], tmp_path, resume=True)
    )
    assert len(read_results(tmp_path)) == 2


def test_existing_results_are_not_overwritten(tmp_path: Path) -> None:
    """Results are resumed or left alone, never mixed by accident."""
    run_trials([make_trial(tmp_path, 1)], tmp_path)
    with pytest.raises(UsageError, match="--resume"):
        run_trials([make_trial(tmp_path, 1)], tmp_path)


def test_results_of_another_configuration_are_not_resumed(tmp_path: Path) -> None:
    """Results of two models never end up in one table."""
    run_trials([make_trial(tmp_path, 1)], tmp_path)
    other = msgspec.structs.replace(CONFIG, model="openai:gpt-5")
    with pytest.raises(UsageError, match="model was 'mute', now 'openai:gpt-5'"):
        run_suite([make_trial(tmp_path, 1)], tmp_path, config=other, resume=True)


def test_configuration_is_stored_with_versions(tmp_path: Path) -> None:
    """The configuration and the versions are stored next to the results."""
    run_trials([make_trial(tmp_path, 1)], tmp_path)
    stored = read_config(tmp_path)
    assert stored == CONFIG
    assert stored.python == sys.version.split()[0]


def test_unwritable_folder_is_reported_first(tmp_path: Path) -> None:
    """No worker is started if results cannot be stored."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite):
        run_trials([make_trial(tmp_path, 1)], tmp_path / "file" / "out")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_full_disk_is_reported(tmp_path: Path) -> None:
    """A result that cannot be stored ends the suite with one clear error."""
    (tmp_path / RESULTS_FILE).symlink_to("/dev/full")
    with pytest.raises(CannotWrite, match="No space left"):
        run_trials([make_trial(tmp_path, 1)], tmp_path)


def test_empty_suite_has_no_results(tmp_path: Path) -> None:
    """An empty suite has no results."""
    assert run_trials([], tmp_path) == ()


def test_ctrl_c_leaves_no_worker_behind(tmp_path: Path) -> None:
    """Ctrl-C stops the suite at once, with the results so far on disk."""
    seen: list[int] = []
    before = descendants(os.getpid())

    def on_event(event: TrialEvent) -> None:
        if event.kind == "finished":
            seen.extend(pid for pid in descendants(os.getpid()) if pid not in before)
            raise KeyboardInterrupt

    trials = [make_trial(tmp_path, 1), make_trial(tmp_path, 2, agent="sleeper")]
    with pytest.raises(KeyboardInterrupt):
        run_suite(trials, tmp_path, config=CONFIG, on_event=on_event)
    assert seen
    assert all(has_exited(pid) for pid in seen)
    assert len(read_results(tmp_path)) == 1


def test_kill_tree_reaches_other_process_groups() -> None:
    """A descendant in its own process group is killed with its parent."""
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
    assert has_exited(family[0])
