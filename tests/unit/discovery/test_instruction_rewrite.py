"""Tests of instructions that a model rewrites."""

from __future__ import annotations

import msgspec
import pytest

from notebook_device import NotebookDevice
from onscreen.discovery.instruction_rewrite import name_subtasks
from onscreen.discovery.subtask_discovery import DiscoveredSubtask
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.trajectory import TrajectoryStep
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.model.scripted_model import ScriptedModel
from onscreen.synthesis.subtask_template import SubtaskTemplate
from onscreen.types import StateHas


def _subtask() -> DiscoveredSubtask:
    steps = (TrajectoryStep("click", "button", "{note}", "root:generic>button"),)
    run = TrajectoryPlayer(NotebookDevice(), "Notebook").play(steps, {"note": "Milk"}, seed=0)
    check = StateHas("state", ("notes", "*"), {"title": "{note}"})
    candidates = {"note": ("Milk", "Rent")}
    instruction = "In Notebook, open {note}"
    draft = SubtaskDraft("open", "change", instruction, steps, candidates, (run,), conditions=(check,))
    template = SubtaskTemplate(
        "open", instruction, "Notebook", check, parameters=("note",), candidates=candidates
    )
    return DiscoveredSubtask(draft, template, (), 1)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"instruction": "Open the note {note} in Notebook."}', "Open the note {note} in Notebook"),
        ('{"instruction": "Open the note Milk"}', "In Notebook, open {note}"),
        ('{"instruction": "Open {note} or {other}"}', "In Notebook, open {note}"),
    ],
)
def test_a_reply_with_other_placeholders_is_ignored(reply: str, expected: str) -> None:
    """A rewritten instruction has the same parameters as the trajectory."""
    text = msgspec.json.decode(reply)["instruction"]
    (named,) = name_subtasks([_subtask()], ScriptedModel([reply]))
    assert named.template.instruction == named.draft.instruction == expected
    assert text
