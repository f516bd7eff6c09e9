"""Choice of the application whose map contains the names in an instruction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.perceive.element_kinds import ENTRY_ROLES
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS
from onscreen.policy.route.place_index import PlaceIndex
from onscreen.policy.route.place_search import MIN_EVIDENCE, FoundPlace, find_places, find_rows
from onscreen.text.date_patterns import DATE
from onscreen.text.proper_names import proper_names
from onscreen.text.quotes import quoted_texts, strip_quotes
from onscreen.text.words import normalize

MIN_NAME_WORDS = 2
"""Minimum number of words, without numbers, in the name of the place by which an application is chosen."""
MIN_CONTENT_CHARS = 4
"""Minimum length of a quoted text by which an application is chosen."""
SCORE_MARGIN = 1.25
"""Minimum ratio of the score of the best application to that of the second best one."""
_DEVICE = re.compile(r"\b(?:the|this|my) (?:phone|tablet|computer|device)\b(?! app)", re.IGNORECASE)
_INSIDE = r"\b(?:in|on|with|from|inside|using|open|settings of)\s+(?:the\s+|my\s+)?"
"""Pattern of the words before the name of the application in which something is to be done."""


class ChosenTool(msgspec.Struct, frozen=True):
    """A chosen application, and the name on its map that determined the choice."""

    tool: str
    name: str


def choose_tool(
    instruction: str, indexes: Mapping[str, PlaceIndex], *, by_row: bool = True
) -> ChosenTool | None:
    """Choose an application by its map; `indexes` maps names of applications to their places.

    An application is chosen if its map is the only one with a quoted text on content rows. Otherwise it is
    chosen by the whole name of a place, with at least MIN_NAME_WORDS words, if no other map matches nearly as
    well. Quoted texts and the names of people are not compared with places. If no place matches and `by_row`
    is set, a content row on a single map decides if its name has at least MIN_NAME_WORDS words. Returns None
    if no application or several applications match.
    """
    chosen = _choose_by_content(instruction, indexes) or _choose_by_place(instruction, indexes)
    return chosen or (_choose_by_row(instruction, indexes) if by_row else None)


def without_device(text: str) -> str:
    """Return a text without the words for the device itself, such as "the phone" in "connect the phone"."""
    return _DEVICE.sub(" ", text)


def choose_manager(
    instruction: str, indexes: Mapping[str, PlaceIndex], *, named: Sequence[str]
) -> ChosenTool | None:
    """Choose the application, such as the settings, that manages those named in an instruction.

    Its map contains a control for each of the named applications, and the requested place is on this map but
    on none of theirs. Returns None if the instruction asks for something in a named application.
    """
    inside = (
        rf"\b(?:in|on|with|from|inside|using|open)\s+(?:the\s+|my\s+)?(?:{'|'.join(map(re.escape, named))})\b"
    )
    if not named or re.search(inside, instruction):
        return None
    rest = re.sub(rf"\b(?:{'|'.join(map(re.escape, named))})\b", " ", strip_quotes(instruction))
    scores = {name: _best_score(index, rest) for name, index in indexes.items()}
    own = max((scores[name] for name in named if name in scores), default=0.0)
    managers = [
        name
        for name, index in indexes.items()
        if name not in named and _lists_all(index, named) and scores[name] > 0 and not own
    ]
    return ChosenTool(managers[0], named[0]) if len(managers) == 1 else None


def _best_score(index: PlaceIndex, query: str) -> float:
    return max((each.score for each in find_places(index, query)), default=0.0)


def _lists_all(index: PlaceIndex, names: Sequence[str]) -> bool:
    """Check whether one screen of a map has a control with each of the names."""
    shown = ({control.name for control in screen.controls} for screen in index.app_map.screens)
    return any(set(names) <= each for each in shown)


def _choose_by_row(instruction: str, indexes: Mapping[str, PlaceIndex]) -> ChosenTool | None:
    query = DATE.sub(" ", strip_quotes(instruction))
    found = {name: rows[0] for name, index in indexes.items() if (rows := find_rows(index, query))}
    longest = max((len(each.place.name.split()) for each in found.values()), default=0)
    names = [name for name, each in found.items() if len(each.place.name.split()) == longest]
    if longest < MIN_NAME_WORDS or len(names) != 1:
        return None
    return ChosenTool(names[0], found[names[0]].place.name)


def _choose_by_content(instruction: str, indexes: Mapping[str, PlaceIndex]) -> ChosenTool | None:
    for text in quoted_texts(instruction):
        wanted = normalize(text)
        if len(wanted) < MIN_CONTENT_CHARS:
            continue
        names = [name for name, index in indexes.items() if _shows(index, wanted)]
        if len(names) == 1:
            return ChosenTool(names[0], text)
    return None


def _shows(index: PlaceIndex, wanted: str) -> bool:
    """Check whether the name or the detail of a row of content contains a text."""
    return any(
        control.name in index.content and wanted in normalize(f"{control.name} {control.detail}")
        for screen in index.app_map.screens
        for control in screen.controls
    )


def _choose_by_place(instruction: str, indexes: Mapping[str, PlaceIndex]) -> ChosenTool | None:
    query = strip_quotes(instruction)
    for person in (each for each in proper_names(query) if " " in each):
        query = query.replace(person, " ")
    best = {
        name: found[0]
        for name, index in indexes.items()
        if (found := [each for each in find_places(index, query) if _names_tool(each)])
    }
    ranked = sorted(best, key=lambda name: -best[name].score)
    if not ranked:
        return None
    first = best[ranked[0]]
    if len(ranked) > 1 and first.score < SCORE_MARGIN * best[ranked[1]].score:
        return None
    return ChosenTool(ranked[0], first.place.name)


def _names_tool(found: FoundPlace) -> bool:
    """Check whether the name of a place is complete and long enough to choose its application.

    The name of a control that acts on entries, such as "Clear text", or of a field, such as "Phone number",
    fits many applications. A number, as in "5 minutes", is a value, and does not count as a word of the name.
    """
    place = found.place
    if place.is_pattern or place.words[0] in BUTTON_VERBS or place.role in ENTRY_ROLES:
        return False
    if found.evidence < MIN_EVIDENCE:
        return False
    return found.share == 1 and sum(not word[0].isdigit() for word in place.words) >= MIN_NAME_WORDS
