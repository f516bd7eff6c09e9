"""`onscreen list`: what there is of a kind."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import msgspec

from onscreen.bench.task_selection import make_suite
from onscreen.plugins import plugin_kinds, plugin_paths, unknown_name
from onscreen.types.errors import UsageError

HELP = "List devices, models, agents, signals, senses, suites or commands; or the tasks of a suite."


class Row(msgspec.Struct, frozen=True):
    """One thing there is, and where it comes from or what it belongs to."""

    name: str
    about: str


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("kind", help=f"{', '.join(f'{kind}s' for kind in plugin_kinds())} or tasks")
    parser.add_argument("suite", nargs="?", help="with tasks: the suite")
    parser.add_argument("--json", action="store_true", help="print JSON, nothing else")


def run(arguments: Namespace) -> int:
    """List and return the exit status.

    Raises:
        UsageError: there is no such kind or suite.
    """
    rows = list_rows(arguments.kind, arguments.suite)
    if arguments.json:
        print(msgspec.json.encode(rows).decode())  # noqa: T201
        return 0
    width = max((len(row.name) for row in rows), default=0)
    for row in rows:
        print(f"{row.name:<{width}}  {row.about}".rstrip())  # noqa: T201
    return 0


def list_rows(kind: str, suite: str | None) -> tuple[Row, ...]:
    """Return what there is of a kind.

    Raises:
        UnknownName: there is no such kind or suite.
        UsageError: tasks of no suite are asked for.
    """
    singular = kind.removesuffix("s")
    if singular == "task":
        if suite is None:
            raise UsageError("tasks belong to a suite; name it, as in: onscreen list tasks miniwob")
        return _task_rows(suite)
    if singular not in plugin_kinds():
        raise unknown_name("kind", kind, known=(*(f"{name}s" for name in plugin_kinds()), "tasks"))
    return tuple(Row(name, path) for name, path in sorted(plugin_paths(singular).items()))


def _task_rows(name: str) -> tuple[Row, ...]:
    suite = make_suite(name)
    groups = {group: tasks for group, tasks in suite.groups.items() if group != "all"}
    return tuple(
        Row(task, " ".join(group for group, tasks in groups.items() if task in tasks))
        for task in suite.groups["all"]
    )
