"""The `onscreen show` command, which prints an episode or a benchmark run as text and as HTML."""

from __future__ import annotations

import sys
import webbrowser
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from onscreen.cli.progress import MARKS, Progress, tally_line
from onscreen.cli.run_json import make_run_output
from onscreen.cli.run_table import list_runs, load_runs, suite_title
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.report.html_text_format import format_duration, format_number, format_percent, one_line
from onscreen.report.suite_page import SUITE_PAGE, write_suite
from onscreen.run.suite_run import CONFIG_FILE, RESULTS_FILE, read_config, read_results
from onscreen.run.suite_summary import Summary, summarize
from onscreen.run.trial import Result
from onscreen.store.episode_store import EPISODE_FILE, find_episodes, load_episode
from onscreen.store.episode_verification import Verification, verify_episode
from onscreen.store.hash_chain import HEAD_FILE
from onscreen.types.action_parser import show
from onscreen.types.errors import BrokenEpisode, UsageError
from onscreen.types.pluralization import count_noun

HELP = "Print an episode or a suite, and write its HTML page, or verify recorded episodes."
_HOW_TO_RESUME = "the run is in progress or was interrupted; repeat its command with"
_KNOWN_FILES = {EPISODE_FILE, HEAD_FILE, RESULTS_FILE, CONFIG_FILE, EPISODE_PAGE, SUITE_PAGE}


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("path", help="folder of an episode, a suite or several runs")
    parser.add_argument("--open", action="store_true", help="open the HTML page in the browser")
    parser.add_argument("--json", action="store_true", help="print the results as JSON only")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="compare lines and screenshots of every episode in the folder with their hashes, and report "
        "what is intact and what was altered (exit status 1 unless everything is intact)",
    )


def run(arguments: Namespace) -> int:
    """Print the results, write the HTML page, and return the exit status.

    Raises:
        UsageError: the path contains neither an episode nor a suite, or the page cannot be written.
        BrokenEpisode: the episode cannot be read.
    """
    path = Path(arguments.path)
    folder = path.parent if path.name in _KNOWN_FILES else path
    if arguments.verify:
        return _verify(folder, as_json=arguments.json)
    if (folder / EPISODE_FILE).exists():
        page = _show_episode(folder, as_json=arguments.json)
    elif (folder / RESULTS_FILE).exists():
        page = _show_suite(folder, as_json=arguments.json)
    elif runs := load_runs(folder):
        list_runs(runs, as_json=arguments.json)
        return 0
    else:
        if not path.exists():
            raise UsageError(f"{str(path)!r} does not exist; pass the folder of an episode or a suite")
        raise UsageError(
            f"{path} contains neither an episode ({EPISODE_FILE}) nor a suite ({RESULTS_FILE}), "
            "nor folders with episodes"
        )
    if not arguments.json:
        print(page)  # noqa: T201
    if arguments.open:
        webbrowser.open(page.resolve().as_uri())
    return 0


def _verify(folder: Path, *, as_json: bool) -> int:
    """Verify all episodes of a folder, and print what is intact and what was altered.

    Returns 0 if all episodes are intact, otherwise 1.
    """
    folders = sorted({*find_episodes(folder), *(path.parent for path in folder.rglob(HEAD_FILE))})
    if not folders:
        raise UsageError(f"{folder} contains no episode; pass the folder of an episode or of several runs")
    found = [verify_episode(each) for each in folders]
    if as_json:
        print(msgspec.json.encode({"episodes": found}).decode())  # noqa: T201
    else:
        for each in found:
            print(_describe_verification(each))  # noqa: T201
        counts = Counter(each.status for each in found)
        print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))  # noqa: T201
    return 0 if all(each.status == "intact" for each in found) else 1


def _describe_verification(found: Verification) -> str:
    size = f"{count_noun(found.lines, 'line')}"
    details = [*found.findings, *found.notes]
    if found.sha256:
        details.append(f"SHA-256 of the last line: {found.sha256}")
    return "\n".join(
        [f"{found.episode}: {found.status}, {size}", *(f"  {one_line(each)}" for each in details)]
    )


def _show_episode(folder: Path, *, as_json: bool) -> Path:
    episode = load_episode(folder)
    if as_json:
        print(msgspec.json.encode(make_run_output(episode, str(folder))).decode())  # noqa: T201
    else:
        console = Console(highlight=False)
        Progress(console, whole=True)(episode)
        if episode.stop is None:
            console.print(Text(f"not finished: {_HOW_TO_RESUME} --out {folder} --resume"), soft_wrap=True)
        if episode.unresolved is not None:
            action = one_line(show(episode.unresolved.action))
            console.print(Text(f"unknown outcome: {action}, which looks irreversible"), soft_wrap=True)
    return write_episode(episode, folder / EPISODE_PAGE)


def _show_suite(folder: Path, *, as_json: bool) -> Path:
    results = tuple(
        msgspec.structs.replace(r, episode=str(_episode_folder(r, folder))) for r in read_results(folder)
    )
    summary = summarize(results)
    if as_json:
        print(msgspec.json.encode({"summary": summary, "trials": results}).decode())  # noqa: T201
    else:
        console = Console(highlight=False)
        console.print(_task_table(summary, results))
        console.print(Text(tally_line(summary.overall)), soft_wrap=True)
        if missing := _count_missing(folder, results):
            note = f"{count_noun(missing, 'trial')} without a result: {_HOW_TO_RESUME}"
            console.print(Text(f"{note} --out {folder} --resume"), soft_wrap=True)
    for result in results:
        _update_page(Path(result.episode))
    return write_suite(summary, results, path=folder / SUITE_PAGE, title=suite_title(folder))


def _count_missing(folder: Path, results: Sequence[Result]) -> int:
    """Count the trials of a suite that have no result yet; returns 0 if its configuration is missing."""
    with suppress(UsageError):
        config = read_config(folder)
        return max(0, len(config.tasks) * len(config.seeds) - len(results))
    return 0


def _episode_folder(result: Result, folder: Path) -> Path:
    """Return the folder of a result's episode, even if the suite's folder was moved."""
    moved = folder / "episodes" / Path(result.episode).name
    return moved if moved.exists() else Path(result.episode)


def _update_page(folder: Path) -> None:
    page = folder / EPISODE_PAGE
    if not (folder / EPISODE_FILE).exists():
        return
    try:
        if not page.exists() or page.stat().st_mtime < (folder / EPISODE_FILE).stat().st_mtime:
            write_episode(load_episode(folder), page)
    except BrokenEpisode as error:
        print(f"onscreen: {error}", file=sys.stderr)  # noqa: T201


def _task_table(summary: Summary, results: Sequence[Result]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("task", "success", "trials", "steps", "time"):
        table.add_column(name, justify="left" if name in {"task", "trials"} else "right")
    for row in summary.tasks:
        marks = Text.assemble(*(MARKS[r.success] for r in results if r.task == row.task))
        tally = row.tally
        cells = (
            format_percent(tally.success_rate),
            marks,
            format_number(tally.mean_steps),
            format_duration(tally.mean_seconds),
        )
        table.add_row(Text(one_line(row.task)), *cells)
    return table
