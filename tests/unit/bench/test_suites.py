"""What a user of the suites relies on before any browser is started."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from onscreen.bench.base import Suite
from onscreen.types import Answered, Done, Episode, Outcome, Picture, Refused, Scroll, Shot, Task, Wait
from onscreen.types.errors import UnknownName
from onscreen_practice.demo_suite import GROUPS as DEMO
from onscreen_practice.demo_suite import demo
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_practice.miniwob.task_names import ALL, LUCI, RCI_PROMPTS, RCI_TABLE
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite.site_suite import TASKS, recipe, sites
from onscreen_practice.task_recipe import click, js_literal

SUITES = {"miniwob": miniwob, "sites": sites, "demo": demo}


@pytest.mark.parametrize("make", SUITES.values(), ids=SUITES)
def test_same_name_and_seed_same_task(make: Callable[[], Suite]) -> None:
    """A task is the same whenever it is made of the same name and seed."""
    for name in make().groups["all"]:
        assert make().task(name, 3) == make().task(name, 3)


@pytest.mark.parametrize("make", SUITES.values(), ids=SUITES)
def test_unknown_task_is_offered_the_nearest(make: Callable[[], Suite]) -> None:
    """A task name that is not there is answered with the nearest that is."""
    name = make().groups["all"][0]
    with pytest.raises(UnknownName, match=f"did you mean '{name}'"):
        make().task(name + "x", 0)


@pytest.mark.parametrize("make", SUITES.values(), ids=SUITES)
def test_groups_hold_tasks_of_the_suite_once(make: Callable[[], Suite]) -> None:
    """Every group names tasks of the suite, none twice."""
    groups = make().groups
    for names in groups.values():
        assert len(set(names)) == len(names)
        assert set(names) <= set(groups["all"])


def test_miniwob_has_the_tasks_of_browsergym_and_of_luci() -> None:
    """The suite miniwob has 125 tasks, 54 of them in the group luci."""
    assert (len(ALL), len(LUCI), len(RCI_PROMPTS), len(RCI_TABLE)) == (125, 54, 47, 7)


def test_sites_has_jobs_across_sites_impossible_ones_and_ones_that_need_none() -> None:
    """The suite sites has at least 20 tasks, two impossible, two needing none."""
    groups = sites().groups
    assert len(groups["all"]) >= 20
    assert (len(groups["across"]) >= 3, len(groups["no-tool"]), len(groups["no-need"])) == (True, 2, 2)
    assert all(isinstance(sites().task(name, 0).check, Refused) for name in groups["no-tool"])
    assert all(isinstance(sites().task(name, 0).check, Answered) for name in groups["no-need"])


@pytest.mark.parametrize("name", TASKS)
def test_seeds_change_what_is_asked(name: str) -> None:
    """Other seeds ask for other things, and never for what the near miss does."""
    made = [recipe(name, seed) for seed in range(8)]
    assert len({one.instruction for one in made}) > 1
    assert all(one.moves != one.near_miss for one in made)


def test_demo_is_drawn_from_the_other_suites() -> None:
    """Each demo task is the very task of miniwob or sites, at least ten of them and one impossible."""
    known = {**dict.fromkeys(miniwob().groups["all"], miniwob()), **dict.fromkeys(TASKS, sites())}
    assert len(DEMO["all"]) >= 10
    assert len(DEMO["pages"]) >= 2
    assert len(DEMO["no-tool"]) == 1
    for name in DEMO["all"]:
        assert demo().task(name, 1) == known[name].task(name, 1)


def test_values_in_checks_are_written_as_javascript() -> None:
    """A value with quotes cannot break out of the expression of a check."""
    assert js_literal('a "b" \\ c') == '"a \\"b\\" \\\\ c"'


def test_oracle_waits_then_scrolls_then_names_what_it_cannot_find() -> None:
    """A target that is not there ends the oracle's run as not achieved, with the target named."""
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
