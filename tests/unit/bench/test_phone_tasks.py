"""The tasks of the phone without a phone: their number, wording, length and reproducibility."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from onscreen.device.fake_device import fake
from onscreen.score.check_evaluation import score_task
from onscreen.score.check_serialization import parse_check, show_check
from onscreen.testing.sample_episodes import finished_episode
from onscreen.types import AllOf, AnyOf, Check, Done, PageValue
from onscreen_practice.phone.incidental_changes import find_incidental
from onscreen_practice.phone.initial_phone_state import PhoneState, build_phone_state
from onscreen_practice.phone_suite.mobile_eval_names import MOBILE_EVAL, MOBILE_EVAL_CROSS_APP
from onscreen_practice.phone_suite.phone_suite import GROUPS, TASKS, phone, recipe
from onscreen_practice.phone_suite.task_helpers import clock_forms, number_forms, question_task
from onscreen_practice.phone_suite.task_table import APPLICATION_TASKS, CROSS_APP_TASKS
from onscreen_practice.state.expected_changes import Change, decode_changes
from onscreen_practice.state.state_check import find_unmet
from onscreen_practice.state.value_patterns import States, Text
from onscreen_practice.task_recipe import TaskRecipe

SEEDS = range(5)
MAX_PERSON_STEPS = 20


def test_every_application_has_ten_tasks() -> None:
    """There are twenty applications with ten tasks each, and at least twenty tasks across applications."""
    assert Counter(len(each) for each in APPLICATION_TASKS.values()) == {10: 20}
    assert len(CROSS_APP_TASKS) >= 20


@pytest.mark.parametrize("application", APPLICATION_TASKS)
def test_every_application_has_three_kinds_of_instructions(application: str) -> None:
    """Each application has plain tasks, tasks with an added requirement, and tasks that do not name it."""
    kinds = {recipe(name, 0).kind for name in GROUPS[application]}
    assert kinds == {"plain", "added", "abstract"}


@pytest.mark.parametrize("name", TASKS)
def test_task_is_reproducible_and_short(name: str) -> None:
    """The same name and seed give the same task, which a person who knows the way does in 20 steps."""
    for seed in SEEDS:
        task = recipe(name, seed)
        assert task == recipe(name, seed)
        assert 1 <= task.person_steps <= MAX_PERSON_STEPS
        assert task.instruction == task.template.format(**task.values)
        assert phone().task(name, seed).instruction == task.instruction


@pytest.mark.parametrize("name", TASKS)
def test_check_of_state_is_not_met_by_the_start(name: str) -> None:
    """Every task changes the state or asks a question, and its check can be stored as JSON."""
    task = recipe(name, 0)
    assert parse_check(show_check(task.check)) == task.check
    start = json.loads(msgspec.json.encode(build_phone_state(0)))
    states = States(start, start)
    assert task.near_miss or all(
        find_unmet(changes, states, root=PhoneState, incidental=find_incidental(states))
        for changes in _alternatives(task.check)
    )


def _alternatives(check: Check) -> Iterator[tuple[Change, ...]]:
    """Yield the changes that each check of the phone's state in a check requires."""
    if isinstance(check, PageValue):
        yield decode_changes(shlex.split(check.expression)[-1], root=PhoneState)
    if isinstance(check, AllOf | AnyOf):
        for each in check.checks:
            yield from _alternatives(each)


def test_tasks_differ_from_seed_to_seed() -> None:
    """At least three of four tasks differ between seeds."""
    fixed = [name for name in TASKS if len({recipe(name, seed).instruction for seed in range(8)}) == 1]
    assert len(fixed) <= len(TASKS) // 4, fixed


