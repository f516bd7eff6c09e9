"""The `onscreen sessions` command, which lists the open sessions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import msgspec

from onscreen.cli.session_client import is_alive, read_info, remove_files, session_names

HELP = "List the open sessions with their devices and the folders of their records."


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("--json", action="store_true", help="print JSON only")


def run(arguments: Namespace) -> int:
    """Print the open sessions and return the exit status.

    The files of sessions whose process is gone are removed.
    """
    rows = []
    for name in session_names():
        info = read_info(name)
        if not is_alive(name):
            remove_files(name)
            continue
        rows.append({"name": name, **info})
    if arguments.json:
        print(msgspec.json.encode(rows).decode())  # noqa: T201
        return 0
    for row in rows:
        print(f"{row['name']}  {row.get('device', '')} {row.get('start', '')}  {row.get('out', '')}".rstrip())  # noqa: T201
    if not rows:
        print("no session is open")  # noqa: T201
    return 0
