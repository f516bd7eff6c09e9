"""Reviewed subtasks: without rejected ones, and with corrected instructions."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.routines.text_template import insert_placeholders, match_text, placeholder_names
from onscreen.store.review_items import read_decisions, read_items
from onscreen.synthesis.subtask_template import SubtaskTemplate, read_subtasks


class ReviewedSubtasks(msgspec.Struct, frozen=True):
    """Subtasks that no reviewer rejected.

    `rejected` is the number of rejected subtasks, and `unused` the number of corrected instructions that do
    not mention all parameters.
    """

    subtasks: tuple[SubtaskTemplate, ...]
    rejected: int
    unused: int


def read_reviewed(folder: Path) -> ReviewedSubtasks:
    """Read the subtasks in a folder, with the reviewers' decisions applied.

    In a corrected instruction, the values that the reviewer saw are replaced by placeholders.

    Raises:
        BadSubtask: the subtasks cannot be read.
        BadReview: the decisions or the items cannot be read.
    """
    subtasks, decisions = read_subtasks(folder), read_decisions(folder)
    shown = {item.id: item.instruction for item in read_items(folder)} if decisions else {}
    kept: list[SubtaskTemplate] = []
    unused = 0
    for subtask in subtasks:
        decision = decisions.get(subtask.id)
        if decision is not None and decision.decision == "reject":
            continue
        corrected = decision.instruction.strip().rstrip(".") if decision else ""
        used = _correct(subtask, corrected, shown=shown.get(subtask.id, "")) if corrected else subtask
        unused += used is None
        kept.append(used or subtask)
    return ReviewedSubtasks(tuple(kept), len(subtasks) - len(kept), unused)


def _correct(subtask: SubtaskTemplate, corrected: str, *, shown: str) -> SubtaskTemplate | None:
    """Return a subtask with a corrected instruction, whose values are replaced by placeholders.

    Returns None if the correction does not mention each value of the instruction `shown`.
    """
    values = match_text(subtask.instruction, shown.rstrip(".")) if subtask.parameters else {}
    template = insert_placeholders(corrected, values or {})
    if set(placeholder_names(template)) != set(subtask.parameters):
        return None
    return msgspec.structs.replace(subtask, instruction=template)
