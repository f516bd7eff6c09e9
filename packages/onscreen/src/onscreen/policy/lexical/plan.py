"""The plan of an instruction: Situation -> subtasks."""

from __future__ import annotations

import msgspec

from onscreen.policy.lexical.app_choice import (
    are_device_apps,
    choose_tools,
    find_capitalised_tools,
    find_named_tools,
    strip_tool_names,
)
from onscreen.policy.lexical.clause_outline import SUBMIT, expand_clause, needs_submit, parse_clauses
from onscreen.policy.lexical.goals import plan_goals, split_goals
from onscreen.types import Situation, Subtask


def plan_instruction(situation: Situation) -> tuple[Subtask, ...]:
    """Return the subtasks of the instruction, at least one; on a device they are goals, else clauses."""
    first = situation.tools[0].name if situation.tools else ""
    if are_device_apps(situation.tools) and not situation.conversation and (plan := _plan_goals(situation)):
        return plan
    return _plan_clauses(situation, first) or (Subtask(situation.instruction, first),)


def _plan_clauses(situation: Situation, first: str) -> tuple[Subtask, ...]:
    """Plan each clause in the application it names, else in that of the clause before."""
    tool = first
    subtasks: list[Subtask] = []
    for clause in parse_clauses(situation):
        tool = next(iter(find_named_tools(clause.text, situation.tools)), tool)
        texts = (strip_tool_names(text, situation.tools) for text in expand_clause(clause))
        subtasks += [_instruct(text, tool) for text in texts if text.strip()]
    if needs_submit(tuple(subtask.text for subtask in subtasks)):
        subtasks.append(Subtask(SUBMIT, tool, kind="submit"))
    return tuple(subtasks)


def _instruct(text: str, tool: str) -> Subtask:
    return Subtask(text, tool, kind="submit" if text == SUBMIT else "instruction")


def _plan_goals(situation: Situation) -> tuple[Subtask, ...]:
    """Plan the goals of the instruction, each in the application it names, else in that of the goal before."""
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
