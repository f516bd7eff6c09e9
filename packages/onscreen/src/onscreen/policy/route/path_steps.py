"""Steps along a path on a map: the next click, Back, or a scroll that shows the next control."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from onscreen.app_maps.screen_map import AppMap, MapAction, MapScreen
from onscreen.app_maps.screen_signature import control_key, find_control, group_key
from onscreen.app_maps.shortest_paths import RESTART, find_paths
from onscreen.perceive.element_kinds import is_blocked, is_usable
from onscreen.perceive.history_queries import count_clicks, count_last, was_clicked_recently
from onscreen.policy.lexical.entry_creation import CREATES
from onscreen.policy.route.content_rows import opens_by_rows, opens_page_of_rows
from onscreen.policy.route.place_action import CONFIDENCE, NAME
from onscreen.policy.route.place_index import MIN_ROWS, PlaceIndex, control_name, query_words
from onscreen.policy.route.place_search import FoundPlace, rate_name
from onscreen.policy.scroll_limits import may_scroll
from onscreen.text.words import split_words
from onscreen.types import Back, Click, Done, Element, Proposal, Scroll, Situation

MAX_PATH = 6
"""Maximum length of a path that is followed, in steps."""
MAX_BACKS = 4
"""Maximum number of consecutive Back actions on the way to a place."""
MAX_CLICKS = 3
"""Maximum number of clicks on a control in a run."""
REPEAT_STEPS = 2
"""Minimum number of steps after a click during which the same control is not clicked again."""


def approach(
    situation: Situation,
    index: PlaceIndex,
    *,
    current: MapScreen,
    found: Sequence[FoundPlace],
    query: str,
) -> Proposal | None:
    """Propose a step towards the best places, nearest first.

    For places, but not for content rows, paths with controls named in the query are preferred. A path to a
    content row leads through no other content row, unless the query names it. Abstains if
    the name of a control on the screen matches equally well, unless this control is content or the next step.
    """
    app_map = index.app_map
    paths = find_paths(app_map, current.id, home=app_map.screens[0].id)
    best = [each for each in found if each.rank >= found[0].rank]
    named = "" if best[0].place.name in index.content else query
    for path in _rank_paths(app_map, best, paths=paths, query=named):
        step = path[0]
        names = {control_name(app_map, step), *index.content}
        if _rate_visible(situation, index, query=query, without=names) >= best[0].evidence:
            return None
        if step is RESTART or step.verb == "back":
            return _go_back(situation)
        leads = named or not any(_opens_other_row(index, each, query=query) for each in path)
        if leads and len(path) <= MAX_PATH and not any(_creates(app_map, each, query=query) for each in path):
            return follow(situation, index, step=step, query=query)
    return None


def _creates(app_map: AppMap, step: MapAction, *, query: str) -> bool:
    """Check whether a step clicks a control that creates an entry and is not named in the query."""
    name = control_name(app_map, step)
    return not set(CREATES).isdisjoint(split_words(name)[:1]) and not rate_name(name, query)


def _opens_other_row(index: PlaceIndex, step: MapAction, *, query: str) -> bool:
    """Check whether a step clicks a content row that the query does not name."""
    name = control_name(index.app_map, step)
    return name in index.content and not rate_name(name, query)


def _rank_paths(
    app_map: AppMap,
    best: Sequence[FoundPlace],
    *,
    paths: Mapping[str, tuple[MapAction, ...]],
    query: str,
) -> list[tuple[MapAction, ...]]:
    """Find the paths to places, sorted by the number of controls named in the query, then by length."""
    reached = [path for each in best if (path := paths.get(each.place.screen.id))]
    return sorted(reached, key=lambda path: (-_shared_words(app_map, path, query=query), len(path)))


def _shared_words(app_map: AppMap, path: Sequence[MapAction], *, query: str) -> int:
    """Count the controls on a path whose whole names are in the query."""
    return sum(rate_name(control_name(app_map, step), query) > 0 for step in path)


def _go_back(situation: Situation) -> Proposal | None:
    """Propose Back if nothing else was done for the subtask yet, at most MAX_BACKS consecutive times."""
    backs = count_last(situation.history, Back)
    if backs < situation.subtask_steps or backs >= MAX_BACKS:
        return None
    return propose(Back(), why="the map: the place is reached from an earlier screen")


def follow(situation: Situation, index: PlaceIndex, *, step: MapAction, query: str) -> Proposal | None:
    """Propose the click of a step, or a scroll to bring its control into view.

    In a list, or if a single control has the name of a row of another list or opens its page, only the row
    named in the query is clicked.
    """
    app_map = index.app_map
    opened, screen = app_map.screen(step.to), app_map.screen(step.screen)
    control = screen.control(step.control) if screen else None
    if opened is None or screen is None or control is None:
        return None
    why = f"the map: the screen {opened.title!r} is opened from here"
    shot, elements = situation.screen.shot, situation.screen.elements
    rows = [each for each in elements if group_key(each, shot.nodes) == control.group]
    same_key = [each for each in rows if control_key(each, shot.nodes) == control.key]
    is_list = opened.varies or len(same_key) >= MIN_ROWS or opens_by_rows(app_map, screen, step=step)
    groups = [each.group for each in screen.controls]
    is_single = groups.count(control.group) == 1
    is_list |= is_single and (control.name in index.content or opens_page_of_rows(index, step=step))
    if is_list:
        named = [each for each in rows if rate_name(each.name, query)]
        return click_once(situation, named[0], why=why) if len(named) == 1 else None
    if same_key:
        return click_once(situation, same_key[0], why=why)
    if opening := open_menu(situation, screen, key=control.key, why=why):
        return opening
    return propose(Scroll("down"), why=why) if may_scroll(situation) else None


def open_menu(situation: Situation, screen: MapScreen, *, key: str, why: str) -> Proposal | None:
    """Propose a click on the control, such as a menu button, that reveals another control."""
    for opener in reversed(screen.openers(key)):
        if (menu := find_control(opener, situation.screen)) is not None:
            return click_once(situation, menu, why=why)
    return None


def click_once(situation: Situation, target: Element, *, why: str) -> Proposal | None:
    """Propose a click on a control, unless it is blocked or was clicked for the subtask or too often.

    A control that was clicked before a language model took over is not clicked again: the model has done on
    its page what was to be done there.
    """
    history = situation.history
    recently = was_clicked_recently(history, target, steps=max(REPEAT_STEPS, situation.subtask_steps))
    by_model = next((number for number, step in enumerate(history) if step.by_model), len(history))
    left = by_model < len(history) and count_clicks(history[:by_model], target) > 0
    repeated = recently or left or count_clicks(history, target) >= MAX_CLICKS
    return None if repeated or is_blocked(target) else propose(Click(target), why=why)


def _rate_visible(situation: Situation, index: PlaceIndex, *, query: str, without: Container[str]) -> float:
    """Return the total rarity of the words of the best control on the screen named in the query."""
    names = (each.name for each in situation.screen.elements if is_usable(each) and each.name not in without)
    named = (query_words(name) for name in names if rate_name(name, query))
    return max((sum(index.rarity.get(word, 1) for word in set(words)) for words in named), default=0.0)


def propose(action: Click | Done | Scroll | Back, *, why: str) -> Proposal:
    """Propose an action with the confidence of the policy."""
    return Proposal(NAME, CONFIDENCE, actions=(action,), why=why)
