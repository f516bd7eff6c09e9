"""Rules for the controls that exploration may try, and estimates of their novelty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import dropwhile
from urllib.parse import urljoin

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.perceive.button_kinds import COMMIT_WORDS, first_word
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_blocked, is_control
from onscreen.perceive.element_queries import names_search
from onscreen.perceive.irreversible_words import find_irreversible
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.run.approval import irreversible_control
from onscreen.text.words import split_words
from onscreen.types import Click, Decision, Element, Episode, Screen, Shot, Task

TOGGLE_ROLES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
CHOICE_ROLES = frozenset({"radio", "option", "menuitemradio"})
TYPED_ROLES = frozenset({"textbox", "spinbutton"})
SEARCH_ROLES = frozenset({"searchbox", "textbox"})
_ROLE_NOVELTY = {"combobox": 0.5, **dict.fromkeys((*TOGGLE_ROLES, *CHOICE_ROLES), 0.1)}
"""Novelty of roles that seldom open a screen; it is 1 for all other roles."""
_RETURN_NOVELTY = 0.2
"""Factor of the novelty of a control that leads back, such as "Cancel", or that undoes something."""
SCROLL_NOVELTY = 0.9
"""Novelty of scrolling a screen without lists, relative to a control that was never tried anywhere."""
CANCEL_WORDS = frozenset({"cancel", "close", "dismiss", "no", "later", "skip", "back"})
"""First words of buttons that close a dialog without a change; the buttons beside them confirm a change."""
CAUTION_WORDS = (
    *("remove*", "forget*", "clear*", "reset*", "disconnect*", "uninstall*", "unpair*", "disable*", "block"),
    *("force stop", "sign out", "log out", "archive", "move up", "move down", "move to", "restore"),
    *("call", "video call", "dial", "report*", "follow*", "unfollow*", "decrease*", "merge*"),
)
"""First words of controls that exploration avoids, like irreversible ones; a final * matches any ending."""
CAUTION_NAMES = frozenset({"spam"})
"""Whole names of controls that exploration avoids; "Spam and blocked" opens a list."""
_RETURN_NAMES = CANCEL_WORDS | {"clear", "clear search", "clear text", "navigate up", "undo"}
"""Names of controls that lead to a known screen."""
_EMPHASIS = frozenset({"always", "ok", "permanently", "please", "yes"})
"""Words that may precede the verb in the name of a control."""
MENU_ITEMS_TRIED = 16
"""Number of items to try in a menu, larger because most items only return to the screen below it."""
MAX_ANSWERS = 5
"""Maximum number of buttons in a group that answers a question, such as "Save", "Discard" and "Cancel"."""
_DISTINCT_SHARE = 0.75
"""Part of a try that does not count if the control opened another screen than on all other screens."""
ROWS_TRIED = 2
"""Number of controls to try in a group; if all have the same effect, the others are not tried."""


class Tries(msgspec.Struct, frozen=True):
    """Numbers of tries on a map.

    `controls` counts the screens on which a control was tried, by key, less _DISTINCT_SHARE for each screen
    that it opened. `groups` counts the tried controls of a group, and `opened` the screens that these
    controls opened before any other. The keys of both are pairs of screen and group; the screen is "" for
    the counts over all screens.
    """

    controls: Mapping[str, float]
    groups: Counter[tuple[str, str]]
    opened: Counter[tuple[str, str]]

    def rate_group(self, group: str, screen_id: str = "") -> float:
        """Estimate how likely the next control of a group opens an unknown screen, from 0 to 1.

        It is 1 before the first try. Without a screen, the controls on all screens count. On one screen, what
        the first try opened does not count, because rows of a list usually open the same screen.
        """
        tried, opened = self.groups[screen_id, group], self.opened[screen_id, group]
        return (1 + max(0, opened - 1 if screen_id else opened)) / (1 + tried)


def untried_controls(
    app_map: AppMap, screen: MapScreen, *, common: Container[str], may_modify: bool
) -> tuple[MapControl, ...]:
    """List the controls of a screen whose effect cannot be derived from earlier actions.

    Controls with roles that exploration never clicks are left out, except search fields if `may_modify`, and
    so are those in `common`, the keys of controls with the same effect on every screen.
    """
    never = ENTRY_ROLES - {"combobox"} if may_modify else (ENTRY_ROLES - {"combobox"}) | TOGGLE_ROLES
    groups = {control.key: control.group for control in screen.controls}
    tried: dict[str, list[MapAction]] = {}
    for action in app_map.actions_on(screen.id):
        if action.verb in {"click", "type"} and action.control in groups:
            tried.setdefault(groups[action.control], []).append(action)
    known = {action.control for actions in tried.values() for action in actions}
    is_menu = _is_menu(screen)
    settled = {group for group, actions in tried.items() if _is_settled(actions, is_menu=is_menu)}
    return tuple(
        control
        for control in screen.controls
        if control.key not in known
        and control.group not in settled
        and control.key not in common
        and (control.role not in never or (may_modify and _is_search(control)))
    )


def _is_search(control: MapControl) -> bool:
    """Check whether a control of a map is a search field, by its role or name."""
    return control.role in SEARCH_ROLES and (control.role == "searchbox" or names_search(control.name))


def rate_novelty(control: MapControl, tries: Tries, *, screen: MapScreen) -> float:
    """Estimate how likely a control of a screen opens an unknown screen, from 0 to 1.

    The novelty is lower for a control that opened no unknown screen on other screens, for a control that
    leads back, and except in menus for one whose group opened few distinct screens, on this screen or on all
    screens.
    """
    novelty = _ROLE_NOVELTY.get(control.role, 1.0) / (1 + tries.controls.get(control.key, 0))
    if control.name.casefold() in _RETURN_NAMES:
        novelty *= _RETURN_NOVELTY
    if _is_menu(screen):
        return novelty
    return novelty * (tries.rate_group(control.group) + tries.rate_group(control.group, screen.id)) / 2


def permitted_elements(app_map: AppMap, shot: Shot, *, may_modify: bool) -> tuple[Element, ...]:
    """List the elements of a screen that exploration may click.

    Never included are text fields, links to other applications, and choices other than the current one.
    Controls that look irreversible, switches, and buttons that submit a form or confirm a dialog are included
    only if `may_modify`.
    """
    screen = build_screen(shot)
    modifying = () if may_modify else _modifying_marks(screen)
    return tuple(
        element
        for element in screen.elements
        if _is_clickable(element, screen.elements)
        and element.mark not in modifying
        and not _leaves(element, app_map, shot=shot)
        and not (element.role in CHOICE_ROLES and {"checked", "selected"}.isdisjoint(element.states))
    )


def _modifying_marks(screen: Screen) -> frozenset[int]:
    """Return the marks of the controls that may change data."""
    fields = FieldActions(screen)
    typed = [e for e in screen.elements if e.role in TYPED_ROLES or e.has("editable")]
    refusing = _find_refusing_groups(screen)
    submits = {button.mark for field in typed if (button := fields.of(field)) is not None}
    episode = Episode(Task("explore the application"), (screen.shot,))
    return frozenset(
        e.mark
        for e in screen.elements
        if e.role in TOGGLE_ROLES
        or e.mark in submits
        or (typed and e.role == "button" and first_word(e) in COMMIT_WORDS)
        or (e.role == "button" and e.parent in refusing and first_word(e) not in CANCEL_WORDS)
        or (irreversible_control(episode, Decision(Click(e))) and not _is_plural(e.name))
        or _needs_caution(e)
    )


def _find_refusing_groups(screen: Screen) -> frozenset[int | None]:
    """Return the parents of small groups of buttons with a refusing one such as "Cancel", except toolbars."""
    buttons = [e for e in screen.elements if e.role == "button"]
    sizes = Counter(e.parent for e in buttons)
    return frozenset(
        e.parent
        for e in buttons
        if first_word(e) in CANCEL_WORDS
        and sizes[e.parent] <= MAX_ANSWERS
        and (e.parent is None or screen.shot.nodes[e.parent].role != "toolbar")
    )


def _is_plural(name: str) -> bool:
    """Check whether a name is a single English plural noun, such as "Places", and thus not a command.

    The word without its s must look irreversible itself, such as "place" (a bid), which only English words
    do.
    """
    word = name.strip().casefold()
    is_regular = word.isascii() and word.isalpha() and word.endswith("s") and not word.endswith(("ss", "us"))
    return is_regular and find_irreversible(word[:-1]) is not None


def _needs_caution(element: Element) -> bool:
    """Check whether the name of a control begins with one of CAUTION_WORDS or is one of CAUTION_NAMES."""
    words = tuple(dropwhile(lambda word: word in _EMPHASIS, split_words(element.name)))
    return " ".join(words) in CAUTION_NAMES or any(
        _begins_with(words, phrase.split()) for phrase in CAUTION_WORDS
    )


def _begins_with(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Check whether words begin with the words of a phrase; a * at the end of a word matches any ending."""
    pairs = zip(words, phrase, strict=False)
    return len(words) >= len(phrase) and all(
        word.startswith(part[:-1]) if part.endswith("*") else word == part for word, part in pairs
    )


