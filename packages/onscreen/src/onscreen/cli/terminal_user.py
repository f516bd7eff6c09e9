"""The person at the terminal: asked on stderr, answers on stdin."""

from __future__ import annotations

import sys

from onscreen.report.visible_text import one_line
from onscreen.types.errors import NotAllowed


def ask_at_terminal(question: str) -> str:
    """Ask the person at the terminal.

    Raises:
        NotAllowed: no terminal is attached, or it was closed; the agent is told.
    """
    if not sys.stdin.isatty():
        raise NotAllowed(f"nobody is there to answer {one_line(question)!r}; go on without, or end")
    return read_line(f"{one_line(question)} ")


def read_line(prompt: str) -> str:
    """Write the prompt to stderr and return the line that is typed.

    Raises:
        NotAllowed: the input is closed.
    """
    sys.stderr.write(prompt)
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer:
        raise NotAllowed("nobody answers any more: the input is closed")
    return answer.rstrip("\n")
