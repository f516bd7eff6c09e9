"""Pool of subtasks for the practice phone."""

from __future__ import annotations

import shlex

import pytest

from onscreen.synthesis.graph_composition import GraphLimits
from onscreen.synthesis.subtask_template import validate_subtask
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import make_pool
from onscreen.types import AllOf, PageValue
from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone_suite.phone_subtasks import graph_moves, phone_subtasks
from onscreen_practice.state.expected_changes import adds, decode_changes
from onscreen_practice.state.state_check import find_missing, find_unmet
from onscreen_practice.state.state_path import Json
from onscreen_practice.state.value_patterns import States
from onscreen_practice.task_recipe import BACK


@pytest.mark.parametrize("seed", [0, 5])
def test_checks_of_composed_tasks_are_valid(seed: int) -> None:
    """Every subtask is complete, and its check with values is a valid check of the phone's state."""
    subtasks = phone_subtasks(seed)
    for each in subtasks:
        validate_subtask(each.template)
    tasks = compose_tasks(make_pool([each.template for each in subtasks]), 60, seed=seed).tasks
    assert len(tasks) == 60
    used = {node.subtask for made in tasks for node in made.graph.nodes}
    assert used == {each.template.id for each in subtasks}
    for made in tasks:
        for node in made.task.nodes:
            if isinstance(node.check, PageValue):
                assert decode_changes(shlex.split(node.check.expression)[-1], root=PhoneState)
        assert isinstance(made.task.check, AllOf)


def test_actions_are_joined_without_the_omitted_subtask() -> None:
    """An application that is used again is left by going back; an omitted subtask has no actions."""
    subtasks = phone_subtasks()
    pool = make_pool([each.template for each in subtasks])
    made = next(
        each
        for each in compose_tasks(pool, 60, seed=0, limits=GraphLimits(2, 2)).tasks
        if [node.subtask for node in each.graph.nodes] == ["find-number", "create-contact"]
    )
    moves = graph_moves(made.graph, subtasks)
    assert moves.count(BACK) > 0
    assert len(graph_moves(made.graph, subtasks, omit=0)) < len(moves)
    assert BACK not in graph_moves(made.graph, subtasks, omit=1)


def test_subtask_is_done_whatever_else_changed() -> None:
    """A subtask's change is found beside the changes of others, and its absence is named."""
    before: Json = {"notes": []}
    required = (adds("notes", {"title": "Ideas"}),)
    both = States(before, {"notes": [{"title": "Home"}, {"title": "Ideas"}]})
    assert find_missing(required, both, root=object) == []
    assert find_unmet(required, both, root=object)
    other = States(before, {"notes": [{"title": "Home"}]})
    assert len(find_missing(required, other, root=object)) == 1
