"""Actions on an entry, such as a contact: open its row, and use a known control for the verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, find_control, group_key, sign
from onscreen.app_maps.shortest_paths import RESTART, find_paths
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_blocked, is_usable
from onscreen.perceive.element_queries import front_elements
from onscreen.perceive.history_queries import (
    clicked_element,
    clicked_elements,
    last_step,
    was_clicked,
    was_typed,
)
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.entry_creation import CREATES
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.route.content_rows import READS
from onscreen.policy.route.dialog_confirmation import REFUSALS
from onscreen.policy.route.path_steps import approach, click_once, follow, open_menu
from onscreen.policy.route.place_action import (
    CONFIDENCE,
    NAME,
    RADIO_ROLES,
    SWITCH_ROLES,
    may_act,
    may_change,
    set_switch,
)
from onscreen.policy.route.place_index import PlaceIndex, query_words
from onscreen.policy.route.place_search import MIN_ROW_CHARS, FoundPlace, occurs
from onscreen.text.proper_names import find_subjects
from onscreen.text.word_equivalence import contains_words, is_same_verb, is_same_word
from onscreen.text.words import STOP_WORDS, split_words
from onscreen.types import Back, Click, Element, Proposal, Situation

MAX_STEPS = 2
"""Maximum number of clicks from the page of an entry to a control that acts on it."""
NO_ACTIONS = READS | {"change", "disable", "enable", "set", "switch", "turn"}
"""Verbs that name no control which acts on an entry."""
OPENED_STEPS = 4
"""Number of steps after a click on an entry during which its page counts as open."""


class _Candidate(msgspec.Struct, frozen=True):
    """A control whose name begins with the verb of a goal, and the path to it from the current screen."""

    control: MapControl
    screen: MapScreen
    path: tuple[MapAction, ...]


def open_row(
    situation: Situation, index: PlaceIndex, *, rows: Sequence[FoundPlace], query: str
) -> Proposal | None:
    """Propose a step towards a screen with a content row or, on that screen, a click on the row.

    A switch with the row's name is set. A row is clicked if the map contains a screen opened by a row of the
    list, and if no other element on the screen contains its name, except elements with another verb and menus
    that do not offer the verb; otherwise the policy abstains. A row whose name was searched for is not looked
    for elsewhere. The click completes a goal such as "open Ann".
    """
    current = recognize(index.app_map, sign(situation.screen.shot))
    if current is None:
        return None
    name = rows[0].place.name
    offering = _rows_with_menu(situation, index, rows=rows, query=query)
    shown = [each for each in situation.screen.elements if contains_words(name, each.name)]
    wanted = offering or (() if shown else rows)
    if wanted and all(each.place.screen.id != current.id for each in wanted):
        steps = situation.history[len(situation.history) - situation.subtask_steps :]
        is_sought = was_typed(steps, name)
        return None if is_sought else approach(situation, index, current=current, found=wanted, query=query)
    exact = [each for each in shown if each.name == name and is_usable(each)]
    if exact and may_change(situation, query) and (setting := set_switch(exact[0], query=query)):
        return setting
    if menu := _find_menu(situation, index, current=current, shown=shown, query=query):
        return click_once(situation, menu, why=f"the map: it offers actions on {name!r}")
    here = next((each.place.control for each in rows if each.place.screen.id == current.id), "")
    menus = _find_menu_groups(index.app_map, current)
    others = [
        each
        for each in shown
        if each not in exact
        and not _is_other_action(each, query)
        and group_key(each, situation.screen.shot.nodes) not in menus
    ]
    if len(exact) != 1 or others or not _rows_open(index.app_map, current, key=here):
        return None
    opening = click_once(situation, exact[0], why=f"the map: a row such as {name!r} opens a screen")
    goal = parse_goal(query)
    completes = goal.verb == "open" and find_subjects(goal.rest) == (name,)
    return msgspec.structs.replace(opening, finished=completes) if opening else None


def open_found(situation: Situation) -> Proposal | None:
    """Propose a click on the row of an entry that the click which opened the entry brought up.

    A click on a search suggestion shows a list with the entry, and one on a map shows a card of the entry.
    Returns None after any other step.
    """
    last, done = situation.history[-1:], situation.completed[-1:]
    clicked = clicked_element(last[0]) if last else None
    goal = parse_goal(done[0].text) if done else None
    if clicked is None or goal is None or goal.verb != "open" or situation.subtask_steps:
        return None
    others = [each for each in front_elements(situation.screen) if each.locator != clicked.locator]
    named = [each for each in others if each.name == clicked.name and is_usable(each)]
    shown = [each for each in named if each.role not in ENTRY_ROLES | SWITCH_ROLES]
    if find_subjects(goal.rest) != (clicked.name,) or len(shown) != 1:
        return None
    return Proposal(NAME, CONFIDENCE, actions=(Click(shown[0]),), why=f"it is the row of {clicked.name!r}")


def _rows_with_menu(
    situation: Situation, index: PlaceIndex, *, rows: Sequence[FoundPlace], query: str
) -> tuple[FoundPlace, ...]:
    """Find the rows of an entry in lists where a control of each row opens a menu with the goal's verb.

    Returns () if such a control is not known, or if a list without one opens pages of entries with the verb.
    """
    verb, app_map = parse_goal(query).verb, index.app_map
    if not may_act(situation) or verb in NO_ACTIONS:
        return ()
    offering = tuple(row for row in rows if _has_menu(app_map, row.place.screen, verb=verb, query=query))
    pages = {each.to for row in rows for each in app_map.actions_on(row.place.screen.id) if each.to}
    on_page = any(
        _acts(control, verb=verb, query=query)
        for screen in app_map.screens
        if screen.id in pages and screen.varies and not screen.is_menu
        for control in screen.controls
    )
    return () if on_page else offering


def _has_menu(app_map: AppMap, screen: MapScreen, *, verb: str, query: str) -> bool:
    """Check whether a control of a screen opens a menu with the verb of a goal."""
    opened = (app_map.screen(each.to) for each in app_map.actions_on(screen.id) if each.to)
    menus = (each for each in opened if each is not None and each.is_menu and each.varies)
    return any(_acts(each, verb=verb, query=query) for menu in menus for each in menu.controls)


def _find_menu_groups(app_map: AppMap, screen: MapScreen) -> frozenset[str]:
    """Return the groups of row controls that open a menu, such as "Options of Ann"."""
    groups = {each.key: each.group for each in screen.controls}
    opened = (
        (groups.get(each.control, ""), app_map.screen(each.to)) for each in app_map.actions_on(screen.id)
    )
    return frozenset(group for group, menu in opened if group and menu is not None and menu.is_menu)


def _is_other_action(element: Element, query: str) -> bool:
    """Check whether an element's name begins with another verb than the goal, such as "Remove Ann"."""
    first = next(iter(split_words(element.name)), "")
    return first in BUTTON_VERBS and not is_same_verb(parse_goal(query).verb, first)


