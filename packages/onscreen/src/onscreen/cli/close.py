"""The `onscreen close` command, which ends a session."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from onscreen.cli.session_options import add_session_option, session_of

HELP = "Close an open session and its device. The session's record is kept."


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    add_session_option(parser)


def run(arguments: Namespace) -> int:
    """Close the session and return the exit status."""
    session_of(arguments).close()
    print(f"closed; the record is in {arguments.out}")  # noqa: T201
    return 0
