"""Policy that repeats a stored routine step by step, as long as every condition holds."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.app_maps.screen_recognition import fits_signature
from onscreen.app_maps.screen_signature import sign
from onscreen.perceive.element_kinds import is_blocked
from onscreen.policy.scroll_limits import may_scroll
from onscreen.routines.routine import (
    CHECKED_STATES,
    TARGET_FIELDS,
    Routine,
    RoutineStep,
    RoutineTarget,
    Values,
)
from onscreen.routines.routine_action import build_action
from onscreen.routines.routine_store import load_routines, routines_folder
from onscreen.routines.screen_conditions import are_shown, had_lasting_effect, origin_of
from onscreen.routines.target_search import find_targets, has_role_and_name, read_answer
from onscreen.routines.text_template import fill_template, literal_length, match_instruction
from onscreen.types import Action, Done, Element, Open, PastStep, Proposal, Scroll, Situation, Tool, Wait
from onscreen.types.task import find_tool

NAME = "routine"
CONFIDENCE = 0.95
"""Confidence of every proposal: above the threshold, and not calibrated."""


class RoutinePolicy(msgspec.Struct, frozen=True):
    """Policy that repeats the routine for the task's instruction, without querying a model.

    Before each step, the screen and the target must be recognized, and the previous step must have had the
    same effect as in the recorded runs. Otherwise, the policy abstains until the steps of the run match the
    routine again.
    """

    routines: tuple[Routine, ...]
    name: str = NAME
    min_confidence: float = 0.8
    makes_plans: bool = False

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step of a routine.

        Returns None if no routine fits or a condition does not hold.
        """
        if situation.stage not in {"choose_tools", "plan", "act"} or situation.trouble:
            return None
        found = find_routine(self.routines, situation.instruction)
        if found is None:
            return None
        chosen, values = found
        at, count = count_repeated(chosen, situation, values=values), len(chosen.steps)
        if at is None:
            return None
        if at == count:
            action: Action | None = _end_action(chosen, situation, values=values)
            why = f"routine {chosen.name!r} is complete: the last screen is as recorded"
        else:
            action = _next_action(chosen.steps[at], situation, values=values)
            why = f"routine {chosen.name!r}, step {at + 1} of {count}"
        if action is None:
            return None
        return Proposal(self.name, CONFIDENCE, actions=(action,), why=why, verified=at == count)


def routine(rest: str) -> RoutinePolicy:
    """Create the policy from the routines in a folder.

    `rest` is the path of the folder, "" for the folder in which `onscreen routines` stores them.

    Raises:
        BadRoutine: a routine cannot be read.
    """
    folder = Path(rest).expanduser() if rest else routines_folder()
    return RoutinePolicy(load_routines(folder), f"{NAME}:{rest}" if rest else NAME)


def find_routine(routines: tuple[Routine, ...], instruction: str) -> tuple[Routine, Values] | None:
    """Find the routine for an instruction, and the values of its parameters.

    The routine with the most fixed text is chosen. Returns None if no routine or several fit equally well.
    """
    fitting = [
        (each, values)
        for each in routines
        if (values := match_instruction(each.instruction, instruction)) is not None
    ]
    lengths = [literal_length(each.instruction) for each, _ in fitting]
    if not fitting or lengths.count(max(lengths)) > 1:
        return None
    return fitting[lengths.index(max(lengths))]


def count_repeated(routine: Routine, situation: Situation, *, values: Values) -> int | None:
    """Count the steps of a routine that make up the action history.

    Scrolling and waiting are not counted. Returns None if the history contains anything else, or a step that
    failed or had another effect than in the recorded runs.
    """
    at = 0
    for past in situation.history:
        if past.outcome.failed or past.ended:
            return None
        if isinstance(past.action, Scroll | Wait):
            continue
        if at == len(routine.steps) or not _is_step(
            past, routine.steps[at], values=values, tools=situation.available
        ):
            return None
        at += 1
    return at


def _is_step(past: PastStep, step: RoutineStep, *, values: Values, tools: tuple[Tool, ...]) -> bool:
    """Check whether a past step is the given step of a routine, with the same effect."""
    targets = {
        field: target
        for field in TARGET_FIELDS
        if isinstance(target := getattr(past.action, field, None), Element)
    }
    if targets.keys() != step.targets.keys() or step.changes not in {None, had_lasting_effect(past)}:
        return False
    if not all(has_role_and_name(targets[name], each, values=values) for name, each in step.targets.items()):
        return False
    expected = build_action(step, targets, values=values)
    if isinstance(expected, Open) and isinstance(past.action, Open):
        tool = find_tool(expected.what, tools)
        return past.action.what in {expected.what, tool.address if tool else expected.what}
    return past.action == expected


def _next_action(step: RoutineStep, situation: Situation, *, values: Values) -> Action | None:
    """Build the action of a step for the current screen, or a scroll to find its target."""
    shot = situation.screen.shot
    if origin_of(shot) != step.origin or not fits_signature(step.screen, sign(shot)):
        return None
    if step.secret and step.secret not in situation.secrets:
        return None
    targets: dict[str, Element] = {}
    for field, target in step.targets.items():
        found = find_targets(target, situation.screen, values=values)
        if not found:
            return Scroll("down") if may_scroll(situation) else None
        if len(found) > 1 or is_blocked(found[0]) or not _has_same_states(found[0], target):
            return None
        targets[field] = found[0]
    if not are_shown(step.shows, shot, values=values):
        return None
    return build_action(step, targets, values=values)


def _has_same_states(element: Element, target: RoutineTarget) -> bool:
    return tuple(sorted(CHECKED_STATES & set(element.states))) == target.states


def _end_action(routine: Routine, situation: Situation, *, values: Values) -> Done | None:
    """Build the last action if the screen matches the end of the recorded runs."""
    shot, end = situation.screen.shot, routine.end
    if origin_of(shot) != end.origin or not fits_signature(end.screen, sign(shot)):
        return None
    if not are_shown(end.shows, shot, values=values):
        return None
    if any(are_shown([each], shot, values=values) for each in end.hides):
        return None
    if end.answer_from is None:
        return Done(fill_template(end.answer, values))
    answer = read_answer(end.answer_from, shot, values=values)
    return Done(answer) if answer else None
