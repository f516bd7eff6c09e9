"""Tests of tasks whose subtasks run on two devices, between which a value is transferred."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger_device import LedgerDevice
from notebook_device import NotebookDevice
from onscreen.app_maps.screen_map import AppMap
from onscreen.cli.main import main
from onscreen.device.combined_device import CombinedDevice, Member
from onscreen.discovery.joined_replay import JoinedReplay, read_trajectories
from onscreen.discovery.subtask_discovery import discover_subtasks
from onscreen.discovery.subtask_items import save_discovery
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.explore.exploration import Explorer
from onscreen.policy.cascade import Cascade
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.synthesis.device_combination import combine_devices
from onscreen.synthesis.made_suite import made
from onscreen.synthesis.made_task import MadeTask, read_tasks
from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate, read_subtasks
from onscreen.synthesis.task_graph import make_pool
from onscreen.types import AllOf, Start


class Tablet(NotebookDevice):
    """A notebook on a device with another name than its application."""

    name = "tablet"


def _discover(device: NotebookDevice | LedgerDevice, app: str, folder: Path) -> Path:
    initial = device.initial_start(app, seed=0)
    app_map = Explorer(device, AppMap(app, home=initial.address), initial=initial).explore(30)
    limits = SearchLimits(200, (0, 1))
    found = discover_subtasks(
        TrajectoryPlayer(device, app), app_map, limits=limits, report=lambda _title: None
    )
    save_discovery(found, folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tasks that use the notebook and the ledger."""
    out = tmp_path_factory.mktemp("both") / "out"
    notebook = _discover(Tablet(), "Notebook", tmp_path_factory.mktemp("notebook"))
    ledger = _discover(LedgerDevice(), "Ledger", tmp_path_factory.mktemp("ledger"))
    options = ["--count", "12", "--max-nodes", "4", "--out", str(out)]
    assert main(["compose", str(notebook), "--with", str(ledger), *options]) == 0
    return out


def _play(made_task: MadeTask, folder: Path, *, omit: int = -1) -> float | None:
    devices = CombinedDevice([Member("tablet", Tablet()), Member("ledger", LedgerDevice())])
    agent = JoinedReplay(make_pool(read_subtasks(folder)), read_trajectories(folder), omit=omit)
    trial = Trial(made_task.task, "", device="many", limits=Limits(200), signals=())
    score = run_trial(trial, devices, cascade=Cascade(), create_agent=lambda _: agent).score
    return score.value if score else None


def test_a_value_is_transferred_between_devices(folder: Path) -> None:
    """Each task uses both devices; joined trajectories score 1, and each omitted subtask 0."""
    tasks = read_tasks(folder / "tasks.jsonl").tasks
    assert len(tasks) == 12
    pool = make_pool(read_subtasks(folder))
    for each in tasks:
        nodes = [pool[node.subtask] for node in each.graph.nodes]
        assert {node.device for node in nodes} == {"tablet", "ledger"}
        assert _play(each, folder) == 1, each.task.instruction
        assert [_play(each, folder, omit=number) for number in range(len(nodes))] == [0] * len(nodes)


def test_the_suite_combines_the_devices(folder: Path) -> None:
    """A run of the suite needs no further settings."""
    suite = made(str(folder))
    assert suite.device == "many"
    assert suite.device_settings == {"devices": ("tablet", "ledger")}


def test_different_starts_of_a_device_are_refused() -> None:
    """Two web applications on one device have different starts, and are not combined."""
    subtasks = [
        SubtaskTemplate(name, f"In {name}, open it", name, AllOf(()), start=Start(f"http://{name}/"))
        for name in ("a", "b")
    ]
    with pytest.raises(BadSubtask, match="'b' starts differently"):
        combine_devices(subtasks)
    with pytest.raises(BadSubtask, match="'a' twice"):
        combine_devices([subtasks[0], subtasks[0]])
    with pytest.raises(BadSubtask, match="no subtasks"):
        combine_devices([])


def test_a_combination_needs_a_new_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The subtasks of both folders are written to a third one."""
    assert main(["compose", str(folder), "--with", str(folder)]) != 0
    assert "--out" in capsys.readouterr().err
