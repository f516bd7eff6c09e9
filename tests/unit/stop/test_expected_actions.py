"""Comparison of the actions of a run with those of completed runs."""

from __future__ import annotations

import pytest

from onscreen.stop.expected_actions import expect, repeats_beginning
from onscreen.stop.instruction_values import map_values
from onscreen.stop.performed_actions import performed_actions
from onscreen.testing.sample_episodes import ALARM_STEPS, alarm_episode

REFERENCE = alarm_episode("6:15")


@pytest.mark.parametrize(
    ("typed", "steps", "repeats"),
    [("7:30", 0, False), ("7:30", 2, True), ("7:30", ALARM_STEPS, False), ("8:00", 2, False)],
)
def test_a_run_repeats_the_beginning_of_a_completed_run(typed: str, steps: int, repeats: bool) -> None:
    """The same actions, with the values of the instruction replaced, were not enough in a completed run."""
    wanted = REFERENCE.task.instruction, performed_actions(REFERENCE)
    values = map_values(REFERENCE.task.instruction, "Set an alarm at 7:30")
    performed = performed_actions(alarm_episode(typed, steps=steps))
    assert repeats_beginning(expect([wanted])[0], performed, values=values) is repeats
