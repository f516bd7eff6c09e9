"""Runs set up from names: device, model, agent, signals."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote_plus

import msgspec
import pytest

import practice_world
from onscreen import plugins
from onscreen.cli.progress import Progress
from onscreen.policy.cascade import Cascade
from onscreen.report.episode_page import write_episode
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks
from onscreen.run.run_setup import run_task, run_trial
from onscreen.run.trial import Limits, Trial, make_result
from onscreen.store.episode_recorder import save_episode
from onscreen.store.episode_store import load_episode
from onscreen.types import Decision, Done, Episode, PageValue, Start, Task, TextShown
from onscreen.types.errors import BadText, CannotWrite, MissingExtra, ModelError, UnknownName, UsageError

pytestmark = pytest.mark.usefixtures("practice")


def run_counter_task(instruction: str = "count to 3", *, agent: str = "adder", **more: str) -> Episode:
    """Run a task on the counter."""
    return run_task(instruction, on="counter", agent=agent, model="mute", **more)


def make_trial(folder: Path, instruction: str = "count to 3", *, max_steps: int = 30) -> Trial:
    """Return a trial on the counter, recorded in this folder."""
    limits = Limits(max_steps)
    return Trial(Task(instruction), str(folder), device="counter", agent="adder", model="mute", limits=limits)


def run_on_new_device(trial: Trial, *, resume: bool = False) -> Episode:
    """Run a trial on a new counter."""
    return run_trial(
        trial, practice_world.Counter({}), cascade=Cascade(model=practice_world.Mute("")), resume=resume
    )


def test_run_task_from_names() -> None:
    """A task is run from its instruction and the names of its parts."""
    episode = run_counter_task()
    assert episode.stop is not None
    assert (episode.stop.reason, len(episode.decisions)) == ("done", 4)
    assert episode.decisions[-1].action == Done("it is 3")
    assert (episode.agent, episode.model, episode.device) == ("adder", "mute", "counter")


def test_start_check_and_limit_are_passed_on() -> None:
    """The caller sets the start, the check and the step limit."""
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
    """A device is created with the given settings."""
    episode = run_task("count to 4", on="counter", agent="adder", model="mute", settings={"by": 2})
    assert len(episode.decisions) == 3


def test_episode_is_recorded_in_the_given_folder(tmp_path: Path) -> None:
    """The episode can be loaded from the given folder."""
    episode = run_counter_task(out=str(tmp_path / "deep" / "run"))
    assert load_episode(tmp_path / "deep" / "run") == episode


def test_unwritable_folder_is_reported_before_the_first_step(tmp_path: Path) -> None:
    """Nothing is run if it could not be recorded."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="file"):
        run_counter_task(out=str(tmp_path / "file" / "run"))


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"on": "countr"}, UnknownName, "did you mean 'counter'"),
        ({"agent": "addr"}, UnknownName, "did you mean 'adder'"),
        ({"model": "moot"}, UnknownName, "Available: "),
        ({"model": ""}, BadText, "POLICY"),
        ({"model": "mute:gone"}, ModelError, "start it"),
    ],
)
def test_unknown_name_is_reported_before_the_run(
    wrong: dict[str, str], error: type[Exception], said: str
) -> None:
    """Unknown names raise an error with suggestions before anything is run."""
    names = {"on": "counter", "agent": "adder", "model": "mute", **wrong}
    with pytest.raises(error, match=said):
        run_task("count", names["on"], agent=names["agent"], model=names["model"])


