"""Agents act on icons that they know from the screenshot alone."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("onnxruntime", reason='needs the extra "vision"')
pytest.importorskip("cv2", reason='needs the extra "vision"')

from web_pages import Pages

from onscreen.agent.mobile import mobile
from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.icon_sense import icons
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.tree_removal import remove_tree
from onscreen.perceive.unread_icon_sense import add_unread_icons
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.perception_device import PerceptionDevice
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.types import Click, Task

pytestmark = pytest.mark.browser

PAGE = """<body style='margin:0'><svg width=700 height=200
 fill=none stroke=black stroke-width=3><g id=search><circle cx=56 cy=56 r=11 /><path d='M64 64 L74 74'/></g>
 <path d='M600 60h30M615 45v30'/><path d='M600 160h30M615 145v30' stroke=red /></svg>
 <script>onclick = e => document.title += ` ${e.clientX > 200 ? "plus" : "search"}:${e.clientY > 100}`
</script>"""
CANVAS = """<h1>Puzzle</h1><canvas width=400 height=200></canvas><script>
 const canvas = document.querySelector("canvas"), context = canvas.getContext("2d");
 context.fillRect(60, 89, 26, 3); context.fillRect(72, 77, 3, 26);
 canvas.onclick = e => { if (e.offsetX > 55 && e.offsetX < 90) document.title = "clicked"; };
</script>"""
COMPLETE = json.dumps({"missing": "", "complete": True, "possible": True, "answer": ""})


def step(operation: str) -> str:
    """Return the reply with one operation."""
    reply = {"observation": "", "page": "expected", "thought": "", "values": [], "operation": operation}
    return json.dumps(reply)


def test_the_icon_that_fits_the_description_best_is_clicked(pages: Pages) -> None:
    """Icons are clicked by meaning, colour and position; one that fits too badly is not, and is reported."""
    clicks = ("trash, top", "magnifying glass, top left", "red plus, right")
    operations = (*(f"click icon ({each})" for each in clicks), "stop")
    model = ScriptedModel((*map(step, operations), COMPLETE))
    pages.open(PAGE)
    device = PerceptionDevice(pages.device, (remove_tree, icons))
    episode = run_episode(
        start_episode(Task("Search, then add."), device, started=True),
        device,
        agent=mobile(Cascade(model=model)),
        signal=done_signal(),
        score=score_task,
        hooks=RunHooks(),
    )
    assert json.loads(pages.evaluate("document.title")) == "Test search:false plus:true"
    assert sum(isinstance(decision.action, Click) for decision in episode.decisions) == 2
    assert "no icon fits 'trash, top'" in model.prompts[1].text


def test_an_icon_on_a_canvas_is_an_element_of_the_default_senses(pages: Pages) -> None:
    """A control that a page draws itself is found, named and clicked, beside the elements of the tree."""
    pages.open(CANVAS)
    device = PerceptionDevice(pages.device, (add_unread_icons,))
    screen = build_screen(device.observe())
    (plus,) = (element for element in screen.elements if element.seen_by == "icon")
    assert plus.name == "plus"
    assert "Puzzle" in {element.name for element in screen.elements}
    device.perform(Click(plus))
    assert json.loads(pages.evaluate("document.title")) == "clicked"
