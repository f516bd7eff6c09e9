"""The `onscreen list` command, which lists the available plugins or the tasks of a suite."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import msgspec

from onscreen.bench.task_selection import make_suite
from onscreen.plugins import plugin_kinds, plugin_paths, unknown_name
from onscreen.types.errors import UsageError

HELP = "List devices, models, agents, signals, senses, suites or commands; or the tasks of a suite."


class Row(msgspec.Struct, frozen=True):
    """A row of the list: a plugin with its import path, or a task with its groups."""

    name: str
    about: str


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("kind", help=f"{', '.join(map(_plural, plugin_kinds()))} or tasks")
    parser.add_argument("suite", nargs="?", help="name of the suite (for tasks)")
    parser.add_argument("--json", action="store_true", help="print JSON only")


def run(arguments: Namespace) -> int:
    """Print the requested list and return the exit status.

    Raises:
        UsageError: no such kind or suite.
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
    """List the plugins of one kind, or the tasks of a suite.

    Raises:
        UnknownName: no such kind or suite.
        UsageError: tasks were requested without a suite.
    """
    singular = {_plural(name): name for name in (*plugin_kinds(), "task")}.get(kind, kind)
    if singular == "task":
        if suite is None:
            raise UsageError("the name of a suite is missing, as in: onscreen list tasks miniwob")
        return _task_rows(suite)
    if singular not in plugin_kinds():
        raise unknown_name("kind", kind, known=(*map(_plural, plugin_kinds()), "tasks"))
    return tuple(Row(name, path) for name, path in sorted(plugin_paths(singular).items()))


def _plural(kind: str) -> str:
    return f"{kind.removesuffix('y')}ies" if kind.endswith("y") else f"{kind}s"


def _task_rows(name: str) -> tuple[Row, ...]:
    suite = make_suite(name)
    groups = {group: tasks for group, tasks in suite.groups.items() if group != "all"}
    return tuple(
        Row(task, " ".join(group for group, tasks in groups.items() if task in tasks))
        for task in suite.groups["all"]
    )
