"""Tests of the discovery of subtasks in a small application in memory."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from notebook_device import NotebookDevice
from onscreen.app_maps.screen_map import AppMap
from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.check_proposal import without_settings
from onscreen.discovery.cross_verification import find_failures
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.subtask_discovery import Discovery, discover_subtasks
from onscreen.discovery.subtask_draft import find_outputs
from onscreen.discovery.subtask_items import save_discovery
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.discovery.value_restriction import drop_values, fix_value
from onscreen.explore.exploration import Explorer
from onscreen.store.episode_store import load_episode
from onscreen.store.review_items import read_items
from onscreen.synthesis.graph_composition import GraphLimits
from onscreen.synthesis.subtask_template import read_subtasks
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import make_pool
from onscreen.types import AddressIs, AllOf, Start, StateHas


def _discover(device: NotebookDevice) -> Discovery:
    app_map = Explorer(
        device, AppMap("Notebook", home="Notebook"), initial=Start("Notebook", seed=0)
    ).explore(30)
    player = TrajectoryPlayer(device, "Notebook")
    return discover_subtasks(player, app_map, limits=SearchLimits(200, (0, 2, 1)), report=lambda _title: None)


@pytest.fixture(scope="module")
def found() -> Discovery:
    """The subtasks of the notebook."""
    return _discover(NotebookDevice())


def _accepted(found: Discovery) -> dict[str, object]:
    return {each.draft.instruction: each for each in found.subtasks if not each.reason}


def test_finds_the_subtasks_of_an_application(found: Discovery) -> None:
    """A user gets a subtask for a switch, for a new entry, for a row and for a value that a row shows."""
    assert set(_accepted(found)) == {
        "In Notebook, turn on Dark mode",
        "In Notebook, add a note with {title} as Title and {text} as Text",
        "In Notebook, pin {notebook}",
        "In Notebook, open {notebook}",
        "In Notebook, look up the note body of {notebook}",
    }


def test_a_check_names_the_row_that_was_changed(found: Discovery) -> None:
    """A check holds for the row of the instruction only, whatever its id."""
    pinned = next(each for each in found.subtasks if each.draft.instruction.startswith("In Notebook, pin"))
    condition = pinned.template.check
    assert isinstance(condition, StateHas)
    assert condition.path == ("notes", "*")
    assert condition.fields == {"title": "{notebook}", "pinned": "true"}


@pytest.mark.parametrize("fault", ["always true", "one value", "wrong field"])
def test_cross_verification_detects_faulty_checks(found: Discovery, fault: str) -> None:
    """A check that is always true, holds for one value only or reads another field is not accepted."""
    pinned = next(
        each for each in found.subtasks if each.draft.instruction.startswith("In Notebook, pin")
    ).draft
    conditions = {
        "always true": (AllOf(()),),
        "one value": (StateHas("state", ("notes", "*"), {"title": "Milk", "pinned": "true"}),),
        "wrong field": (StateHas("state", ("notes", "*"), {"title": "{notebook}", "pinned": "false"}),),
    }[fault]
    faulty = msgspec.structs.replace(pinned, conditions=conditions)
    assert list(find_failures(faulty, ()))


def test_a_form_that_stores_nothing_is_no_subtask() -> None:
    """An application without effects yields no entry, and says why."""
    found = _discover(NotebookDevice(is_deaf=True))
    assert not any("add a note" in each.draft.instruction for each in found.subtasks)


def test_writes_templates_items_and_episodes(found: Discovery, tmp_path: Path) -> None:
    """The folder can be composed from and reviewed, and each trajectory can be opened."""
    save_discovery(found, tmp_path)
    save_discovery(found, tmp_path)
    templates = read_subtasks(tmp_path)
    assert {each.instruction for each in templates} == set(_accepted(found))
    assert {each.id for each in read_items(tmp_path)} == {each.draft.id for each in found.subtasks}
    for each in found.subtasks:
        item = msgspec.json.decode((tmp_path / "items" / f"{each.draft.id}.json").read_bytes())
        assert item["kind"] == "subtask"
        assert item["status"] == each.status
        assert (tmp_path / item["picture_after"]).exists()
        assert load_episode(tmp_path / "episodes" / each.draft.id).task.check is not None or each.reason


def test_tasks_are_composed_from_what_was_found(found: Discovery) -> None:
    """A value that one discovered subtask looks up is used by another, and not named in the instruction."""
    pool = make_pool([each.template for each in found.subtasks if not each.reason])
    limits = GraphLimits(min_nodes=2, max_nodes=2)
    composed = compose_tasks(pool, 3, seed=1, limits=limits).tasks
    assert composed
    assert all("the note body of" in each.task.instruction for each in composed)
    assert not any(
        text in each.task.instruction for each in composed for text in ("white", "monthly", "weekly")
    )


def test_what_changes_by_itself_is_not_checked(found: Discovery) -> None:
    """A counter that never stands still is reported, and is part of no check."""
    ticking = _discover(NotebookDevice(is_ticking=True))
    assert ("ticks",) in ticking.volatile
    assert set(_accepted(ticking)) == set(_accepted(found))
    assert not any("ticks" in each.check_in_words for each in ticking.subtasks)


def test_a_row_without_influence_becomes_a_fixed_one(found: Discovery) -> None:
    """A subtask whose check cannot tell its rows apart is kept for the first row."""
    pinned = next(
        each for each in found.subtasks if each.draft.instruction.startswith("In Notebook, pin")
    ).draft
    fixed = fix_value(pinned, volatile=frozenset())
    assert fixed.instruction == "In Notebook, pin Milk"
    assert fixed.parameters == ()
    assert fixed.conditions
    assert not list(find_failures(fixed, ()))


def test_a_value_with_another_effect_is_dropped(found: Discovery) -> None:
    """A subtask keeps the values that have the same effect, if there are at least two."""
    pinned = next(
        each for each in found.subtasks if each.draft.instruction.startswith("In Notebook, pin")
    ).draft
    wrong = msgspec.structs.replace(pinned.runs[0], values={"notebook": "Tea"})
    fewer = drop_values(msgspec.structs.replace(pinned, runs=(*pinned.runs, wrong)))
    assert fewer.candidates["notebook"] == ("Milk", "Rent", "Gym")
    assert wrong not in fewer.runs


def test_a_lookup_names_its_screen(found: Discovery) -> None:
    """A value that another application shows, because it was entered there, is not looked up."""
    lookup = next(each for each in found.subtasks if "the note body" in each.draft.instruction)
    assert AddressIs("org.notebook/.detail") in lookup.draft.conditions


@pytest.mark.parametrize(
    ("shown", "value"),
    [("Sheet Guests", "Guests"), ("Sheet: Guests", "Guests"), ("Sheets", "Sheets"), ("Guests", "Guests")],
)
def test_the_label_of_a_value_is_not_part_of_it(found: Discovery, shown: str, value: str) -> None:
    """A tab with the name "Sheet Guests" is that of the sheet "Guests"."""
    lookup = next(each.draft for each in found.subtasks if each.draft.outputs)
    shot = lookup.runs[0].episode.last
    group = lookup.outputs[0].group
    nodes = tuple(
        msgspec.structs.replace(node, name=shown) if group_key(node, shot.nodes) == group else node
        for node in shot.nodes
    )
    output = msgspec.structs.replace(lookup.outputs[0], label="sheet")
    draft = msgspec.structs.replace(lookup, outputs=(output,))
    assert find_outputs(draft, msgspec.structs.replace(shot, nodes=nodes)) == {output.name: value}


def test_settings_of_a_program_are_no_part_of_a_check() -> None:
    """A program that stores a text and its settings is checked for the text only."""
    before = {"files": {"a.txt": {"name": "a.txt", "lines": ["Milk"]}}}
    after = {
        "files": {
            "a.txt": {"name": "a.txt", "lines": ["Milk", "Tea"]},
            ".config/a": {"name": ".config/a", "lines": ["x=1"]},
        }
    }
    assert [change.path for change in without_settings(find_differences(before, after))] == [
        ("files", "a.txt")
    ]
    after["files"]["a.txt"] = before["files"]["a.txt"]
    assert len(without_settings(find_differences(before, after))) == 1
