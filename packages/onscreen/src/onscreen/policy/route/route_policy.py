"""Policy that follows a known path on a map to the place of the subtask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.app_maps.map_store import load_maps, maps_folder
from onscreen.app_maps.screen_map import AppMap
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, group_key, sign
from onscreen.app_maps.shortest_paths import find_paths
from onscreen.perceive.history_queries import (
    clicked_element,
    was_done_recently,
)
from onscreen.policy.lexical.app_choice import (
    are_device_apps,
    find_named_tools,
)
from onscreen.policy.lexical.clause import parse_goal
from onscreen.policy.lexical.entry_creation import CREATES
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.lexical.instruction_plan import plan_as_goals
from onscreen.policy.route.action_settings import plan_settings, press_named
from onscreen.policy.route.chosen_values import choose_entry, choose_state, read_choice
from onscreen.policy.route.collection_actions import add_to_collection
from onscreen.policy.route.content_rows import (
    find_rows_around,
    find_subject_rows,
    is_about_row,
    was_row_clicked,
)
from onscreen.policy.route.detail_rows import open_detail_row
from onscreen.policy.route.dialog_confirmation import FORM_KINDS, confirm_dialog
from onscreen.policy.route.entry_actions import (
    act_on_entry,
    find_creating_places,
    open_found,
    open_row,
)
from onscreen.policy.route.entry_qualities import set_qualities
from onscreen.policy.route.goal_plan import refine_plan
from onscreen.policy.route.goal_split import split_goals_by_place
from onscreen.policy.route.path_steps import approach, propose
from onscreen.policy.route.place_action import (
    CONFIDENCE,
    NAME,
    SETTING_ROLES,
    choose_value,
    enter_password,
    enter_value,
    fill_field,
    use_place,
)
from onscreen.policy.route.place_index import (
    Place,
    PlaceIndex,
    control_name,
    index_places,
    query_words,
)
from onscreen.policy.route.place_search import FoundPlace, find_places
from onscreen.policy.route.remaining_values import plan_remaining
from onscreen.policy.route.route_lead import RouteLead
from onscreen.policy.route.tool_choice import choose_manager, choose_tool, without_device
from onscreen.policy.route.tool_rank import RANK_CONFIDENCE, find_named, is_outranked, rank_tool
from onscreen.text.word_equivalence import is_same_verb
from onscreen.types import Done, Element, Proposal, Select, Situation, Tool, Type

MIN_ACTION_WORDS = 2
"""Minimum number of words in the name of a place that acts on entries of a kind."""
ACTING_ROLES = frozenset({"button", "link", "listitem", "row"})
"""Roles of controls that open something or act."""
USE_STEPS = 6
"""Number of steps after a click on the control of a place in which the subtask may be completed."""
ENTRY_STEPS = 2
"""Number of steps after typing or selecting something during which the screen is not left."""
MIN_ACTING_RECALL = 0.6
"""Minimum recall of a place whose name begins with a verb such as "delete"."""

_WHERE = re.compile(
    r"\s*(?:where (?:is|are|(?:can|do) i (?:find|change))|how do i (?:get to|find|open))\b(.+)",
    re.IGNORECASE,
)


class RoutePolicy:
    """Policy that follows a path on a map step by step, recognizing each screen before the next step.

    On the screen of the place, it also sets a switch or makes a choice named in the subtask. It abstains on
    an unknown screen, without a path, or if the next control was clicked just before or too often. It also
    chooses the application whose map contains the names in the instruction, and answers questions about the
    location of something.
    """

    min_confidence = 0.8
    makes_plans = False

    def __init__(self, maps: Sequence[AppMap], name: str = NAME) -> None:
        """Create a policy for the maps of applications."""
        self.name = name
        self._indexes = tuple(index_places(app_map) for app_map in maps)

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next step of a path, an application, or the answer to a question.

        Returns None if the maps contain nothing suitable for the situation; never raises.
        """
        proposal: Proposal | None = None
        if situation.stage == "act":
            proposal = self._step(situation)
        elif situation.stage == "choose_tools":
            proposal = self._answer(situation) or self._choose_tool(situation) or self._rank_tool(situation)
        elif situation.stage == "plan":
            proposal = self._answer(situation) or self._plan(situation)
        elif situation.stage == "finish" and situation.trouble:
            proposal = self._complete(situation)
        return msgspec.structs.replace(proposal, proposer=self.name) if proposal else None

    def lead(self) -> RouteLead:
        """Return the policy that takes the first steps of a run before a language model is queried."""
        return RouteLead(self.name, choose=self._choose_tool, step=self._step_to_named, opens=self._opens)

    def _step_to_named(self, situation: Situation) -> Proposal | None:
        """Propose the next step if the query contains the whole name of the best place, or that of a row."""
        index, query = self._in_front(situation), situation.subtask.text if situation.subtask else ""
        if index is None:
            return None
        best = find_places(index, query)[:1]
        is_named = any(found.share == 1 for found in best) or bool(find_subject_rows(index, query))
        return self._step(situation) if is_named else None

    def _opens(self, situation: Situation, element: Element) -> bool:
        """Check whether an element of the current screen is known to open another screen."""
        index, shot = self._in_front(situation), situation.screen.shot
        screen = recognize(index.app_map, sign(shot)) if index else None
        if index is None or screen is None:
            return False
        keys = {control_key(element, shot.nodes), group_key(element, shot.nodes)}
        actions = (each for each in index.app_map.actions_on(screen.id) if each.control in keys)
        return any(each.verb == "click" and each.effect == "opens" and each.to for each in actions)

    def _answer(self, situation: Situation) -> Proposal | None:
        """Answer a question about the location of something with its path."""
        match = _WHERE.match(situation.instruction)
        if match is None:
            return None
        found = [
            (place, index)
            for index in self._usable(situation)
            for place in find_places(index, match[1])
            if place.is_whole
        ]
        found.sort(key=lambda each: (-each[0].score, each[0].place.distance))
        path = _path_text(found[0][1].app_map, found[0][0]) if found else ""
        return propose(Done(path), why=f"the map contains {found[0][0].place.name!r}") if path else None

    def _choose_tool(self, situation: Situation) -> Proposal | None:
        """Choose the application whose map contains the names in an instruction.

        If the instruction names applications, only an application that manages all of them is chosen.
        """
        text = situation.instruction
        named = find_named(text, situation.tools)
        indexes = self._indexes_by_tool(situation)
        by_row = not find_named_tools(without_device(text), situation.tools)
        chosen = (
            choose_manager(text, indexes, named=named) if named else choose_tool(text, indexes, by_row=by_row)
        )
        if chosen is None or (
            not named and is_outranked(chosen.tool, text, indexes=indexes, tools=situation.tools)
        ):
            return None
        return Proposal(NAME, CONFIDENCE, tools=(chosen.tool,), why=f"its map contains {chosen.name!r}")

    def _rank_tool(self, situation: Situation) -> Proposal | None:
        """Choose the application that shares most words with an instruction, with little confidence."""
        if situation.conversation or not are_device_apps(situation.tools) or not self._usable(situation):
            return None
        tools = situation.tools
        chosen = rank_tool(situation.instruction, self._indexes_by_tool(situation), tools=tools)
        if chosen is None:
            return None
        return Proposal(NAME, RANK_CONFIDENCE, tools=(chosen.tool,), why=f"it is about {chosen.name}")

    def _indexes_by_tool(self, situation: Situation) -> dict[str, PlaceIndex]:
        """Return the indices of the applications that may be used, by name."""
        return {
            tool.name: index
            for index in self._usable(situation)
            for tool in situation.tools
            if _is_of(index.app_map, tool)
        }

    def _plan(self, situation: Situation) -> Proposal | None:
        """Plan the instruction as goals, one for each named place, without references to earlier goals.

        Abstains if this plan is the same without maps.
        """
        if situation.conversation or not are_device_apps(situation.tools):
            return None
        plan = plan_as_goals(situation)
        divided = refine_plan(plan, situation.instruction)
        for index in self._usable(situation):
            name = next(tool.name for tool in situation.tools if _is_of(index.app_map, tool))
            fitted = plan_settings(set_qualities(divided, index, tool=name), index, tool=name)
            divided = tuple(
                each
                for subtask in fitted
                for each in (split_goals_by_place((subtask,), index) if subtask.tool == name else (subtask,))
            )
        why = "the map contains a place for each goal"
        return Proposal(NAME, CONFIDENCE, plan=divided, why=why) if divided != plan else None

    def _complete(self, situation: Situation) -> Proposal | None:
        """Plan the parts of the instruction with unused values, after a claim was rejected."""
        index = self._in_front(situation)
        plan = plan_remaining(situation, index) if index else ()
        return Proposal(NAME, CONFIDENCE, plan=plan, why="a value was not used") if plan else None

    def _in_front(self, situation: Situation) -> PlaceIndex | None:
        """Return the index of the application in front, or None if no map describes it."""
        address = situation.screen.shot.address
        return next((each for each in self._indexes if each.app_map.contains(address)), None)

    def _usable(self, situation: Situation) -> list[PlaceIndex]:
        """Return the indices of the applications that may be used."""
        tools = situation.tools
        return [each for each in self._indexes if any(_is_of(each.app_map, tool) for tool in tools)]

    def _step(self, situation: Situation) -> Proposal | None:
        """Propose the next step on the path to the place named in the subtask, or the use of the place."""
        index, subtask = self._in_front(situation), situation.subtask
        query = subtask.text if subtask else situation.instruction
        if answering := index and (
            confirm_dialog(situation, query)
            or enter_password(situation)
            or open_found(situation)
            or press_named(situation, query)
            or choose_state(situation, query)
        ):
            return answering
        if index is None:
            return None
        if subtask and subtask.kind in FORM_KINDS:
            return fill_field(situation, index.app_map)
        return (
            add_to_collection(situation, index, query=query)
            or choose_entry(situation, index, query=query)
            or act_on_entry(situation, index, query=query)
            or _go(situation, index, query=query)
            or open_detail_row(situation, query=query)
        )


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


