"""The default agent: LUCI's planning with the whole space of actions, one decision a step."""

from __future__ import annotations

from onscreen.agent.plan_state import (
    PlanState,
    decide_action,
    situation,
    unread,
    view,
    with_exchanges,
    with_plan,
)
from onscreen.agent.planning import Settings, Turn, act, give_up, revise
from onscreen.model.base import Model
from onscreen.perceive.set_of_marks import mark
from onscreen.think.decide import decide
from onscreen.types import Decision, Episode, Wait


class Default:
    """Plans as LUCI does; for each subtask it decides the next action from the screen as it is now."""

    def __init__(self, model: Model, settings: Settings | None = None, *, name: str = "default") -> None:
        self.name = name
        self.model = model
        self.settings = settings or Settings()

    def act(self, episode: Episode) -> Decision:
        """Decide what to do next."""
        return act(episode, self.model, step=step, settings=self.settings)


def default(model: Model) -> Default:
    """Make the agent."""
    return Default(model)


def seeing(model: Model) -> Default:
    """Make the agent for a model that sees: every decision is asked with the set-of-marks picture."""
    return Default(model, Settings(pictures=True), name="seeing")


def step(state: PlanState, model: Model, *, settings: Settings) -> Turn:
    """Decide the next action of the subtask; go on when it is done, revise when it cannot be."""
    pictures = (mark(state.screen),) if settings.pictures else ()
    shown = view(state, cap_chars=settings.view_chars)
    got = decide(model, situation(state), view=shown, pictures=pictures)
    state, move = with_exchanges(state, got), got.value
    if move is None:
        if unread(state) + 1 >= settings.most_unusable:
            return give_up(state, got.unusable)
        return decide_action(state, Wait(0.5), why=got.unusable)
    if move.action is not None:
        return decide_action(state, move.action, why=move.why, finished=move.finished)
    if move.finished:
        return with_plan(state, at=state.plan.at + 1)
    trouble = move.why or f"nothing on the screen fits {state.subtask.text!r}"
    return revise(state, model, trouble=trouble, settings=settings)