def _find_menu(
    situation: Situation, index: PlaceIndex, *, current: MapScreen, shown: Sequence[Element], query: str
) -> Element | None:
    """Find the control of an entry, such as "Options of Ann", that opens a menu with the verb of a goal.

    `shown` are the elements with the name of the entry. Returns None if there are no or several such
    controls.
    """
    verb, app_map, nodes = parse_goal(query).verb, index.app_map, situation.screen.shot.nodes
    if not may_act(situation) or verb in NO_ACTIONS:
        return None
    groups = {each.key: each.group for each in current.controls}
    opened = {groups.get(each.control, ""): each.to for each in app_map.actions_on(current.id) if each.to}
    found: list[Element] = []
    for element in shown:
        menu = app_map.screen(opened.get(group_key(element, nodes), ""))
        offers = menu is not None and any(_acts(each, verb=verb, query=query) for each in menu.controls)
        if offers and is_usable(element) and not _is_other_action(element, query):
            found.append(element)
    return found[0] if len(found) == 1 else None


def act_on_entry(situation: Situation, index: PlaceIndex, *, query: str) -> Proposal | None:
    """Propose a step to the control that acts on the opened entry, such as "Delete" in its menu.

    The control is on the current screen or at most MAX_STEPS clicks away, its name begins with the verb of
    the goal, and the goal contains the other words of the name. Returns None on any other screen.
    """
    verb = parse_goal(query).verb
    current = recognize(index.app_map, sign(situation.screen.shot))
    if current is None or not may_act(situation) or verb in NO_ACTIONS:
        return None
    if not _is_open(situation, index, query=query):
        return _act_directly(situation, verb=verb, query=query)
    return _choose_target(situation, verb=verb, query=query) or _follow_verb(
        situation, index, current=current, query=query
    )


