"""Commands for several applications at once, run as one job per application."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from onscreen.app_maps.map_store import map_folder
from onscreen.cli.options import WorkerChoice, add_device_option, add_workers_option
from onscreen.report.html_text_format import format_duration, one_line
from onscreen.run.command_job import COMMANDS, MAPS_FOLDER, CommandJob, CommandResult
from onscreen.run.job_host import store_files
from onscreen.run.ray_cluster import make_workers
from onscreen.run.worker_pool import WorkerPool

LOGS_FOLDER = "logs"


def add_apps_options(parser: ArgumentParser) -> None:
    """Add the options that select the applications, the device and the workers."""
    parser.add_argument(
        "apps", metavar="APP", nargs="+", help="name of an application, or address of a web application"
    )
    add_device_option(parser)
    add_workers_option(parser)


def needs_jobs(arguments: Namespace) -> bool:
    """Return whether the command needs worker jobs: for several applications or a cluster."""
    return len(arguments.apps) > 1 or arguments.workers.cluster is not None


def option_words(arguments: Namespace, names: Iterable[str]) -> tuple[str, ...]:
    """Convert the named parsed options back to command-line words, without those that are not set."""
    words: list[str] = []
    for name in names:
        value, option = getattr(arguments, name), f"--{name.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif isinstance(value, list):
            words += [f"{option}={each}" for each in value]
        elif value is not None and value is not False and value != "":
            words.append(f"{option}={value}")
    return tuple(words)


def make_app_jobs(apps: Iterable[str], words: Sequence[str], *, folder: Path) -> tuple[CommandJob, ...]:
    """Create one job per application, with a subfolder of `folder` and the stored map, if any.

    `words` are the command and its options, without the application.

    Raises:
        UsageError: the name of an application is empty.
    """
    by_folder = {map_folder(app).name: app for app in apps}
    return tuple(
        CommandJob(app, (words[0], app, *words[1:]), str(folder / name), _read_map(app))
        for name, app in by_folder.items()
    )


def run_app_jobs(
    jobs: Sequence[CommandJob],
    *,
    choice: WorkerChoice,
    logs: Path,
    collect: Callable[[CommandJob, CommandResult], str],
) -> tuple[CommandResult, ...]:
    """Run jobs, store the map of each application, and print one line when a job starts and ends.

    `collect` processes the files of a finished job and returns the text to print about it.

    Raises:
        MissingExtra: Ray is not installed.
        UsageError: there is no cluster at the address.
        CannotWrite: the results cannot be stored.
    """
    results: list[CommandResult] = []
    with (
        closing(make_workers(COMMANDS, count=choice.count, cluster=choice.cluster, logs=logs)) as workers,
        closing(WorkerPool(jobs, workers.make_worker, fail=COMMANDS.fail).run(workers.count)) as events,
    ):
        for worker, job, result in events:
            if result is None:
                _print_progress(f"{job.app}: started by worker {worker}")
                continue
            results.append(result)
            if result.is_finished:
                _keep_map(job)
                text = collect(job, result)
            else:
                text = f"failed: {one_line(result.detail, 200)}"
            seconds = format_duration(result.seconds)
            _print_progress(f"{len(results)} of {len(jobs)}, {job.app}: {text}, {seconds}")
    return tuple(results)


def count_finished(results: Iterable[CommandResult]) -> int:
    """Count the commands that finished, with or without success."""
    return sum(result.is_finished for result in results)


def _read_map(app: str) -> Mapping[str, bytes]:
    """Read the files of an application's map; the keys are paths relative to the folder of all maps."""
    folder = map_folder(app)
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in files}


def _keep_map(job: CommandJob) -> None:
    """Copy the map that a job wrote to the user's maps."""
    written = map_folder(job.app, Path(job.folder) / MAPS_FOLDER)
    files = {
        path.relative_to(written).as_posix(): path.read_bytes()
        for path in sorted(written.rglob("*"))
        if path.is_file()
    }
    if files:
        store_files(files, map_folder(job.app))


def _print_progress(text: str) -> None:
    print(f"  {one_line(text, 300)}", file=sys.stderr)  # noqa: T201
