"""Comments and descriptions of actions, shared by the generated scripts."""

from __future__ import annotations

from onscreen.types import Decision, Step
from onscreen.types.action_parser import show

MAX_COMMENT_CHARS = 100


def make_comment(text: str, *, max_chars: int = MAX_COMMENT_CHARS) -> str:
    """Return a one-line comment for a Python or shell script, truncated to `max_chars` characters.

    Characters that are not printable are escaped.
    """
    escaped = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return f"# {escaped if len(escaped) <= max_chars else escaped[: max_chars - 1] + '…'}"


def step_comment(number: int, step: Step) -> str:
    """Return the comment above a step: its number, its action and its failure, if any."""
    failure = f" (failed in the run: {step.outcome.failed})" if step.outcome.failed else ""
    return make_comment(f"{number}. {describe_action(step.decision)}{failure}")


def describe_action(decision: Decision) -> str:
    """Return the action as a line of the action grammar."""
    return show(decision.action)
