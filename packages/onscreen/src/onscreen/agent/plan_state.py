"""State of a planning agent, derived from the episode at every step."""

from __future__ import annotations

from itertools import takewhile

import msgspec

from onscreen.perceive.element_kinds import ENTRY_ROLES, is_blocked
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.element_relocation import pick_of, refind
from onscreen.perceive.node_text import quote_name
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import past_steps
from onscreen.types import (
    Action,
    Decision,
    DroppedActions,
    Element,
    ElementNote,
    Episode,
    Exchange,
    FailedAction,
    Open,
    PastStep,
    Plan,
    Proposal,
    Screen,
    Situation,
    Stage,
    Subtask,
    Type,
    Value,
)
from onscreen.types.web_address import is_same_address

_POPUP_ROLES = frozenset({"listbox", "option", "menu", "menuitem"})
"""Roles of popups, which open over other elements and are closed by Escape."""


class PlanState(msgspec.Struct, frozen=True):
    """State of a planning agent: the current screen, history, plan and the latest model calls.

    `asked` are the prompts and replies since the last decision, `unused` those of policies that abstained or
    were not confident enough.

    `trouble` is the reason why the current subtask cannot be done, "" if none is known.

    `dropped` are the queued actions that are no longer valid. `notes` are the notes on the current screen,
    `failed_before` the actions that failed on it in earlier runs of similar tasks.
    """

    episode: Episode
    screen: Screen
    plan: Plan
    history: tuple[PastStep, ...] = ()
    asked: tuple[Exchange, ...] = ()
    unused: tuple[Exchange, ...] = ()
    trouble: str = ""
    dropped: DroppedActions | None = None
    notes: tuple[ElementNote, ...] = ()
    failed_before: tuple[FailedAction, ...] = ()

    @property
    def subtask(self) -> Subtask | None:
        """The current subtask, or None before planning and after the last subtask."""
        return self.plan.subtasks[self.plan.at] if self.plan.at < len(self.plan.subtasks) else None

    @property
    def ahead(self) -> tuple[Subtask, ...]:
        """The subtasks that follow the current one."""
        return self.plan.subtasks[self.plan.at + 1 :]

    @property
    def stage(self) -> Stage:
        """Current stage of the agent, such as planning or acting (LUCI paper, section III)."""
        if not self.plan.subtasks:
            return "plan" if self.plan.tools or not self.episode.task.tools else "choose_tools"
        if self.subtask is None:
            return "finish"
        if self.trouble:
            return "revise"
        unverified = len(self.plan.subtasks) > 1 and self.plan.verified != self.plan.at
        return "verify" if unverified else "act"


def resume(episode: Episode) -> PlanState:
    """Reconstruct the state of a planning agent from the episode.

    A subtask is complete once its last action has been performed.
    """
    screen, history = build_screen(episode.last), past_steps(episode)
    if not episode.decisions:
        return PlanState(episode, screen, Plan())
    plan, outcome = episode.decisions[-1].plan, episode.outcomes[-1]
    if plan.finished and not plan.queued:
        at = plan.at if outcome.failed else plan.at + 1
        plan = msgspec.structs.replace(plan, finished=False, at=at)
    return PlanState(episode, screen, plan, history)


def with_plan(state: PlanState, **changes: object) -> PlanState:
    """Return a copy of the state in which the given fields of the plan are replaced."""
    return msgspec.structs.replace(state, plan=msgspec.structs.replace(state.plan, **changes))


def with_value(state: PlanState, value: Value) -> PlanState:
    """Return a copy of the state with a named result added or replaced."""
    others = tuple(kept for kept in state.plan.values if kept.name != value.name)
    return with_plan(state, values=(*others, value))


def build_situation(state: PlanState) -> Situation:
    """Build the input for a policy from the current state."""
    task, plan = state.episode.task, state.plan
    chosen = tuple(tool for tool in task.tools if tool.name in plan.tools)
    return Situation(
        task.instruction,
        state.screen,
        stage=state.stage,
        subtask=state.subtask,
        completed=plan.subtasks[: plan.at],
        ahead=state.ahead,
        history=state.history,
        values=plan.values,
        notes=state.notes,
        tools=chosen if plan.tools else task.tools,
        available=task.tools,
        dropped=state.dropped,
        conversation=task.earlier_turns,
        trouble=state.trouble,
        planner=plan.planner,
        outline=plan.outline,
        picked=plan.picked,
        secrets=task.secrets,
        failed_before=state.failed_before,
        subtask_steps=count_steps_in_subtask(state) if state.subtask else 0,
    )


def decide(state: PlanState, proposal: Proposal) -> Decision:
    """Decide on the first action of a proposal and queue the remaining actions."""
    values, secrets = state.plan.values, state.episode.task.secrets
    first, *others = (fill_values(action, values, secrets=secrets) for action in proposal.actions)
    plan = msgspec.structs.replace(
        state.plan,
        finished=proposal.finished,
        picked=proposal.picked,
        queued=tuple(others),
        queue_address=state.screen.shot.address if others else "",
    )
    return Decision(
        first,
        proposal.why,
        plan,
        notes=state.notes,
        asked=state.asked,
        unused=state.unused,
        proposer=proposal.proposer,
        confidence=proposal.confidence,
    )


