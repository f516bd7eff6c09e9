"""List of the open sessions, which needs only the standard library and therefore prints quickly."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from onscreen.cli.session_client import (
    SessionError,
    info_path,
    is_alive,
    read_info,
    remove_files,
    session_names,
)

COMMAND = "sessions"
DONE, USAGE = 0, 2
LIST_WORDS = ((COMMAND,), (COMMAND, "--json"))
"""Command lines that print the list; any other use of the command is parsed with argparse."""


def is_list(words: Sequence[str]) -> bool:
    """Check whether the command-line arguments request the list of open sessions."""
    return tuple(words) in LIST_WORDS


def print_sessions(words: Sequence[str]) -> int:
    """Print the list as text or JSON, depending on the arguments, and return the exit status."""
    try:
        rows = open_sessions()
    except SessionError as error:
        sys.stderr.write(f"onscreen: {error}\n")
        return USAGE
    sys.stdout.write(render_sessions(rows, as_json="--json" in words) + "\n")
    return DONE


def open_sessions() -> list[Mapping[str, str]]:
    """Return the descriptions of the open sessions, and remove the files of dead sessions.

    Raises:
        SessionError: the folder of the sessions cannot be used.
    """
    rows: list[Mapping[str, str]] = []
    for name in session_names():
        info = read_info(info_path(name))
        if is_alive(name):
            rows.append({"name": name, **info})
        else:
            remove_files(name)
    return rows


def render_sessions(rows: Sequence[Mapping[str, str]], *, as_json: bool) -> str:
    """Render the open sessions, one per line or as JSON."""
    if as_json:
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    lines = [
        f"{row['name']}  {row.get('device', '')} {row.get('start', '')}  {row.get('out', '')}".rstrip()
        for row in rows
    ]
    return "\n".join(lines) or "no session is open"
