"""A run from names: device, model, agent, signals."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import practice_world
from onscreen import plugins
from onscreen.run.episode_loop import RunHooks
from onscreen.run.run_setup import make_device, run_task, run_trial
from onscreen.run.trial import Limits, Trial, result_of
from onscreen.store.episode_store import load
from onscreen.types import Done, Episode, Start, Task, TextShown
from onscreen.types.errors import BadText, CannotWrite, MissingExtra, ModelError, UnknownName, UsageError

pytestmark = pytest.mark.usefixtures("practice")


def count(instruction: str = "count to 3", *, agent: str = "adder", **more: str) -> Episode:
    """Run a task on the counter."""
    return run_task(instruction, on="counter", agent=agent, model="mute", **more)


def trial(folder: Path, instruction: str = "count to 3", *, max_steps: int = 30) -> Trial:
    """A trial on the counter kept in this folder."""
    limits = Limits(max_steps)
    return Trial(Task(instruction), str(folder), device="counter", agent="adder", model="mute", limits=limits)


def run(made: Trial, *, resume: bool = False) -> Episode:
    """Run a trial on a counter of its own."""
    return run_trial(made, practice_world.Counter({}), model=practice_world.Mute(""), resume=resume)


def test_five_lines_do_a_task() -> None:
    """A task is done from its instruction and the names of what does it."""
    episode = count()
    assert episode.stop is not None
    assert (episode.stop.reason, len(episode.decisions)) == ("done", 4)
    assert episode.decisions[-1].action == Done("it is 3")
    assert (episode.agent, episode.model, episode.device) == ("adder", "mute", "counter")


def test_the_start_the_check_and_the_limit_are_the_callers() -> None:
    """Where it begins, when it is right and how long it may take is said by the caller."""
    episode = run_task(
        "count to 8",
        on="counter",
        start="counter:5",
        agent="adder",
        model="mute",
        max_steps=2,
        check=TextShown("count 7"),
    )
    assert episode.stop is not None
    assert episode.score is not None
    assert (episode.stop.reason, episode.score.value) == ("steps", 1.0)


def test_settings_reach_the_device() -> None:
    """A device is made with the settings that were given."""
    episode = run_task("count to 4", on="counter", agent="adder", model="mute", settings={"by": 2})
    assert len(episode.decisions) == 3


def test_the_episode_is_kept_where_the_caller_says(tmp_path: Path) -> None:
    """What was run can be loaded from the folder."""
    episode = count(out=str(tmp_path / "deep" / "run"))
    assert load(tmp_path / "deep" / "run") == episode


def test_a_folder_that_cannot_be_written_is_said_before_the_first_step(tmp_path: Path) -> None:
    """Nothing is done when what is done could not be kept."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="file"):
        count(out=str(tmp_path / "file" / "run"))


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"on": "countr"}, UnknownName, "did you mean 'counter'"),
        ({"agent": "addr"}, UnknownName, "did you mean 'adder'"),
        ({"model": "moot"}, UnknownName, "There are: "),
        ({"model": ""}, BadText, "KIND"),
        ({"model": "mute:gone"}, ModelError, "start it"),
    ],
)
def test_a_wrong_name_is_answered_before_anything_runs(
    wrong: dict[str, str], error: type[Exception], said: str
) -> None:
    """Names that do not exist are met with the nearest that do."""
    names = {"on": "counter", "agent": "adder", "model": "mute", **wrong}
    with pytest.raises(error, match=said):
        run_task("count", names["on"], agent=names["agent"], model=names["model"])


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part whose package is not installed says how to install it."""
    monkeypatch.setitem(practice_paths("device"), "lost", "onscreen_lost_module:device")
    with pytest.raises(MissingExtra, match="pip install"):
        make_device("lost", {})


def practice_paths(kind: str) -> dict[str, str]:
    """The table of built-in parts of this kind."""
    table = plugins.BUILT_IN[kind]
    assert isinstance(table, dict)
    return table


def test_a_device_that_breaks_ends_the_run_and_keeps_the_step() -> None:
    """The action that broke the device is in the episode, with what was said."""
    episode = count("count to 20")
    assert episode.stop is not None
    assert episode.stop.reason == "device failed"
    assert "broke at 9" in episode.stop.evidence
    assert (len(episode.decisions), episode.outcomes[-1].failed) == (9, "DeviceError")


def test_a_model_that_fails_ends_the_run_with_its_reason() -> None:
    """A model that cannot be used is the reason, not a traceback."""
    episode = count(agent="speechless")
    assert episode.stop is not None
    assert (episode.stop.reason, episode.stop.evidence) == ("model failed", "the server is gone at step 0")


def test_ctrl_c_ends_the_run_and_keeps_it(tmp_path: Path) -> None:
    """A person who interrupts gets an episode that ends there."""

    def interrupt(episode: Episode) -> None:
        if len(episode.decisions) == 2 and episode.stop is None:
            raise KeyboardInterrupt

    made, hooks = trial(tmp_path), RunHooks(watch=interrupt)
    episode = run_trial(made, practice_world.Counter({}), model=practice_world.Mute(""), hooks=hooks)
    assert episode.stop is not None
    assert (episode.stop.reason, episode.stop.evidence) == ("interrupted", "by the person, after 2 steps")
    assert load(tmp_path) == episode


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    """A resumed run begins where the last finished step left it and keeps the steps before."""
    first = run(trial(tmp_path, max_steps=2))
    again = run(trial(tmp_path), resume=True)
    assert again.decisions[:2] == first.decisions
    assert again.stop is not None
    assert (again.stop.reason, len(again.decisions)) == ("done", 4)
    assert load(tmp_path) == again


def test_a_run_that_is_done_is_not_done_again(tmp_path: Path) -> None:
    """Resuming what is finished returns it as it is."""
    first = run(trial(tmp_path))
    assert run(trial(tmp_path), resume=True) == first


def test_a_run_killed_before_its_first_screen_begins_anew(tmp_path: Path) -> None:
    """A folder with nothing but a torn line is as good as empty for resuming."""
    (tmp_path / "episode.jsonl").write_bytes(b'{"type":"beg')
    episode = run(trial(tmp_path), resume=True)
    assert load(tmp_path) == episode


def test_another_task_is_not_continued(tmp_path: Path) -> None:
    """A folder that holds a run of something else is refused."""
    run(trial(tmp_path, max_steps=1))
    with pytest.raises(UsageError, match="another task, 'count to 3'"):
        run(trial(tmp_path, "count to 5"), resume=True)


def test_a_pause_between_two_runs_is_no_part_of_the_time(tmp_path: Path) -> None:
    """A run resumed the next day still has the time that it had left."""
    made = trial(tmp_path, max_steps=2)
    run(made)
    path = tmp_path / "episode.jsonl"
    old = load(tmp_path)
    text = path.read_text().replace(f"{old.started_at}"[:8], f"{old.started_at - 86400 * 5}"[:8])
    path.write_text(text)
    limits = Limits(max_sec=60.0)
    again = run(msgspec.structs.replace(made, limits=limits), resume=True)
    assert again.stop is not None
    assert again.stop.reason == "done"


def test_secrets_are_typed_and_never_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device gets the value; the episode, live and stored, holds the name."""
    monkeypatch.setenv("COUNTER_WORD", "s3cret word")
    task = Task("{COUNTER_WORD}", secrets=("COUNTER_WORD",))
    typed: list[str] = []

    class Watched(practice_world.Counter):
        def close(self) -> None:
            typed.append(self.typed)

    device = Watched({})
    made = Trial(task, str(tmp_path), agent="typist", model="mute")
    episode = run_trial(made, device, model=practice_world.Mute(""))
    device.close()
    assert typed == ["s3cret word"]
    assert "s3cret" not in repr(episode)
    assert b"s3cret" not in (tmp_path / "episode.jsonl").read_bytes()
    assert episode.decisions[-1].action == Done("{COUNTER_WORD}")


