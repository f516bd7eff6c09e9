"""What a person does on the mirror becomes actions on elements, and secrets are not recorded."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from onscreen.app_maps.episode_extension import extend_map, start_map
from onscreen.device.fake_device import FakeDevice, fake
from onscreen.explore.mirror_agent import MirrorAgent, find_element_at
from onscreen.explore.screen_mirror import PersonInput, ScreenMirror
from onscreen.explore.secret_text_device import SECRET_PLACEHOLDER, SecretTextDevice
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, allow_all
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Trial
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, Done, Element, Episode, Point, Task, Type

SCREEN = build_screen(
    shot_from_lines(
        "button Save [clickable]",
        "canvas [clickable]",
        "slider Volume =3",
        "text Hello",
        "button Hidden [clickable covered]",
        "generic Row [clickable]",
    )
)


def middle(screen_name: str, device: FakeDevice) -> Point:
    """Return the center of the element with a name on the device."""
    elements = build_screen(device.observe()).elements
    return next(element for element in elements if element.name == screen_name).box.center


def watch(inputs: Sequence[PersonInput], *, timeout_sec: float = 20.0) -> tuple[Episode, FakeDevice]:
    """Return the episode of a person who does this on the fake device, and the device."""
    device, mirror = fake({}), ScreenMirror()
    wrapped = SecretTextDevice(device)
    person = MirrorAgent(mirror, wrapped, timeout_sec=timeout_sec)

    def operate() -> None:
        version = 0
        for each in inputs:
            while not mirror.submit(each):
                version = mirror.read(version, timeout_sec=20.0).version

    thread = threading.Thread(target=operate)
    thread.start()
    trial = Trial(Task("sign up"), "", agent="person", signals=())
    hooks = RunHooks(approve=allow_all)
    episode = run_trial(trial, wrapped, cascade=Cascade(), hooks=hooks, create_agent=lambda _: person)
    thread.join()
    return episode, device


FINISH = PersonInput("finish")


def click(name: str) -> PersonInput:
    """Return a click on the middle of an element of the fake device."""
    device = fake({})
    point = middle(name, device)
    return PersonInput("click", point.x, point.y)


def test_actions_are_recorded_with_their_elements() -> None:
    """Clicks and texts become actions on elements, are performed, and become notes."""
    episode, device = watch([click("Name"), PersonInput("type", text="Bo"), FINISH])
    assert device.state.name == "Bo"
    actions = [decision.action for decision in episode.decisions]
    assert [type(action) for action in actions] == [Click, Type, Done]
    assert all(
        isinstance(action.target, Element) for action in actions[:2] if isinstance(action, Click | Type)
    )
    empty = start_map("Sign up", episode)
    assert empty is not None
    notes = extend_map(empty, episode).app_map.notes
    assert [(note.author, note.verb) for note in notes] == [("watch", "click"), ("watch", "type")]
    assert "Bo" not in repr(notes)


def test_a_click_beside_all_elements_is_a_point() -> None:
    """A click where no element is, is recorded at its point and adds no note."""
    episode, _ = watch([PersonInput("click", 319, 239), FINISH])
    assert episode.decisions[0].action == Click(Point(319, 239))


@pytest.mark.parametrize("text", ["hunter2 is secret", "abc"])
def test_a_secret_is_typed_and_not_recorded(text: str) -> None:
    """A text marked as secret reaches the device; the episode holds a placeholder, no picture shows it."""
    episode, device = watch([click("Name"), PersonInput("type", text=text, is_secret=True), FINISH])
    assert device.state.name == text
    typed = episode.decisions[1].action
    assert isinstance(typed, Type)
    assert typed.text == SECRET_PLACEHOLDER
    if len(text) >= 4:
        assert text not in repr([(shot.nodes, shot.dialog) for shot in episode.shots])
        assert text not in repr(episode.outcomes)
        field = next(node for node in episode.last.nodes if SECRET_PLACEHOLDER in f"{node.name}{node.value}")
        pixels = decode(episode.last.picture)
        covered = pixels[int(field.box.top) + 1 : int(field.box.bottom), int(field.box.left) + 1 : 200]
        assert (covered == 128).all()


def test_a_person_who_walks_away_ends_the_recording() -> None:
    """Without an action for the timeout, the recording ends and keeps what was done."""
    episode, _ = watch([click("Name")], timeout_sec=0.3)
    assert [type(decision.action) for decision in episode.decisions] == [Click, Done]
    last = episode.decisions[-1].action
    assert isinstance(last, Done)
    assert not last.achieved
    assert "no input for 0.3 s" in last.answer


def test_an_unsupported_action_is_refused_on_the_page() -> None:
    """An action that the device does not support is not recorded, and the page says why."""
    device, mirror = fake({}), ScreenMirror()
    person = MirrorAgent(mirror, SecretTextDevice(device), timeout_sec=0.3)
    device.start(Task("x").start)
    mirror_ready = Episode(Task("x"), (device.observe(),))
    threading.Timer(0.05, lambda: mirror.submit(PersonInput("home"))).start()
    assert isinstance(person.act(mirror_ready).action, Done)
    assert "does not support the action Home" in mirror.read(0, timeout_sec=0).message


@pytest.mark.parametrize(
    ("name", "row", "found"),
    [
        ("button", 0, True),
        ("canvas", 1, False),
        ("slider", 2, False),
        ("text", 3, False),
        ("covered", 4, False),
    ],
)
def test_the_place_of_a_click_matters_on_a_canvas(name: str, row: int, *, found: bool) -> None:
    """A click on a control is one on the element; on a canvas, a slider or a text it is one at a point."""
    del name
    assert (find_element_at(SCREEN, Point(100, 20 * row + 10)) is not None) == found


def test_only_one_input_is_taken_at_a_time() -> None:
    """A second click while the first one is performed is refused."""
    mirror = ScreenMirror()
    assert not mirror.submit(FINISH)
