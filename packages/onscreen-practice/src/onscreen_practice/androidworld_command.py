"""The `onscreen androidworld` command, which installs AndroidWorld and lists its tasks."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from onscreen_practice.androidworld.installation import find_installation, install
from onscreen_practice.androidworld.task_names import ALL_NAMES, EXCLUDED

HELP = (
    "Install AndroidWorld for the suite 'androidworld': onscreen androidworld install FOLDER. FOLDER is a "
    "checkout of its repository."
)
_INSTALL, _LIST = "install", "list"


def add(parser: ArgumentParser) -> None:
    """Add the command's subcommands to the parser."""
    subcommands = parser.add_subparsers(dest="subcommand", required=True, metavar="SUBCOMMAND")
    text = "install AndroidWorld from a checkout, in an environment of its own"
    subparser = subcommands.add_parser(_INSTALL, help=text, description=text)
    subparser.add_argument("checkout", metavar="FOLDER", help="a checkout of its repository")
    text = "list the supported tasks, and why the others are not supported"
    subcommands.add_parser(_LIST, help=text, description=text)


def run(arguments: Namespace) -> int:
    """Run the subcommand and return the exit status.

    Raises:
        UsageError: the folder is not a checkout, or a package cannot be installed.
    """
    if arguments.subcommand == _INSTALL:
        installation = install(Path(arguments.checkout).expanduser(), report=_report)
        _report(f"AndroidWorld is installed in {installation.folder}")
        return 0
    for line in list_lines():
        print(line)  # noqa: T201
    return 0


def list_lines() -> tuple[str, ...]:
    """Return the lines of `list`: supported tasks, reasons for exclusions, installation folder."""
    reasons = (f"{len(names):3} not supported: {reason}" for reason, names in EXCLUDED.items())
    installation = find_installation()
    state = "installed" if installation.is_complete else "not installed"
    return (*ALL_NAMES, f"{len(ALL_NAMES):3} supported", *reasons, f"{state}: {installation.folder}")


def _report(message: str) -> None:
    print(message, file=sys.stderr, flush=True)  # noqa: T201