def test_missing_extra_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin whose package is missing raises an error with the install command."""
    monkeypatch.setitem(practice_paths("device"), "lost", "onscreen_lost_module:device")
    with pytest.raises(MissingExtra, match="pip install"):
        make_device("lost", {})


def practice_paths(kind: str) -> dict[str, str]:
    """Return the built-in plugins of this kind."""
    table = plugins.BUILT_IN[kind]
    assert isinstance(table, dict)
    return table


def test_device_error_ends_the_run_and_keeps_the_step() -> None:
    """The action that broke the device is in the episode, with the error as its outcome."""
    episode = run_counter_task("count to 20")
    assert episode.stop is not None
    assert episode.stop.reason == "device failed"
    assert "broke at 9" in episode.stop.evidence
    assert (len(episode.decisions), episode.outcomes[-1].failed) == (9, "DeviceError")


def test_model_error_ends_the_run() -> None:
    """A model error becomes the stop reason and is not raised."""
    episode = run_counter_task(agent="speechless")
    assert episode.stop is not None
    assert (episode.stop.reason, episode.stop.evidence) == ("model failed", "the server is gone at step 0")


def test_ctrl_c_ends_the_run_and_keeps_the_episode(tmp_path: Path) -> None:
    """Ctrl-C ends the episode with the reason "interrupted"."""

    def interrupt(episode: Episode) -> None:
        if len(episode.decisions) == 2 and episode.stop is None:
            raise KeyboardInterrupt

    trial, hooks = make_trial(tmp_path), RunHooks(on_update=interrupt)
    episode = run_trial(
        trial, practice_world.Counter({}), cascade=Cascade(model=practice_world.Mute("")), hooks=hooks
    )
    assert episode.stop is not None
    assert (episode.stop.reason, episode.stop.evidence) == ("interrupted", "by the user, after 2 steps")
    assert load_episode(tmp_path) == episode


def test_interrupted_run_is_resumed(tmp_path: Path) -> None:
    """A resumed run starts where the last finished step ended and keeps the earlier steps."""
    first = run_on_new_device(make_trial(tmp_path, max_steps=2))
    resumed = run_on_new_device(make_trial(tmp_path), resume=True)
    assert resumed.decisions[:2] == first.decisions
    assert resumed.stop is not None
    assert (resumed.stop.reason, len(resumed.decisions)) == ("done", 4)
    assert load_episode(tmp_path) == resumed


def test_finished_run_is_not_repeated(tmp_path: Path) -> None:
    """Resuming a finished run returns it unchanged."""
    first = run_on_new_device(make_trial(tmp_path))
    assert run_on_new_device(make_trial(tmp_path), resume=True) == first


def test_run_without_a_complete_record_starts_over(tmp_path: Path) -> None:
    """A folder with only an incomplete line is treated as empty when resuming."""
    (tmp_path / "episode.jsonl").write_bytes(b'{"type":"beg')
    episode = run_on_new_device(make_trial(tmp_path), resume=True)
    assert load_episode(tmp_path) == episode


def test_run_of_another_task_is_not_resumed(tmp_path: Path) -> None:
    """A folder that contains a run of another task is rejected."""
    run_on_new_device(make_trial(tmp_path, max_steps=1))
    with pytest.raises(UsageError, match="another task, 'count to 3'"):
        run_on_new_device(make_trial(tmp_path, "count to 5"), resume=True)


def test_pause_before_resume_does_not_count(tmp_path: Path) -> None:
    """A run resumed the next day still has its remaining time."""
    trial = make_trial(tmp_path, max_steps=2)
    run_on_new_device(trial)
    old, pause_sec = load_episode(tmp_path), 86400.0 * 5
    shots = tuple(msgspec.structs.replace(shot, taken_at=shot.taken_at - pause_sec) for shot in old.shots)
    started_at = old.started_at - pause_sec
    save_episode(msgspec.structs.replace(old, shots=shots, started_at=started_at), tmp_path / "old")
    trial = make_trial(tmp_path / "old")
    limits = Limits(max_sec=60.0)
    resumed = run_on_new_device(msgspec.structs.replace(trial, limits=limits), resume=True)
    assert resumed.stop is not None
    assert resumed.stop.reason == "done"


def test_secrets_are_typed_and_never_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device receives the value; the episode contains only the name."""
    monkeypatch.setenv("COUNTER_WORD", "s3cret word")
    task = Task("{COUNTER_WORD}", secrets=("COUNTER_WORD",))
    typed: list[str] = []

    class Watched(practice_world.Counter):
        def close(self) -> None:
            typed.append(self.typed)

    device = Watched({})
    trial = Trial(task, str(tmp_path), agent="typist", model="mute")
    episode = run_trial(trial, device, cascade=Cascade(model=practice_world.Mute("")))
    device.close()
    assert typed == ["s3cret word"]
    assert "s3cret" not in repr(episode)
    assert b"s3cret" not in (tmp_path / "episode.jsonl").read_bytes()
    assert episode.decisions[-1].action == Done("{COUNTER_WORD}")


def test_secrets_are_hidden_in_the_result_and_its_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The evidence of the check and of the stop, stderr and the HTML page contain only the name."""
    monkeypatch.setenv("COUNTER_WORD", "s3cret word")

    class Telling(practice_world.Counter):
        def read(self, expression: str) -> str:
            return f'"{self.typed.upper()} {quote_plus(self.typed)}"' if expression == "typed" else "null"

    class Repeating(practice_world.Typist):
        def act(self, episode: Episode) -> Decision:
            return Decision(Done("it was s3cret word")) if episode.outcomes else super().act(episode)

    monkeypatch.setattr(practice_world, "Typist", Repeating)
    task = Task("{COUNTER_WORD}", check=PageValue("typed", equals='"x"'), secrets=("COUNTER_WORD",))
    trial = Trial(task, str(tmp_path), agent="typist", model="mute")
    hooks = RunHooks(on_update=Progress())
    episode = run_trial(trial, Telling({}), cascade=Cascade(model=practice_world.Mute("")), hooks=hooks)
    page = write_episode(episode, tmp_path / "episode.html").read_text()
    assert episode.score is not None
    assert episode.score.why == 'the value is "{COUNTER_WORD} {COUNTER_WORD}"'
    for text in (repr(episode), capsys.readouterr().err, page, (tmp_path / "episode.jsonl").read_text()):
        assert "s3cret" not in text.lower()


def test_only_named_secrets_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text in braces is unchanged unless it names a secret of the task."""
    monkeypatch.setenv("OTHER_WORD", "s3cret word")
    episode = run_counter_task("{OTHER_WORD}", agent="typist")
    assert episode.decisions[-1].action == Done("{OTHER_WORD}")


def test_unset_secret_is_reported_before_the_run() -> None:
    """A run with an unset secret is not started."""
    with pytest.raises(UsageError, match="NOT_SET_AT_ALL"):
        run_task(Task("x", secrets=("NOT_SET_AT_ALL",)), on="counter", agent="adder", model="mute")


def test_unanswered_question_is_returned_to_the_agent() -> None:
    """In an unattended run a question fails and the agent continues."""
    episode = run_counter_task(agent="asker")
    assert episode.outcomes[0].failed == "NotAllowed"
    assert "no user is attached" in episode.outcomes[0].message


def test_result_is_computed_from_the_episode() -> None:
    """The result of a run is computed from its episode."""
    task = Task("count to 2", "two", Start(), check=TextShown("count 2"))
    episode = run_task(task, on="counter", agent="adder", model="mute")
    episode = msgspec.structs.replace(episode, device_sec=0.25)
    result = make_result(episode, "f", seed=4, seconds=1.23456)
    assert msgspec.to_builtins(result) == {
        "task": "two",
        "instruction": "count to 2",
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
        "model_sec": 0,
        "detail": "",
        "person_steps": None,
        "side_effects": None,
        "device_sec": 0.25,
        "episode_sha256": "",
        "process_score": 1.0,
        "completion_rate": 1.0,
        "coverage": None,
        "consistency": None,
    }
