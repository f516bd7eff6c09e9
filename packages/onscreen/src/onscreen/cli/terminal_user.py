"""Terminal prompts: questions are written to stderr and answers read from stdin."""

from __future__ import annotations

import select
import sys
from math import inf

from onscreen.deadline import check_limit, remaining_sec
from onscreen.report.html_text_format import one_line
from onscreen.types.errors import NotAllowed
from onscreen.types.lone_surrogates import replace_surrogates


def ask_at_terminal(question: str) -> str:
    """Ask the user a question at the terminal and return the answer.

    Raises:
        NotAllowed: no terminal is attached, or stdin is closed; the agent receives it as the outcome.
    """
    if not sys.stdin.isatty():
        raise NotAllowed(
            f"no user is attached to answer {one_line(question)!r}; continue without an answer, or finish"
        )
    return read_line(f"{one_line(question)} ")


def read_line(prompt: str) -> str:
    """Write the prompt to stderr and read one line from stdin.

    Raises:
        NotAllowed: stdin is closed, or the line is not text.
        TimeLimitReached: no line was entered within the time limit of the run.
    """
    sys.stderr.write(prompt)
    sys.stderr.flush()
    while (left_sec := remaining_sec()) < inf and not select.select([sys.stdin], [], [], left_sec)[0]:
        check_limit()
    try:
        answer = replace_surrogates(sys.stdin.readline())
    except UnicodeDecodeError as error:
        raise NotAllowed("the answer is not text in the encoding of the terminal") from error
    if not answer:
        raise NotAllowed("no user is attached: stdin is closed")
    return answer.rstrip("\n")
