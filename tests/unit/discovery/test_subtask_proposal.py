"""Tests of subtasks that a language model proposes, with a local model server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from notebook_device import NotebookDevice
from onscreen.app_maps.screen_map import AppMap
from onscreen.discovery.proposal_verification import propose_subtasks
from onscreen.discovery.subtask_discovery import Discovery
from onscreen.discovery.subtask_proposal import BadProposal, find_faults, parse_proposals
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.explore.exploration import Explorer
from onscreen.model.base import Model
from onscreen.types import CodePasses, Start

Serve: TypeAlias = Callable[..., tuple[Model, Any]]

OPEN = {"verb": "click", "role": "button", "name": "{note}"}
PIN = {"verb": "click", "role": "button", "name": "Pin"}
STORED = {"type": "statehas", "path": ["notes", "*"], "fields": {"title": "{note}", "pinned": "true"}}
PINNED = {
    "instruction": "Pin the note {note} in Notebook",
    "parameters": {"note": ["Milk", "Rent"]},
    "steps": [OPEN, PIN],
    "conditions": [STORED],
}
CODE = "def evaluate_agent_task_completion():\n    return check_text_exists_via_control(note)"
READ = {
    "instruction": "Show the note {note} in Notebook",
    "parameters": {"note": ["Milk", "Rent"]},
    "steps": [OPEN],
    "code": f"{CODE} and not check_text_exists_via_control('Add note')",
}


def _propose(model: Model) -> Discovery:
    device = NotebookDevice()
    explorer = Explorer(device, AppMap("Notebook", home="Notebook"), initial=Start("Notebook", seed=0))
    player = TrajectoryPlayer(device, "Notebook")
    return propose_subtasks(
        model,
        player,
        app_map=explorer.explore(30),
        found=Discovery((), {}, 0),
        limits=SearchLimits(50, (0, 2)),
        report=lambda _title: None,
    )


def test_a_proposal_is_accepted_after_its_check_was_verified(serve: Serve) -> None:
    """A subtask that a model proposes from the screens of the map becomes one of the application."""
    model, server = serve({"subtasks": [PINNED]})
    (found,) = _propose(model).subtasks
    assert (found.reason, found.rounds) == ("", 1)
    assert found.template.instruction == PINNED["instruction"]
    prompt = json.dumps(server.asked[0])
    assert "Dark mode" in prompt
    assert "Add note" in prompt


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ({"conditions": [{"type": "textshown", "text": "Note"}]}, "passes"),
        ({"steps": [OPEN, {**PIN, "name": "Star"}]}, "has no button 'Star'"),
        ({"parameters": {"note": ["Milk"]}}, "at least 2"),
        ({"conditions": [], "code": CODE.replace("note)", "title)")}, "title"),
    ],
)
def test_failures_are_reported_back_to_the_model(
    serve: Serve, change: dict[str, object], failure: str
) -> None:
    """A proposal with a wrong check, step or parameter is corrected by the model that made it."""
    model, server = serve({"subtasks": [{**PINNED, **change}]}, {"subtasks": [PINNED]})
    (found,) = _propose(model).subtasks
    assert (found.reason, found.rounds) == ("", 2)
    assert failure in json.dumps(server.asked[1])


def test_a_model_that_does_not_correct_its_proposal_is_given_up(serve: Serve) -> None:
    """A subtask whose check stays wrong is excluded with its reason, after a fixed number of repairs."""
    model, server = serve({"subtasks": [{**PINNED, "conditions": [{"type": "textshown", "text": "Note"}]}]})
    (found,) = _propose(model).subtasks
    assert "passes" in found.reason
    assert len(server.asked) == 3


def test_check_code_of_a_model_is_verified_like_conditions(serve: Serve) -> None:
    """A check by code is evaluated in the sandbox, with the values of the parameters."""
    pytest.importorskip("pydantic_monty")
    model, _ = serve({"subtasks": [READ]})
    (found,) = _propose(model).subtasks
    assert found.reason == ""
    assert isinstance(found.template.check, CodePasses)


def test_a_reply_in_another_format_is_rejected(serve: Serve) -> None:
    """A reply that is not a list of subtasks adds nothing, and the reason is counted."""
    model, _ = serve({"tasks": []})
    found = _propose(model)
    assert not found.subtasks
    assert found.rejected == {"the reply of the model is not in the requested format": 1}


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        json.dumps({"subtasks": [{**PINNED, "expression": "document.cookie"}]}),
        json.dumps({"subtasks": [{**PINNED, "conditions": [{**STORED, "expression": "rm -r ."}]}]}),
        json.dumps({"subtasks": [{**PINNED, "conditions": [{"type": "pagevalue", "text": "1"}]}]}),
    ],
)
def test_a_model_cannot_write_expressions_for_the_device(text: str) -> None:
    """A proposal with anything but the requested keys and conditions is not used."""
    with pytest.raises(BadProposal, match="not a list of subtasks"):
        parse_proposals(text)


def test_a_complete_proposal_has_no_faults() -> None:
    """A proposal whose placeholders agree is tried."""
    (proposal,) = parse_proposals(json.dumps({"subtasks": [PINNED]}))
    assert list(find_faults(proposal)) == []