def _go(situation: Situation, index: PlaceIndex, *, query: str) -> Proposal | None:
    """Propose the next step towards a content row or a place, or its use."""
    found = _find_fitting(situation, index, query=query)
    rows = find_subject_rows(index, query)
    if rows and is_about_row(situation, rows[0], found=found) and not _names_action(found, query):
        return None if _is_entering(situation) else open_row(situation, index, rows=rows, query=query)
    if opening := _open_entry(situation, index, found=found, query=query):
        return opening
    if found and _was_used(situation, found[0].place):
        return choose_value(situation, query) or enter_value(situation, query) or read_choice(situation)
    if not found or _is_entering(situation) or _is_ambiguous(index, found[0], query=query):
        return None
    return _approach_or_use(situation, index, found=found, query=query)


def _open_entry(
    situation: Situation, index: PlaceIndex, *, found: Sequence[FoundPlace], query: str
) -> Proposal | None:
    """Propose a step to the entry named in a question, if the best place is on its page."""
    rows = find_subject_rows(index, query)
    is_question = situation.subtask is not None and situation.subtask.kind == "find_answer"
    if not found or not rows or not is_question or _is_entering(situation):
        return None
    around = find_rows_around(index.app_map, rows, place=found[0])
    if not around or was_row_clicked(situation, rows[0].place.name):
        return None
    return open_row(situation, index, rows=around, query=query)