def _follow_verb(
    situation: Situation, index: PlaceIndex, *, current: MapScreen, query: str
) -> Proposal | None:
    """Propose a step to the nearest control named with the verb of a goal."""
    verb = parse_goal(query).verb
    nodes, known = situation.screen.shot.nodes, {control.key for control in current.controls}
    opening = {each.control for each in index.app_map.actions_on(current.id) if each.to}
    shown = [each for each in front_elements(situation.screen) if _acts(each, verb=verb, query=query)]
    named = [each for each in shown if control_key(each, nodes) in known]
    if len(named) == 1:
        return _use(situation, named[0], query=query, opens=control_key(named[0], nodes) in opening)
    found = _find_candidates(index, current, verb=verb, query=query)
    best = min(found, key=lambda each: _rate(each, verb=verb), default=None)
    if best is None:
        return None
    why = f"the map: {best.control.name!r} acts on the entry"
    if best.path:
        return follow(situation, index, step=best.path[0], query=query)
    target = find_control(best.control.key, situation.screen)
    if target is not None:
        return _use(situation, target, query=query, opens=best.control.key in opening)
    return open_menu(situation, current, key=best.control.key, why=why)


def _act_directly(situation: Situation, *, verb: str, query: str) -> Proposal | None:
    """Propose a click on the only control whose name is a verb and an entry, such as "Star Ann"."""
    subjects = find_subjects(parse_goal(query).rest)
    named = [
        each
        for each in front_elements(situation.screen)
        if all(contains_words(subject, each.name) for subject in subjects)
        and _acts(each, verb=verb, query=query)
        and each.role not in SWITCH_ROLES | RADIO_ROLES
    ]
    if not subjects or len(named) != 1 or is_blocked(named[0]) or was_clicked(situation.history, named[0]):
        return None
    why = f"{named[0].name!r} is the verb and the entry"
    return Proposal(NAME, CONFIDENCE, actions=(Click(named[0]),), finished=True, why=why)


def _choose_target(situation: Situation, *, verb: str, query: str) -> Proposal | None:
    """Propose the choice named in a goal after the goal's verb was clicked, such as a list after "Save".

    The name of the choice occurs in the goal as written, and was not clicked before. A radio button such as
    "Low (144p)" only needs to contain a word with a digit.
    """
    clicked = clicked_element(last_step(situation.history))
    used = {element.name for element in clicked_elements(situation.history)}
    if clicked is None or not is_same_verb(verb, next(iter(split_words(clicked.name)), "")):
        return None
    named = [
        each
        for each in front_elements(situation.screen)
        if each.name not in used and each.role not in ENTRY_ROLES and _is_named(each, query)
    ]
    longest = max((len(each.name) for each in named), default=0)
    best = [each for each in named if len(each.name) == longest and longest >= MIN_ROW_CHARS]
    if len(best) != 1 or is_blocked(best[0]):
        return None
    why = f"the goal names {best[0].name!r}"
    return set_switch(best[0], query=query) or Proposal(
        NAME, CONFIDENCE, actions=(Click(best[0]),), finished=True, why=why
    )


def _is_named(element: Element, query: str) -> bool:
    """Check whether a query contains the name of an element, or the number in that of a radio button."""
    words = [word for word in split_words(element.name) if any(map(str.isdigit, word))]
    is_numbered = element.role in RADIO_ROLES and any(word in split_words(query) for word in words)
    return is_numbered or occurs(element.name, query)


def _is_open(situation: Situation, index: PlaceIndex, *, query: str) -> bool:
    """Check whether an entry named in a goal was opened in the last steps for the subtask."""
    subjects = find_subjects(parse_goal(query).rest)
    steps = min(situation.subtask_steps, OPENED_STEPS, len(situation.history))
    recent = situation.history[len(situation.history) - steps :]
    if any(isinstance(step.action, Back) for step in recent):
        return False
    names = [element.name for step in recent if (element := clicked_element(step))]
    return any(
        any(contains_words(subject, name) for subject in subjects)
        or (name in index.content and occurs(name, query))
        for name in names
    )


