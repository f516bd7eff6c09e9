"""Routines: created from runs, stored, and repeated by the policy, on the in-memory device."""

from __future__ import annotations

import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from onscreen.agent.base import Agent
from onscreen.agent.default import Planner
from onscreen.cli.main import main
from onscreen.device.fake_device import FakeDevice, FormState
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import build_policy, make_cascade
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.policy.routine.routine_policy import RoutinePolicy
from onscreen.routines.routine import BadRoutine, Routine
from onscreen.routines.routine_creation import create_routine
from onscreen.routines.routine_store import FOLDER_VARIABLE, load_routine, routine_file, save_routine
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.store.episode_recorder import save_episode
from onscreen.types import Decision, Element, Episode, Task, Type
from onscreen.types.action_parser import parse

SIGN_UP = 'Sign up "{name}" with the address {email}'
STEPS = (
    'type "{name}" into textbox "Name"',
    'type "{email}" into textbox "Email"',
    "click Agree",
    "click Send",
)


class Demonstration:
    """Agent that performs actions given as text, then reports success."""

    name = "demonstration"

    def __init__(self, actions: Sequence[str]) -> None:
        self.actions = actions

    def act(self, episode: Episode) -> Decision:
        """Perform the next action; its target is given by name."""
        at = len(episode.decisions)
        screen = build_screen(episode.last)
        text = self.actions[at]
        for element in screen.elements:
            text = text.replace(f'{element.role} "{element.name}"', str(element.mark))
            text = text.replace(f"click {element.name}", f"click {element.mark}")
        return Decision(parse(text, screen))


def demonstrate(
    instruction: str, actions: Sequence[str], *, device: FakeDevice | None = None, end: str = "done"
) -> Episode:
    """Perform actions on a form, report success, and return the episode."""
    device = device or FakeDevice()
    initial = start_episode(Task(instruction), device, agent="demonstration")
    return _run(initial, device, Demonstration((*actions, end)))


def sign_up(name: str, email: str, *, end: str = "done") -> Episode:
    """Demonstrate the registration of a person."""
    instruction = SIGN_UP.replace("{name}", name).replace("{email}", email)
    actions = [each.replace("{name}", name).replace("{email}", email) for each in STEPS]
    return demonstrate(instruction, actions, end=end)


def replay(
    routine: Routine, instruction: str, *, prepare: Callable[[FormState], FormState] | None = None
) -> tuple[Episode, FormState]:
    """Perform a task with the policy alone and return the episode and the final state of the form."""
    device = FakeDevice()
    initial = start_episode(Task(instruction), device, agent="default")
    if prepare:
        device.state = prepare(device.state)
        initial = msgspec.structs.replace(initial, shots=(device.observe(),))
    episode = _run(initial, device, Planner(RoutinePolicy((routine,))))
    return episode, device.state


def _run(initial: Episode, device: FakeDevice, agent: Agent) -> Episode:
    signal = first_of(done_signal(), steps_limit(20))
    return run_episode(initial, device, agent=agent, signal=signal, score=score_task, hooks=RunHooks())


@pytest.fixture(scope="module")
def routine() -> Routine:
    """A routine created from two registrations."""
    return create_routine(
        [sign_up("Ann", "ann@a.example"), sign_up("Bob Moss", "bob@b.example")], name="sign-up"
    )


def test_two_runs_yield_a_routine_with_the_differing_parts_as_parameters(routine: Routine) -> None:
    """Parameters are named after the fields that they are typed into."""
    assert routine.instruction == SIGN_UP
    assert [step.arguments.get("text") for step in routine.steps[:2]] == ["{name}", "{email}"]


def test_a_routine_completes_the_task_with_other_values_without_a_model(routine: Routine) -> None:
    """New values are typed, and no model is queried."""
    episode, form = replay(routine, 'sign up "Eve" with the address eve@e.example.')
    assert (form.name, form.email, form.sent) == ("Eve", "eve@e.example", 1)
    assert episode.stop is not None
    assert episode.stop.reason == "done"
    assert not list(episode.exchanges())


def test_a_routine_abstains_for_another_instruction(routine: Routine) -> None:
    """A task with another wording is left to the next policy."""
    episode, form = replay(routine, "Delete the account of Eve")
    assert form == FormState()
    assert episode.stop is not None
    assert episode.stop.reason == "gave up"


def test_a_switch_that_is_already_on_is_not_turned_off(routine: Routine) -> None:
    """A checkbox in another state than in the recorded runs ends the repetition."""
    episode, form = replay(
        routine,
        'Sign up "Eve" with the address eve@e.example',
        prepare=lambda form: msgspec.structs.replace(form, agreed=True),
    )
    assert form.agreed
    assert form.sent == 0
    assert episode.stop is not None
    assert episode.stop.reason == "gave up"


