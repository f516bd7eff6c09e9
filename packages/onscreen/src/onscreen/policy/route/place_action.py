"""Use of a place on the current screen: a switch, a choice, or a control that opens a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, find_control, group_key, sign
from onscreen.perceive.element_kinds import CHOICE_ROLES, ENTRY_ROLES, is_blocked
from onscreen.perceive.element_queries import front_elements, is_search_field, text_fields
from onscreen.perceive.history_queries import (
    clicked_element,
    clicked_elements,
    last_step,
    was_done_recently,
    was_typed,
)
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.route.place_index import MIN_ROWS, Place, query_words
from onscreen.policy.route.slider_action import slide
from onscreen.policy.scroll_limits import may_scroll
from onscreen.text.proper_names import find_subjects
from onscreen.text.quotes import quoted_texts
from onscreen.text.switch_states import asks_for_off
from onscreen.text.word_equivalence import contains_words, is_same_verb
from onscreen.text.words import split_words
from onscreen.types import Click, Element, Proposal, Scroll, Situation, Type

NAME = "route"
CONFIDENCE = 0.9
"""Confidence of every proposal: above the threshold, but not calibrated."""
SWITCH_ROLES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
SETTING_ROLES = frozenset({"combobox", "slider"})
"""Roles of controls that hold a value, whose names do not begin with a verb even if it looks like one."""
_PASSWORD = re.compile(r"\bpassword (?:is|:)\s*[\"“]?([^\s\"”,;]*[^\s\"”,;.])", re.IGNORECASE)
RADIO_ROLES = (CHOICE_ROLES - SWITCH_ROLES) | {"radio"}


def use_place(situation: Situation, app_map: AppMap, *, found: Place, query: str) -> Proposal | None:
    """Propose the action that a subtask requests at a place on the current screen.

    A switch is set, a choice is made, and a control that opens another screen, or has an unknown effect, is
    clicked. A control known to open a screen is clicked even for a question or another verb. If the control
    is out of view, the screen is scrolled. The subtask is complete if the whole name of the control is the
    subtask's verb, or if the control creates the requested entry or is the field for it. Abstains for all
    else, such as a field or a button that acts on an entry.
    """
    element = _find_element(situation, found, query=query)
    why = f"the map: {found.name!r} is on this screen"
    if element is None:
        is_hidden = bool(found.control) and not found.is_pattern and may_scroll(situation)
        return Proposal(NAME, CONFIDENCE, actions=(Scroll("down"),), why=why) if is_hidden else None
    if is_blocked(element):
        return None
    is_choice = element.role in SWITCH_ROLES | RADIO_ROLES
    opens = not is_choice and element.role not in ENTRY_ROLES - {"combobox"} and _opens(app_map, found)
    clicking = Proposal(NAME, CONFIDENCE, actions=(Click(element),), why=why)
    if situation.subtask and situation.subtask.kind == "create":
        creating = msgspec.structs.replace(clicking, finished=True)
        if element.role in ENTRY_ROLES:
            return msgspec.structs.replace(creating, actions=())
        return None if is_choice else creating
    drops_down = element.role == "combobox" and not _shows_options(situation, element)
    is_untried = drops_down or (element.role not in ENTRY_ROLES and not _is_tried(app_map, found))
    if not may_change(situation, query):
        return clicking if opens and not found.is_pattern else None
    return _change(element, query=query, clicking=clicking, is_known=opens or is_untried)


def _change(element: Element, *, query: str, clicking: Proposal, is_known: bool) -> Proposal | None:
    """Propose to set a switch, choice or slider, or otherwise a click on the control if it `is_known`."""
    if element.role in SWITCH_ROLES | RADIO_ROLES:
        return _set_state(element, query=query, why=clicking.why)
    if element.role == "slider" and (sliding := slide(element, query)):
        return msgspec.structs.replace(clicking, actions=(sliding,), finished=True)
    if not is_known:
        return None
    verb = parse_goal(query).verb
    finished = all(is_same_verb(verb, word) for word in split_words(element.name))
    return msgspec.structs.replace(clicking, finished=finished)


def _shows_options(situation: Situation, dropdown: Element) -> bool:
    """Check whether the options of a dropdown are elements of the screen."""
    options = (each for each in situation.screen.elements if each.role == "option")
    return any(each.parent == dropdown.index for each in options)


def set_switch(element: Element, *, query: str) -> Proposal | None:
    """Propose to set a switch named in a subtask; returns None for any other element."""
    if element.role not in SWITCH_ROLES or is_blocked(element):
        return None
    return _set_state(element, query=query, why=f"{element.name!r} is a switch on this screen")


def enter_value(situation: Situation, query: str) -> Proposal | None:
    """Propose typing the only value of a goal into the only field of a form, then submitting the form.

    A value that occurs in the name of a control clicked before counts as used. Abstains if there are several
    values or fields, and in search and password fields.
    """
    kind = situation.subtask.kind if situation.subtask else "instruction"
    values, screen = find_subjects(parse_goal(query).rest), situation.screen
    fields = [each for each in text_fields(screen) if each in front_elements(screen)]
    if kind != "achieve" or len(values) != 1 or len(fields) != 1:
        return None
    is_used = any(contains_words(values[0], each.name) for each in clicked_elements(situation.history))
    if is_used or is_search_field(fields[0]) or fields[0].has("password"):
        return None
    why = "the only field of the form that the place opens"
    if fields[0].value != values[0] and not was_typed(situation.history, values[0]):
        return Proposal(NAME, CONFIDENCE, actions=(Type(values[0], fields[0]),), why=why)
    button = (
        FieldActions(screen).of(fields[0]) if was_done_recently(situation.history, Type, steps=1) else None
    )
    if button is None or is_blocked(button):
        return None
    return Proposal(NAME, CONFIDENCE, actions=(Click(button),), finished=True, why="it submits the form")


def choose_value(situation: Situation, query: str) -> Proposal | None:
    """Propose the only choice named in a goal, after the last step opened a list of values.

    Of several names that the goal contains, the longest is chosen. Abstains unless the goal asks to set
    something.
    """
    opener = clicked_element(last_step(situation.history))
    if opener is None or not may_change(situation, query):
        return None
    choices = [each for each in front_elements(situation.screen) if each.role in RADIO_ROLES and each.name]
    named = [each for each in choices if each.name != opener.name and contains_words(each.name, query)]
    longest = max((len(split_words(each.name)) for each in named), default=0)
    best = [each for each in named if len(split_words(each.name)) == longest]
    if len(best) != 1 or is_blocked(best[0]):
        return None
    return _set_state(best[0], query=query, why=f"{best[0].name!r} is a value of {opener.name!r}")


def fill_field(situation: Situation, app_map: AppMap) -> Proposal | None:
    """Propose typing the value of a subtask into the field with the subtask's name, on a mapped screen.

    Without a field of exactly this name, the only one whose name contains it is used. A quoted text is also
    typed into the only field. Abstains if no field or several fields have the name, for search and password
    fields, and for a field with a value, unless it is a default in the form of a new entry.
    """
    subtask = situation.subtask
    current = recognize(app_map, sign(situation.screen.shot))
    if subtask is None or subtask.kind != "set_field" or not subtask.value or current is None:
        return None
    nodes = situation.screen.shot.nodes
    known = {control.key for control in current.controls}
    front = front_elements(situation.screen)
    fields = [each for each in text_fields(situation.screen) if each in front]
    exact = [each for each in fields if split_words(each.name) == split_words(subtask.subject)]
    named = exact or [each for each in fields if contains_words(subtask.subject, each.name)]
    if len(fields) == 1 and subtask.value in quoted_texts(situation.instruction):
        named = fields
    if len(named) != 1 or control_key(named[0], nodes) not in known:
        return None
    field = named[0]
    is_default = any(done.kind == "create" for done in situation.completed)
    is_default &= not was_typed(situation.history, field.value)
    is_kept = bool(field.value) and not is_default
    if (
        is_kept
        or field.value == subtask.value
        or field.has("password")
        or is_search_field(field)
        or is_blocked(field)
    ):
        return None
    why = f"the map: the field {field.name!r} is on this screen"
    return Proposal(NAME, CONFIDENCE, actions=(Type(subtask.value, field),), finished=True, why=why)


def enter_password(situation: Situation) -> Proposal | None:
    """Propose typing the instruction's password into the password field, if it is the only one and empty."""
    fields = [each for each in text_fields(situation.screen) if each.has("password")]
    stated = _PASSWORD.search(situation.instruction)
    if stated is None or len(fields) != 1 or fields[0].value or is_blocked(fields[0]):
        return None
    if was_typed(situation.history, stated[1]):
        return None
    why = "the instruction states the password"
    return Proposal(NAME, CONFIDENCE, actions=(Type(stated[1], fields[0]),), why=why)


