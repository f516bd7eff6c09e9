"""The agent of Mobile-Agent on the practice phone, with a scripted model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from onscreen.agent.mobile import mobile, mobile_tree_text
from onscreen.model.scripted_model import ScriptedModel
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.perception_device import DEFAULT_SENSES, choose_senses, with_senses
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone, recipe
from onscreen_practice.task_recipe import Move

pytestmark = pytest.mark.browser

TASK, SEED = "across-note-code", 1
UNTARGETED = {"back": "back", "home": "exit", "done": "stop"}


def translate(move: Move, code: str) -> Iterator[str]:
    """Yield the operations of a move of the solution; the code is typed by the name of the kept fact."""
    if move.action == "open":
        yield f"open app ({move.text})"
    elif move.action in UNTARGETED:
        yield UNTARGETED[move.action]
    else:
        yield f"click text ({move.name})"
    if move.action == "type":
        yield "type ({code})" if move.text == code else f"type ({move.text})"


def reply(operation: str, code: str) -> str:
    """Return the reply with an operation, which keeps the code once it leaves the application."""
    values = [{"name": "code", "text": code}] if operation == "exit" else []
    step = {"observation": "", "page": "expected", "thought": "", "values": values, "operation": operation}
    return json.dumps(step)


def test_a_fact_is_carried_between_applications() -> None:
    """The agent reads a code in one application and enters it in another, by eight operations alone."""
    moves = recipe(TASK, SEED).moves
    code = next(move.text for move in moves if move.action == "type" and move.text.isdecimal())
    operations = [each for move in (*moves, Move("done")) for each in translate(move, code)]
    complete = json.dumps({"missing": "", "complete": True, "possible": True, "answer": ""})
    replies = [reply(each, code) for each in operations[: operations.index("stop") + 1]]
    agent = mobile_tree_text(Cascade(model=ScriptedModel((*replies, complete))))
    with closing(practice_phone({"size": "540x1200", "density": 200})) as device:
        episode = run_episode(
            start_episode(phone().task(TASK, SEED), device),
            device,
            agent=agent,
            signal=done_signal(),
            score=score_task,
            hooks=RunHooks(),
        )
    assert episode.score is not None
    assert episode.score.value == 1, [d.action for d in episode.decisions]
    assert episode.decisions[-1].plan.values[0].text == code


def test_a_note_is_written_without_the_tree() -> None:
    """Texts and an icon of the screenshot are enough to write a note, with the tree discarded."""
    if choose_senses((), "mobile") != DEFAULT_SENSES["mobile"]:
        pytest.skip('needs the extra "vision"')
    title, text = (move.text for move in recipe("notes-write", SEED).moves if move.action == "type")
    operations = ("open app (Notes)", "click icon (plus, bottom right)", "click text (Title)")
    operations += (f"type ({title})", "click text (Note)", f"type ({text})", "stop")
    complete = json.dumps({"missing": "", "complete": True, "possible": True, "answer": ""})
    agent = mobile(Cascade(model=ScriptedModel((*(reply(each, "") for each in operations), complete))))
    with closing(
        with_senses(practice_phone({"size": "540x1200", "density": 200}), DEFAULT_SENSES["mobile"])
    ) as device:
        episode = run_episode(
            start_episode(phone().task("notes-write", SEED), device),
            device,
            agent=agent,
            signal=done_signal(),
            score=score_task,
            hooks=RunHooks(),
        )
    assert all(node.seen_by != "tree" for shot in episode.shots for node in shot.nodes)
    assert episode.score is not None
    assert episode.score.value == 1, [d.action for d in episode.decisions]
    assert episode.perception_sec > 0