def _find_candidates(index: PlaceIndex, current: MapScreen, *, verb: str, query: str) -> Iterator[_Candidate]:
    """Yield the controls near a screen whose names consist of a verb and words of a query.

    A synonym of the verb counts only on the screen itself.
    """
    app_map = index.app_map
    for screen_id, path in find_paths(app_map, current.id, home=app_map.screens[0].id).items():
        screen = app_map.screen(screen_id)
        if screen is None or len(path) > MAX_STEPS or not all(map(_is_harmless, path)):
            continue
        if path and (screen.varies or screen.id == app_map.screens[0].id):
            continue
        for control in screen.controls:
            is_near = not path or next(iter(split_words(control.name)), "") == verb
            if is_near and _acts(control, verb=verb, query=query):
                yield _Candidate(control, screen, path)


def _acts(control: MapControl | Element, *, verb: str, query: str) -> bool:
    """Check whether the name of a control is a verb, alone or followed by words of a query.

    A name such as "Cancel" by itself acts on a dialog.
    """
    first, *others = split_words(control.name) or [""]
    rest, wanted = [word for word in others if word not in STOP_WORDS], query_words(query)
    is_named = all(any(is_same_word(word, other) for other in wanted) for word in rest)
    refuses = not others and first in REFUSALS
    return is_same_verb(verb, first) and is_named and not refuses and control.role not in ENTRY_ROLES


def _is_harmless(step: MapAction) -> bool:
    """Check whether a step is a click instead of Back or a restart."""
    return step is not RESTART and step.verb == "click"


def _rate(candidate: _Candidate, *, verb: str) -> tuple[bool, int, int]:
    """Rank a candidate: exact verb before synonym, then shortest path, then shortest name."""
    words = split_words(candidate.control.name)
    is_synonym = words[0].rstrip("s") != verb.rstrip("s")
    return is_synonym, len(candidate.path), len(words)


def _use(situation: Situation, target: Element, *, query: str, opens: bool) -> Proposal | None:
    """Propose a click on a control that acts on an entry, unless it is blocked or keeps a state.

    The subtask is complete if the goal names nothing else, and if the name of the control is only the verb or
    the control is not known to open a screen.
    """
    if is_blocked(target) or target.role in SWITCH_ROLES | RADIO_ROLES:
        return None
    goal = parse_goal(query)
    clicked = [element.name for element in clicked_elements(situation.history)]
    named = find_subjects(goal.rest)
    left = [each for each in named if not any(contains_words(each, name) for name in clicked)]
    is_verb = all(is_same_verb(goal.verb, word) for word in split_words(target.name))
    finished = not left and (is_verb or not opens)
    why = f"the map: {target.name!r} acts on the entry"
    return Proposal(NAME, CONFIDENCE, actions=(Click(target),), finished=finished, why=why)


def _rows_open(app_map: AppMap, screen: MapScreen, *, key: str) -> bool:
    """Check whether a row in the control's list opened a screen."""
    control = screen.control(key)
    group = {each.key for each in screen.controls if control and each.group == control.group}
    return any(
        each.control in group and each.effect == "opens" and bool(each.to)
        for each in app_map.actions_on(screen.id)
    )


def find_creating_places(index: PlaceIndex, query: str) -> tuple[FoundPlace, ...]:
    """Find the controls that create the requested entry, such as "Add timer" for "create a new timer".

    The name of the control begins with a verb such as "add", and the query contains its other words. The
    name with the most words comes first, then the nearest.
    """
    wanted = [word for word in query_words(query) if word not in CREATES]
    found = [
        FoundPlace(place, 1, 1, sum(index.rarity.get(word, 0) for word in place.words))
        for place in (*index.places, *index.rows)
        if place.control and not place.is_pattern and _creates(split_words(place.name), wanted)
    ]
    return tuple(sorted(found, key=lambda each: (-len(split_words(each.place.name)), each.place.distance)))


def _creates(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Check whether words are a verb such as "add", followed only by requested words."""
    first, *rest = words or [""]
    others = [word for word in rest if word not in STOP_WORDS]
    is_named = all(any(is_same_word(word, other) for other in wanted) for word in others)
    return first in CREATES and bool(others) and is_named