def _is_clickable(element: Element, elements: Sequence[Element]) -> bool:
    """Check whether an element is an enabled control for clicking rather than for entering a value.

    A dropdown is clickable unless its options are on the screen.
    """
    if is_blocked(element) or element.has("password"):
        return False
    if element.role == "combobox" and not element.has("editable"):
        return not any(other.role == "option" and other.parent == element.index for other in elements)
    return is_control(element) and element.role not in ENTRY_ROLES


def _leaves(element: Element, app_map: AppMap, *, shot: Shot) -> bool:
    """Check whether an element is a link to another application."""
    if element.role != "link" or "://" not in shot.address or not element.value:
        return False
    return not app_map.contains(urljoin(shot.address, element.value))


def rate_scrolling(screen: MapScreen) -> float:
    """Estimate how likely scrolling reveals controls other than rows of a list, from 0 to 1."""
    groups = Counter(control.group for control in screen.controls)
    single = sum(1 for count in groups.values() if count == 1)
    return SCROLL_NOVELTY * single / max(1, len(screen.controls))


def count_tries(app_map: AppMap) -> Tries:
    """Count the tries of each control and each group, and the screens that each group opened."""
    groups = {
        (screen.id, control.key): control.group for screen in app_map.screens for control in screen.controls
    }
    placed = [
        (action, place, groups.get((action.screen, action.control), ""))
        for action in app_map.actions
        if action.control
        for place in ("", action.screen)
    ]
    first = {action.to: action for action in reversed(app_map.actions) if action.to and action.control}
    opened = [(place, group) for action, place, group in placed if first.get(action.to) is action]
    reached = {(action.control, action.to) for action in app_map.actions if action.control and action.to}
    distinct = Counter(control for control, _ in reached)
    tried = Counter(action.control for action in app_map.actions if action.control)
    return Tries(
        {key: count - _DISTINCT_SHARE * distinct[key] for key, count in tried.items()},
        Counter((place, group) for _, place, group in placed),
        Counter(opened),
    )


def _is_menu(screen: MapScreen) -> bool:
    """Check whether a screen is a menu: items of one group, which are its only title."""
    is_group = len({control.group for control in screen.controls}) == 1
    return screen.is_menu and is_group and len(screen.controls) <= MENU_ITEMS_TRIED


def _is_settled(actions: Sequence[MapAction], *, is_menu: bool) -> bool:
    """Check whether enough controls of a group were tried, and all had the same effect."""
    outcomes = {(action.effect, action.to) for action in actions}
    return len(outcomes) == 1 and len(actions) >= (MENU_ITEMS_TRIED if is_menu else ROWS_TRIED)
