"""Plans of an instruction as goals that each name what they are about."""

from __future__ import annotations

import msgspec

from onscreen.policy.route.field_lists import plan_field_list
from onscreen.policy.route.folder_paths import open_paths
from onscreen.policy.route.goal_references import name_references
from onscreen.policy.route.written_texts import plan_texts
from onscreen.types import Subtask


def refine_plan(plan: tuple[Subtask, ...], instruction: str) -> tuple[Subtask, ...]:
    """Refine a plan of the rules: references, texts about entries, paths of folders, and lists of fields.

    A list of fields is planned only if the plan needs a single application.
    """
    tools = {subtask.tool for subtask in plan}
    listed = plan_field_list(instruction) if len(tools) == 1 else ()
    if listed:
        return tuple(msgspec.structs.replace(subtask, tool=plan[0].tool) for subtask in listed)
    return open_paths(plan_texts(name_references(plan)), instruction)
