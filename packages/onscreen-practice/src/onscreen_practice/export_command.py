"""The `onscreen export` command, which exports a suite's tasks with reference screenshots."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec

from onscreen.bench.task_selection import make_suite, select_tasks
from onscreen.cli.device_options import add_device_options, parse_settings
from onscreen.run.device_factory import make_device
from onscreen.types.errors import UsageError
from onscreen_practice.reference_screenshots import (
    MANIFEST_FILE,
    Reference,
    find_references,
    load_manifest,
)
from onscreen_practice.task_export import TABLE_FILE, ExportFailure, RecipeSuite, export

HELP = "Export the tasks of a suite: a picture of each finished task, a manifest, a Parquet table."


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the parser."""
    parser.add_argument("suite", help="a suite that provides the moves that solve its tasks, such as phone")
    parser.add_argument(
        "--tasks", default="all", metavar="all|GROUP|A,B", help="task and group names (default: all)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the tasks (default: 0)"
    )
    parser.add_argument("--out", metavar="DIR", help="output folder (default: runs/SUITE-tasks)")
    parser.add_argument(
        "--find", metavar="WORDS", help="search the tasks exported to DIR instead of exporting"
    )
    add_device_options(parser)
    parser.add_argument("--json", action="store_true", help="print only the manifest entries, as JSON")


def run(arguments: Namespace) -> int:
    """Export tasks, or search an earlier export, and return the exit status.

    Raises:
        UsageError: the suite or a task does not exist, or the folder cannot be used.
        DeviceError: the device fails.
    """
    suite = make_suite(arguments.suite)
    if not hasattr(suite, "recipe"):
        raise UsageError(
            f"suite {suite.name!r} does not provide moves that solve its tasks; use a suite such as phone"
        )
    folder = Path(arguments.out or f"runs/{suite.name}-tasks")
    if arguments.find is not None:
        matches = find_references(load_manifest(folder), arguments.find)
        _print_references(matches, folder, as_json=arguments.json)
        return 0 if matches else 1
    names = select_tasks(arguments.tasks, suite)
    failures: list[ExportFailure] = []

    def on_result(result: Reference | ExportFailure) -> None:
        if isinstance(result, ExportFailure):
            failures.append(result)
        line = f"not exported: {result}" if isinstance(result, ExportFailure) else result.picture
        print(line, file=sys.stderr)  # noqa: T201

    device = make_device(suite.device, {**suite.device_settings, **parse_settings(arguments.set)})
    with closing(device):
        references = export(
            cast("RecipeSuite", suite),
            names,
            seed=arguments.seed,
            device=device,
            folder=folder,
            on_result=on_result,
        )
    if arguments.json:
        _print_references(references, folder, as_json=True)
    else:
        counts = f"{len(references)} of {len(names)} tasks"
        print(f"{counts} exported to {folder}: pictures, {MANIFEST_FILE}, {TABLE_FILE}")  # noqa: T201
    return 1 if failures else 0


def _print_references(references: tuple[Reference, ...], folder: Path, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(references).decode())  # noqa: T201
        return
    for reference in references:
        path = folder / reference.picture
        print(f"{reference.application}  {reference.task}  {path}\n    {reference.instruction}")  # noqa: T201
    if not references:
        print("no task matches these words", file=sys.stderr)  # noqa: T201
