"""List of the episodes and suites in a folder, one line each."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from onscreen.cli.run_json import RunOutput, make_run_output
from onscreen.report.html_text_format import format_duration, one_line
from onscreen.run.suite_run import RESULTS_FILE, read_config, read_results
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.types.errors import BrokenEpisode, UsageError
from onscreen.types.pluralization import count_noun

UNREADABLE = "unreadable"


class RunEntry(msgspec.Struct, frozen=True):
    """An episode or suite in a folder of runs.

    `status` is the reason why an episode stopped, "suite", or "unreadable". `about` is the instruction of an
    episode, the configuration of a suite, or the error that occurred on reading. `output` is the result of
    an episode, and None for suites and unreadable episodes.
    """

    folder: Path
    status: str
    about: str
    output: RunOutput | None = None


def load_runs(folder: Path) -> tuple[RunEntry, ...]:
    """Load the episodes and suites in the subfolders of a folder, newest first."""
    found = [*folder.glob(f"*/{EPISODE_FILE}"), *folder.glob(f"*/{RESULTS_FILE}")]
    newest_first = sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    return tuple(_load_run(path) for path in newest_first if not path.parent.is_symlink())


def _load_run(path: Path) -> RunEntry:
    folder = path.parent
    try:
        if path.name == RESULTS_FILE:
            trials = count_noun(len(read_results(folder)), "trial")
            return RunEntry(folder, "suite", f"{suite_title(folder)}, {trials}")
        episode = load_episode(folder)
    except (BrokenEpisode, UsageError) as error:
        return RunEntry(folder, UNREADABLE, str(error))
    output = make_run_output(episode, str(folder))
    return RunEntry(folder, output.stop, episode.task.instruction, output)


def list_runs(runs: Sequence[RunEntry], *, as_json: bool) -> None:
    """Print a table with one line per run, or the results of the episodes as a JSON array.

    As JSON, suites are left out, and episodes that cannot be read are reported on stderr.
    """
    if as_json:
        outputs = [run.output for run in runs if run.output is not None]
        for run in runs:
            if run.status == UNREADABLE:
                print(f"onscreen: {one_line(run.about)}", file=sys.stderr)  # noqa: T201
        print(msgspec.json.encode(outputs).decode())  # noqa: T201
        return
    table = Table(box=None, pad_edge=False)
    for name in ("run", "stop", "steps", "time", "task"):
        justify: Literal["left", "right"] = "right" if name in {"steps", "time"} else "left"
        table.add_column(name, justify=justify, overflow="fold")
    for run in runs:
        output = run.output
        numbers = (str(output.steps), format_duration(output.seconds)) if output else ("", "")
        table.add_row(Text(str(run.folder)), run.status, *numbers, Text(one_line(run.about)))
    Console(highlight=False).print(table)


def suite_title(folder: Path) -> str:
    """Return the suite, agent and model of a benchmark run, or its folder's name without a configuration."""
    with suppress(UsageError):
        config = read_config(folder)
        return f"{config.suite}: {config.agent} with {config.model}"
    return folder.name
