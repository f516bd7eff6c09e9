"""A routine on an application that changed since it was recorded: it does the task or hands over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import pytest

from onscreen.agent.base import Agent
from onscreen.agent.default import Planner
from onscreen.device.fake_device import FakeDevice, draw_nodes
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.routine.routine_policy import RoutinePolicy
from onscreen.routines.routine import Routine
from onscreen.routines.routine_creation import create_routine
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Box, Click, Decision, Done, Episode, Node, Shot, Task, Type

SIGN_UP = 'Sign up "{name}" with the address {email}'
Change = Callable[[tuple[Node, ...]], tuple[Node, ...]]


class ChangedDevice(FakeDevice):
    """The form of the fake device, whose nodes are shown in another way."""

    def __init__(self, change: Change) -> None:
        """Create a device whose shots show the changed nodes."""
        super().__init__()
        self._change = change

    def observe(self) -> Shot:
        """Capture the changed screen."""
        shot = super().observe()
        nodes = self._change(shot.nodes)
        return msgspec.structs.replace(shot, nodes=nodes, picture=draw_nodes(nodes))


class Person:
    """Agent that fills in the form and sends it."""

    name = "person"

    def __init__(self, name: str, email: str) -> None:
        """Store the values."""
        self._values = {"Name": name, "Email": email}

    def act(self, episode: Episode) -> Decision:
        """Perform the next of the five steps."""
        by_name = {element.name: element for element in build_screen(episode.last).elements}
        at = len(episode.decisions)
        if at < len(self._values):
            field = list(self._values)[at]
            return Decision(Type(self._values[field], by_name[field]))
        return Decision(Done() if at > 3 else Click(by_name[("Agree", "Send")[at - 2]]))


def play(task: str, agent: Agent, device: FakeDevice) -> Episode:
    """Run a task on the form."""
    initial = start_episode(Task(task), device, agent=agent.name)
    signal = first_of(done_signal(), steps_limit(20))
    return run_episode(initial, device, agent=agent, signal=signal, score=score_task, hooks=RunHooks())


@pytest.fixture(scope="module")
def routine() -> Routine:
    """A routine created from two registrations."""
    people = (("Ann", "ann@a.example"), ("Bob Moss", "bob@b.example"))
    runs = [
        play(SIGN_UP.format(name=name, email=email), Person(name, email), FakeDevice())
        for name, email in people
    ]
    return create_routine(runs, name="sign-up")


def alter(old: str, **changes: object) -> Change:
    """Return the change of the node with a name."""
    return lambda nodes: tuple(
        msgspec.structs.replace(node, **changes) if node.name == old else node for node in nodes
    )


def move(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Move everything down, as below a new banner."""
    boxes = [Box(n.box.left, n.box.top + 90, n.box.right, n.box.bottom + 90) for n in nodes]
    down = (msgspec.structs.replace(node, box=box) for node, box in zip(nodes, boxes, strict=True))
    return (Node("text", "New: dark mode", Box(20, 20, 300, 60)), *down)


def cover(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Cover everything by a dialog."""
    covered = (msgspec.structs.replace(node, states=(*node.states, "covered")) for node in nodes)
    box = Box(40, 40, 280, 200)
    return (*covered, Node("dialog", "What is new", box), Node("button", "OK", box, states=("clickable",)))


def rename_all(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Show the application in another language."""
    words = {"Sign up": "Anmelden", "Email": "E-Mail", "Agree": "Zustimmen", "Send": "Senden"}
    return tuple(
        msgspec.structs.replace(node, name=words.get(node.name, node.name), locator=f"x{i}")
        for i, node in enumerate(nodes)
    )


def without(name: str) -> Change:
    """Return the change that removes the node with a name."""
    return lambda nodes: tuple(node for node in nodes if node.name != name)


def double(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Show a second form of the same fields."""
    other = (msgspec.structs.replace(node, locator=f"{node.locator}-2") for node in nodes)
    return (*nodes, *other)


CHANGES: Mapping[str, Change] = {
    "moved": move,
    "button renamed": alter("Send", name="Submit order", locator="submit"),
    "button disabled": alter("Send", states=("clickable", "disabled")),
    "button removed": without("Send"),
    "field removed": without("Email"),
    "dialog in front": cover,
    "other language": rename_all,
    "field of another kind": alter("Email", role="combobox", locator="combobox:email"),
    "second form": double,
}
STILL_DONE = {"moved"}
"""Changes that leave everything that the routine needs."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_application_is_handed_over(routine: Routine, change: str) -> None:
    """The policy either does the whole task or abstains, and never reports success without having sent it."""
    device = ChangedDevice(CHANGES[change])
    episode = play(
        SIGN_UP.format(name="Eve", email="eve@e.example"), Planner(RoutinePolicy((routine,))), device
    )
    assert episode.stop is not None
    is_done = episode.stop.reason == "done"
    assert is_done == (device.state.sent == 1) == (change in STILL_DONE)
    if is_done:
        assert (device.state.name, device.state.email) == ("Eve", "eve@e.example")
    assert not list(episode.exchanges())