def test_a_screen_that_is_not_recognized_ends_the_repetition(routine: Routine) -> None:
    """On another page, nothing is typed or clicked."""
    episode, form = replay(
        routine,
        'Sign up "Eve" with the address eve@e.example',
        prepare=lambda form: msgspec.structs.replace(form, page="fake://thanks"),
    )
    assert form.page == "fake://thanks"
    assert len(episode.decisions) == 1


def test_a_copy_of_the_screens_at_another_address_is_not_operated(routine: Routine) -> None:
    """A page of the same structure on another host gets none of the user's values."""
    steps = tuple(msgspec.structs.replace(step, origin="https://evil.example") for step in routine.steps)
    episode, form = replay(
        msgspec.structs.replace(routine, steps=steps), 'Sign up "Eve" with the address eve@e.example'
    )
    assert form == FormState()
    assert len(episode.decisions) == 1


def test_an_answer_is_read_from_the_screen() -> None:
    """The answer is what the last screen shows now, not what it showed when the routine was recorded."""
    first = sign_up("Ann", "ann@a.example", end='done "Thank you, Ann"')
    second = sign_up("Bob", "bob@b.example", end='done "Thank you, Bob"')
    episode, _ = replay(create_routine([first, second]), 'Sign up "Eve" with the address e@e.example')
    assert episode.decisions[-1].action.answer == "Thank you, Eve"  # type: ignore[union-attr]


def test_a_value_that_occurs_twice_in_the_instruction_is_one_parameter() -> None:
    """The second occurrence must have the same value, so that it is typed as in the recorded runs."""
    steps = ['type "{0}" into textbox "Name"', 'type "{0}" into textbox "Email"']
    runs = [
        demonstrate(f"Use {name} as name and {name} as email", [each.replace("{0}", name) for each in steps])
        for name in ("Ann", "Bob")
    ]
    routine = create_routine(runs)
    assert routine.instruction == "Use {name} as name and {name} as email"
    _, form = replay(routine, "Use Eve as name and Eve as email")
    assert (form.name, form.email) == ("Eve", "Eve")


def test_one_run_yields_a_routine_with_its_quoted_parts_as_parameters() -> None:
    """A part that is not quoted stays fixed unless the user marks it."""
    episode = sign_up("Ann", "ann@a.example")
    assert create_routine([episode]).instruction == 'Sign up "{name}" with the address ann@a.example'
    marked = create_routine([episode], parameters={"address": "ann@a.example"})
    assert marked.instruction == 'Sign up "{name}" with the address {address}'


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([("a", ["click Agree"], 'give up "no"')], "did not report success"),
        ([("a", [], "done")], "no action that can be repeated"),
        ([("a", ["click at 20,50"], "done")], "at a point of the picture"),
        ([("a", ["click Agree"], 'done "42"')], "in no single place of the last screen"),
        (
            [("a 1", ["click Agree"], "done"), ("a 2", ["click Agree", "click Agree"], "done")],
            "number of steps",
        ),
        ([("a 1", ["click Agree"], "done"), ("a 2", ["click Agree"], "done")], "no step uses '1'"),
        ([("a", ["click Agree"], "done"), ("b c a", ["click Agree"], "done")], "worded differently"),
        (
            [
                ("1", ['type "x" into textbox "Name"'], "done"),
                ("2", ['type "y" into textbox "Name"'], "done"),
            ],
            "which the instructions do not contain",
        ),
    ],
)
def test_runs_that_make_no_routine_are_rejected_with_the_reason(
    runs: list[tuple[str, list[str], str]], message: str
) -> None:
    """The error names what was found, so that the user can choose other runs."""
    episodes = [demonstrate(instruction, actions, end=end) for instruction, actions, end in runs]
    with pytest.raises(BadRoutine, match=message):
        create_routine(episodes)


def with_password_field(episode: Episode, *, secrets: tuple[str, ...] = ()) -> Episode:
    """Return the episode as if its first action had typed into a password field."""
    first = episode.decisions[0]
    assert isinstance(first.action, Type)
    assert isinstance(first.action.target, Element)
    target = msgspec.structs.replace(first.action.target, states=("clickable", "editable", "password"))
    typed = msgspec.structs.replace(first, action=msgspec.structs.replace(first.action, target=target))
    task = msgspec.structs.replace(episode.task, secrets=secrets)
    return msgspec.structs.replace(episode, task=task, decisions=(typed, *episode.decisions[1:]))


def test_a_text_that_was_read_from_a_screen_makes_no_routine() -> None:
    """What the recorded run copied from a screen may be another text next time."""
    device = FakeDevice()
    steps = ['type "Ann" into textbox "Name"', "click Agree", "click Send", "click Back to the form"]
    actions = [*steps, 'type "Thank you, Ann" into textbox "Email"']
    with pytest.raises(BadRoutine, match="which a screen showed"):
        create_routine([demonstrate("Sign up Ann, then copy the greeting", actions, device=device)])


