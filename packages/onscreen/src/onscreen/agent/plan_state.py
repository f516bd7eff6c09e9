"""Where a run stands, read from its episode alone: Episode -> Course -> Decision."""

from __future__ import annotations

from itertools import takewhile
from typing import TypeVar

import msgspec

from onscreen.perceive.iaf import iaf
from onscreen.perceive.iaf_text import iaf_text
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import changed, feedback
from onscreen.think.model_query import ParsedReply
from onscreen.types import Action, Decision, Episode, Exchange, Open, Pick, Plan, Screen, Situation, Subtask
from onscreen.types.grammar import show

T = TypeVar("T")


class PlanState(msgspec.Struct, frozen=True):
    """The screen now, the plan now, the verdict on the last step, what was asked in this turn."""

    episode: Episode
    screen: Screen
    plan: Plan
    feedback: str = ""
    asked: tuple[Exchange, ...] = ()

    @property
    def subtask(self) -> Subtask:
        """The subtask being done."""
        return self.plan.subtasks[self.plan.at]

    @property
    def ahead(self) -> tuple[Subtask, ...]:
        """The subtasks after this one."""
        return self.plan.subtasks[self.plan.at + 1 :]

    @property
    def over(self) -> bool:
        """Whether no subtask is left."""
        return self.plan.at >= len(self.plan.subtasks)


def resume(episode: Episode) -> PlanState:
    """Read where the run stands: a subtask whose last action took is behind it."""
    screen = build_screen(episode.last)
    if not episode.decisions:
        return PlanState(episode, screen, Plan())
    plan, outcome = episode.decisions[-1].plan, episode.outcomes[-1]
    if plan.finished:
        plan = msgspec.structs.replace(plan, finished=False, at=plan.at if outcome.failed else plan.at + 1)
    return PlanState(episode, screen, plan, _feedback(episode, len(episode.decisions) - 1))


def with_plan(state: PlanState, **changes: object) -> PlanState:
    """Return the course with the plan changed."""
    return msgspec.structs.replace(state, plan=msgspec.structs.replace(state.plan, **changes))


def with_exchanges(state: PlanState, got: ParsedReply[T]) -> PlanState:
    """Return the course with the exchanges kept."""
    return msgspec.structs.replace(state, asked=state.asked + got.asked)


def decide_action(
    state: PlanState, action: Action, *, why: str, finished: bool = False, picked: tuple[Pick, ...] = ()
) -> Decision:
    """Return the decision to do this now, with the plan as it stands once it is done."""
    plan = msgspec.structs.replace(state.plan, finished=finished, picked=picked)
    return Decision(action, why, plan, state.feedback, (), state.asked)


def situation(state: PlanState) -> Situation:
    """Gather the data a question about this moment may need."""
    task, plan = state.episode.task, state.plan
    chosen = tuple(tool for tool in task.tools if tool.name in plan.tools)
    return Situation(
        task.instruction,
        None if state.over else state.subtask,
        state.screen,
        done_lines(state),
        state.ahead,
        plan.values,
        (),
        chosen if plan.tools else task.tools,
        task.said,
        deeds=tuple(decision.action for decision in state.episode.decisions),
        planner=plan.planner,
    )


def view(state: PlanState, *, cap_chars: int) -> str:
    """Write the screen as text for a model."""
    return iaf_text(iaf(state.screen), state.screen, cap_chars=cap_chars)


def done_lines(state: PlanState) -> tuple[str, ...]:
    """Write every step done so far with its feedback, oldest first."""
    decisions = state.episode.decisions
    verdicts = (*(decision.feedback for decision in decisions[1:]), state.feedback)
    return (
        tuple(
            f"{show(d.action)}: {verdict}" if verdict else show(d.action)
            for d, verdict in zip(decisions, verdicts, strict=True)
        )
        if decisions
        else ()
    )


def spent(state: PlanState) -> int:
    """Count the actions already done for this subtask of this outline."""
    count = 0
    for decision in reversed(state.episode.decisions):
        plan = decision.plan
        if (plan.at, plan.revised) != (state.plan.at, state.plan.revised):
            break
        count += not isinstance(decision.action, Open)
    return count


def unread(state: PlanState) -> int:
    """Count the decisions, last in a row, for which the model's answer could not be used."""
    unusable = (bool(d.asked) and bool(d.asked[-1].fault) for d in reversed(state.episode.decisions))
    return sum(1 for _ in takewhile(bool, unusable))


def _feedback(episode: Episode, step: int) -> str:
    decision, outcome = episode.decisions[step], episode.outcomes[step]
    return feedback(decision.action, outcome, change=changed(episode.shots[step], episode.shots[step + 1]))
