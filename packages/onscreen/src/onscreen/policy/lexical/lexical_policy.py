"""Policy of hand-written rules that match words of the instruction with words on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from onscreen.policy.lexical.app_choice import answer_directly, choose_applications
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.goal_planning import is_question, plan_goal
from onscreen.policy.lexical.input_text import text_to_type
from onscreen.policy.lexical.instruction_plan import plan_as_goals, plan_instruction
from onscreen.policy.lexical.question_answers import read_from_screen
from onscreen.policy.lexical.rule_proposals import NAME, propose
from onscreen.policy.lexical.subtask_actions import act_on_subtask
from onscreen.text.plain_requests import plain_request
from onscreen.types import Click, Done, Element, Proposal, Situation, Stage, Subtask, Value

_QUESTION_WORDS = ("what", "which", "who", "when", "where", "how", "is", "are", "does", "tell")
CHOICE_CONFIDENCE = 0.7
"""Confidence in a choice of applications: right for 307 of 444 tasks of the suite `phone`."""
NO_ANSWER = "no application is required, and no answer was found"


class LexicalPolicy(msgspec.Struct, frozen=True):
    """Policy that applies hand-written rules to the words of the instruction and the screen.

    In a cascade, the choice of applications is left to a following language model, because the words of the
    instruction often name another application.
    """

    name: str = NAME
    min_confidence: float = 0.9

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step for the stage of the situation.

        Returns None at the stage "verify"; never raises.
        """
        rule = _STAGES.get(situation.stage)
        plain = msgspec.structs.replace(situation, instruction=plain_request(situation.instruction))
        return rule(plain) if rule else None


def lexical(_rest: str) -> LexicalPolicy:
    """Create the rule-based policy.

    The text after the colon of the policy's name is ignored.
    """
    return LexicalPolicy()


def _choose_tools(situation: Situation) -> Proposal:
    """Choose applications, or answer directly if none is required."""
    tools = choose_applications(situation)
    if tools:
        return Proposal(NAME, CHOICE_CONFIDENCE, tools=tools)
    if tools is None:
        return Proposal(NAME, CHOICE_CONFIDENCE, tools=(), why="no application fits the instruction")
    if text := _find_answer(situation):
        return propose(Done(text), finished=False, why="no application is required")
    return propose(Done(NO_ANSWER, achieved=False), finished=False, why=NO_ANSWER)


def _plan(situation: Situation) -> Proposal:
    return Proposal(NAME, plan=plan_instruction(situation))


def _act(situation: Situation) -> Proposal:
    """Propose the next action of the subtask, or answer a subtask without an application."""
    subtask = situation.subtask or Subtask(situation.instruction)
    if subtask.tool_required:
        return act_on_subtask(subtask, situation)
    name = subtask.result or f"result {len(situation.completed) + 1}"
    return Proposal(NAME, finished=True, values=(Value(name, _find_answer(situation)),))


def _revise(situation: Situation) -> Proposal:
    """Propose a plan that starts with a click that may bring the target into view.

    Without such a click, a clause of an instruction for applications is planned again as goals. The plan
    is empty if the clause was planned as a goal before.
    """
    subtask = situation.subtask or Subtask(situation.instruction)
    proposal = act_on_subtask(subtask, situation)
    action = proposal.actions[0] if proposal.actions else None
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return Proposal(NAME, plan=_plan_anew(subtask, situation), why=situation.trouble)
    click = Subtask(f'click "{action.target.name}"', subtask.tool, subtask.tool_required, subtask.result)
    return Proposal(NAME, plan=(click, subtask, *situation.ahead), why=situation.trouble)


def _plan_anew(subtask: Subtask, situation: Situation) -> tuple[Subtask, ...]:
    """Plan the remaining clauses as goals, or return () if they are goals already."""
    if subtask.kind != "instruction" or not situation.tools:
        return ()
    if not situation.completed:
        return plan_as_goals(situation)
    goals = (msgspec.structs.replace(goal, tool=subtask.tool) for goal in plan_goal(subtask.text))
    return (*goals, *situation.ahead)


def _finish(situation: Situation) -> Proposal:
    """End the run, with an answer from the screen if the instruction asks a question."""
    why = "every subtask is complete"
    if _asks_question(situation.instruction):
        return propose(Done(_find_answer(situation)), finished=False, why=why)
    answer = situation.values[-1].text if situation.values else ""
    return propose(Done(answer), finished=False, why=why)


def _asks_question(instruction: str) -> bool:
    first = instruction.partition(" ")[0].casefold()
    return is_question(instruction) or first in _QUESTION_WORDS


def _find_answer(situation: Situation) -> str:
    """Return the answer to the current subtask, or to the instruction if there is no subtask.

    Returns "" if none is found.
    """
    question = situation.subtask.text if situation.subtask else situation.instruction
    if (answer := answer_directly(question)) is not None:
        return answer
    if answer := read_from_screen(question, situation):
        return answer
    return text_to_type(parse_clause(question), situation) or "" if situation.subtask else ""


_STAGES: Mapping[Stage, Callable[[Situation], Proposal]] = {
    "choose_tools": _choose_tools,
    "plan": _plan,
    "act": _act,
    "revise": _revise,
    "finish": _finish,
}
