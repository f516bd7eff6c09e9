"""A run of the agent `mobile` on texts that a sense read from the screenshot."""

from __future__ import annotations

import json
from contextlib import closing

import msgspec

from onscreen.agent.mobile import mobile
from onscreen.device.fake_device import THANKS, FakeDevice
from onscreen.model.scripted_model import ScriptedModel
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.perception_device import PerceptionDevice
from onscreen.score.check_evaluation import score_task
from onscreen.score.mobile_eval import process_score
from onscreen.stop.done_signal import done_signal
from onscreen.types import AddressIs, Shot, Task


def read_texts(shot: Shot) -> Shot:
    """Add each name on the screen as a text at the same place, as a sense that reads it would."""
    texts = (
        msgspec.structs.replace(node, role="text", states=(), locator="", parent=None, seen_by="ocr")
        for node in shot.nodes
        if node.name
    )
    return msgspec.structs.replace(shot, nodes=(*shot.nodes, *texts))


def step(operation: str) -> str:
    """Return the reply with one operation."""
    reply = {"observation": "", "page": "expected", "thought": "", "values": [], "operation": operation}
    return json.dumps(reply)


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
