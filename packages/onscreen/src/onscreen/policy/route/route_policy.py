"""Policy that follows a known path on a map to the place that the subtask needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.app_maps.map_store import load_maps, maps_folder
from onscreen.app_maps.screen_map import AppMap, MapAction, MapScreen, find_path
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, group_key, sign
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.history_queries import (
    clicked_elements,
    was_done_recently,
)
from onscreen.policy.lexical.app_choice import find_capitalised_tools
from onscreen.policy.route.place_search import MIN_ROWS, Place, find_places, query_words, rate_name
from onscreen.policy.scroll_limits import may_scroll
from onscreen.types import Click, Done, Element, Proposal, Scroll, Select, Situation, Tool, Type

NAME = "route"
MIN_WORDS = 2
"""Minimum number of words in the name of a destination; a single word is too ambiguous."""
CONFIDENCE = 0.9
"""Confidence of every proposal: above the threshold, and not calibrated."""
MAX_PATH = 6
"""Maximum length of a path that is followed, in steps."""
FORM_KINDS = frozenset({"create", "set_field", "save", "confirm", "submit"})
"""Kinds of subtasks that are done on a form, which the policy does not lead away from."""
ENTRY_STEPS = 2
"""Number of steps after typing or selecting something during which the screen is not left."""

_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
_WHERE = re.compile(
    r"\s*(?:where (?:is|are|(?:can|do) i (?:find|change))|how do i (?:get to|find|open))\b(.+)",
    re.IGNORECASE,
)


class RoutePolicy(msgspec.Struct, frozen=True):
    """Policy that follows a path on a map step by step, recognizing each screen before the next step.

    It abstains on an unknown screen, without a path, or if the path was followed before in the run. It also
    chooses the application whose map contains what the instruction names, and answers questions about where
    something is.
    """

    maps: tuple[AppMap, ...]
    name: str = NAME
    min_confidence: float = 0.8
    makes_plans: bool = False

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step of a path, an application, or the answer to a question.

        Returns None if the maps do not contain what the situation needs; never raises.
        """
        if situation.stage == "act":
            proposal = self._step(situation)
        elif situation.stage in {"choose_tools", "plan"} and not situation.history:
            proposal = self._answer(situation)
            if proposal is None and situation.stage == "choose_tools":
                proposal = self._choose_tool(situation)
        else:
            return None
        return msgspec.structs.replace(proposal, proposer=self.name) if proposal else None

    def _answer(self, situation: Situation) -> Proposal | None:
        """Answer a question about where something is with the path to it."""
        match = _WHERE.match(situation.instruction)
        if match is None:
            return None
        whole = [place for place in self._search(situation, match[1]) if place.is_whole]
        path = _path_text(whole[0]) if whole else ""
        return _propose(Done(path), why=f"the map contains {whole[0].name!r}") if path else None

    def _choose_tool(self, situation: Situation) -> Proposal | None:
        """Choose the application whose map names what the instruction needs, if no application is named.

        Quoted text is content and not compared. Abstains if the maps of several applications fit.
        """
        if find_capitalised_tools(situation.instruction, situation.tools):
            return None
        unquoted = _QUOTED.sub(" ", situation.instruction)
        places = [each for each in self._search(situation, unquoted) if each.words >= MIN_WORDS]
        tools = {tool.name for place in places for tool in situation.tools if _is_of(place.app_map, tool)}
        if len(tools) != 1:
            return None
        why = f"the map of {', '.join(tools)} contains {places[0].name!r}"
        return Proposal(NAME, CONFIDENCE, tools=tuple(tools), why=why)

    def _search(self, situation: Situation, query: str) -> list[Place]:
        """Find places on the maps of the applications that may be used, the best first."""
        maps = [each for each in self.maps if any(_is_of(each, tool) for tool in situation.tools)]
        places = [place for each in maps for place in find_places(each, query)]
        return sorted(places, key=lambda place: -place.score)

    def _step(self, situation: Situation) -> Proposal | None:
        """Propose the next step on the path from the current screen to what the subtask names."""
        shot = situation.screen.shot
        app_map = next((each for each in self.maps if each.contains(shot.address)), None)
        current = recognize(app_map, sign(shot)) if app_map else None
        query = situation.subtask.text if situation.subtask else situation.instruction
        if app_map is None or current is None or _is_entering(situation):
            return None
        if situation.subtask and situation.subtask.kind in FORM_KINDS:
            return None
        places = [each for each in find_places(app_map, query) if each.words >= MIN_WORDS]
        if not places or _best_visible(situation, query) >= places[0].words:
            return None
        if any(each.screen.id == current.id and each.score >= places[0].score for each in places):
            return None
        for path in _rank_paths(app_map, current, places=places, query=query):
            if len(path) <= MAX_PATH and not _was_followed(situation, app_map, last=path[-1]):
                return _follow(situation, app_map, step=path[0], query=query)
        return None


