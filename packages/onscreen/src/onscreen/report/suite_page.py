"""HTML report on a suite run, with links to the reports on its trials."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import msgspec

from onscreen.report.episode_page import EPISODE_PAGE
from onscreen.report.page_template import render_page, write_page
from onscreen.report.radar_chart import RadarChart, make_radar
from onscreen.run.suite_summary import GroupRow, Summary, TaskRow, summarize_groups
from onscreen.run.trial import Result

SUITE_PAGE = "index.html"
Verdict = Literal["success", "failure", "unjudged"]
Groups = Mapping[str, Sequence[str]]


class Cell(msgspec.Struct, frozen=True):
    """Table cell for one trial, with its verdict and a link to its episode.

    `link` is relative to the page, "" if no episode was recorded.
    """

    result: Result
    verdict: Verdict
    stop: str
    link: str


class TaskLine(msgspec.Struct, frozen=True):
    """Table row for one task, with its statistics, its groups and the trials per seed.

    `instruction` is the instruction of the first trial, "" if unknown. `page` is the link to the only trial,
    "" if there are several.
    """

    row: TaskRow
    instruction: str
    page: str
    groups: tuple[str, ...]
    seeds: tuple[tuple[Cell, ...], ...]


def suite_page(
    summary: Summary,
    results: Sequence[Result],
    *,
    title: str = "suite",
    folder: Path = Path(),
    groups: Groups | None = None,
    axes: Sequence[str] = (),
) -> str:
    """Render the results of a suite as an HTML page.

    The page must be written into `folder`. `groups` are named sets of tasks to filter by; those without a
    result are omitted. With `axes`, the page has a table of all groups, and a radar chart of these. Each
    trial links to the page in its episode's folder by a path relative to `folder`, so that both can be moved
    together.
    """
    seeds = tuple(sorted({result.seed for result in results}))
    present = {result.task for result in results}
    shown_groups = {name: tasks for name, tasks in (groups or {}).items() if present.intersection(tasks)}
    cells: dict[str, list[Cell]] = {}
    for result in results:
        cells.setdefault(result.task, []).append(_cell(result, folder))
    lines = [
        _task_line(row, cells.get(row.task, []), seeds=seeds, groups=shown_groups) for row in summary.tasks
    ]
    rows = summarize_groups(results, shown_groups) if axes else ()
    return render_page(
        "suite",
        group_rows=rows,
        radar=_make_radar([row for row in rows if row.group in axes]),
        title=title,
        summary=summary,
        lines=lines,
        seeds=seeds,
        groups=tuple(shown_groups),
        marks={"success": "✓", "failure": "✗", "unjudged": "?"},
        words={"success": "succeeded", "failure": "failed", "unjudged": "not judged"},
    )


def write_suite(
    summary: Summary,
    results: Sequence[Result],
    *,
    path: Path,
    title: str = "suite",
    groups: Groups | None = None,
    axes: Sequence[str] = (),
) -> Path:
    """Write the HTML report on a suite to a file and return the file's path.

    Raises:
        CannotWrite: the folder cannot be written, or the disk is full.
    """
    page = suite_page(summary, results, title=title, folder=path.parent, groups=groups, axes=axes)
    return write_page(page, path)


def _make_radar(rows: Sequence[GroupRow]) -> RadarChart | None:
    """Make the chart of success rate and coverage rate; unknown rates are drawn as 0."""
    values = {
        "success": [row.tally.success_rate or 0.0 for row in rows],
        "coverage": [row.tally.mean_coverage or 0.0 for row in rows],
    }
    return make_radar([row.group.removeprefix("capability-") for row in rows], values)


def _task_line(row: TaskRow, cells: Sequence[Cell], *, seeds: Sequence[int], groups: Groups) -> TaskLine:
    return TaskLine(
        row,
        next((cell.result.instruction for cell in cells if cell.result.instruction), ""),
        cells[0].link if len(cells) == 1 else "",
        tuple(name for name, tasks in groups.items() if row.task in tasks),
        tuple(tuple(cell for cell in cells if cell.result.seed == seed) for seed in seeds),
    )


def _cell(result: Result, folder: Path) -> Cell:
    return Cell(result, _verdict(result), result.stop, _link(result, folder))


def _verdict(result: Result) -> Verdict:
    if result.success is None:
        return "unjudged"
    return "success" if result.success else "failure"


def _link(result: Result, folder: Path) -> str:
    if not result.episode:
        return ""
    page = Path(result.episode) / EPISODE_PAGE
    return quote(os.fsencode(Path(os.path.relpath(page, folder)).as_posix()))
