"""Applications of a task are opened by their names."""

from __future__ import annotations

import pytest

from onscreen.device.fake_device import THANKS, FakeDevice
from onscreen.run.episode_loop import RunHooks, run_step, start_episode
from onscreen.types import Decision, Episode, Open, Task, Tool

TOOLS = (Tool("Gratitude", THANKS), Tool("Web mail", "fake://mail"))


def run_open(what: str, *, tools: tuple[Tool, ...] = TOOLS) -> Episode:
    """Return an episode of one step that opens something."""
    device = FakeDevice()
    initial = start_episode(Task("thank them", tools=tools), device)
    return run_step(initial, device, decision=Decision(Open(what)), hooks=RunHooks())


@pytest.mark.parametrize("name", ["Gratitude", "gratitude ", THANKS])
def test_application_of_the_task_opens_by_name(name: str) -> None:
    """An application of the task opens by its name in any case, or by its address."""
    assert run_open(name).last.address == THANKS


def test_unknown_application_lists_those_of_the_task() -> None:
    """A name that no application has is a failed step that lists the applications of the task."""
    outcome = run_open("Solitude").outcomes[0]
    assert outcome.failed == "ActionHadNoEffect"
    assert "'Solitude'" in outcome.message
    assert "available applications: 'Gratitude', 'Web mail'" in outcome.message


def test_applications_that_the_device_lists_are_not_listed_twice() -> None:
    """An application of the device itself is named by the error of the device only."""
    said = run_open("Solitude", tools=(Tool("Clock", "org.clock"),)).outcomes[0].message
    assert "available applications" not in said