def test_no_password_is_stored_in_a_routine() -> None:
    """A password that was typed as it is would be readable in the file."""
    episode = demonstrate("Log in", ['type "hunter22" into textbox "Name"'])
    with pytest.raises(BadRoutine, match="types a password"):
        create_routine([with_password_field(episode)])


def test_a_secret_of_the_task_is_stored_as_its_placeholder() -> None:
    """The value is filled in by the run that repeats the routine."""
    episode = demonstrate("Log in", ['type "{PASSWORD}" into textbox "Name"'])
    routine = create_routine([with_password_field(episode, secrets=("PASSWORD",))])
    assert routine.steps[0].secret == "PASSWORD"
    assert "text" not in routine.steps[0].arguments
    episode, form = replay(routine, "Log in")
    assert form == FormState()
    assert episode.stop is not None
    assert episode.stop.reason == "gave up"


def test_a_cascade_hands_over_to_the_next_policy_in_the_middle_of_a_routine(
    routine: Routine, tmp_path: Path
) -> None:
    """The routine decides the steps it knows; the rest is decided by the language model."""
    save_routine(routine, tmp_path)
    cascade = make_cascade(f"routine:{tmp_path}+lexical")
    policy = build_policy(cascade, LanguagePolicy)
    device = FakeDevice()
    initial = start_episode(Task('Sign up "Eve" with the address e@e.example'), device, agent="default")
    device.state = msgspec.structs.replace(device.state, agreed=True)
    initial = msgspec.structs.replace(initial, shots=(device.observe(),))
    episode = _run(initial, device, Planner(policy))
    proposers = [decision.proposer for decision in episode.decisions]
    assert proposers[:2] == [f"routine:{tmp_path}"] * 2
    assert f"routine:{tmp_path}" not in proposers[2:]


def test_a_stored_routine_is_the_same_when_loaded(routine: Routine, tmp_path: Path) -> None:
    """Nothing is lost in the file."""
    assert load_routine(save_routine(routine, tmp_path)) == routine


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[: len(text) // 2], r"line \d cannot be read"),
        (lambda text: text.replace("{email}", "{mail}", 1), "which its instruction does not contain"),
        (lambda text: text.replace('"is":"end"', '"is":"ending"'), "line 6 cannot be read"),
        (lambda text: text.replace('"action":"click"', '"verb":"click"', 1), "line 4 cannot be read"),
    ],
)
def test_a_mistake_in_the_file_is_an_error_that_names_it(
    routine: Routine, tmp_path: Path, change: Callable[[str], str], message: str
) -> None:
    """The file stays as it is."""
    file = save_routine(routine, tmp_path)
    changed = change(file.read_text())
    file.write_text(changed)
    with pytest.raises(BadRoutine, match=message):
        load_routine(file)
    assert file.read_text() == changed


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Record two registrations in the folder that is returned, and use an empty folder of routines."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "routines"))
    for name in ("ann", "bob"):
        save_episode(sign_up(name.capitalize(), f"{name}@x.example"), tmp_path / name)
    return tmp_path


def test_the_command_adds_lists_shows_and_deletes_a_routine(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user manages routines by name."""
    assert main(["routines", "add", str(recorded / "ann"), str(recorded / "bob"), "--name", "sign-up"]) == 0
    assert main(["routines"]) == 0
    assert "sign-up: 'Sign up" in capsys.readouterr().out
    assert main(["routines", "show", "sign-up"]) == 0
    shown = capsys.readouterr().out
    assert "parameters: name, email" in shown
    assert "type textbox 'Name' text='{name}'" in shown
    assert main(["routines", "delete", "sign-up"]) == 0
    assert not routine_file("sign-up").exists()


def test_an_invalid_edit_leaves_the_routine_unchanged(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The edited copy is kept, so that no work is lost."""
    assert main(["routines", "add", str(recorded / "ann"), "--name", "sign-up"]) == 0
    file = routine_file("sign-up")
    before = file.read_text()
    editor = recorded / "editor.sh"
    editor.write_text('#!/bin/sh\necho "not json" >> "$1"\n')
    editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("VISUAL", str(editor))
    assert main(["routines", "edit", "sign-up"]) == 2
    assert file.read_text() == before
    assert "line" in capsys.readouterr().err
    assert (file.parent / f"{file.name}.edited").exists()


def test_a_run_that_was_judged_bad_makes_no_routine(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The user's last judgement counts."""
    command = ["routines", "add", str(recorded / "ann"), "--name", "sign-up"]
    assert main(["judge", str(recorded / "ann"), "bad"]) == 0
    assert main(command) == 2
    assert "was judged bad" in capsys.readouterr().err
    assert main(["judge", str(recorded / "ann"), "good"]) == 0
    assert main(command) == 0


@pytest.mark.parametrize("words", [["show"], ["show", "missing"], ["show", "../x"], ["delete", "missing"]])
def test_a_missing_routine_is_an_error(
    recorded: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says what was expected."""
    assert recorded.exists()
    assert main(["routines", *words]) == 2
    assert "routine" in capsys.readouterr().err
