"""The turns every planning agent takes: choose applications, outline, verify, open, finish."""

from __future__ import annotations

from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

import msgspec

from onscreen.agent.course import (
    Course,
    decided,
    heard,
    planned,
    resume,
    situation,
    spent,
    view,
)
from onscreen.model.base import Model
from onscreen.think.choose_app import choose_app
from onscreen.think.outline import outline
from onscreen.think.text import answer
from onscreen.think.verify import verify
from onscreen.types import Decision, Done, Episode, Open, Subtask, Value

Turn: TypeAlias = Course | Decision
_QUESTION = ("what", "which", "who", "when", "where", "how", "is", "are", "does", "tell")


class Settings(msgspec.Struct, frozen=True):
    """Limits of one agent.

    `pictures` sends the screen with its marks drawn on it, too.
    `view_chars` caps the text of a screen (rivals' snapshots of 20k tokens are their users' complaint);
    `most_revisions` of the outline in a row of one run and `most_actions` of one subtask are MTTIA's
    bounds (20 rounds). `most_unusable` answers in a row, each shown back once, end the run: a model that
    fails three times on one screen does not understand the form.
    """

    view_chars: int = 8000
    pictures: bool = False
    most_revisions: int = 8
    most_actions: int = 20
    most_turns: int = 40
    most_unusable: int = 3


class Stepper(Protocol):
    """How an agent goes on with its subtask."""

    def __call__(self, course: Course, model: Model, *, settings: Settings) -> Turn:
        """Return the course with what was learnt, or the decision.

        Raises:
            ModelError: the model cannot be used.
        """


def act(episode: Episode, model: Model, *, step: Stepper, settings: Settings) -> Decision:
    """Take turns until one of them is a decision."""
    turn: Turn = resume(episode)
    for _ in range(settings.most_turns):
        if isinstance(turn, Decision):
            return turn
        turn = _advance(turn, model, step=step, settings=settings)
    return turn if isinstance(turn, Decision) else give_up(turn, "the plan does not come to an action")


def _advance(course: Course, model: Model, *, step: Stepper, settings: Settings) -> Turn:
    plan = course.plan
    if not plan.tools and not plan.subtasks and course.episode.task.tools:
        return _set_out(course, model)
    if not plan.subtasks:
        return _open_first(course) or _outlined(course, model, settings=settings)
    if course.over:
        return finish(course, model, settings=settings)
    return _on(course, model, step=step, settings=settings)


def _on(course: Course, model: Model, *, step: Stepper, settings: Settings) -> Turn:
    """Go on with the subtask at hand."""
    done = spent(course)
    if not course.subtask.tool_required:
        return _thought(course, model, settings=settings)
    if done == 0 and not course.plan.picked:
        return _needed(course, model) or _open(course) or step(course, model, settings=settings)
    if done >= settings.most_actions:
        return revise(course, model, trouble=f"{done} actions did not finish it", settings=settings)
    return step(course, model, settings=settings)


def _set_out(course: Course, model: Model) -> Turn:
    got = choose_app(model, situation(course))
    course, choice = heard(course, got), got.value
    tools = tuple(tool.name for tool in course.episode.task.tools)
    if choice is None:
        return planned(course, tools=tools)
    if choice.tools:
        return planned(course, tools=choice.tools)
    if not choice.found:
        return give_up(course, f"Tool Not Found: none of {', '.join(tools)} can do this")
    got_answer = answer(model, situation(course), view="")
    if not got_answer.value:
        return give_up(heard(course, got_answer), "no tool is required, and no answer was found")
    return decided(heard(course, got_answer), Done(got_answer.value), why="No tool required")


def _open_first(course: Course) -> Decision | None:
    return _open_tool(course, course.plan.tools[0]) if course.plan.tools else None


def _open(course: Course) -> Decision | None:
    return _open_tool(course, course.subtask.tool) if course.subtask.tool else None


def _open_tool(course: Course, name: str) -> Decision | None:
    tools = {tool.name: tool for tool in course.episode.task.tools}
    if name not in tools or _at_hand(course.episode) == name:
        return None
    return decided(course, Open(tools[name].address), why=f"{name} is the application for this")


def _at_hand(episode: Episode) -> str:
    """Return the name of the tool opened last; of the one the run began in when none was opened."""
    for decision in reversed(episode.decisions):
        for tool in episode.task.tools:
            if decision.action == Open(tool.address):
                return tool.name
    began = episode.shots[0].address
    inside = [tool for tool in episode.task.tools if began.startswith(_folder(tool.address))]
    return max(inside, key=lambda tool: len(tool.address)).name if inside else ""


def _folder(address: str) -> str:
    """Return the address without its last part: what all pages of an application share."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/')[0]}/"


def _outlined(course: Course, model: Model, *, settings: Settings) -> Course:
    got = outline(model, situation(course), view=view(course, cap_chars=settings.view_chars))
    whole = Subtask(course.episode.task.instruction, course.plan.tools[0] if course.plan.tools else "")
    return planned(heard(course, got), subtasks=got.value or (whole,), planner=got.asked[-1].reply.model)


def _thought(course: Course, model: Model, *, settings: Settings) -> Course:
    got = answer(model, situation(course), view=view(course, cap_chars=settings.view_chars))
    course = heard(course, got)
    name = course.subtask.result or f"result {course.plan.at + 1}"
    values = (*course.plan.values, Value(name, got.value or ""))
    return planned(course, values=values, at=course.plan.at + 1)


def _needed(course: Course, model: Model) -> Course | None:
    """Drop the subtask when the verifier finds it needless; None when it stays."""
    if len(course.plan.subtasks) == 1:
        return None
    got = verify(model, situation(course))
    if got.value is None or got.value:
        return None
    dropped = (*course.plan.dropped, course.subtask.text)
    return planned(heard(course, got), dropped=dropped, at=course.plan.at + 1)


def revise(course: Course, model: Model, *, trouble: str, settings: Settings) -> Turn:
    """Make the rest of the outline anew, told what went wrong; give up after too many revisions."""
    plan = course.plan
    if plan.revised >= settings.most_revisions:
        return give_up(course, f"the outline was revised {plan.revised} times; last trouble: {trouble}")
    about = msgspec.structs.replace(situation(course), ahead=(course.subtask, *course.ahead))
    got = outline(model, about, view=view(course, cap_chars=settings.view_chars), trouble=trouble)
    course = heard(course, got)
    if not got.value:
        return give_up(course, f"{course.subtask.text}: {got.unusable or trouble}")
    kept = plan.subtasks[: plan.at]
    planner = got.asked[-1].reply.model
    return planned(course, subtasks=(*kept, *got.value), picked=(), revised=plan.revised + 1, planner=planner)


def finish(course: Course, model: Model, *, settings: Settings) -> Decision:
    """End the run with the answer the person asked for, if any."""
    instruction = course.episode.task.instruction
    asks = instruction.strip().endswith("?") or instruction.split(" ")[0].casefold() in _QUESTION
    if course.plan.values and not asks:
        return decided(course, Done(course.plan.values[-1].text), why="every subtask is done")
    if not asks:
        return decided(course, Done(), why="every subtask is done")
    got = answer(model, situation(course), view=view(course, cap_chars=settings.view_chars))
    return decided(heard(course, got), Done(got.value or ""), why="every subtask is done")


def give_up(course: Course, why: str) -> Decision:
    """End the run, saying why it cannot be done."""
    return decided(course, Done(why, achieved=False), why=why)
