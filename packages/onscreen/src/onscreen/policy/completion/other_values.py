"""Settings on the last screen that hold another value than the one named in the instruction."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from onscreen.policy.completion.completion_evidence import RunEvidence
from onscreen.policy.completion.instruction_details import (
    asks_question,
    is_contained,
    literal_values,
    names_in,
)
from onscreen.types import Contradiction, Node, Shot

_DIGITS = re.compile(r"\d+")


def find_other_values(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each dropdown that holds another value than the one in the instruction.

    Two values are of the same kind if the names of two siblings on a screen are longer than the values and
    differ only in these and in digits, such as "Page 1: Oslo" and "Page 4: Lima". A dropdown is not checked
    if its value is in the instruction, nor is a run without a plan.
    """
    if asks_question(run.instruction) or not run.subtasks:
        return
    named = (*literal_values(run.instruction), *names_in(run.instruction))
    for dropdown in (node for node in run.shots[-1].nodes if node.role == "combobox" and node.value):
        if is_contained(dropdown.value, (run.instruction,)):
            continue
        for name in named:
            if any(_are_alike(dropdown.value, name, shot=shot) for shot in run.shots):
                yield Contradiction("unused value", f"{dropdown.name!r} is {dropdown.value!r}, not {name!r}")


def _are_alike(one: str, other: str, *, shot: Shot) -> bool:
    """Check whether the names of two siblings on a screen differ only in two values and in digits."""
    patterns: dict[tuple[str, int | None], list[Node]] = defaultdict(list)
    for node in shot.nodes:
        if node.name not in (one, other) and (one in node.name or other in node.name):
            patterns[node.role, node.parent].append(node)
    return any(
        {_mask(node.name, one) for node in nodes if one in node.name}
        & {_mask(node.name, other) for node in nodes if other in node.name}
        for nodes in patterns.values()
    )


def _mask(name: str, value: str) -> str:
    return _DIGITS.sub("#", name.replace(value, "\0"))
