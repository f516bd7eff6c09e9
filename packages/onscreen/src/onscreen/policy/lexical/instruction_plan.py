"""Planning of an instruction as a list of subtasks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from onscreen.policy.lexical.app_choice import (
    are_device_apps,
    choose_tools,
    find_capitalised_tools,
    find_named_tools,
    strip_tool_names,
)
from onscreen.policy.lexical.application_goals import plan_goals, split_goals
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_outline import expand_clause, needs_submit, parse_clauses
from onscreen.types import Situation, Subtask

SUBMIT = Subtask("submit the form, if there is a button for it", kind="submit")


def plan_instruction(situation: Situation) -> tuple[Subtask, ...]:
    """Plan an instruction as a list of at least one subtask.

    An instruction for device apps is planned as goals, any other instruction clause by clause.
    """
    if are_device_apps(situation.tools) and not situation.conversation and (plan := _plan_goals(situation)):
        return plan
    first = situation.tools[0].name if situation.tools else ""
    return plan_clauses(situation) or (Subtask(situation.instruction, first),)


def plan_clauses(
    situation: Situation, expand: Callable[[Clause], tuple[str, ...]] = expand_clause
) -> tuple[Subtask, ...]:
    """Plan the subtasks for each clause of an instruction.

    A clause is carried out in the application that it names, or else in the application of the clause before.
    `expand` returns the texts of the subtasks of a clause.
    """
    tool = situation.tools[0].name if situation.tools else ""
    subtasks: list[Subtask] = []
    for clause in parse_clauses(situation):
        tool = next(iter(find_named_tools(clause.text, situation.tools)), tool)
        texts = (strip_tool_names(text, situation.tools) for text in expand(clause))
        subtasks += [Subtask(text, tool) for text in texts if text.strip()]
    if needs_submit(tuple(subtask.text for subtask in subtasks)):
        subtasks.append(msgspec.structs.replace(SUBMIT, tool=tool))
    return tuple(subtasks)


def _plan_goals(situation: Situation) -> tuple[Subtask, ...]:
    """Plan each goal in the application that it names, or in that of the previous goal."""
    tools = situation.tools
    named = find_capitalised_tools(situation.instruction, tools) or choose_tools(situation) or ()
    tool = next(iter(named), tools[0].name)
    groups: list[tuple[str, list[str]]] = []
    for goal in split_goals(situation.instruction):
        used = next(iter(find_capitalised_tools(goal, tools)), tool)
        if not groups or used != tool:
            groups.append((used, []))
        tool = used
        groups[-1][1].append(strip_tool_names(goal, tools))
    return tuple(
        msgspec.structs.replace(subtask, tool=used)
        for used, goals in groups
        for subtask in plan_goals(tuple(filter(None, goals)))
    )
