"""Tests of the joined replay of composed tasks in a small application in memory."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from notebook_device import NotebookDevice
from onscreen.app_maps.screen_map import AppMap
from onscreen.discovery.joined_replay import (
    JoinedReplay,
    JoinedStep,
    joined,
    next_decision,
    read_trajectories,
)
from onscreen.discovery.subtask_discovery import discover_subtasks
from onscreen.discovery.subtask_items import save_discovery
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory import TrajectoryStep
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.explore.exploration import Explorer
from onscreen.policy.cascade import Cascade
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.store.review_items import BadReview
from onscreen.synthesis.graph_composition import GraphLimits
from onscreen.synthesis.made_task import MadeTask
from onscreen.synthesis.subtask_template import read_subtasks
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import make_pool
from onscreen.types import (
    Back,
    Box,
    Click,
    Decision,
    Element,
    Episode,
    Node,
    Open,
    Press,
    Start,
    Task,
    Wait,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the subtasks of the notebook."""
    made, device = tmp_path_factory.mktemp("pool"), NotebookDevice(is_numbering=True)
    initial = Start("Notebook", seed=0)
    app_map = Explorer(device, AppMap("Notebook", home="Notebook"), initial=initial).explore(30)
    found = discover_subtasks(
        TrajectoryPlayer(device, "Notebook"),
        app_map,
        limits=SearchLimits(200, (0, 2, 1)),
        report=lambda _title: None,
    )
    save_discovery(found, made)
    return made


def _tasks(folder: Path) -> tuple[MadeTask, ...]:
    limits = GraphLimits(min_nodes=2, max_nodes=4)
    return compose_tasks(make_pool(read_subtasks(folder)), 12, seed=1, limits=limits).tasks


def _play(task: Task, agent: JoinedReplay) -> Episode:
    trial = Trial(task, "", device="notebook", limits=Limits(200), signals=())
    return run_trial(
        trial, NotebookDevice(is_numbering=True), cascade=Cascade(), create_agent=lambda _: agent
    )


def test_joined_trajectories_do_every_composed_task(folder: Path) -> None:
    """Tasks that are composed from discovered subtasks score 1 when their trajectories are joined."""
    tasks = _tasks(folder)
    assert len(tasks) == 12
    for made in tasks:
        episode = _play(made.task, joined(Cascade(), str(folder)))
        assert episode.score is not None
        assert episode.score.value == 1, made.task.instruction
        assert episode.score.graph is not None
        assert episode.score.graph.coverage == 1


def test_checks_do_not_depend_on_earlier_subtasks(folder: Path) -> None:
    """What an application numbers or counts differs after another subtask, and is part of no check."""
    entry = next(each for each in read_subtasks(folder) if "add a note" in each.instruction)
    check = msgspec.json.encode(entry.check).decode()
    assert "line-" not in check
    assert '"ids"' not in check
    assert '"lines/*/text":"{text}"' in check


def test_a_task_with_an_omitted_node_is_not_done(folder: Path) -> None:
    """A composed task scores 0 if the trajectory of any of its subtasks is left out."""
    pool, trajectories = make_pool(read_subtasks(folder)), read_trajectories(folder)
    for made in _tasks(folder)[:6]:
        for omitted in range(len(made.graph.nodes)):
            episode = _play(made.task, JoinedReplay(pool, trajectories, omit=omitted))
            assert episode.score is not None
            assert episode.score.value == 0, (made.task.instruction, omitted)


def test_demonstrations_name_the_subtask_of_each_step(folder: Path) -> None:
    """Each decision of a joined replay belongs to a subtask of the plan, whose text training reads."""
    made = _tasks(folder)[0]
    episode = _play(made.task, joined(Cascade(), str(folder)))
    texts = [each.plan.subtasks[each.plan.at].text for each in episode.decisions[:-1]]
    assert list(dict.fromkeys(texts)) == [node.name for node in made.task.nodes]


def test_keys_and_back_are_played_without_a_target(folder: Path) -> None:
    """A trajectory may save a document by a key or leave a screen by Back, whatever the screen shows."""
    episode = _play(_tasks(folder)[0].task, joined(Cascade(), str(folder)))
    save, leave = TrajectoryStep("press", text="Control+s"), TrajectoryStep("back")
    decisions = [next_decision(JoinedStep(0, {}, step), episode) for step in (save, leave)]
    assert [each.action for each in decisions] == [Press("Control+s"), Back()]


def test_other_tabs_of_an_opened_application_are_searched(folder: Path) -> None:
    """An application may open on the tab that an earlier subtask chose."""
    episode = _play(_tasks(folder)[0].task, joined(Cascade(), str(folder)))
    box = Box(0, 0, 50, 50)
    tabs = (Node("tab", "Timer", box, states=("selected",)), Node("tab", "Alarm", box, states=("clickable",)))
    shot = msgspec.structs.replace(episode.last, nodes=tabs)
    opened = Decision(Open("Clock"), why="trajectory")
    opened_episode = msgspec.structs.replace(episode, shots=(shot, shot), decisions=(opened,))
    step = JoinedStep(0, {}, TrajectoryStep("click", "button", "Add alarm"))
    action = next_decision(step, opened_episode).action
    assert isinstance(action, Click)
    assert isinstance(action.target, Element)
    assert action.target.name == "Alarm"
    searched = msgspec.structs.replace(
        opened_episode, shots=(shot,) * 3, decisions=(opened, Decision(action, why="search of the target"))
    )
    assert next_decision(step, searched).action == Wait(2.0)


def test_another_task_is_given_up_with_the_reason(folder: Path) -> None:
    """A task that was not composed from the folder ends as not achieved."""
    episode = _play(Task("Fly to the moon."), joined(Cascade(), str(folder)))
    assert episode.stop is not None
    assert episode.stop.reason == "gave up"
    assert "no meaning" in episode.stop.evidence


def test_a_damaged_trajectory_is_named(tmp_path: Path) -> None:
    """An item that was edited wrongly is reported with its file."""
    (tmp_path / "items").mkdir()
    (tmp_path / "items" / "a.json").write_text("{")
    with pytest.raises(BadReview, match=r"a\.json"):
        read_trajectories(tmp_path)
