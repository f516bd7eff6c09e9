"""A device whose observations contain texts that a sense read from the screenshot."""

from __future__ import annotations

import json
from contextlib import closing

import msgspec

from onscreen.agent.mobile import mobile
from onscreen.device.fake_device import THANKS, FakeDevice
from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.perception_device import PerceptionDevice
from onscreen.score.check_evaluation import score_task
from onscreen.score.mobile_eval import process_score
from onscreen.stop.done_signal import done_signal
from onscreen.types import Action, AddressIs, Click, Drag, Element, Point, Shot, Start, Task


def read_texts(shot: Shot) -> Shot:
    """Add each name on the screen as a text at the same place, as a sense that reads it would."""
    texts = (
        msgspec.structs.replace(node, role="text", states=(), locator="", parent=None, seen_by="ocr")
        for node in shot.nodes
        if node.name
    )
    return msgspec.structs.replace(shot, nodes=(*shot.nodes, *texts))


def seen(shot: Shot, name: str) -> Element:
    """Return the text that was read from the screenshot."""
    return next(e for e in build_screen(shot).elements if e.name == name and e.seen_by == "ocr")


def step(operation: str) -> str:
    """Return the reply with one operation."""
    reply = {"observation": "", "page": "expected", "thought": "", "values": [], "operation": operation}
    return json.dumps(reply)


class ActionRecorder(FakeDevice):
    """The fake device, which keeps the actions instead of performing them."""

    def __init__(self) -> None:
        """Create the device without actions."""
        super().__init__()
        self.performed: list[Action] = []

    def perform(self, action: Action) -> str:
        """Keep the action."""
        self.performed.append(action)
        return ""


def test_texts_are_acted_on_at_their_centers() -> None:
    """The wrapped device gets points instead of texts that it does not know."""
    recorder = ActionRecorder()
    with closing(PerceptionDevice(recorder, (read_texts,))) as device:
        device.start(Start())
        shot = device.observe()
        name = seen(shot, "Name")
        tree = build_screen(shot).elements[0]
        for action in (Click(name), Drag(name, offset=Point(3, 4)), Click(tree)):
            device.perform(action)
    center = name.box.center
    assert recorder.performed == [Click(center), Drag(center, offset=Point(3, 4)), Click(tree)]


def test_the_agent_mobile_fills_in_a_form_from_texts_alone() -> None:
    """The agent `mobile` completes a task by clicking texts and typing, and its steps are all correct."""
    complete = json.dumps({"missing": "", "complete": True, "possible": True, "answer": ""})
    operations: tuple[str, ...] = ("click text (Name)", "type (Ada)", "click text (Email)", "type (ada@test)")
    operations += ("click text (Agree)", "click text (Send)", "stop")
    model = ScriptedModel((*map(step, operations), complete))
    task = Task("Sign up.", check=AddressIs(THANKS))
    with closing(PerceptionDevice(FakeDevice(), (read_texts,))) as device:
        episode = run_episode(
            start_episode(task, device),
            device,
            agent=mobile(Cascade(model=model)),
            signal=done_signal(),
            score=score_task,
            hooks=RunHooks(),
        )
    assert episode.score is not None
    assert episode.score.value == 1
    assert process_score(episode) == 1