def _is_ambiguous(index: PlaceIndex, best: FoundPlace, *, query: str) -> bool:
    """Check whether the name of a button in the query may be a value, after another control's whole name.

    An example is "Pop" in "turn the equaliser on with the preset Pop", if there is a control "Equaliser".
    Fields, switches and choices are values of something, and so not ambiguous.
    """
    place, words = best.place, query_words(query)
    if place.role not in ACTING_ROLES or len(place.words) > 1 or place.words[0] not in words:
        return False
    before = [word for word in words[: words.index(place.words[0])] if word not in place.context]
    names = {each.words for each in index.places if each.control and not each.is_pattern}
    return best.recall < 1 and any((word,) in names for word in before)


def _names_action(found: Sequence[FoundPlace], query: str) -> bool:
    """Check whether the best place's name consists of a goal's verb and its object, such as "Edit labels".

    A control in the menu of a row, such as "Move to top", acts on the entry instead.
    """
    place = found[0].place if found else None
    if place is None or place.is_pattern or found[0].share < 1 or len(place.words) < MIN_ACTION_WORDS:
        return False
    if place.screen.is_menu and place.screen.varies:
        return False
    return is_same_verb(parse_goal(query).verb, place.words[0])


def _was_used(situation: Situation, place: Place) -> bool:
    """Check whether a control with the name of a place was clicked in the last steps."""
    recent = (clicked_element(step) for step in situation.history[-USE_STEPS:])
    return any(element.name == place.name for element in recent if element)