def _find_element(situation: Situation, place: Place, *, query: str) -> Element | None:
    """Find the element of a place; among rows, the only one whose other words are in the query."""
    shot = situation.screen.shot
    if not place.is_pattern:
        return _find_control(situation, place, query=query)
    rows = [e for e in situation.screen.elements if group_key(e, shot.nodes) == place.control]
    named = [e for e in rows if _contains_rest(e, place, query=query)]
    return named[0] if len(named) == 1 else None


def _find_control(situation: Situation, place: Place, *, query: str) -> Element | None:
    """Find the control of a place; among controls with different names, the only one named in the query.

    The key of a control has no digits, so that "Alarm 8:15" and "Alarm 9:30" have the same key. The query
    names a control if it contains all words and numbers of its name; if it names none, the name of the place
    counts, unless it has a digit. A switch or choice with a digit in its name must be named.
    """
    nodes = situation.screen.shot.nodes
    found = [each for each in situation.screen.elements if control_key(each, nodes) == place.control]
    is_numbered = any(each.role in SWITCH_ROLES | RADIO_ROLES and _has_digit(each.name) for each in found)
    if len({each.name for each in found}) < MIN_ROWS and not is_numbered:
        return find_control(place.control, situation.screen)
    named = [each for each in found if contains_words(each.name, query)]
    if not named and not _has_digit(place.name):
        named = [each for each in found if each.name == place.name]
    return named[0] if len(named) == 1 else None


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _contains_rest(element: Element, place: Place, *, query: str) -> bool:
    """Check whether a query contains the words of a row that are not common to all rows."""
    rest = [word for word in query_words(element.name) if word not in place.words]
    return bool(rest) and contains_words(" ".join(rest), query)


