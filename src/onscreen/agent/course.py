"""Where a run stands, read from its episode alone: Episode -> Course -> Decision."""

from __future__ import annotations

from itertools import takewhile
from typing import TypeVar

import msgspec

from onscreen.perceive.change import changed, feedback
from onscreen.perceive.iaf import iaf
from onscreen.perceive.iaf_text import iaf_text
from onscreen.perceive.look import look
from onscreen.think.ask import Got
from onscreen.types import Action, Decision, Episode, Exchange, Open, Pick, Plan, Screen, Situation, Subtask
from onscreen.types.grammar import show

T = TypeVar("T")


class Course(msgspec.Struct, frozen=True):
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


def resume(episode: Episode) -> Course:
    """Read where the run stands: a subtask whose last action took is behind it."""
    screen = look(episode.last)
    if not episode.decisions:
        return Course(episode, screen, Plan())
    plan, outcome = episode.decisions[-1].plan, episode.outcomes[-1]
    if plan.finished:
        plan = msgspec.structs.replace(plan, finished=False, at=plan.at if outcome.failed else plan.at + 1)
    return Course(episode, screen, plan, _feedback(episode, len(episode.decisions) - 1))


def planned(course: Course, **changes: object) -> Course:
    """Return the course with the plan changed."""
    return msgspec.structs.replace(course, plan=msgspec.structs.replace(course.plan, **changes))


def heard(course: Course, got: Got[T]) -> Course:
    """Return the course with the exchanges kept."""
    return msgspec.structs.replace(course, asked=course.asked + got.asked)


def decided(
    course: Course, action: Action, *, why: str, finished: bool = False, picked: tuple[Pick, ...] = ()
) -> Decision:
    """Return the decision to do this now, with the plan as it stands once it is done."""
    plan = msgspec.structs.replace(course.plan, finished=finished, picked=picked)
    return Decision(action, why, plan, course.feedback, (), course.asked)


def situation(course: Course) -> Situation:
    """Gather the data a question about this moment may need."""
    task, plan = course.episode.task, course.plan
    chosen = tuple(tool for tool in task.tools if tool.name in plan.tools)
    return Situation(
        task.instruction,
        None if course.over else course.subtask,
        course.screen,
        done_lines(course),
        course.ahead,
        plan.values,
        (),
        chosen if plan.tools else task.tools,
        task.said,
        deeds=tuple(decision.action for decision in course.episode.decisions),
        planner=plan.planner,
    )


def view(course: Course, *, cap_chars: int) -> str:
    """Write the screen as text for a model."""
    return iaf_text(iaf(course.screen), course.screen, cap_chars=cap_chars)


def done_lines(course: Course) -> tuple[str, ...]:
    """Write every step done so far with its feedback, oldest first."""
    decisions = course.episode.decisions
    verdicts = (*(decision.feedback for decision in decisions[1:]), course.feedback)
    return (
        tuple(
            f"{show(d.action)}: {verdict}" if verdict else show(d.action)
            for d, verdict in zip(decisions, verdicts, strict=True)
        )
        if decisions
        else ()
    )


def spent(course: Course) -> int:
    """Count the actions already done for this subtask of this outline."""
    count = 0
    for decision in reversed(course.episode.decisions):
        plan = decision.plan
        if (plan.at, plan.revised) != (course.plan.at, course.plan.revised):
            break
        count += not isinstance(decision.action, Open)
    return count


def unread(course: Course) -> int:
    """Count the decisions, last in a row, for which the model's answer could not be used."""
    unusable = (bool(d.asked) and bool(d.asked[-1].fault) for d in reversed(course.episode.decisions))
    return sum(1 for _ in takewhile(bool, unusable))


def _feedback(episode: Episode, step: int) -> str:
    decision, outcome = episode.decisions[step], episode.outcomes[step]
    return feedback(decision.action, outcome, change=changed(episode.shots[step], episode.shots[step + 1]))
