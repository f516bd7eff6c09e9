"""The `onscreen routines` command, which stores, shows, edits and deletes routines."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from onscreen.cli.file_editor import edit_file
from onscreen.report.html_text_format import one_line
from onscreen.routines.routine import BadRoutine, Routine, RoutineStep
from onscreen.routines.routine_creation import create_routine
from onscreen.routines.routine_store import (
    load_routine,
    load_routines,
    routine_file,
    routines_folder,
    save_routine,
)
from onscreen.routines.text_template import placeholder_names
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

HELP = """Store completed runs as routines, which the policy "routine" repeats without a model.

onscreen routines                      list the routines
onscreen routines add RUN [RUN ...]    create one from runs of the same task with different values
onscreen routines show NAME            print its parameters and steps
onscreen routines edit NAME            edit its file with $EDITOR
onscreen routines delete NAME          delete it

Use them with: onscreen run "..." --model routine+reflex+lexical"""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument(
        "operation", nargs="?", default="list", choices=("list", "add", "show", "edit", "delete")
    )
    parser.add_argument("names", nargs="*", metavar="NAME|RUN", help="name of a routine, or folders of runs")
    parser.add_argument("--name", help="name of the new routine (default: from the instruction)")
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="make this part of the instruction a parameter; quoted parts are parameters by themselves",
    )


def run(arguments: Namespace) -> int:
    """Perform the chosen operation and return the exit status.

    Raises:
        UsageError: names are missing, or a routine or run cannot be read or written.
    """
    names: list[str] = arguments.names
    if arguments.operation == "list":
        lines = [describe(each) for each in load_routines(routines_folder())]
        print("\n".join(lines) or f"no routines in {routines_folder()}")  # noqa: T201
        return 0
    if not names:
        wanted = "the folder of a run" if arguments.operation == "add" else "the name of a routine"
        raise UsageError(f"expected {wanted} after: onscreen routines {arguments.operation}")
    if arguments.operation == "add":
        print(_add(names, name=arguments.name or "", marked=arguments.parameter))  # noqa: T201
        return 0
    for name in names:
        print(_apply(arguments.operation, routine_file(name)))  # noqa: T201
    return 0


def describe(routine: Routine) -> str:
    """Describe a routine in one line."""
    runs, steps = count_noun(routine.runs, "run"), count_noun(len(routine.steps), "step")
    return f"{routine.name}: {one_line(routine.instruction)!r}, {steps}, from {runs}"


def format_routine(routine: Routine) -> str:
    """Format a routine with its parameters, its steps and its end, one per line."""
    names = placeholder_names(routine.instruction)
    lines = [describe(routine), f"parameters: {', '.join(names) or 'none'}"]
    lines += [f"{number}. {_format_step(step)}" for number, step in enumerate(routine.steps, 1)]
    end = routine.end
    shown = f", shows {' and '.join(end.shows)}" if end.shows else ""
    answer = (
        f"read from {end.answer_from.group}"
        if end.answer_from
        else repr(end.answer)
        if end.answer
        else "none"
    )
    return "\n".join((*lines, f"end: {one_line(end.screen.title)!r}{shown}; answer: {answer}"))


def _format_step(step: RoutineStep) -> str:
    targets = [
        f"{each.role} {one_line(each.name)!r}"
        if not each.contains
        else f"{each.role} with {' and '.join(each.contains)}"
        for each in step.targets.values()
    ]
    texts = [f"{name}={argument!r}" for name, argument in step.arguments.items()]
    return " ".join((step.action, *targets, *texts, f"on {one_line(step.screen.title)!r}"))


def _add(folders: Sequence[str], *, name: str, marked: Sequence[str]) -> str:
    parameters = {}
    for each in marked:
        key, equals, value = each.partition("=")
        if not equals or not value:
            raise BadRoutine(f"expected NAME=VALUE after --parameter, found {each!r}")
        parameters[key] = value
    paths = [Path(folder) for folder in folders]
    episodes = [load_episode(path.parent if path.name == EPISODE_FILE else path) for path in paths]
    routine = create_routine(episodes, name=name, parameters=parameters)
    file = routine_file(routine.name)
    if file.exists():
        raise BadRoutine(f"a routine {routine.name!r} exists; choose another --name, or delete it")
    return f"{save_routine(routine)}\n{format_routine(routine)}"


def _apply(operation: str, file: Path) -> str:
    """Show, edit or delete the routine of a file, and return what to print."""
    if operation == "show":
        return format_routine(load_routine(file))
    if operation == "edit":
        edit_file(file, check=load_routine)
    elif not file.exists():
        load_routine(file)
    else:
        file.unlink()
    return str(file)