def route(rest: str) -> RoutePolicy:
    """Create the policy from the maps in a folder.

    `rest` is the path of the folder, "" for the folder in which `onscreen explore` stores maps.

    Raises:
        BadMap: a map cannot be read.
    """
    folder = Path(rest).expanduser() if rest else maps_folder()
    return RoutePolicy(
        load_maps(folder) if rest or folder.is_dir() else (), f"{NAME}:{rest}" if rest else NAME
    )


def _rank_paths(
    app_map: AppMap, current: MapScreen, *, places: Sequence[Place], query: str
) -> list[tuple[MapAction, ...]]:
    """Find the paths to the places with the best score, those first whose controls the query names."""
    best = [place for place in places if place.score >= places[0].score]
    found = (find_path(app_map, current.id, goals=frozenset({place.screen.id})) for place in best)
    paths = [path for path in found if path]
    return sorted(paths, key=lambda path: (-_shared_words(app_map, path, query=query), len(path)))


def _shared_words(app_map: AppMap, path: Sequence[MapAction], *, query: str) -> int:
    """Count the words of a query that the names of the controls on a path contain."""
    names = [name for step in path if (name := _control_name(app_map, step))]
    wanted = query_words(query)
    return len({word for name in names for word in query_words(name)} & set(wanted))


def _control_name(app_map: AppMap, step: MapAction) -> str:
    """Return the name of the control of a step, "" if the map does not contain it."""
    screen = app_map.screen(step.screen)
    control = screen.control(step.control) if screen else None
    return control.name if control else ""


def _follow(situation: Situation, app_map: AppMap, *, step: MapAction, query: str) -> Proposal | None:
    """Propose the click of a step, or a scroll to bring its control into view."""
    opened, screen = app_map.screen(step.to), app_map.screen(step.screen)
    control = screen.control(step.control) if screen else None
    if opened is None or screen is None or control is None:
        return None
    why = f"the map: the screen {opened.title!r} is opened from here"
    shot, elements = situation.screen.shot, situation.screen.elements
    rows = [each for each in elements if group_key(each, shot.nodes) == control.group]
    same_key = [each for each in rows if control_key(each, shot.nodes) == control.key]
    is_list = opened.varies or len(same_key) >= MIN_ROWS or _opens_by_rows(app_map, screen, step=step)
    if is_list:
        named = [each for each in rows if rate_name(each.name, query)]
        return _click_once(situation, named[0], why=why) if len(named) == 1 else None
    if same_key:
        return _click_once(situation, same_key[0], why=why)
    return _propose(Scroll("down"), why=why) if may_scroll(situation) else None


def _click_once(situation: Situation, target: Element, *, why: str) -> Proposal | None:
    """Propose to click a control that was not clicked before in this run, unless it is blocked."""
    clicked = ((each.role, each.name, each.locator) for each in clicked_elements(situation.history))
    repeated = (target.role, target.name, target.locator) in clicked
    return None if repeated or is_blocked(target) else _propose(Click(target), why=why)


def _opens_by_rows(app_map: AppMap, screen: MapScreen, *, step: MapAction) -> bool:
    """Check whether several controls of the group of a step open the same screen, as rows of a list do."""
    groups = {control.key: control.group for control in screen.controls}
    group = groups.get(step.control, "")
    opening = [a for a in app_map.actions_on(screen.id) if a.to == step.to and groups.get(a.control) == group]
    return len(opening) >= MIN_ROWS


def _best_visible(situation: Situation, query: str) -> int:
    """Return the word count of the longest name on the screen that the query contains."""
    return max((rate_name(element.name, query) for element in situation.screen.elements), default=0)


def _is_entering(situation: Situation) -> bool:
    """Check whether something was entered in the last steps, which leaving the screen would discard."""
    return was_done_recently(situation.history, Type | Select, steps=ENTRY_STEPS)


def _was_followed(situation: Situation, app_map: AppMap, *, last: MapAction) -> bool:
    """Check whether the last step of a path was made before in this run."""
    return _control_name(app_map, last) in {each.name for each in clicked_elements(situation.history)}


def _path_text(place: Place) -> str:
    """Describe the path to a place, such as "Settings > Display > Dark theme"; returns "" without a path."""
    app_map = place.app_map
    path = find_path(app_map, app_map.screens[0].id, goals=frozenset({place.screen.id}))
    if path is None:
        return ""
    names = [name for step in path if (name := _control_name(app_map, step))]
    return " > ".join((app_map.app, *names, *([place.name] if place.name not in names else [])))


def _is_of(app_map: AppMap, tool: Tool) -> bool:
    """Check whether a map describes an application."""
    return app_map.contains(tool.address) or tool.name.casefold() == app_map.app.casefold()


def _propose(action: Click | Done | Scroll, *, why: str) -> Proposal:
    return Proposal(NAME, CONFIDENCE, actions=(action,), why=why)
