"""Rows of entries that are named by a text in the row, such as an alarm by its label."""

from __future__ import annotations

from onscreen.perceive.element_kinds import ENTRY_ROLES, is_usable
from onscreen.perceive.element_queries import front_elements
from onscreen.perceive.history_queries import was_clicked
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.route.path_steps import click_once
from onscreen.policy.route.place_action import RADIO_ROLES, SWITCH_ROLES, may_act
from onscreen.text.proper_names import find_subjects
from onscreen.text.word_equivalence import contains_words
from onscreen.types import Element, Proposal, Situation

_NO_ROWS = ENTRY_ROLES | SWITCH_ROLES | RADIO_ROLES | {"tab"}


def open_detail_row(situation: Situation, *, query: str) -> Proposal | None:
    """Propose a click on the control before the only text that names the entry on which a goal acts.

    For example, an alarm "5:45" is opened by its label "Water the plants". Returns None if a control has the
    name of the entry, and for a goal whose verb does not act on entries.
    """
    goal = parse_goal(query)
    subjects = find_subjects(goal.rest)
    if not may_act(situation) or goal.verb not in BUTTON_VERBS or len(subjects) != 1:
        return None
    elements = situation.screen.elements
    named = [each for each in elements if contains_words(subjects[0], each.name)]
    if len(named) != 1 or named[0].role not in {"text", "generic"}:
        return None
    row = _row_before(named[0], situation)
    if row is None or was_clicked(situation.history, row):
        return None
    return click_once(situation, row, why=f"{row.name!r} is the row of {named[0].name!r}")


def _row_before(text: Element, situation: Situation) -> Element | None:
    """Return the control right before a text, if it is no field, switch, choice or tab."""
    before = [each for each in front_elements(situation.screen) if each.mark == text.mark - 1]
    is_row = bool(before) and is_usable(before[0]) and before[0].role not in _NO_ROWS and before[0].name
    return before[0] if is_row else None