def test_only_named_secrets_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in braces is text unless it names a secret of the task."""
    monkeypatch.setenv("OTHER_WORD", "s3cret word")
    episode = count("{OTHER_WORD}", agent="typist")
    assert episode.decisions[-1].action == Done("{OTHER_WORD}")


def test_a_secret_that_is_not_set_is_said_before_the_run() -> None:
    """A run that could not type its password does not begin."""
    with pytest.raises(UsageError, match="NOT_SET_AT_ALL"):
        run_task(Task("x", secrets=("NOT_SET_AT_ALL",)), on="counter", agent="adder", model="mute")


def test_a_question_nobody_answers_goes_back_to_the_agent() -> None:
    """An unattended run tells the agent so, and goes on."""
    episode = count(agent="asker")
    assert episode.outcomes[0].failed == "NotAllowed"
    assert "nobody is there" in episode.outcomes[0].said


def test_a_result_tells_what_the_run_came_to() -> None:
    """The row of a run is read from its episode."""
    task = Task("count to 2", "two", Start(), check=TextShown("count 2"))
    made = result_of(run_task(task, on="counter", agent="adder", model="mute"), "f", seed=4, seconds=1.23456)
    assert msgspec.to_builtins(made) == {
        "task": "two",
        "seed": 4,
        "success": True,
        "reward": 1.0,
        "steps": 3,
        "seconds": 1.235,
        "model_calls": 0,
        "tokens_in": 0,
        "tokens_out": 0,
        "stop": "done",
        "episode": "f",
        "cost_usd": 0.0,
        "unusable": 0,
    }
