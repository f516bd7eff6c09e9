"""Agreement of a run with the actions that the rules propose for the parts of its instruction.

The rules know neither the references nor the run's own plan. They explain actions that depend on the content
of the screen, in which references with other content differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.shot_cache import ShotCache
from onscreen.policy.lexical.lexical_policy import LexicalPolicy
from onscreen.policy.lexical.rule_proposals import NAME
from onscreen.types import Action, Element, Episode, PastStep, Screen, Shot, Situation, Subtask
from onscreen.types.action import PASSIVE_ACTIONS, targets

MAX_SUBTASKS = 12
"""Maximum number of subtasks of the plan that the rules are queried for on each screen."""
MIN_CONFIDENCE = 0.9
"""Minimum confidence of the proposal that equals the last action of a complete run."""
_RULES = LexicalPolicy()
_ELEMENTS = ShotCache(lambda shot: build_screen(shot).elements)
_COMPARED = ("text", "keys", "options", "what", "paths", "button", "count", "offset")
"""Fields of actions that have to be the same, besides the targets."""


class Agreement(msgspec.Struct, frozen=True):
    """Agreement of the successful actions of a run with the rules, other than waiting, scrolling and asking.

    `subtasks` is the share of the subtasks of the rules' plan for which the run performed an action that they
    propose on the same screen, 0 to 1. `is_complete` is True if this share is 1, the rules propose every
    action of the run, and they are confident of the last one.
    """

    subtasks: float = 0.0
    is_complete: bool = False


class _Proposal(msgspec.Struct, frozen=True):
    """An action for a subtask, identified by its index in the plan."""

    subtask: int
    action: Action
    confidence: float


class _Proposals(msgspec.Struct, frozen=True):
    """Proposals on a screen after the steps in `history`."""

    instruction: str
    history: tuple[PastStep, ...]
    found: tuple[_Proposal, ...]


class _RulePlan(msgspec.Struct, frozen=True):
    """The applications and subtasks that the rules choose for an instruction."""

    instruction: str
    tools: tuple[str, ...]
    subtasks: tuple[Subtask, ...]


def compare_with_rules(episode: Episode) -> Agreement:
    """Compare the actions of a run with those that the rules propose on the same screens.

    A run in which the rules chose an action themselves agrees with nothing: that would be no independent
    evidence.
    """
    if any(decision.proposer == NAME for decision in episode.decisions):
        return Agreement()
    plan, history = _plan(episode), past_steps(episode)
    agreed: list[float] = []
    covered: set[int] = set()
    for at, step in enumerate(history):
        if step.outcome.failed or isinstance(step.action, PASSIVE_ACTIONS):
            continue
        proposed = _propose(episode, plan, history=history[:at])
        same = [each for each in proposed if is_same_action(each.action, step.action)]
        agreed.append(max((each.confidence for each in same), default=0.0))
        covered.update(each.subtask for each in same)
    share = len(covered) / max(1, len(plan.subtasks))
    is_sure = bool(agreed) and all(agreed) and agreed[-1] >= MIN_CONFIDENCE
    return Agreement(share, is_complete=is_sure and share == 1)


def is_same_action(one: Action, other: Action) -> bool:
    """Check whether two actions on one screen have the same kind, targets, texts and kind of click."""
    if type(one) is not type(other):
        return False
    places = [
        [target.box if isinstance(target, Element) else target for target in targets(action)]
        for action in (one, other)
    ]
    details = [[getattr(action, name, None) for name in _COMPARED] for action in (one, other)]
    return places[0] == places[1] and details[0] == details[1]


def _plan(episode: Episode) -> _RulePlan:
    """Return the plan of the rules on the first screen, made once for each screen and instruction."""
    kept, instruction = _PLANS(episode.shots[0]), episode.task.instruction
    found = next((plan for plan in kept if plan.instruction == instruction), None)
    if found is None:
        found = _make_plan(episode)
        kept.append(found)
    return found


def _make_plan(episode: Episode) -> _RulePlan:
    start = _situation(episode, _RulePlan(episode.task.instruction, (), ()), history=())
    names = tuple(tool.name for tool in episode.task.tools)
    if names:
        choice = _RULES(msgspec.structs.replace(start, stage="choose_tools"))
        names = choice.tools if choice and choice.tools else names
    chosen = tuple(tool for tool in episode.task.tools if tool.name in names)
    made = _RULES(msgspec.structs.replace(start, stage="plan", tools=chosen))
    subtasks = made.plan if made and made.plan else ()
    return _RulePlan(episode.task.instruction, names, subtasks[:MAX_SUBTASKS])


def _propose(episode: Episode, plan: _RulePlan, *, history: tuple[PastStep, ...]) -> tuple[_Proposal, ...]:
    """Return the proposals for all subtasks after some steps, made once for each screen and history."""
    kept = _PROPOSALS(episode.shots[len(history)])
    for each in kept:
        is_same = each.instruction == plan.instruction and len(each.history) == len(history)
        if is_same and all(one is other for one, other in zip(each.history, history, strict=True)):
            return each.found
    found = tuple(_query_rules(episode, plan, history=history))
    kept.append(_Proposals(plan.instruction, history, found))
    return found


def _query_rules(episode: Episode, plan: _RulePlan, *, history: tuple[PastStep, ...]) -> Iterator[_Proposal]:
    situation = _situation(episode, plan, history=history)
    for index, subtask in enumerate(plan.subtasks):
        proposal = _RULES(
            msgspec.structs.replace(
                situation,
                subtask=subtask,
                completed=plan.subtasks[:index],
                ahead=plan.subtasks[index + 1 :],
            )
        )
        action = proposal.actions[0] if proposal and proposal.actions else None
        if proposal is not None and action is not None and not isinstance(action, PASSIVE_ACTIONS):
            yield _Proposal(index, action, proposal.confidence)


def _situation(episode: Episode, plan: _RulePlan, *, history: tuple[PastStep, ...]) -> Situation:
    task, shot = episode.task, episode.shots[len(history)]
    return Situation(
        task.instruction,
        Screen(shot, _ELEMENTS(shot)),
        history=history,
        tools=tuple(tool for tool in task.tools if tool.name in plan.tools) or task.tools,
        available=task.tools,
        conversation=task.earlier_turns,
        planner=NAME,
        secrets=task.secrets,
    )


def _no_plans(_shot: Shot) -> list[_RulePlan]:
    return []


def _no_proposals(_shot: Shot) -> list[_Proposals]:
    return []


_PLANS = ShotCache(_no_plans)
_PROPOSALS = ShotCache(_no_proposals)
