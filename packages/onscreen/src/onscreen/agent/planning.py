"""The turns every planning agent takes: choose applications, outline, verify, open, finish."""

from __future__ import annotations

from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

import msgspec

from onscreen.agent.plan_state import (
    PlanState,
    decide_action,
    resume,
    situation,
    spent,
    view,
    with_exchanges,
    with_plan,
)
from onscreen.model.base import Model
from onscreen.think.choose_app import choose_app
from onscreen.think.generated_text import answer
from onscreen.think.task_outline import outline
from onscreen.think.verify import verify
from onscreen.types import Decision, Done, Episode, Open, Subtask, Value

Turn: TypeAlias = PlanState | Decision
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

    def __call__(self, state: PlanState, model: Model, *, settings: Settings) -> Turn:
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


def _advance(state: PlanState, model: Model, *, step: Stepper, settings: Settings) -> Turn:
    plan = state.plan
    if not plan.tools and not plan.subtasks and state.episode.task.tools:
        return _set_out(state, model)
    if not plan.subtasks:
        return _open_first(state) or _outlined(state, model, settings=settings)
    if state.over:
        return finish(state, model, settings=settings)
    return _on(state, model, step=step, settings=settings)


def _on(state: PlanState, model: Model, *, step: Stepper, settings: Settings) -> Turn:
    """Go on with the subtask at hand."""
    done = spent(state)
    if not state.subtask.tool_required:
        return _thought(state, model, settings=settings)
    if done == 0 and not state.plan.picked:
        return _needed(state, model) or _open(state) or step(state, model, settings=settings)
    if done >= settings.most_actions:
        return revise(state, model, trouble=f"{done} actions did not finish it", settings=settings)
    return step(state, model, settings=settings)


def _set_out(state: PlanState, model: Model) -> Turn:
    got = choose_app(model, situation(state))
    state, choice = with_exchanges(state, got), got.value
    tools = tuple(tool.name for tool in state.episode.task.tools)
    if choice is None:
        return with_plan(state, tools=tools)
    if choice.tools:
        return with_plan(state, tools=choice.tools)
    if not choice.found:
        return give_up(state, f"Tool Not Found: none of {', '.join(tools)} can do this")
    got_answer = answer(model, situation(state), view="")
    if not got_answer.value:
        return give_up(with_exchanges(state, got_answer), "no tool is required, and no answer was found")
    return decide_action(with_exchanges(state, got_answer), Done(got_answer.value), why="No tool required")


def _open_first(state: PlanState) -> Decision | None:
    return _open_tool(state, state.plan.tools[0]) if state.plan.tools else None


def _open(state: PlanState) -> Decision | None:
    return _open_tool(state, state.subtask.tool) if state.subtask.tool else None


def _open_tool(state: PlanState, name: str) -> Decision | None:
    tools = {tool.name: tool for tool in state.episode.task.tools}
    if name not in tools or _at_hand(state.episode) == name:
        return None
    return decide_action(state, Open(tools[name].address), why=f"{name} is the application for this")


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


def _outlined(state: PlanState, model: Model, *, settings: Settings) -> PlanState:
    got = outline(model, situation(state), view=view(state, cap_chars=settings.view_chars))
    whole = Subtask(state.episode.task.instruction, state.plan.tools[0] if state.plan.tools else "")
    return with_plan(
        with_exchanges(state, got), subtasks=got.value or (whole,), planner=got.asked[-1].reply.model
    )


def _thought(state: PlanState, model: Model, *, settings: Settings) -> PlanState:
    got = answer(model, situation(state), view=view(state, cap_chars=settings.view_chars))
    state = with_exchanges(state, got)
    name = state.subtask.result or f"result {state.plan.at + 1}"
    values = (*state.plan.values, Value(name, got.value or ""))
    return with_plan(state, values=values, at=state.plan.at + 1)


def _needed(state: PlanState, model: Model) -> PlanState | None:
    """Drop the subtask when the verifier finds it needless; None when it stays."""
    if len(state.plan.subtasks) == 1:
        return None
    got = verify(model, situation(state))
    if got.value is None or got.value:
        return None
    dropped = (*state.plan.dropped, state.subtask.text)
    return with_plan(with_exchanges(state, got), dropped=dropped, at=state.plan.at + 1)


def revise(state: PlanState, model: Model, *, trouble: str, settings: Settings) -> Turn:
    """Make the rest of the outline anew, told what went wrong; give up after too many revisions."""
    plan = state.plan
    if plan.revised >= settings.most_revisions:
        return give_up(state, f"the outline was revised {plan.revised} times; last trouble: {trouble}")
    about = msgspec.structs.replace(situation(state), ahead=(state.subtask, *state.ahead))
    got = outline(model, about, view=view(state, cap_chars=settings.view_chars), trouble=trouble)
    state = with_exchanges(state, got)
    if not got.value:
        return give_up(state, f"{state.subtask.text}: {got.unusable or trouble}")
    kept = plan.subtasks[: plan.at]
    planner = got.asked[-1].reply.model
    return with_plan(
        state, subtasks=(*kept, *got.value), picked=(), revised=plan.revised + 1, planner=planner
    )


def finish(state: PlanState, model: Model, *, settings: Settings) -> Decision:
    """End the run with the answer the person asked for, if any."""
    instruction = state.episode.task.instruction
    asks = instruction.strip().endswith("?") or instruction.split(" ")[0].casefold() in _QUESTION
    if state.plan.values and not asks:
        return decide_action(state, Done(state.plan.values[-1].text), why="every subtask is done")
    if not asks:
        return decide_action(state, Done(), why="every subtask is done")
    got = answer(model, situation(state), view=view(state, cap_chars=settings.view_chars))
    return decide_action(with_exchanges(state, got), Done(got.value or ""), why="every subtask is done")


def give_up(state: PlanState, why: str) -> Decision:
    """End the run, saying why it cannot be done."""
    return decide_action(state, Done(why, achieved=False), why=why)
