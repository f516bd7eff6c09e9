"""The `onscreen sessions` command, which lists the open sessions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from onscreen.cli.session_list import open_sessions, render_sessions

HELP = "List the open sessions with their devices and the folders of their records."


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("--json", action="store_true", help="print JSON only")


def run(arguments: Namespace) -> int:
    """Print the open sessions and return the exit status.

    The files of sessions whose process is gone are removed.
    """
    print(render_sessions(open_sessions(), as_json=arguments.json))  # noqa: T201
    return 0
