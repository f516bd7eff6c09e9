"""What the tasks of the phone promise on paper, for many seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from onscreen_practice.phone_suite.mobile_eval_tasks import MOBILE_EVAL, SEVERAL
from onscreen_practice.phone_suite.phone_suite import GROUPS, TASKS, phone, recipe
from onscreen_practice.phone_suite.phone_task import clock_forms, number_forms
from onscreen_practice.phone_suite.task_table import ACROSS, BY_APPLICATION

SEEDS = range(5)
MOST_PERSON_STEPS = 20


def test_every_application_has_ten_tasks_and_twenty_need_several() -> None:
    """There are twenty applications with ten tasks each, and at least twenty tasks across them."""
    assert Counter(len(each) for each in BY_APPLICATION.values()) == {10: 20}
    assert len(ACROSS) >= 20


@pytest.mark.parametrize("application", BY_APPLICATION)
def test_every_application_is_asked_for_in_three_ways(application: str) -> None:
    """Each application has tasks asked plainly, with an added requirement, and without naming it."""
    kinds = {recipe(name, 0).kind for name in GROUPS[application]}
    assert kinds == {"plain", "added", "abstract"}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_the_same_again_and_short_enough(name: str) -> None:
    """The same name and seed make the same task, which a person who knows the way does in 20 steps."""
    for seed in SEEDS:
        made = recipe(name, seed)
        assert made == recipe(name, seed)
        assert 1 <= made.person_steps <= MOST_PERSON_STEPS
        assert made.instruction == made.template.format(**made.values)
        assert phone().task(name, seed).instruction == made.instruction


def test_tasks_differ_from_seed_to_seed() -> None:
    """Nearly every task asks for something else with another seed."""
    fixed = [name for name in TASKS if len({recipe(name, seed).instruction for seed in range(8)}) == 1]
    assert len(fixed) <= len(TASKS) // 4, fixed


def test_mobile_eval_has_its_counterparts() -> None:
    """Each of its ten applications has a plain, an added and an abstract task; three need several."""
    for names in MOBILE_EVAL.values():
        assert [recipe(name, 0).kind for name in names] == ["plain", "added", "abstract"]
    assert len(MOBILE_EVAL) == 10
    assert len(SEVERAL) == 3
    assert set(SEVERAL) <= set(ACROSS)
    assert len(set(GROUPS["mobile-eval"])) == 33


def test_times_may_be_told_in_other_forms() -> None:
    """Hours of the afternoon may be told by the clock of twelve hours; so may midnight and noon."""
    assert clock_forms("19:05") == ("7:05 pm", "7:05pm", "7:05 p.m.", "19.05")
    assert clock_forms("00:30")[0] == "12:30 am"
    assert clock_forms("12:30")[0] == "12:30 pm"


def test_numbers_may_be_told_in_other_forms() -> None:
    """Small numbers may be told in words, thousands with a mark."""
    assert number_forms("11") == ("eleven",)
    assert number_forms("3269") == ("3,269", "3 269")
    assert number_forms("256") == ()
