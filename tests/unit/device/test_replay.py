"""The replay device replays the screens of a recorded episode."""

import pytest

from onscreen.device.fake_device import FakeDevice
from onscreen.device.replay_device import ReplayDevice
from onscreen.types import Click, Decision, Element, Episode, Outcome, Start, Task, Type, Wait
from onscreen.types.errors import ElementGone


def record_episode() -> Episode:
    """Return an episode of two steps on the fake device."""
    device = FakeDevice()
    device.start(Start())
    episode = Episode(Task("fill in"), (device.observe(),))
    node = episode.last.nodes[1]
    field = Element(node.role, node.name, node.box, locator=node.locator, mark=1, index=1)
    for action in (Type("Ann", field), Type("Bob", field)):
        outcome = Outcome(device.perform(action))
        episode = episode.then(Decision(action), outcome, shot=device.observe())
    return episode


def test_screens_are_replayed_in_order() -> None:
    """Each action leads to the next recorded screen and outcome, and the last screen stays."""
    episode = record_episode()
    device = ReplayDevice(episode)
    device.start(Start())
    outcomes = [device.perform(decision.action) for decision in episode.decisions]
    assert outcomes == ["the field reads 'Ann'", "the field reads 'Bob'"]
    assert device.observe() == episode.last
    assert device.perform(Wait()) == ""
    assert device.observe() == episode.last


def test_start_rewinds() -> None:
    """A new start rewinds to the first screen."""
    episode = record_episode()
    device = ReplayDevice(episode)
    device.perform(Wait())
    device.start(Start())
    assert device.observe() == episode.shots[0]


def test_missing_element_raises() -> None:
    """An action on an element that is not on the recorded screen raises ElementGone."""
    device = ReplayDevice(record_episode())
    node = record_episode().last.nodes[1]
    missing = Element("button", "Buy", node.box, locator="button:buy", mark=9, index=9)
    with pytest.raises(ElementGone, match="button:buy"):
        device.perform(Click(missing))
