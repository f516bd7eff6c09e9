"""The agent `mobile` operates a desktop program by its screenshot alone."""

from __future__ import annotations

import json
import shutil
from contextlib import closing

import pytest

pytest.importorskip("onnxruntime", reason='needs the extra "vision"')
pytest.importorskip("cv2", reason='needs the extra "vision"')

from desktop_screens import EDITOR, text_field

from onscreen.agent.mobile import mobile
from onscreen.device.linux import linux
from onscreen.device.linux.process_group import missing_packages
from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.icon_sense import IconSense
from onscreen.perceive.ocr_sense import OcrSense
from onscreen.perceive.tree_removal import remove_tree
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.perception_device import PerceptionDevice
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.types import Task

MISSING = [*missing_packages(), *(name for name in ("mousepad",) if shutil.which(name) is None)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs the Debian packages {', '.join(MISSING)}")


def step(operation: str) -> str:
    """Return the reply with one operation."""
    reply = {"observation": "", "page": "expected", "thought": "", "values": [], "operation": operation}
    return json.dumps(reply)


def test_a_menu_is_used_without_the_tree() -> None:
    """Texts of the window, of its menu bar and of an open menu are clicked, and a line is typed."""
    complete = json.dumps({"missing": "", "complete": True, "possible": True, "answer": ""})
    operations = (
        "click text (first)",
        "type (a note)",
        "click text (Edit)",
        "click text (Select All)",
        "stop",
    )
    model = ScriptedModel((*map(step, operations), complete))
    with closing(linux({"width": 700, "height": 500})) as desktop:
        desktop.start(EDITOR)
        text_field(desktop, "first")
        device = PerceptionDevice(desktop, (remove_tree, OcrSense(), IconSense()))
        episode = run_episode(
            start_episode(Task("Write a note and select it."), device, started=True),
            device,
            agent=mobile(Cascade(model=model)),
            signal=done_signal(),
            score=score_task,
            hooks=RunHooks(),
        )
        text = text_field(desktop).value
    assert all(node.seen_by != "tree" for shot in episode.shots for node in shot.nodes)
    assert [outcome.failed for outcome in episode.outcomes] == [""] * len(episode.outcomes)
    assert len(episode.decisions) == len(operations)
    assert "a note" in text
