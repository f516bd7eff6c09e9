"""What a reader of a suite's page relies on."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from onscreen.report.suite_page import suite_page, write_suite
from onscreen.run.suite_summary import summarise
from onscreen.run.trial import Result
from onscreen.types.errors import CannotWrite


def result(
    task: str = "click-button",
    seed: int = 0,
    *,
    success: bool | None = True,
    stop: str = "done",
    episode: str = "out/e",
) -> Result:
    """Return one trial's result."""
    reward = None if success is None else float(success)
    return Result(task, seed, success, reward, 4, 2.5, 6, 900, 40, stop, episode, 0.01)


def page(
    *results: Result, folder: Path = Path("out"), groups: dict[str, tuple[str, ...]] | None = None
) -> str:
    """Return the page of these trials."""
    return suite_page(summarise(results), results, title="practice", folder=folder, groups=groups)


def test_the_page_tells_the_figures() -> None:
    """Rate, interval, counts, steps, tokens and cost are those of the summary."""
    shown = page(result(), result(seed=1, success=False), result(seed=2, success=None))
    for told in ("50 %", "1 of 2 judged", "9.5 % to 90.5 %", "1 of 3 could not be judged", "2,700", "$0.03"):
        assert told in shown


def test_every_trial_is_a_cell() -> None:
    """Success, failure and what could not be judged differ by sign and words, not by colour alone."""
    shown = page(result(), result(seed=1, success=False, stop="steps"), result(seed=2, success=None))
    cells = re.findall(r'<a class="cell (\w+)"[^>]*title="([^"]*)"[^>]*>(.)</a>', shown)
    assert [(fate, sign) for fate, _, sign in cells] == [
        ("success", "✓"),
        ("failure", "✗"),
        ("unjudged", "?"),
    ]
    assert cells[1][1] == "seed 1: failed, reward 0, 4 steps, 2.5 s, ended: steps"


def test_details_of_an_end_are_told_with_the_trial() -> None:
    """Trials filter by the way they ended; the cell tells the rest."""
    shown = page(result(success=None, stop="crashed: OSError: disk full"))
    assert 'data-stop="crashed"' in shown
    assert "ended: crashed: OSError: disk full" in shown
    assert '<option value="crashed">' in shown


def test_a_trial_that_was_not_run_leaves_its_place_empty() -> None:
    """Cells of one seed stand below each other even where a trial is missing."""
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
    """A trial leads to its episode's page from where the suite's page lies, so both can be moved."""
    assert f'href="{link}"' in page(result(episode=episode), folder=Path(folder))


def test_a_trial_without_an_episode_leads_nowhere() -> None:
    """A trial that kept no episode is a cell without a link."""
    assert "href=" not in page(result(episode=""))


def test_names_are_only_text() -> None:
    """A task, group, title or reason that holds tags makes no tag of the page."""
    bad = "<script>alert(1)</script>\u202e"
    results = (result(bad, stop=bad),)
    shown = suite_page(summarise(results), results, title=bad, groups={bad: (bad,)})
    assert shown.count("<script>") == 1
    assert "\u202e" not in re.sub(r'(data-(task|stop)|value)="[^"]*"', "", shown)


def test_groups_are_told_with_each_task() -> None:
    """A task knows every group that it is in."""
    shown = page(result("a"), result("b"), groups={"all": ("a", "b"), "first": ("a",)})
    assert re.findall(r'data-groups="([^"]*)"', shown) == [" 0 1", " 0"]


def test_a_suite_without_trials_has_a_page() -> None:
    """Nothing run is said as such, without a rate."""
    assert "No trial was run." in page()
    assert page().count("–") >= 2


def test_a_large_suite_is_quick() -> None:
    """125 tasks of 10 seeds are rendered in a second of processor time and under a megabyte."""
    results = [result(f"task-{t}", s, success=s % 3 > 0) for t in range(125) for s in range(10)]
    summary = summarise(results)
    before = time.process_time()
    shown = suite_page(summary, results)
    assert time.process_time() - before < 1
    assert len(shown) < 1_000_000


def test_the_page_is_written_beside_the_episodes(tmp_path: Path) -> None:
    """The page is written into its folder, and links are relative to that."""
    results = [result(episode=str(tmp_path / "e1"))]
    path = write_suite(summarise(results), results, path=tmp_path / "index.html")
    assert 'href="e1/episode.html"' in path.read_text("utf-8")
    with pytest.raises(CannotWrite):
        write_suite(summarise(results), results, path=tmp_path)
