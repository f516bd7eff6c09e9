"""The `onscreen list` command, which lists the available plugins or the tasks of a suite."""

from __future__ import annotations

import inspect
import sys
from argparse import ArgumentParser, Namespace

import msgspec

from onscreen.bench.task_selection import make_suite
from onscreen.cli.plugin_descriptions import DESCRIPTIONS
from onscreen.plugins import load_plugin, plugin_distribution, plugin_kinds, plugin_paths, unknown_name
from onscreen.types.errors import MissingExtra, UsageError

HELP = "List the installed plugins, such as devices, models, agents and suites, or the tasks of a suite."


class Row(msgspec.Struct, frozen=True):
    """A row of the list: a plugin and its description, or a task and its groups.

    `path` is the import path of a plugin, `kind` its kind or "task".
    """

    name: str
    about: str
    path: str = ""
    kind: str = "task"


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    kinds = ", ".join(map(_plural, plugin_kinds()))
    parser.add_argument("kind", nargs="?", help=f"{kinds} or tasks (default: all plugins)")
    parser.add_argument("suite", nargs="?", help="name of the suite (for tasks)")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the import paths of plugins, too")
    parser.add_argument("--json", action="store_true", help="print JSON only")


def run(arguments: Namespace) -> int:
    """Print the requested list and return the exit status.

    Raises:
        UsageError: no such kind or suite.
    """
    if arguments.kind is None:
        rows = tuple(row for kind in plugin_kinds() for row in list_rows(kind, None))
    else:
        rows = list_rows(arguments.kind, arguments.suite)
    if not rows:
        print(f"onscreen: no {arguments.kind} are installed", file=sys.stderr)  # noqa: T201
    if arguments.json:
        print(msgspec.json.encode(rows).decode())  # noqa: T201
        return 0
    names = [f"{row.kind:<8} {row.name}" if arguments.kind is None else row.name for row in rows]
    width = max(map(len, names), default=0)
    for name, row in zip(names, rows, strict=True):
        print(f"{name:<{width}}  {row.about}".rstrip())  # noqa: T201
        if arguments.verbose and row.path:
            print(f"{'':<{width}}  {row.path}")  # noqa: T201
    return 0


def list_rows(kind: str, suite: str | None) -> tuple[Row, ...]:
    """List the plugins of one kind, or the tasks of a suite.

    Raises:
        UnknownName: no such kind or suite.
        UsageError: tasks were requested without a suite, or another kind with one.
    """
    singular = {_plural(name): name for name in (*plugin_kinds(), "task")}.get(kind, kind)
    if singular == "task":
        if suite is None:
            raise UsageError("the name of a suite is missing, as in: onscreen list tasks miniwob")
        return _task_rows(suite)
    if singular not in plugin_kinds():
        raise unknown_name("kind", kind, known=(*map(_plural, plugin_kinds()), "tasks"))
    if suite is not None:
        raise UsageError(f"only tasks belong to a suite; found {suite!r} after {kind}, expected nothing")
    paths = sorted(plugin_paths(singular).items())
    return tuple(Row(name, _describe_plugin(singular, name), path, singular) for name, path in paths)


def _describe_plugin(kind: str, name: str) -> str:
    """Return the description of a plugin, by default the first line of its documentation.

    Returns the error message if the plugin needs a package that is not installed.
    """
    if (kind, name) in DESCRIPTIONS:
        return DESCRIPTIONS[kind, name]
    try:
        plugin = load_plugin(kind, name)
    except MissingExtra as error:
        return str(error)
    help_text = getattr(plugin, "HELP", "") if kind == "command" else ""
    lines = (help_text or inspect.getdoc(plugin) or "").strip().splitlines()
    return lines[0] if lines else f"from the package {plugin_distribution(kind, name) or 'onscreen'}"


def _plural(kind: str) -> str:
    return f"{kind.removesuffix('y')}ies" if kind.endswith("y") else f"{kind}s"


def _task_rows(name: str) -> tuple[Row, ...]:
    suite = make_suite(name)
    groups = {group: tasks for group, tasks in suite.groups.items() if group != "all"}
    return tuple(
        Row(task, " ".join(group for group, tasks in groups.items() if task in tasks))
        for task in suite.groups["all"]
    )
