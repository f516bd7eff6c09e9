"""`onscreen export`: the tasks of a suite as files, with a picture of each one finished."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec

from onscreen.bench.task_selection import make_suite, tasks_of
from onscreen.cli.options import add_device_options, parse_settings
from onscreen.run.run_setup import make_device
from onscreen.types.errors import UsageError
from onscreen_practice.reference_pictures import MANIFEST, Reference, find, read_manifest
from onscreen_practice.task_export import TABLE, NotDone, WithRecipes, export

HELP = "Write the tasks of a suite as files: a picture of each one finished, a manifest, a Parquet table."


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("suite", help="a suite whose tasks come with the moves that do them, as phone does")
    parser.add_argument(
        "--tasks", default="all", metavar="all|GROUP|A,B", help="tasks and groups of them (default: all)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of each task (default: 0)")
    parser.add_argument("--out", metavar="DIR", help="where to write (default: runs/SUITE-tasks)")
    parser.add_argument(
        "--find", metavar="WORDS", help="write nothing: say which tasks in DIR fit these words"
    )
    add_device_options(parser)
    parser.add_argument(
        "--json", action="store_true", help="print the manifest's entries as JSON, nothing else"
    )


def run(arguments: Namespace) -> int:
    """Write the files, or find tasks among them, and return the exit status.

    Raises:
        UsageError: there is no such suite or task, or the folder cannot be used.
        DeviceError: the device fails.
    """
    suite = make_suite(arguments.suite)
    if not hasattr(suite, "recipe"):
        raise UsageError(
            f"the tasks of suite {suite.name!r} come without the moves that do them; phone's have them"
        )
    folder = Path(arguments.out or f"runs/{suite.name}-tasks")
    if arguments.find is not None:
        found = find(read_manifest(folder), arguments.find)
        _tell(found, folder, whole=arguments.json)
        return 0 if found else 1
    names = tasks_of(arguments.tasks, suite)
    told: list[NotDone] = []

    def follow(one: Reference | NotDone) -> None:
        if isinstance(one, NotDone):
            told.append(one)
        print(f"not done: {one}" if isinstance(one, NotDone) else one.picture, file=sys.stderr)  # noqa: T201

    device = make_device(suite.device, {**suite.device_settings, **parse_settings(arguments.set)})
    with closing(device):
        made = export(
            cast("WithRecipes", suite),
            names,
            seed=arguments.seed,
            device=device,
            folder=folder,
            follow=follow,
        )
    if arguments.json:
        _tell(made, folder, whole=True)
    else:
        print(f"{len(made)} of {len(names)} tasks in {folder}: pictures, {MANIFEST}, {TABLE}")  # noqa: T201
    return 1 if told else 0


def _tell(found: tuple[Reference, ...], folder: Path, *, whole: bool) -> None:
    if whole:
        print(msgspec.json.encode(found).decode())  # noqa: T201
        return
    for each in found:
        print(f"{each.application}  {each.task}  {folder / each.picture}\n    {each.instruction}")  # noqa: T201
    if not found:
        print("no task fits these words", file=sys.stderr)  # noqa: T201
