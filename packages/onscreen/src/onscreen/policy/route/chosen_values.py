"""Values of dropdowns: the entry that a setting is for, and the chosen value as an answer."""

from __future__ import annotations

import re

from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.element_queries import front_elements
from onscreen.perceive.history_queries import clicked_element, last_step
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.route.content_rows import READS, find_subject_rows
from onscreen.policy.route.path_steps import click_once, propose
from onscreen.policy.route.place_action import CONFIDENCE, NAME, RADIO_ROLES, may_act, may_change
from onscreen.policy.route.place_index import MIN_ROWS, PlaceIndex
from onscreen.policy.route.place_search import rate_name
from onscreen.types import Click, Done, Proposal, Situation

_STATE = re.compile(r"^turn (on|off)\b|\b(on|off)$")


def choose_entry(situation: Situation, index: PlaceIndex, *, query: str) -> Proposal | None:
    """Propose to choose the entry named in a goal in a dropdown that holds another entry.

    For example, the dropdown for the place of a forecast is opened if its value is another place. Returns
    None without such a dropdown, if the goal names no content row of the map, and if it only shows the entry.
    """
    rows = find_subject_rows(index, query) if may_act(situation) else ()
    if not rows or parse_goal(query).verb in READS:
        return None
    name, front = rows[0].place.name, front_elements(situation.screen)
    opener = clicked_element(last_step(situation.history))
    if opener is not None and opener.role == "combobox" and opener.value in index.content:
        choices = [each for each in front if each.name == name and each.role in RADIO_ROLES]
    else:
        choices = [each for each in front if each.role == "combobox" and each.value in index.content - {name}]
    why = f"the goal is about {name!r}"
    return click_once(situation, choices[0], why=why) if len(choices) == 1 else None


def choose_state(situation: Situation, query: str) -> Proposal | None:
    """Propose to choose "On" or "Off" in the list opened for a goal such as "turn the flash on"."""
    opener = clicked_element(last_step(situation.history))
    state = _STATE.search(query)
    name = opener.name.partition(":")[0] if opener else ""
    if state is None or not may_change(situation, query) or not rate_name(name, query):
        return None
    choices = [each for each in front_elements(situation.screen) if each.role in RADIO_ROLES]
    wanted = [each for each in choices if each.name.casefold() == (state[1] or state[2])]
    if len(wanted) != 1 or is_blocked(wanted[0]):
        return None
    why = f"it is the state of {name!r}"
    return Proposal(NAME, CONFIDENCE, actions=(Click(wanted[0]),), finished=True, why=why)


def read_choice(situation: Situation) -> Proposal | None:
    """Propose the chosen value of a list as the answer to a question whose last step opened the list."""
    opener = clicked_element(last_step(situation.history))
    is_question = situation.subtask is not None and situation.subtask.kind == "find_answer"
    if opener is None or not is_question:
        return None
    choices = [each for each in front_elements(situation.screen) if each.role in RADIO_ROLES]
    chosen = [each for each in choices if each.has("checked") or each.has("selected")]
    if len(choices) < MIN_ROWS or len(chosen) != 1 or is_blocked(chosen[0]):
        return None
    return propose(Done(chosen[0].name), why=f"it is the chosen value of {opener.name!r}")
