"""Tests of subtasks from recorded episodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from notebook_device import NotebookDevice
from onscreen.app_maps.screen_map import AppMap
from onscreen.discovery.demonstrations import read_demonstrations
from onscreen.discovery.subtask_discovery import Discovery, discover_subtasks
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory import TrajectoryStep
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.store.episode_recorder import save_episode
from onscreen.types import Box, Click, Decision, Episode, Outcome, Start, Task
from onscreen.types.errors import BadText

STEPS = (
    TrajectoryStep("click", "button", "Add note"),
    TrajectoryStep("type", "textbox", "Title", text="Groceries"),
    TrajectoryStep("type", "textbox", "Text", text="Flour and eggs"),
    TrajectoryStep("click", "button", "Save"),
)


def _record(folder: Path, steps: tuple[TrajectoryStep, ...]) -> Path:
    run = TrajectoryPlayer(NotebookDevice(), "Notebook").play(steps, {}, seed=0)
    assert not run.fault
    save_episode(run.episode, folder)
    return folder


def _discover(folder: Path) -> Discovery:
    player = TrajectoryPlayer(NotebookDevice(), "Notebook")
    limits = SearchLimits(8, (0, 1))
    return discover_subtasks(
        player,
        AppMap("Notebook", home="Notebook"),
        limits=limits,
        report=lambda _title: None,
        demonstrations=read_demonstrations([folder]),
    )


def test_a_recorded_run_becomes_a_verified_subtask(tmp_path: Path) -> None:
    """Typed texts become parameters, and the check is verified with values that were not recorded."""
    found = _discover(_record(tmp_path / "run", STEPS)).subtasks
    assert [each.draft.instruction for each in found] == [
        "In Notebook, add a note with {title} as Title and {text} as Text"
    ]
    assert not found[0].reason
    assert found[0].template.candidates["title"][0] == "Groceries"
    assert len(found[0].template.candidates["title"]) == 3


def test_a_recorded_run_without_an_effect_is_no_subtask(tmp_path: Path) -> None:
    """Looking at a form changes nothing."""
    found = _discover(_record(tmp_path / "run", STEPS[:1]))
    assert not found.subtasks
    assert found.rejected["no effect on the state"] == 1


def test_an_action_without_an_element_is_named(tmp_path: Path) -> None:
    """A click on a place of the picture cannot be repeated on another screen; the folder is named."""
    shot = NotebookDevice().observe()
    episode = Episode(
        Task("", start=Start("Notebook")),
        (shot, shot),
        decisions=(Decision(Click(Box(0, 0, 2, 2).center)),),
        outcomes=(Outcome(),),
        device="notebook",
    )
    save_episode(episode, tmp_path / "run")
    with pytest.raises(BadText, match="run: the action Click cannot be repeated"):
        read_demonstrations([tmp_path / "run"])
