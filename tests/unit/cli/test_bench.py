"""The trials of `onscreen bench`."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.cli.argument_parser import Parser
from onscreen.cli.bench import MAX_STEP_RATIO, add, make_config, make_trials
from onscreen.run.trial import Trial
from onscreen_practice.phone_suite.phone_suite import phone, recipe


def trials(*options: str) -> tuple[Trial, ...]:
    """Return the trials of a command with these options."""
    suite = phone()
    parser = Parser(prog="onscreen bench", description="")
    add(parser)
    arguments = parser.parse_args(["phone", *options])
    return make_trials(suite, make_config(arguments, suite), out=Path("out"))


def test_long_task_has_higher_default_limits() -> None:
    """The limits grow with a person's steps, and those of short tasks are the suite's."""
    short, long = trials("--tasks", "clock-set-alarm,long-dinner")
    assert (short.limits.max_steps, short.limit_sec) == (phone().max_steps, phone().limit_sec)
    assert long.limits.max_steps == round(MAX_STEP_RATIO * recipe("long-dinner", 0).person_steps)
    assert long.limit_sec > phone().limit_sec


@pytest.mark.parametrize("steps", [7, 200])
def test_given_limit_of_steps_is_kept(steps: int) -> None:
    """A limit on the command line applies to every task."""
    found = trials("--tasks", "clock-set-alarm,long-dinner", "--max-steps", str(steps))
    assert [each.limits.max_steps for each in found] == [steps, steps]