def _find_fitting(situation: Situation, index: PlaceIndex, *, query: str) -> Sequence[FoundPlace]:
    """Find the places that fit a query and the kind of the subtask, best first."""
    creating = situation.subtask is not None and situation.subtask.kind == "create"
    found = find_creating_places(index, query) if creating else ()
    return found or [each for each in find_places(index, query) if _fits_subtask(each, situation)]


def _fits_subtask(found: FoundPlace, situation: Situation) -> bool:
    """Check whether a place fits the kind of the subtask.

    A new entry needs a control whose name contains a verb such as "add". For a new entry and for a question,
    the query must contain the whole name of the place. A control that acts on entries must match most words
    of the query, because it may also act on other entries; it is never used to open an entry.
    """
    place, text = found.place, situation.subtask.text if situation.subtask else situation.instruction
    acts = not place.is_pattern and not BUTTON_VERBS.isdisjoint(place.words[:1])
    acts = acts and place.role not in SETTING_ROLES
    if acts and (found.recall < MIN_ACTING_RECALL or parse_goal(text).verb == "open"):
        return False
    kind = situation.subtask.kind if situation.subtask else "instruction"
    if kind == "create":
        return bool(place.control) and found.share == 1 and not set(CREATES).isdisjoint(place.words)
    return kind != "find_answer" or found.share == 1


def _approach_or_use(
    situation: Situation, index: PlaceIndex, *, found: Sequence[FoundPlace], query: str
) -> Proposal | None:
    """Propose a step towards the best place, or its use if it is on the current screen.

    Abstains if the map does not contain the current screen, and from leaving a screen to which a language
    model went for the subtask.
    """
    current = recognize(index.app_map, sign(situation.screen.shot))
    if current is None:
        return None
    here = [each for each in found if each.place.screen.id == current.id]
    if here and here[0].rank >= found[0].rank:
        return use_place(situation, index.app_map, found=here[0].place, query=query)
    steps = situation.history[len(situation.history) - situation.subtask_steps :]
    if any(step.by_model for step in steps):
        return None
    return approach(situation, index, current=current, found=found, query=query)


def _is_entering(situation: Situation) -> bool:
    """Check whether the last steps entered something that would be lost on leaving the screen."""
    return was_done_recently(situation.history, Type | Select, steps=ENTRY_STEPS)


def _path_text(app_map: AppMap, found: FoundPlace) -> str:
    """Describe the path to a place, such as "Settings > Display > Dark theme"; returns "" without a path."""
    home, place = app_map.screens[0].id, found.place
    path = find_paths(app_map, home, home=home).get(place.screen.id)
    if path is None:
        return ""
    names = [name for step in path if (name := control_name(app_map, step))]
    return " > ".join((app_map.app, *names, *([place.name] if place.name not in names else [])))


def _is_of(app_map: AppMap, tool: Tool) -> bool:
    """Check whether a map describes an application."""
    return app_map.contains(tool.address) or tool.name.casefold() == app_map.app.casefold()