def next_queued(state: PlanState) -> Action | DroppedActions | None:
    """Return the next queued action, or all queued ones as dropped if it is invalid.

    The next action is valid if the last action was performed, the address is unchanged, no dialog is open,
    and every target of the next action is on the screen, neither covered nor disabled. `rebind` describes
    which targets may have a new name. Returns None if no action is queued.
    """
    plan, shot = state.plan, state.screen.shot
    if not plan.queued:
        return None
    if state.history[-1].outcome.failed:
        return DroppedActions(plan.queued, "action failed")
    if shot.dialog is not None:
        return DroppedActions(plan.queued, "dialog opened", now=shot.dialog.message)
    if not is_same_address(shot.address, plan.queue_address):
        return DroppedActions(plan.queued, "address changed", was=plan.queue_address, now=shot.address)
    action = rebind(plan.queued[0], state.screen)
    return (
        msgspec.structs.replace(action, actions=plan.queued) if isinstance(action, DroppedActions) else action
    )


def decide_queued(state: PlanState, action: Action) -> Decision:
    """Decide on a queued action and remove the action from the plan's queue."""
    plan, left = state.plan, state.plan.queued[1:]
    last = state.episode.decisions[-1]
    rest = msgspec.structs.replace(plan, queued=left, queue_address=plan.queue_address if left else "")
    return Decision(action, last.why, rest, proposer=last.proposer, confidence=last.confidence)


def rebind(action: Action, screen: Screen) -> Action | DroppedActions:
    """Replace the targets of an action by the matching elements of a later screen.

    Returns the action as dropped if a target is missing, covered or disabled, or has another name. Only entry
    fields may have another name, because the name of a field often includes the value; another name of a
    button means another function.
    """
    changes: dict[str, Element] = {}
    for field in ("target", "source", "to"):
        element = getattr(action, field, None)
        if not isinstance(element, Element):
            continue
        found = refind(pick_of(element), screen)
        if found is None or found.role != element.role:
            return DroppedActions((action,), "target missing", was=quote_name(element))
        if found.name != element.name and not _is_same_field(element, found):
            return DroppedActions((action,), "target renamed", was=quote_name(element), now=quote_name(found))
        if is_blocked(found):
            state = "disabled" if found.has("disabled") else "covered" + _describe_popup(found, screen)
            return DroppedActions((action,), "target blocked", was=quote_name(element), now=state)
        changes[field] = found
    return msgspec.structs.replace(action, **changes)


def _describe_popup(element: Element, screen: Screen) -> str:
    """Describe the open list or menu over an element, and how it is closed; "" without one."""
    nodes, center = screen.shot.nodes, element.box.center
    around = {element.index, *ancestors(nodes[element.index], nodes)}
    over = [i for i, node in enumerate(nodes) if node.role in _POPUP_ROLES and node.box.contains(center)]
    shown = [nodes[i] for i in over if i not in around and not nodes[i].has("covered")]
    if not shown:
        return ""
    popup = shown[-1]
    role = f"{popup.role} " if popup.name else ""
    return f" by {role}{quote_name(popup)} (press Escape to close it)"


def _is_same_field(before: Element, after: Element) -> bool:
    """Check whether two elements are the same entry field, regardless of their names."""
    return before.role in ENTRY_ROLES and bool(before.locator) and before.locator == after.locator


def fill_values(action: Action, values: tuple[Value, ...], *, secrets: tuple[str, ...] = ()) -> Action:
    """Replace each {name} in the text of a `Type` action with the kept value of that name.

    A value may come from the screen. The action is not changed if a value would insert the {NAME} of a secret
    into the text, since the run loop would replace {NAME} by the secret.
    """
    if not isinstance(action, Type):
        return action
    text = action.text
    for value in values:
        if value.name not in secrets:
            text = text.replace("{" + value.name + "}", value.text)
    markers = ["{" + secret + "}" for secret in secrets]
    if any(text.count(marker) > action.text.count(marker) for marker in markers):
        return action
    return msgspec.structs.replace(action, text=text)


def count_steps_in_subtask(state: PlanState) -> int:
    """Count the actions taken for the current subtask since the plan was last revised.

    `Open` actions are not counted.
    """
    current = (state.plan.at, state.plan.revised)
    same = takewhile(lambda d: (d.plan.at, d.plan.revised) == current, reversed(state.episode.decisions))
    return sum(not isinstance(decision.action, Open) for decision in same)


def count_unusable_replies(state: PlanState) -> int:
    """Count the most recent consecutive decisions with an unusable model reply."""
    unusable = (bool(d.asked) and bool(d.asked[-1].fault) for d in reversed(state.episode.decisions))
    return sum(1 for _ in takewhile(bool, unusable))
