"""Suites create deterministic tasks without starting a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from onscreen.bench.base import Suite
from onscreen.types import (
    Answered,
    Box,
    Done,
    Episode,
    Node,
    Outcome,
    Picture,
    Refused,
    Scroll,
    Shot,
    Task,
    Wait,
)
from onscreen.types.errors import UnknownName
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.apps_suite import DEMO_TASKS
from onscreen_practice.apps.apps_suite import recipe as app_recipe
from onscreen_practice.demo_suite import GROUPS as DEMO_GROUPS
from onscreen_practice.demo_suite import demo
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_practice.miniwob.task_names import ALL, LUCI, RCI_PROMPTS, RCI_TABLE
from onscreen_practice.recipe_oracle import WAIT_SEC, Oracle
from onscreen_practice.site_suite.site_suite import TASKS, recipe, sites
from onscreen_practice.task_recipe import DONE, click, js_literal, wait_until_gone

SUITES = {"miniwob": miniwob, "sites": sites, "demo": demo}


@pytest.mark.parametrize("make_suite", SUITES.values(), ids=SUITES)
def test_same_name_and_seed_same_task(make_suite: Callable[[], Suite]) -> None:
    """The same name and seed give the same task."""
    for name in make_suite().groups["all"]:
        assert make_suite().task(name, 3) == make_suite().task(name, 3)


@pytest.mark.parametrize("make_suite", SUITES.values(), ids=SUITES)
def test_error_for_unknown_task_suggests_nearest_name(make_suite: Callable[[], Suite]) -> None:
    """The error for an unknown task name suggests the nearest existing one."""
    name = make_suite().groups["all"][0]
    with pytest.raises(UnknownName, match=f"did you mean '{name}'"):
        make_suite().task(name + "x", 0)


@pytest.mark.parametrize("make_suite", SUITES.values(), ids=SUITES)
def test_groups_list_tasks_of_the_suite_once(make_suite: Callable[[], Suite]) -> None:
    """Every group lists tasks of the suite, each at most once."""
    groups = make_suite().groups
    for names in groups.values():
        assert len(set(names)) == len(names)
        assert set(names) <= set(groups["all"])


def test_miniwob_has_the_tasks_of_browsergym_and_of_luci() -> None:
    """The suite miniwob has 125 tasks, 54 of them in the group luci."""
    assert (len(ALL), len(LUCI), len(RCI_PROMPTS), len(RCI_TABLE)) == (125, 54, 47, 7)


def test_sites_has_cross_site_infeasible_and_tool_free_tasks() -> None:
    """The suite sites has at least 20 tasks: cross-site, infeasible, and tool-free ones among them."""
    groups = sites().groups
    assert len(groups["all"]) >= 20
    assert (len(groups["across"]) >= 3, len(groups["no-tool"]), len(groups["no-need"])) == (True, 2, 2)
    assert all(isinstance(sites().task(name, 0).check, Refused) for name in groups["no-tool"])
    assert all(isinstance(sites().task(name, 0).check, Answered) for name in groups["no-need"])


@pytest.mark.parametrize("name", TASKS)
def test_seeds_change_the_instruction(name: str) -> None:
    """Different seeds give different instructions, and near misses differ from the solution."""
    recipes = [recipe(name, seed) for seed in range(8)]
    assert len({task_recipe.instruction for task_recipe in recipes}) > 1
    assert all(task_recipe.moves != task_recipe.near_miss for task_recipe in recipes)


def test_demo_tasks_come_from_the_other_suites() -> None:
    """Each demo task equals the task of miniwob or sites with the same name and seed."""
    suites = {**dict.fromkeys(miniwob().groups["all"], miniwob()), **dict.fromkeys(TASKS, sites())}
    assert len(DEMO_GROUPS["all"]) >= 10
    assert len(DEMO_GROUPS["pages"]) >= 2
    assert len(DEMO_GROUPS["no-tool"]) == 1
    for name in DEMO_GROUPS["all"]:
        assert demo().task(name, 1) == suites[name].task(name, 1)


def test_demo_installs_the_applications_of_its_tasks() -> None:
    """The script of the demo installs the applications of its tasks: three to five, all from PyPI."""
    script = Path(__file__).parents[3] / "tools" / "demo.sh"
    installed = re.findall(
        r"^readonly APPLICATIONS=\((.*)\)$", script.read_text(encoding="utf-8"), re.MULTILINE
    )
    needed = {each for name in DEMO_TASKS for each in app_recipe(name, 0).applications}
    assert sorted(installed[0].split()) == sorted(needed)
    assert 3 <= len(needed) <= 5
    assert {find_application(each).manager for each in needed} == {"pip"}


def test_values_in_checks_are_quoted_as_javascript() -> None:
    """A value with quotes stays inside its string literal in a check's expression."""
    assert js_literal('a "b" \\ c') == '"a \\"b\\" \\\\ c"'


def test_oracle_waits_scrolls_and_names_missing_target() -> None:
    """A missing target ends the oracle's run as not achieved, and the answer names the target."""
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG")
    shot = Shot(Picture(file.getvalue()), ())
    episode, oracle = Episode(Task("find it"), (shot,)), Oracle((click("button", "Nowhere"),))
    actions = []
    while not actions or not isinstance(actions[-1], Done):
        decision = oracle.act(episode)
        actions.append(decision.action)
        episode = episode.then(decision, Outcome(), shot=shot)
    assert [type(a) for a in actions] == [Wait, *[Scroll] * (len(actions) - 2), Done]
    assert actions[-1] == Done("there is no button named 'Nowhere'", achieved=False)


def test_oracle_waits_until_a_dialog_is_gone() -> None:
    """The oracle waits while the target is on the screen, and goes on once it is gone."""
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG")
    before, after = (
        Shot(Picture(file.getvalue()), nodes) for nodes in ((Node("textbox", "Name:", Box(0, 0, 4, 4)),), ())
    )
    episode, oracle = Episode(Task("save it"), (before,)), Oracle((wait_until_gone("textbox", "Name:"), DONE))
    actions = []
    for shot in (before, after, after, after):
        decision = oracle.act(episode)
        actions.append(decision.action)
        episode = episode.then(decision, Outcome(), shot=shot)
    assert actions == [Wait(WAIT_SEC), Wait(WAIT_SEC), Wait(0.0), Done()]
