"""Controls to try in the search, and the follow-up steps that make a click take effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.form_search import find_submit
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.trajectory import TrajectoryStep
from onscreen.explore.control_choice import TOGGLE_ROLES
from onscreen.perceive.button_kinds import COMMIT_WORDS, SEARCH_WORDS, first_word
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_blocked, is_control, kind_of
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.routines.text_template import escape_text
from onscreen.types import Element, Screen, Shot

MAX_NAME_CHARS = 60
MAX_NEW_BUTTONS = 4
"""Maximum number of buttons that a confirmation question adds to the screen."""
CHOSEN_ROLES = TOGGLE_ROLES | {"option", "radio"}
"""Roles of controls of a form that take effect when the form is submitted."""
DELETE_WORDS = frozenset({"archive", "clear", "delete", "discard", "remove", "reset"})
"""First words of links that ask for confirmation; other links open pages."""
CONFIRM_WORDS = DELETE_WORDS | COMMIT_WORDS | {"are", "continue", "move", "proceed", "yes"}
"""First words of buttons that confirm what was clicked, such as "Are you sure?"."""
_TEXT_ROLES = frozenset({"searchbox", "spinbutton", "textbox"})

Turns: TypeAlias = Literal["", "on", "off"]


def find_follow_up(reached: RecordedRun, run: RecordedRun, *, clicked: Element) -> TrajectoryStep | None:
    """Find the follow-up step that makes a click without an immediate effect take effect.

    This is the acceptance of a dialog, the submission of the form of a chosen switch or option, or the
    confirmation of a button. Returns None if there is no such step.
    """
    shot = run.episode.last
    if shot.dialog:
        return TrajectoryStep("accept")
    screen = build_screen(shot)
    if clicked.role in CHOSEN_ROLES:
        button = _submit_of(clicked, screen) or find_submit(screen)
        button = None if button is None or first_word(button) in SEARCH_WORDS else button
    else:
        button = _find_confirmation(reached.episode.last, screen, clicked=clicked)
    if button is None:
        return None
    return TrajectoryStep("click", button.role, escape_text(button.name), group_key(button, shot.nodes))


def _find_confirmation(before: Shot, screen: Screen, *, clicked: Element) -> Element | None:
    """Find the new button that confirms a click; returns None on a screen with new text fields."""
    if clicked.role == "link" and first_word(clicked) not in DELETE_WORDS:
        return None
    known = {(node.role, node.name) for node in before.nodes}
    new = [e for e in screen.elements if (e.role, e.name) not in known and not is_blocked(e)]
    buttons = [each for each in new if each.role in {"button", "menuitem"} and each.name]
    if len(buttons) > MAX_NEW_BUTTONS or any(each.role in _TEXT_ROLES for each in new):
        return None
    own = first_word(clicked)
    words = CONFIRM_WORDS | ({own} if own else set())
    return next((each for each in buttons if first_word(each) in words), None)


def find_clickable(run: RecordedRun) -> Iterator[Element]:
    """Yield the controls on the last screen of a run that a click may activate."""
    screen = build_screen(run.episode.last)
    useless = set(_find_useless(screen))
    for element in screen.elements:
        if not is_control(element) or is_blocked(element) or element.role in ENTRY_ROLES:
            continue
        if useless and element.role in CHOSEN_ROLES:
            button = _submit_of(element, screen)
            if button is not None and button.index in useless:
                continue
        if element.name.strip() and len(element.name) <= MAX_NAME_CHARS:
            yield element


def _find_useless(screen: Screen) -> Iterator[int]:
    """Yield the indices of search buttons, and of submit buttons of forms with a missing required text."""
    actions = FieldActions(screen)
    for each in screen.elements:
        if each.role in CHOSEN_ROLES or is_blocked(each) or kind_of(each) != "field":
            continue
        is_missing = each.role in _TEXT_ROLES and each.has("required") and not each.value
        button = actions.of(each)
        if button is not None and (is_missing or first_word(button) in SEARCH_WORDS):
            yield button.index


def _submit_of(element: Element, screen: Screen) -> Element | None:
    """Return the button that submits the form of a switch or option."""
    field: Element | None = element
    if element.role == "option":
        field = next((each for each in screen.elements if each.index == element.parent), None)
    return FieldActions(screen).of(field) if field is not None else None


def spread(elements: Sequence[Element], count: int) -> list[Element]:
    """Choose at most `count` evenly spaced elements."""
    if len(elements) <= count:
        return list(elements)
    return [elements[rank * len(elements) // count] for rank in range(count)]


def turns_of(element: Element) -> Turns:
    """Return the effect of a click on a switch, "on" or "off"; "" for any other element."""
    if element.role not in TOGGLE_ROLES:
        return ""
    return "off" if element.has("checked") else "on"


def without_focus(run: RecordedRun) -> Shot:
    """Return the last shot of a run without the state `focused`."""
    shot = run.episode.last
    nodes = (
        msgspec.structs.replace(node, states=tuple(each for each in node.states if each != "focused"))
        for node in shot.nodes
    )
    return msgspec.structs.replace(shot, nodes=tuple(nodes))
