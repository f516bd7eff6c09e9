"""Classification of content rows, such as contacts, in subtasks and in steps of a path."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.app_maps.screen_map import AppMap, MapAction, MapScreen
from onscreen.app_maps.shortest_paths import find_paths
from onscreen.perceive.history_queries import clicked_elements
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.route.place_action import RADIO_ROLES, SWITCH_ROLES
from onscreen.policy.route.place_index import MIN_ROWS, UNTRIED_ROWS, PlaceIndex, control_name
from onscreen.policy.route.place_search import FoundPlace, find_rows
from onscreen.text.word_equivalence import contains_words
from onscreen.types import Situation

MAX_WORDS_BEFORE = 3
"""Maximum number of words before the object of an instruction: a verb, an article, and a noun."""
MAX_INSIDE = 2
"""Maximum number of clicks from the page of an entry to a screen that belongs to the entry."""
READS = frozenset({"find", "go", "look", "open", "play", "read", "show", "view", "visit", "watch"})
"""Verbs that open something, and set no choice of its name."""


def find_subject_rows(index: PlaceIndex, query: str) -> tuple[FoundPlace, ...]:
    """Find the content rows named in a query; a choice or switch only if the query may set it."""
    only_opens = parse_goal(query).verb in READS | BUTTON_VERBS
    rows = find_rows(index, query)
    return tuple(row for row in rows if not (only_opens and row.place.role in SWITCH_ROLES | RADIO_ROLES))


def is_about_row(situation: Situation, row: FoundPlace, *, found: Sequence[FoundPlace]) -> bool:
    """Check whether a subtask is about an unclicked content row instead of a place.

    A subtask that acts on an entry or opens it is about the row; any other subtask, such as a question, is
    about the better match.
    """
    kind = situation.subtask.kind if situation.subtask else "instruction"
    name = row.place.name
    if kind not in {"achieve", "find_answer", "instruction"} or was_row_clicked(situation, name):
        return False
    text = situation.subtask.text if situation.subtask else situation.instruction
    acts = parse_goal(text).verb in (*BUTTON_VERBS, "open") or _is_object(name, text)
    return not found or acts or row.evidence > found[0].score


def _is_object(name: str, text: str) -> bool:
    """Check whether a name is the object of an instruction, as in "save The Old Post"."""
    before = text.partition(name)[0]
    return text != before and len(before.split()) <= MAX_WORDS_BEFORE


def was_row_clicked(situation: Situation, name: str) -> bool:
    """Check whether an element whose name contains the given name was clicked in the run."""
    return any(contains_words(name, element.name) for element in clicked_elements(situation.history))


def find_rows_around(
    app_map: AppMap, rows: Sequence[FoundPlace], *, place: FoundPlace
) -> tuple[FoundPlace, ...]:
    """Find the rows that open a page containing a place, or a page few clicks away from the place.

    For example, "the cache of Maps" is on the page that the row "Maps" of a list of applications opens.
    """
    goal = place.place.screen.id
    return tuple(
        row
        for row in rows
        if any(_contains(app_map, page, goal=goal) for page in _find_pages(app_map, row) if page != goal)
    )


def _find_pages(app_map: AppMap, row: FoundPlace) -> frozenset[str]:
    """Return the screens opened by at least MIN_ROWS rows of a row's list.

    In a list of at least UNTRIED_ROWS rows, one tried row is enough.
    """
    screen = row.place.screen
    groups = {control.key: control.group for control in screen.controls}
    group = groups.get(row.place.control, "")
    opened = [each.to for each in app_map.actions_on(screen.id) if groups.get(each.control) == group]
    size = sum(each == group for each in groups.values())
    is_list = size >= UNTRIED_ROWS and len(set(opened)) == 1
    return frozenset(to for to in opened if to and (is_list or opened.count(to) >= MIN_ROWS))


def _contains(app_map: AppMap, page: str, *, goal: str) -> bool:
    """Check whether at most MAX_INSIDE clicks lead from a page to a screen."""
    path = find_paths(app_map, page, home=page).get(goal)
    return path is not None and len(path) <= MAX_INSIDE and all(step.verb == "click" for step in path)


def opens_by_rows(app_map: AppMap, screen: MapScreen, *, step: MapAction) -> bool:
    """Check whether the control of a step is one of several rows that open the same screen.

    In a group of at least UNTRIED_ROWS buttons, one tried row is enough. Menu entries are not rows if they
    open screens with their names.
    """
    if _is_menu_entry(app_map, screen, step=step):
        return False
    groups = {control.key: control.group for control in screen.controls}
    group = groups.get(step.control, "")
    size = sum(each == group for each in groups.values())
    tried = [each for each in app_map.actions_on(screen.id) if groups.get(each.control) == group and each.to]
    opening = [each for each in tried if each.to == step.to]
    is_list = size >= UNTRIED_ROWS and len(opening) == len(tried)
    return len(opening) >= MIN_ROWS or is_list


def opens_page_of_rows(index: PlaceIndex, *, step: MapAction) -> bool:
    """Check whether a content row of another screen opens the same page as the control of a step.

    The control then stands for an entry, too, such as the application that was used last. A control with the
    title of the page, such as a tab, is no entry.
    """
    screen, opened = index.app_map.screen(step.screen), index.app_map.screen(step.to)
    control = screen.control(step.control) if screen else None
    if control is None or opened is None or control.name == opened.title:
        return False
    actions = (each for each in index.app_map.actions if each.to == step.to and each.screen != step.screen)
    names = (control_name(index.app_map, each) for each in actions if each.verb == "click")
    return any(name in index.content for name in names)


def _is_menu_entry(app_map: AppMap, screen: MapScreen, *, step: MapAction) -> bool:
    """Check whether a step clicks an entry of an untitled menu that opens a screen with the entry's name."""
    control, opened = screen.control(step.control), app_map.screen(step.to)
    return control is not None and opened is not None and screen.is_menu and control.name == opened.title
