"""Suite of composed tasks: its file, its groups and its runs."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.bench.base import Suite
from onscreen.bench.task_selection import make_suite, select_tasks
from onscreen.cli.compose import read_pool
from onscreen.cli.main import main
from onscreen.device.fake_device import FORM
from onscreen.report.radar_chart import make_radar
from onscreen.report.suite_page import suite_page
from onscreen.run.suite_run import read_results
from onscreen.run.suite_summary import summarize, summarize_groups
from onscreen.run.trial import Result
from onscreen.store.review_items import ReviewDecision, ReviewItem, add_decision, write_item
from onscreen.synthesis.made_suite import made
from onscreen.synthesis.made_task import TASKS_FILE, BadTaskFile, make_task, read_tasks, write_tasks
from onscreen.synthesis.subtask_template import (
    BadSubtask,
    OutputResource,
    SubtaskTemplate,
    read_subtasks,
    write_subtasks,
)
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import GraphNode, Source, TaskGraph
from onscreen.testing import SuiteContract
from onscreen.types import AllOf, ElementIs, PageValue, Start, StateHas, TextShown, Then
from onscreen.types.errors import BadText
from sample_pool import POOL


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with 12 composed tasks."""
    write_tasks(tmp_path / TASKS_FILE, compose_tasks(POOL, 12, seed=2).tasks)
    return tmp_path


def test_stored_tasks_are_the_composed_ones(folder: Path) -> None:
    """Tasks keep their checks, graphs and nodes in the file."""
    read = read_tasks(folder / TASKS_FILE)
    assert read.tasks == compose_tasks(POOL, 12, seed=2).tasks
    assert read.faults == ()


def test_lookup_must_happen_before_the_end() -> None:
    """The final check requires every lasting change, and that the price was shown before."""
    graph = TaskGraph(
        (
            GraphNode("find-price", {"product": "Chair"}),
            GraphNode("write-note", {"title": "Home"}, {"text": Source(0, "price")}),
        )
    )
    written = PageValue("note('Home')", equals="61.50")
    task = make_task(graph, POOL).task
    assert task.check == AllOf((written, Then((TextShown("61.50"), AllOf((written,))))))
    assert [node.after for node in task.nodes] == [(), (0,)]


def test_stored_state_of_a_lookup_is_checked_at_the_end() -> None:
    """Only the screen of a lookup is required before the end, as the stored state was not read then."""
    shown, stored = TextShown("{product}"), StateHas("state", ("read", "*"), {"name": "{product}"})
    lookup = msgspec.structs.replace(POOL["find-price"], check=AllOf((stored, shown)), outputs=())
    graph = TaskGraph((GraphNode("find-price", {"product": "Chair"}),))
    check = make_task(graph, {"find-price": lookup}).task.check
    read = StateHas("state", ("read", "*"), {"name": "Chair"})
    assert check == AllOf((read, Then((AllOf((TextShown("Chair"),)), AllOf((read,))))))


def test_wrong_lines_are_named_and_the_rest_is_usable(folder: Path) -> None:
    """A truncated line, a line with a mistake and a repeated line are named; the other tasks remain."""
    file = folder / TASKS_FILE
    lines = file.read_text("utf-8").splitlines()
    lines[3] = lines[3].replace('"measures"', '"measure"')
    lines[5] = lines[4]
    file.write_text("\n".join(lines)[:-40], encoding="utf-8")
    suite = made(str(folder))
    assert len(suite.groups["all"]) == 9
    assert [fault.split(f"{file}, ")[1].split()[1].rstrip(":") for fault in suite.faults] == ["4", "6", "12"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "onscreen compose"), ("", "no usable task"), ("{}\n", "line 1 cannot be read")],
)
def test_folder_without_tasks_is_reported(tmp_path: Path, content: str | None, message: str) -> None:
    """A folder without a task file, with an empty one or with unusable lines only is an error."""
    if content is not None:
        (tmp_path / TASKS_FILE).write_text(content)
    with pytest.raises(BadTaskFile, match=message):
        made(str(tmp_path))


def test_suite_is_made_by_name_and_folder(folder: Path) -> None:
    """The text after the colon is the folder; suites without such a text reject one."""
    suite = make_suite(f"made:{folder}")
    assert len(select_tasks("chains,graphs", suite)) == 12
    with pytest.raises(BadTaskFile, match="needs a folder"):
        make_suite("made")
    with pytest.raises(BadText, match="takes no text"):
        make_suite("sites:x")


def test_groups_of_a_dimension_cover_all_tasks(folder: Path) -> None:
    """Every task has one level in each dimension, and is a chain or another graph."""
    groups = made(str(folder)).groups
    for names in (("chains", "graphs"), *(tuple(f"{d}-{level}" for level in ("easy", "medium", "hard"))
                                         for d in ("dependency", "branch"))):  # fmt: skip
        assert sorted(t for name in names for t in groups.get(name, ())) == sorted(groups["all"])


