"""Goals whose settings are chosen before the action, such as the mode of a camera before a photo."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.app_maps.screen_map import MapScreen
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.element_queries import front_elements
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.goal_planning import achieve
from onscreen.policy.route.place_action import CONFIDENCE, NAME, RADIO_ROLES, may_act
from onscreen.policy.route.place_index import Place, PlaceIndex
from onscreen.policy.route.place_search import rate_name
from onscreen.text.words import normalize, split_words
from onscreen.types import Click, Proposal, Situation, Subtask

MIN_WORDS = 2
"""Minimum number of words in the name of a button: a verb and its object."""
MAX_TIMES = 9
"""Maximum number of times that an action is repeated."""
_BREAK = re.compile(r",\s*(?:and\s+)?(?:with|in|at)\s+|\s+(?:and|at|in|using|with)\s+")
_STATE = re.compile(r"\b(?:on|off)$")
_TIMES = re.compile(r"^\w+ (?:exactly )?(\d) ")


def plan_settings(plan: Sequence[Subtask], index: PlaceIndex, *, tool: str) -> tuple[Subtask, ...]:
    """Replace each goal such as "take 2 photos in Pro mode" by goals for its settings, then for the action.

    The action is a button of the map whose name is the verb and its object. A goal is left alone if the
    screen of the button has no control for one of its settings. `tool` is the application of the map.
    """
    planned: list[Subtask] = []
    for subtask in plan:
        is_goal = subtask.kind == "achieve" and subtask.tool == tool
        texts = _plan_goal(subtask.text, index) if is_goal else ()
        planned += [msgspec.structs.replace(achieve(text), tool=tool) for text in texts] or [subtask]
    return tuple(planned)


def press_named(situation: Situation, query: str) -> Proposal | None:
    """Propose the first click for a goal that is exactly the name of the only such button."""
    front = front_elements(situation.screen)
    named = [each for each in front if each.role == "button" and normalize(each.name) == normalize(query)]
    if not may_act(situation) or situation.subtask_steps or len(named) != 1 or is_blocked(named[0]):
        return None
    return Proposal(NAME, CONFIDENCE, actions=(Click(named[0]),), finished=True, why="the goal is its name")


def _plan_goal(goal: str, index: PlaceIndex) -> tuple[str, ...]:
    button = _find_button(goal, index)
    stated = re.search(rf"\b{re.escape(button.words[-1])}s?\b", goal, re.IGNORECASE) if button else None
    if button is None or stated is None:
        return ()
    phrases = [phrase.strip() for phrase in _BREAK.split(goal[stated.end() :]) if phrase.strip()]
    settings = [_plan_setting(phrase, button.screen) for phrase in phrases]
    number = _TIMES.match(goal)
    times = min(int(number[1]), MAX_TIMES) if number else 1
    return (*settings, *(button.name,) * times) if settings and all(settings) else ()


def _find_button(goal: str, index: PlaceIndex) -> Place | None:
    """Find the button of the map whose name is the verb of a goal and an object of the goal."""
    verb = parse_goal(goal).verb
    return next(
        (
            place
            for place in index.places
            if place.role == "button"
            and not place.is_pattern
            and len(place.words) == MIN_WORDS
            and verb == place.words[0]
            and rate_name(place.name, goal)
        ),
        None,
    )


def _plan_setting(phrase: str, screen: MapScreen) -> str:
    """Return the goal for a setting, or "" if no control of a screen is named in it.

    The names of choices are compared without their numbers, and those of buttons such as "Flash: Auto"
    without their values.
    """
    for control in screen.controls:
        name, colon, _ = control.name.partition(":")
        words = " ".join(word for word in split_words(name) if not word[0].isdigit())
        if not rate_name(words, phrase):
            continue
        if control.role == "tab":
            return f'open "{control.name}"'
        if control.role in RADIO_ROLES or colon:
            return f"{'turn' if _STATE.search(phrase) else 'choose'} {phrase}"
    return ""
