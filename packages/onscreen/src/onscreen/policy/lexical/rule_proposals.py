"""Proposals of the rule-based policy, and their confidence levels."""

from __future__ import annotations

from onscreen.types import Action, Proposal

NAME = "lexical"
"""The name of the policy."""

LIKELY = 0.8
"""Confidence in an action whose target is ambiguous."""
PLAUSIBLE = 0.6
"""Confidence in one step of a procedure of unknown length."""
GUESS = 0.4
"""Confidence in an action chosen for lack of a better one."""
EXPLORATION = 0.3
"""Confidence in an action that may bring the target into view."""

DONE = Proposal(NAME, finished=True, why="nothing is left to do")


def propose(action: Action, *, finished: bool, why: str = "", confidence: float = 1.0) -> Proposal:
    """Create a proposal with a single action.

    With `finished`, the action completes the subtask.
    """
    return Proposal(NAME, max(0.0, min(1.0, confidence)), (action,), finished=finished, why=why)


def not_found(what: str) -> Proposal:
    """Create a proposal stating that nothing on the screen fits a description."""
    return Proposal(NAME, 0.0, why=f"nothing on the screen fits {what!r}")


def found_nothing(proposal: Proposal) -> bool:
    """Check whether a proposal neither acts nor completes the subtask."""
    return not proposal.actions and not proposal.finished