def test_mobile_eval_instructions_have_counterparts() -> None:
    """Each of its ten applications has a plain, an added and an abstract task, and three use several."""
    for names in MOBILE_EVAL.values():
        assert [recipe(name, 0).kind for name in names] == ["plain", "added", "abstract"]
    assert len(MOBILE_EVAL) == 10
    assert len(MOBILE_EVAL_CROSS_APP) == 3
    assert set(MOBILE_EVAL_CROSS_APP) <= set(CROSS_APP_TASKS)
    assert len(set(GROUPS["mobile-eval"])) == 33


def test_clock_forms() -> None:
    """A time may be given on the 12-hour clock, midnight and noon included."""
    assert {"7:05 pm", "7:05pm", "7:05 p.m.", "19.05"} <= set(clock_forms("19:05"))
    assert {"6 pm", "6pm", "6 p.m.", "6:00 pm"} <= set(clock_forms("18:00"))
    assert "6 pm" not in clock_forms("18:05")
    assert clock_forms("00:30")[0] == "12:30 am"
    assert clock_forms("12:30")[0] == "12:30 pm"


@pytest.mark.parametrize(
    ("answer", "is_right"),
    [
        ("18:00", True),
        ("6 pm", True),
        ("It is open until 6:00 pm (18:00).", True),
        ("5, 6 or 7 pm", False),
        ("17:00 or 18:00", False),
        ("18:00, but 17:00 on Thursdays", False),
        ("16:00", False),
        ("6 am", False),
        ("118:00", False),
    ],
)
def test_answer_must_name_one_value(answer: str, is_right: bool) -> None:
    """A question is answered by one value in any common form, and not by a list that has it."""
    asked = question_task(
        "Until when is {place} open?",
        {"place": "Cafe 7"},
        answer="18:00",
        also=clock_forms("18:00"),
        wrong="17:00",
        moves=(),
    )
    assert score_answer(asked, answer) == is_right


def test_answer_may_repeat_the_question() -> None:
    """Numbers and names of the instruction may be part of an answer, other candidates may not."""
    asked = question_task(
        "How deep is {name}?", {"name": "Lake 7"}, answer="11", also=("eleven",), wrong="12", moves=()
    )
    assert score_answer(asked, "Lake 7 is eleven meters deep (11 m).") == 1
    assert score_answer(asked, "11.5") == 0
    chosen = question_task(
        "Which is better?", {}, answer="Home", wrong="Oak", instead=("Home again", "Pine"), moves=()
    )
    assert score_answer(chosen, "Home, by far") == 1
    assert score_answer(chosen, "Home again") == 0
    assert score_answer(chosen, "Home or Pine") == 0


def score_answer(task: TaskRecipe, answer: str) -> float | None:
    """Return the score of an answer on a phone whose state is unchanged."""
    device = fake({})
    assert isinstance(task.check, AllOf)
    check = task.check.checks[0]
    sample = finished_episode()
    changed = msgspec.structs.replace(sample.task, instruction=task.instruction, check=check)
    last = msgspec.structs.replace(sample.decisions[-1], action=Done(answer))
    return score_task(
        msgspec.structs.replace(sample, task=changed, decisions=(*sample.decisions[:-1], last)), device
    ).value


def test_weekend_closing_times_differ() -> None:
    """A place that closes on Saturdays closes at another time on Thursdays."""
    for seed in range(20):
        for place in build_phone_state(seed).maps.places:
            assert "-" not in place.hours["Sat"] or place.hours["Sat"] != place.hours["Thu"]


def test_full_stop_of_a_quoted_text_is_optional() -> None:
    """A reply without the full stop of the requested text is right, one without its last word is not."""
    states = States({}, {})
    assert Text("I cannot, sorry.", ignore_stop=True).fits("I cannot, sorry", states)
    assert not Text("I cannot, sorry.", ignore_stop=True).fits("I cannot", states)
    assert not Text("I cannot, sorry.").fits("I cannot, sorry", states)


def test_number_forms() -> None:
    """Small numbers may be given in words, thousands with a separator."""
    assert number_forms("11") == ("eleven",)
    assert number_forms("3269") == ("3,269", "3 269")
    assert number_forms("256") == ()