def may_change(situation: Situation, query: str) -> bool:
    """Check whether a subtask asks to set something instead of acting on an entry or reading."""
    return may_act(situation) and parse_goal(query).verb not in BUTTON_VERBS


def may_act(situation: Situation) -> bool:
    """Check whether a subtask is a goal instead of a question, a new entry, or a step on a form."""
    return situation.subtask is None or situation.subtask.kind in {"achieve", "instruction"}


def _set_state(element: Element, *, query: str, why: str) -> Proposal:
    """Propose a click on a choice, or on a switch that is not in the requested state."""
    is_switch = element.role in SWITCH_ROLES
    wanted = not asks_for_off(query)
    is_set = is_switch and element.has("checked") == wanted
    actions = () if is_set else (Click(element),)
    return Proposal(NAME, CONFIDENCE, actions=actions, finished=True, why=why)


def _opens(app_map: AppMap, place: Place) -> bool:
    """Check whether a click on the control of a place opens another screen."""
    return any(action.effect == "opens" and bool(action.to) for action in _clicks(app_map, place))


def _is_tried(app_map: AppMap, place: Place) -> bool:
    return next(_clicks(app_map, place), None) is not None


def _clicks(app_map: AppMap, place: Place) -> Iterator[MapAction]:
    actions = app_map.actions_on(place.screen.id)
    return (each for each in actions if each.control == place.control and each.verb == "click")
