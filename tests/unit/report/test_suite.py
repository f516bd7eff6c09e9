"""The HTML page of a suite."""

from __future__ import annotations

import re
import time
from pathlib import Path

import msgspec
import pytest

from onscreen.cli.progress import tally_line
from onscreen.report.suite_page import suite_page, write_suite
from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen.types.errors import CannotWrite


def result(
    task: str = "click-button",
    seed: int = 0,
    *,
    success: bool | None = True,
    stop: str = "done",
    episode: str = "out/e",
    detail: str = "",
) -> Result:
    """Return one trial's result."""
    reward = None if success is None else float(success)
    return Result(task, seed, success, reward, 4, 2.5, 6, 900, 40, stop, episode, 0.01, detail=detail)


def page(
    *results: Result, folder: Path = Path("out"), groups: dict[str, tuple[str, ...]] | None = None
) -> str:
    """Return the page of these trials."""
    return suite_page(summarize(results), results, title="practice", folder=folder, groups=groups)


def test_page_shows_the_statistics() -> None:
    """Rate, interval, counts, steps, tokens and cost equal those of the summary."""
    shown = page(result(), result(seed=1, success=False), result(seed=2, success=None))
    for told in ("50 %", "1 of 2 judged", "9.5 % to 90.5 %", "1 of 3 could not be judged", "2,700", "$0.03"):
        assert told in shown


def test_page_and_totals_show_the_metrics_of_mobile_eval() -> None:
    """The process score and the completion rate are shown if they are known, even if they are 0."""
    known = msgspec.structs.replace(result(), process_score=0.75, completion_rate=0.0)
    shown = page(known)
    for told in ("Correct steps", "75 %", "Check parts that hold", "0 %"):
        assert told in shown
    assert "75 % of the steps correct, 0 % of the check parts hold" in tally_line(summarize([known]).overall)
    assert "Correct steps" not in page(result())
    assert "of the steps correct" not in tally_line(summarize([result()]).overall)


def test_every_trial_is_a_cell() -> None:
    """Success, failure and unjudged differ by sign and words, not by colour alone."""
    shown = page(result(), result(seed=1, success=False, stop="steps"), result(seed=2, success=None))
    cells = re.findall(r'<a class="cell (\w+)"[^>]*title="([^"]*)"[^>]*>(.)</a>', shown)
    assert [(verdict, sign) for verdict, _, sign in cells] == [
        ("success", "✓"),
        ("failure", "✗"),
        ("unjudged", "?"),
    ]
    assert cells[1][1] == "seed 1: failed, reward 0, 4 steps, 2.5 s, stopped: steps"


def test_instruction_is_below_the_name_of_its_task() -> None:
    """A task is shown with its instruction; the name of a task with one trial leads to the trial's page."""
    asked = msgspec.structs.replace(result(), instruction="Click <Send>")
    link = '<a href="e/episode.html">click-button</a>'
    assert f'{link}<span class="label">Click &lt;Send&gt;</span>' in page(asked)
    assert link not in page(asked, result(seed=1))


def test_groups_without_a_result_are_omitted() -> None:
    """The filter lists only the groups that have a task on the page."""
    shown = page(result(), groups={"clicks": ("click-button",), "others": ("enter-text",)})
    assert ">clicks</option>" in shown
    assert "others" not in shown


def test_cell_shows_stop_details() -> None:
    """Trials are filtered by stop reason; the cell shows the details."""
    shown = page(result(success=None, stop="crashed", detail="OSError: disk full"))
    assert 'data-stop="crashed"' in shown
    assert "stopped: crashed: OSError: disk full" in shown
    assert '<option value="crashed">' in shown


def test_missing_trial_leaves_an_empty_cell() -> None:
    """Cells of one seed are aligned even if a trial is missing."""
    assert 'title="seed 1: not run"' in page(result("a"), result("a", 1), result("b"))


@pytest.mark.parametrize(
    ("episode", "folder", "link"),
    [
        ("out/episodes/a-0", "out", "episodes/a-0/episode.html"),
        ("/runs/x/e1", "/runs", "x/e1/episode.html"),
        ("other/e1", "out", "../other/e1/episode.html"),
        ("out/a b#1?", "out", "a%20b%231%3F/episode.html"),
        ("javascript:alert(1)", ".", "javascript%3Aalert%281%29/episode.html"),
    ],
)
def test_links_are_relative(episode: str, folder: str, link: str) -> None:
    """A trial links to its episode's page relative to the suite's page, so both can be moved."""
    assert f'href="{link}"' in page(result(episode=episode), folder=Path(folder))


def test_trial_without_episode_has_no_link() -> None:
    """A trial without a recorded episode is a cell without a link."""
    assert "href=" not in page(result(episode=""))


def test_names_are_escaped() -> None:
    """Tags in a task, group, title or reason become no tag of the page."""
    bad = "<script>alert(1)</script>\u202e"
    results = (result(bad, stop=bad),)
    shown = suite_page(summarize(results), results, title=bad, groups={bad: (bad,)})
    assert shown.count("<script>") == 1
    assert "\u202e" not in re.sub(r'(data-(task|stop)|value)="[^"]*"', "", shown)


def test_task_lists_its_groups() -> None:
    """A task lists every group that contains it."""
    shown = page(result("a"), result("b"), groups={"all": ("a", "b"), "first": ("a",)})
    assert re.findall(r'data-groups="([^"]*)"', shown) == [" 0 1", " 0"]


def test_empty_suite_has_a_page() -> None:
    """An empty suite is reported as such, without a rate."""
    assert "No trial was run." in page()
    assert page().count("–") >= 2


def test_large_suite_is_rendered_quickly() -> None:
    """125 tasks with 10 seeds are rendered in a second to less than a megabyte."""
    results = [result(f"task-{t}", s, success=s % 3 > 0) for t in range(125) for s in range(10)]
    summary = summarize(results)
    before = time.process_time()
    shown = suite_page(summary, results)
    assert time.process_time() - before < 1
    assert len(shown) < 1_000_000


def test_page_is_written_next_to_the_episodes(tmp_path: Path) -> None:
    """The page is written into its folder, and links are relative to it."""
    results = [result(episode=str(tmp_path / "e1"))]
    path = write_suite(summarize(results), results, path=tmp_path / "index.html")
    assert 'href="e1/episode.html"' in path.read_text("utf-8")
    with pytest.raises(CannotWrite):
        write_suite(summarize(results), results, path=tmp_path)