def test_command_composes_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes as many tasks as requested, lists the groups, and does not overwrite tasks."""
    write_subtasks(tmp_path, tuple(POOL.values()))
    arguments = ["compose", str(tmp_path), "--count", "12", "--seed", "5"]
    assert main(arguments) == 0
    assert f"onscreen bench made:{tmp_path}" in capsys.readouterr().out
    assert len(made(str(tmp_path)).groups["all"]) == 12
    assert main(arguments) == 2
    assert "already exists" in capsys.readouterr().err


def test_reviewed_subtasks_are_composed_as_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rejected subtasks are left out, and corrected instructions that mention all values are used."""
    toggle = SubtaskTemplate("toggle", "Turn on Repeat", "Clock", TextShown("on"), sets=("repeat",))
    write_subtasks(tmp_path, (toggle, *POOL.values()))
    write_item(tmp_path, ReviewItem("find-price", "subtask", "Find the price of Chair in Shop"))
    write_item(tmp_path, ReviewItem("write-note", "subtask", "Write a note called Home with the text Soon"))
    for name, corrected in (
        ("find-price", "Look up how much Chair costs."),
        ("write-note", "Write the note Home."),
        ("toggle", "Repeat the alarm."),
    ):
        add_decision(tmp_path, ReviewDecision(name, "edit", instruction=corrected))
    add_decision(tmp_path, ReviewDecision("send-mail", "reject"))
    found = {each.id: each.instruction for each in read_pool(tmp_path)}
    assert found == {
        "toggle": "Repeat the alarm",
        "find-price": "Look up how much {product} costs",
        "write-note": POOL["write-note"].instruction,
    }
    printed = capsys.readouterr().out
    assert "1 subtask left out" in printed
    assert "1 corrected instruction not used" in printed


def test_folder_without_subtasks_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the missing file and how to make it; nothing was there to restore."""
    assert main(["compose", str(tmp_path / "pool")]) == 2
    message = capsys.readouterr().err
    assert "there is no file" in message
    assert "onscreen discover" in message
    assert "restore" not in message


def test_wrong_subtask_is_named(tmp_path: Path) -> None:
    """A subtask file with a placeholder that is no parameter, or a truncated line, is an error."""
    subtask = msgspec.structs.replace(POOL["find-price"], instruction="Find {thing}")
    write_subtasks(tmp_path, (subtask,))
    with pytest.raises(BadSubtask, match="thing"):
        read_subtasks(tmp_path)
    (tmp_path / "subtasks.jsonl").write_text('{"id": "a", ')
    with pytest.raises(BadSubtask, match="line 1"):
        read_subtasks(tmp_path)


def make_results(folder: Path) -> tuple[Result, ...]:
    """Return one result for each task, with two thirds covered."""
    names = made(str(folder)).groups["all"]
    return tuple(
        Result(name, 0, n % 2 == 0, 0.0, 5, 1.0, 0, 0, 0, "done", "", coverage=2 / 3, consistency=1.0)
        for n, name in enumerate(names)
    )


def test_page_has_a_radar_chart_and_a_table(folder: Path) -> None:
    """The page of a run shows each group with its coverage, and the capabilities as axes."""
    suite, results = made(str(folder)), make_results(folder)
    page = suite_page(summarize(results), results, groups=suite.groups, axes=suite.axes)
    assert page.count('class="value') == 2
    assert "66.7 %" in page
    assert len(suite.axes) >= 3
    assert all(f">{axis.removeprefix('capability-')}<" in page for axis in suite.axes)
    assert all(f">{group}<" in page for group in suite.groups)
    assert 'class="by-group"' not in suite_page(summarize(results), results, groups=suite.groups)


def test_chart_needs_three_axes() -> None:
    """A chart with two axes has no area and is not drawn; with four, the first axis points up."""
    assert make_radar(["a", "b"], {"success": [1, 1]}) is None
    chart = make_radar(["a", "b", "c", "d"], {"success": [1, 0, 0.5, 0]})
    assert chart is not None
    assert chart.lines[0].points == "0.0,-110.0 0.0,0.0 0.0,55.0 0.0,0.0"


def test_groups_summarize_their_tasks_only(folder: Path) -> None:
    """The statistics of a group are those of its tasks; groups without a result are omitted."""
    results = make_results(folder)[:1]
    rows = summarize_groups(results, {"one": (results[0].task,), "none": ("x",)})
    assert [(row.group, row.tally.total, row.tally.mean_coverage) for row in rows] == [("one", 1, 2 / 3)]


class TestMadeSuite(SuiteContract):
    """A suite of composed tasks fulfills the contract of suites."""

    @pytest.fixture(autouse=True)
    def _folder(self, folder: Path) -> None:
        self.folder = folder

    def make_suite(self) -> Suite:
        """Return the suite of the folder."""
        return made(str(self.folder))


def test_command_runs_an_agent_on_composed_tasks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run on a folder reports its broken line, coverage by group, and writes both to its files."""
    fields = {"name": "Name", "email": "Email"}
    subtasks = tuple(
        SubtaskTemplate(
            f"type-{name}",
            f"Type {{{name}}} into the field {label}",
            "Form",
            ElementIs("textbox", label, f"{{{name}}}"),
            platform="fake",
            parameters=(name,),
            inputs={name: "text"},
            outputs=(OutputResource("typed", "text", f"the value of the field {label}", f"{{{name}}}"),),
            candidates={name: ("ada",)},
            sets=(label,),
            start=Start(FORM),
        )
        for name, label in fields.items()
    )
    write_subtasks(tmp_path, subtasks)
    assert main(["compose", str(tmp_path), "--max-nodes", "2"]) == 0
    file = tmp_path / TASKS_FILE
    file.write_text(file.read_text("utf-8") + "{", encoding="utf-8")
    out = tmp_path / "out"
    arguments = ["bench", f"made:{tmp_path}", "--model", "lexical", "--out", str(out), "--max-steps", "3"]
    assert main([*arguments, "--tasks", "chains-1", "--no-pages"]) == 0
    shown = capsys.readouterr()
    assert "line 5 cannot be read" in shown.err
    assert "instruction-easy" in shown.err + shown.out
    results = read_results(out)
    assert len(results) == 2
    assert all(result.coverage is not None for result in results)
    assert 'class="by-group"' in (out / "index.html").read_text("utf-8")
