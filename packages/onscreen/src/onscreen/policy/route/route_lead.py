"""Policy that leads to the place that an instruction names, before a language model is queried."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from onscreen.policy.lexical.app_choice import find_capitalised_tools, find_named_tools
from onscreen.policy.lexical.goal_planning import split_goals
from onscreen.policy.lexical.instruction_plan import plan_as_goals
from onscreen.policy.route.place_action import CONFIDENCE, RADIO_ROLES, SWITCH_ROLES
from onscreen.text.quotes import strip_quotes
from onscreen.types import Back, Click, Element, Open, Proposal, Scroll, Situation

_SENTENCE_END = re.compile(r"[.!?]\s+\S")


class RouteLead(msgspec.Struct, frozen=True):
    """Policy that takes the first steps of a run along a path on a map.

    A language model that acts without a plan is queried for every step, so that the policy `route`, which
    follows the subtasks of a plan, would never act. This policy chooses the application if the instruction
    names one or its map decides, then takes the path to the place that the first goal of the instruction
    names. It opens screens only: settings are changed and entries are made by the model. It abstains after
    the first step of another policy, unless this step opened an application.

    `choose` proposes the application for a situation. `step` proposes the next step for a subtask; `opens`
    checks whether an element of the current screen is known to open another screen.
    """

    name: str
    choose: Callable[[Situation], Proposal | None]
    step: Callable[[Situation], Proposal | None]
    opens: Callable[[Situation, Element], bool]
    min_confidence: float = 0.8
    makes_plans: bool = False

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the application, or the next step of the path; never raises."""
        has_acted = any(step.by_model and not isinstance(step.action, Open) for step in situation.history)
        if situation.trouble or situation.conversation or has_acted:
            return None
        if situation.stage == "choose_tools":
            return self._choose_tool(situation)
        return self._open_next(situation) if situation.stage == "plan" else None

    def _choose_tool(self, situation: Situation) -> Proposal | None:
        """Choose the application whose map decides, or else the only one that the instruction names."""
        text, tools = situation.instruction, situation.tools
        named = find_capitalised_tools(text, tools)
        chosen = self.choose(situation) if named or _is_one_goal(text) else None
        if chosen is None and len(set(named)) == 1 and set(find_named_tools(text, tools)) == set(named):
            return Proposal(self.name, CONFIDENCE, tools=named[:1], why="the instruction names it")
        return chosen

    def _open_next(self, situation: Situation) -> Proposal | None:
        """Propose the next step towards the place of the first goal if it only shows another part."""
        subtask = next(iter(plan_as_goals(situation)), None)
        steps = sum(not isinstance(step.action, Open) for step in situation.history)
        goal = msgspec.structs.replace(situation, stage="act", subtask=subtask, subtask_steps=steps)
        proposal = self.step(goal) if subtask else None
        action = proposal.actions[0] if proposal and len(proposal.actions) == 1 else None
        shows = isinstance(action, Scroll | Back) or (
            isinstance(action, Click)
            and isinstance(action.target, Element)
            and action.target.role not in SWITCH_ROLES | RADIO_ROLES
            and self.opens(situation, action.target)
        )
        if proposal is None or not shows:
            return None
        return msgspec.structs.replace(proposal, proposer=self.name, finished=False)


def _is_one_goal(instruction: str) -> bool:
    """Check whether an instruction is one sentence with a single goal and no statement."""
    goals = split_goals(instruction)
    has_statement = any(goal.count("(") > instruction.count("(") for goal in goals)
    return len(goals) == 1 and not has_statement and not _SENTENCE_END.search(strip_quotes(instruction))
