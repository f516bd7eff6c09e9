"""The replay device shows a recorded episode again."""

import pytest

from onscreen.device.fake_device import FakeDevice
from onscreen.device.replay_device import ReplayDevice
from onscreen.types import Click, Decision, Element, Episode, Outcome, Start, Task, Type, Wait
from onscreen.types.errors import ElementGone


def recorded() -> Episode:
    """Two steps on the fake device."""
    device = FakeDevice()
    device.start(Start())
    episode = Episode(Task("fill in"), (device.observe(),))
    node = episode.last.nodes[1]
    field = Element(node.role, node.name, node.box, locator=node.locator, mark=1, index=1)
    for action in (Type("Ann", field), Type("Bob", field)):
        said = device.perform(action)
        episode = episode.then(Decision(action), Outcome(said), shot=device.observe())
    return episode


def test_screens_come_in_order_and_the_last_stays() -> None:
    """Each action leads to the next recorded screen and outcome, and the last screen stays."""
    episode = recorded()
    device = ReplayDevice(episode)
    device.start(Start())
    said = [device.perform(decision.action) for decision in episode.decisions]
    assert said == ["the field reads 'Ann'", "the field reads 'Bob'"]
    assert device.observe() == episode.last
    assert device.perform(Wait()) == ""
    assert device.observe() == episode.last


def test_start_rewinds() -> None:
    """A new start shows the first screen again."""
    episode = recorded()
    device = ReplayDevice(episode)
    device.perform(Wait())
    device.start(Start())
    assert device.observe() == episode.shots[0]


def test_elements_not_on_the_screen_are_gone() -> None:
    """An action aimed at what the recorded screen does not hold fails as on a real device."""
    device = ReplayDevice(recorded())
    node = recorded().last.nodes[1]
    stranger = Element("button", "Buy", node.box, locator="button:buy", mark=9, index=9)
    with pytest.raises(ElementGone, match="button:buy"):
        device.perform(Click(stranger))
