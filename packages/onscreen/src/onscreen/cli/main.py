"""Command-line entry point, which runs a command and prints errors as one line.

Exit status: 0 success, 1 task not done, 2 usage error, 3 device or model failed, 70 internal error, 130
interrupted, by Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import codecs
import io
import json
import signal
import sys
import threading
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, cast

import onscreen
from onscreen.cli.argument_parser import Parser
from onscreen.cli.output_stream import discard, keep_without_reader
from onscreen.cli.session_client import SessionError, forward, is_forwarded
from onscreen.plugins import load_plugin, plugin_distribution, plugin_paths, unknown_name
from onscreen.types.errors import BrokenEpisode, OnscreenError, PolicyError, UsageError

DONE, NOT_DONE, USAGE, FAILED, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 3, 70, 130

ABOUT = {
    "run": "run one task and record the episode",
    "chat": "chat with an agent, turn by turn",
    "bench": "run a benchmark suite and report success rates",
    "show": "print an episode or a suite and write its HTML page",
    "list": "list devices, models, agents and other plugins, or the tasks of a suite",
    "doctor": "list what is installed and what is missing, with the command to fix it",
    "models": "list or download the models that run on this machine",
    "judge": "judge an episode as good or bad, for the next training",
    "review": "accept or reject runs and synthesized subtasks",
    "stop": "calibrate or evaluate the signals that recognize a finished task",
    "convert": "convert an episode to a trajectory format or a script",
    "open": "open a device for a series of short commands",
    "look": "print the screen of an open session",
    "do": "perform actions in an open session and print what changed",
    "wait": "wait for a text, an element or an address in an open session",
    "read": "read values from the screen of an open session as JSON",
    "handover": "let the user operate an open session, such as for a login",
    "sessions": "list the open sessions",
    "close": "close an open session",
    "mcp": "serve the commands of sessions as tools of the Model Context Protocol",
    "explore": "explore an application and store a map of its screens",
    "map": "draw the map of an application as an HTML page",
    "notes": "show, edit, export or import what is known about an application",
    "watch": "record what a person does in an application, as notes and as an episode",
    "routines": "store completed runs as routines, and list, show, edit or delete routines",
    "discover": "find subtasks of an application, each with a trajectory and a verified check",
    "compose": "compose tasks from a pool of subtasks, for a suite",
    "skill": "install instructions from which another agent learns the commands",
}
"""One-line descriptions, kept here so that `onscreen --help` does not import the commands."""


class Command(Protocol):
    """Protocol for modules that implement a command."""

    HELP: str

    def add(self, parser: ArgumentParser) -> None:
        """Add the command's options to the argument parser.

        This method never raises.
        """

    def run(self, arguments: Namespace) -> int:
        """Run the command and return the exit status.

        Raises:
            OnscreenError: the command failed.
        """


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line, run the command, and return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_output()

    def dispatch() -> int:
        with _termination_as_interrupt():
            return _flush(_dispatch(words))

    return report_errors(dispatch, is_debug="--debug" in words)


def report_errors(command: Callable[[], int], *, is_debug: bool = False) -> int:
    """Run a command, print an error as one line, and return the exit status.

    With `is_debug`, the traceback of an error is printed as well.
    """
    try:
        return command()
    except KeyboardInterrupt:
        return _print_error("interrupted", INTERRUPTED)
    except SystemExit as error:
        return int(error.code or 0)
    except Exception as error:  # noqa: BLE001 - the last place to report an error in one line
        if is_debug:
            traceback.print_exc()
        return _print_error(*_error_message(error))


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C, so that the record is completed and browsers and workers are closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


def _prepare_output() -> None:
    """Buffer the output, and escape characters that the encoding of stdout lacks, as in JSON.

    Buffered output is written once the exit status of the command is known. A reader that closes the pipe
    early, such as `head`, is not an error.
    """
    for name in ("stdout", "stderr"):
        keep_without_reader(name)
    stream = sys.stdout
    if not isinstance(stream, io.TextIOWrapper):
        return
    stream.reconfigure(line_buffering=stream.isatty(), write_through=False)
    if not stream.encoding.lower().startswith("utf"):
        codecs.register_error("onscreen.json", _escape_as_json)
        stream.reconfigure(errors="onscreen.json")


def _escape_as_json(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded, as an error handler of `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def _flush(status: int) -> int:
    """Flush stdout and return the status, or USAGE if the output cannot be written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        discard(sys.stdout.fileno())
        return _print_error(f"the output cannot be written: {error.strerror}; redirect it elsewhere", USAGE)
    return status


def _dispatch(words: list[str]) -> int:
    name = words[0] if words else "--help"
    if name in {"-h", "--help", "help"}:
        print(overview())  # noqa: T201
        return DONE if words else USAGE
    if name == "--version":
        print(f"onscreen {onscreen.__version__}")  # noqa: T201
        return DONE
    if name.startswith("-"):
        raise unknown_name("option", name, known=("--help", "--version"))
    if is_forwarded(words):
        return forward(words)
    return run_command(words)


def run_command(words: Sequence[str], **values: object) -> int:
    """Parse the words of a command, run the command, and return the exit status.

    `values` are added to the parsed arguments.

    Raises:
        OnscreenError: the command failed.
    """
    command = cast("Command", load_plugin("command", words[0]))
    parser = Parser(prog=f"onscreen {words[0]}", description=command.HELP)
    command.add(parser)
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return command.run(parser.parse_args(words[1:], Namespace(**values)))


def overview() -> str:
    """Return the help text that `onscreen --help` prints."""
    rows = [f"  {name:<9} {ABOUT.get(name) or _command_source(name)}" for name in plugin_paths("command")]
    return "\n".join(
        [
            "usage: onscreen COMMAND ...",
            "",
            "Agents that operate graphical interfaces for a user, and stop when the task is done.",
            "",
            *rows,
            "",
            "onscreen COMMAND --help lists the options of a command; onscreen --version prints the version.",
            "Exit status: 0 success, 1 task not done, 2 usage error, 3 device or model failed.",
        ]
    )


def _command_source(name: str) -> str:
    """Describe a command from another package by the name of the package."""
    return f"added by {plugin_distribution('command', name) or 'another package'}; see onscreen {name} --help"


def _error_message(error: Exception) -> tuple[str, int]:
    if isinstance(error, UsageError | BrokenEpisode | SessionError):
        return str(error), USAGE
    if isinstance(error, PolicyError):
        return f"{error}; pass --debug for a traceback", INTERNAL_ERROR
    if isinstance(error, OnscreenError):
        return str(error), FAILED
    description = f"{type(error).__name__}: {error}"
    return f"internal error: {description}; pass --debug for a traceback", INTERNAL_ERROR


def _print_error(message: str, status: int) -> int:
    print(f"onscreen: {message}", file=sys.stderr)  # noqa: T201
    return status


if __name__ == "__main__":
    sys.exit(main())
