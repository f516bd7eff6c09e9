"""The `onscreen routines` command, which stores, shows, edits and deletes routines."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.cli.file_editor import edit_file
from onscreen.report.html_text_format import one_line
from onscreen.routines.routine import BadRoutine, Routine, RoutineStep
from onscreen.routines.routine_creation import create_routine
from onscreen.routines.routine_store import (
    check_file,
    load_routine,
    load_routines,
    routine_file,
    routines_folder,
    save_routine,
)
from onscreen.routines.text_template import placeholder_names
from onscreen.run.session_start import INSTRUCTION
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.store.judgements import last_verdict
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
    parser.add_argument(
        "--instruction",
        metavar="TEXT",
        help="instruction to use instead of the run's own (a session's record has none)",
    )
    parser.add_argument("--name", help="name of the new routine (default: from the instruction)")
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="make this part of the instruction a parameter; quoted parts become parameters automatically",
    )


def run(arguments: Namespace) -> int:
    """Perform the chosen operation and return the exit status.

    Raises:
        UsageError: a name is missing, or a routine or run cannot be read or written.
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
        print(_add(names, arguments))  # noqa: T201
        return 0
    for name in names:
        print(_apply(arguments.operation, routine_file(name)))  # noqa: T201
    return 0


def describe(routine: Routine) -> str:
    """Describe a routine in one line."""
    runs, steps = count_noun(routine.runs, "run"), count_noun(len(routine.steps), "step")
    return f"{one_line(routine.name)}: {_quote(routine.instruction)}, {steps}, from {runs}"


def format_routine(routine: Routine) -> str:
    """Format a routine with its parameters, its steps and its end, one per line."""
    names = placeholder_names(routine.instruction)
    lines = [describe(routine), f"parameters: {', '.join(names) or 'none'}"]
    lines += [f"{number}. {_format_step(step)}" for number, step in enumerate(routine.steps, 1)]
    end = routine.end
    shown = "".join(f", shows {_quote(each)}" for each in end.shows)
    hidden = "".join(f", no longer shows {_quote(each)}" for each in end.hides)
    answer = _quote(end.answer_from.text) if end.answer_from else _quote(end.answer) if end.answer else "none"
    return "\n".join((*lines, f"end: {_quote(end.screen.title)}{shown}{hidden}; answer: {answer}"))


def _format_step(step: RoutineStep) -> str:
    targets = [f"{one_line(each.role)} {_quote(each.name)}" for each in step.targets.values()]
    texts = [f"{one_line(name)}={_quote(str(argument))}" for name, argument in step.arguments.items()]
    secret = [f"secret {one_line(step.secret)}"] if step.secret else []
    shown = [f"showing {_quote(each)}" for each in step.shows]
    words = (one_line(step.action), *targets, *texts, *secret, "on", _quote(step.screen.title), *shown)
    return " ".join(words)


def _quote(text: str) -> str:
    return f"'{one_line(text)}'"


def _add(folders: Sequence[str], arguments: Namespace) -> str:
    """Create a routine from the runs in the folders, store it, and return the text to print."""
    parameters = {}
    for each in arguments.parameter:
        key, equals, value = each.partition("=")
        if not equals or not value:
            raise BadRoutine(f"expected NAME=VALUE after --parameter, found {each!r}")
        parameters[key] = value
    paths = [Path(folder) for folder in folders]
    paths = [path.parent if path.name == EPISODE_FILE else path for path in paths]
    episodes = [load_episode(path) for path in paths]
    if bad := next((path for path in paths if last_verdict(path) == "bad"), None):
        raise BadRoutine(f"the run {str(bad)!r} was judged bad; expected runs that completed the task")
    if arguments.instruction:
        if len(episodes) > 1:
            raise BadRoutine("--instruction describes one run; found several runs")
        task = msgspec.structs.replace(episodes[0].task, instruction=arguments.instruction)
        episodes = [msgspec.structs.replace(episodes[0], task=task)]
    if any(each.task.instruction == INSTRUCTION for each in episodes):
        raise BadRoutine("a session has no instruction; describe what it did with --instruction TEXT")
    routine = create_routine(episodes, name=arguments.name or "", parameters=parameters)
    file = routine_file(routine.name)
    if file.exists():
        raise BadRoutine(f"a routine {routine.name!r} exists; choose another --name, or delete it")
    return f"{save_routine(routine)}\n{format_routine(routine)}"


def _apply(operation: str, file: Path) -> str:
    """Show, edit or delete a stored routine, and return the text to print."""
    if not file.exists() or operation == "show":
        return format_routine(load_routine(file))
    if operation == "edit":
        edit_file(file, check=lambda draft: check_file(draft, name=file.name))
    else:
        file.unlink()
    return str(file)
