"""Instructions of subtasks, written from the steps of their trajectories."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.discovery.trajectory import Steps, TrajectoryStep

_WORDS = {"back": "go back", "accept": "confirm"}
"""Steps that need no target."""


def write_instruction(app: str, steps: Steps, *, looked_up: str = "") -> str:
    """Write the instruction template of a trajectory, such as "In Notes, press New note, then ...".

    `looked_up` is what a lookup must show, "" for any other subtask.
    """
    parts = [each for each in map(describe_step, steps) if each]
    if looked_up:
        parts.append(f"look up {looked_up}")
    joined = ", then ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "open it"
    return f"In {app}, {joined}"


def describe_step(step: TrajectoryStep) -> str:
    """Describe a step in the imperative, such as "press Save"."""
    if step.verb in _WORDS:
        return _WORDS[step.verb]
    if step.verb == "press":
        return f"press {step.text}"
    if step.verb == "type":
        return f"enter {step.text} as {step.name}" if step.name else f"enter {step.text}"
    if step.turns:
        return f"turn {step.turns} {step.name}"
    if step.role in {"radio", "option", "tab", "menuitemradio"}:
        return f"choose {step.name}"
    return f"open {step.name}" if step.name.startswith("{") or step.role == "link" else f"press {step.name}"


def make_id(app: str, steps: Steps, *, taken: Sequence[str]) -> str:
    """Create the id of a subtask from the last step of its trajectory, such as "clock-switch-alarm"."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{app} {describe_step(steps[-1])}".casefold()).strip("-")[:50]
    number = 1
    while (name := words if number == 1 else f"{words}-{number}") in taken:
        number += 1
    return name
