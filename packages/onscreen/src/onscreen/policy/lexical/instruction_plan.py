"""Planning of an instruction as a list of subtasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from onscreen.policy.lexical.app_choice import (
    are_device_apps,
    choose_tools,
    find_capitalised_tools,
    find_named_tools,
    is_application,
    strip_tool_names,
)
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.clause_expansion import (
    expand_clause,
    join_statements,
    needs_submit,
    parse_clauses,
)
from onscreen.policy.lexical.clause_rules import SKILLS
from onscreen.policy.lexical.entry_changes import Change, parse_change, parse_further_fields
from onscreen.policy.lexical.goal_planning import (
    plan_change,
    plan_creation,
    plan_goal,
    plan_goals,
    set_fields,
    split_goals,
)
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.text.plain_requests import quote_shown_names
from onscreen.types import Situation, Subtask, Tool

SUBMIT = Subtask("submit the form, if there is a button for it", kind="submit")


def plan_instruction(situation: Situation) -> tuple[Subtask, ...]:
    """Plan an instruction as a list of at least one subtask.

    An instruction for device apps is planned as goals, any other instruction clause by clause.
    """
    if are_device_apps(situation.tools) and not situation.conversation and (plan := plan_as_goals(situation)):
        return plan
    first = situation.tools[0].name if situation.tools else ""
    return plan_clauses(situation, plan_clause) or (Subtask(situation.instruction, first),)


def plan_clause(clause: Clause, situation: Situation) -> tuple[Subtask, ...]:
    """Plan the subtasks of a clause that changes an entry, fills in a form, or has another verb.

    A clause whose verb no clause rule carries out is planned as a goal, if there are applications or it
    creates an entry, asks a question or acts on an element that it quotes, as in 'delete "Jam"'.
    """
    if is_application(situation) and (change := _find_change(clause.text, situation)):
        return plan_change(change)
    if (
        is_application(situation)
        and clause.verb in ("enter", "open")
        and (entry := plan_creation(clause.text))
    ):
        return entry
    texts = expand_clause(clause)
    if texts == (clause.text,) and clause.skill not in SKILLS:
        goal = plan_goal(strip_tool_names(clause.text, situation.tools))
        acts = clause.verb in BUTTON_VERBS and bool(clause.quoted)
        if is_application(situation) or acts or goal[0].kind in ("create", "find_answer"):
            return goal
    return as_subtasks(texts, situation.tools)


def _find_change(text: str, situation: Situation) -> Change | None:
    """Parse a change of an entry, ignoring a statement after it and using names shown on the page."""
    quoted = quote_shown_names(text, (node.name for node in situation.screen.shot.nodes))
    forms = (text.partition(" (")[0], quoted.partition(" (")[0], text)
    return next(filter(None, map(parse_change, forms)), None)


def as_subtasks(texts: Sequence[str], tools: tuple[Tool, ...]) -> tuple[Subtask, ...]:
    """Create a subtask for each text, without the names of applications."""
    stripped = (strip_tool_names(text, tools) for text in texts)
    return tuple(Subtask(text) for text in stripped if text.strip())


def plan_clauses(
    situation: Situation, plan: Callable[[Clause, Situation], tuple[Subtask, ...]]
) -> tuple[Subtask, ...]:
    """Plan the subtasks for each clause of an instruction.

    A clause is carried out in the application that it names, or else in the application of the clause before.
    `plan` returns the subtasks of a clause.
    """
    tool = situation.tools[0].name if situation.tools else ""
    subtasks: list[Subtask] = []
    clauses = parse_clauses(situation)
    for clause in join_statements(clauses) if is_application(situation) else clauses:
        tool = next(iter(find_named_tools(clause.text, situation.tools)), tool)
        is_open = bool(subtasks) and subtasks[-1].kind == "save"
        if is_open and (further := parse_further_fields(clause.text)):
            subtasks[-1:-1] = [msgspec.structs.replace(subtask, tool=tool) for subtask in set_fields(further)]
            continue
        subtasks += [msgspec.structs.replace(subtask, tool=tool) for subtask in plan(clause, situation)]
    if not any(subtask.kind == "save" for subtask in subtasks) and needs_submit(
        tuple(subtask.text for subtask in subtasks)
    ):
        subtasks.append(msgspec.structs.replace(SUBMIT, tool=tool))
    return tuple(subtasks)


def plan_as_goals(situation: Situation) -> tuple[Subtask, ...]:
    """Plan each goal in the application that it names, or in that of the previous goal."""
    tools = situation.tools
    named = find_capitalised_tools(situation.instruction, tools) or choose_tools(situation) or ()
    tool = next(iter(named), tools[0].name if tools else "")
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
