"""Index of the named places on a map: screens, controls, and rows whose names share words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.app_maps.shortest_paths import find_paths
from onscreen.text.words import content_words

_IGNORED = frozenset(
    (
        "turn", "set", "change", "make", "switch", "put", "off", "open", "go", "i", "me", "do", "can", "find",
        "where", "setting", "option", "screen", "app", "application", "button", "page", "have", "use",
    )
)  # fmt: skip
"""Words of instructions that do not name a place."""
_TIME, _TIME_WORD = re.compile(r"\d{1,2}:\d{2}"), "\x00time"
_UNIT = re.compile(r"\(\W*\w{1,3}\)")
"""Pattern of the symbol of a unit in a name, such as "(°F)", which an instruction does not contain."""

MIN_ROWS = 2
"""Minimum number of controls of a list of content."""
UNTRIED_ROWS = 3
"""Minimum number of controls of a list of content in which none was tried."""
_FIXED_ROLES = frozenset(
    {"checkbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"}
)
"""Roles of controls that belong to the application, not to its content."""


class Place(msgspec.Struct, frozen=True):
    """A place on a map: a screen, a control on the screen, or rows whose names share words.

    `words` are the words of the place's name, and `context` the words of its screen, of the controls on the
    path to the screen, of the details shown in the control, and of the notes on it. With `is_pattern`, `name`
    contains the words common to the rows of the group `control`, such as "Remove" in "Remove Ann" and "Remove
    Bo". `distance` is the number of steps from the first screen of the map.
    """

    screen: MapScreen
    name: str
    words: tuple[str, ...]
    context: frozenset[str]
    control: str = ""
    role: str = ""
    is_pattern: bool = False
    distance: int = 0


class PlaceIndex(msgspec.Struct, frozen=True):
    """The places of a map, the names of content rows, and the rarity of each word.

    `rows` are the content rows, such as contacts, as separate places.

    `rarity` maps each word of the map to a number from 0 to 1: its inverse document frequency with screens
    as documents, divided by that of a word that is on a single screen.
    """

    app_map: AppMap
    places: tuple[Place, ...]
    content: frozenset[str]
    rarity: Mapping[str, float]
    rows: tuple[Place, ...] = ()


def index_places(app_map: AppMap) -> PlaceIndex:
    """Index the places of a map.

    Names of content rows, such as contacts, are separate, except for words common to the names.
    """
    if not app_map.screens:
        return PlaceIndex(app_map, (), frozenset(), {})
    home = app_map.screens[0].id
    paths = find_paths(app_map, home, home=home)
    content = _content_names(app_map)
    places = [
        place
        for screen in app_map.screens
        for place in _places_of(app_map, screen, path=paths.get(screen.id))
        if place.words
    ]
    named = tuple(place for place in places if place.name not in content)
    rows = tuple(place for place in places if place.name in content and place.control)
    return PlaceIndex(app_map, named, content, _rate_words(app_map), rows)


def query_words(query: str) -> tuple[str, ...]:
    """Return the words of an instruction that may be part of a place's name.

    All times of day become the same word, so that a goal with a time matches a control that shows another
    time.
    """
    words = (word for word in content_words(query) if any(character.isalnum() for character in word))
    return tuple(_TIME_WORD if _TIME.fullmatch(word) else word for word in words if word not in _IGNORED)


def _places_of(app_map: AppMap, screen: MapScreen, *, path: Sequence[MapAction] | None) -> Iterator[Place]:
    """Yield the places of a screen: the screen, its controls, and the common words of its rows."""
    names = [name for step in path or () if (name := control_name(app_map, step))]
    around = frozenset(query_words(" ".join(names)))
    distance = len(app_map.screens) if path is None else len(path)
    title = frozenset() if screen.varies else frozenset(query_words(screen.title))
    if title:
        yield Place(screen, screen.title, query_words(screen.title), around, distance=distance)
    for control in screen.controls:
        words = query_words(_UNIT.sub(" ", control.name))
        details = _known_words(app_map, screen, control=control)
        context = around | title | details
        yield Place(screen, control.name, words, context, control.key, control.role, distance=distance)
    for group, name in _row_patterns(screen):
        yield Place(
            screen, name, query_words(name), around | title, group, "row", is_pattern=True, distance=distance
        )


def _known_words(app_map: AppMap, screen: MapScreen, *, control: MapControl) -> frozenset[str]:
    """Return the words of the details shown in a control, and its unrefuted notes."""
    place = (screen.id, control.key)
    notes = [note.text for note in app_map.notes if (note.screen, note.control) == place and not note.seen]
    return frozenset(query_words(" ".join((control.detail, *notes))))


def control_name(app_map: AppMap, step: MapAction) -> str:
    """Return the name of the control of a step, or "" if the map does not contain the control."""
    screen = app_map.screen(step.screen)
    control = screen.control(step.control) if screen else None
    return control.name if control else ""


def _row_patterns(screen: MapScreen) -> Iterator[tuple[str, str]]:
    """Yield each group of rows with the words common to their names, if their other words differ.

    A choice such as "5 minutes" counts as such a group by itself, without its number, because the map
    contains only one of the choices that differ only in their numbers.
    """
    for control in screen.controls:
        words = [word for word in content_words(control.name) if not word[0].isdigit()]
        if control.role in _FIXED_ROLES and words and any(char.isdigit() for char in control.name):
            yield control.group, " ".join(words)
    for group, controls in _group_controls(screen).items():
        names = [content_words(control.name) for control in controls]
        shared = [word for word in names[0] if all(word in name for name in names)]
        if len(set(names)) >= MIN_ROWS and shared and all(len(name) > len(shared) for name in names):
            yield group, " ".join(shared)


def _content_names(app_map: AppMap) -> frozenset[str]:
    """Return the names of the content rows of all screens.

    A group of controls with one of these names, such as a list of check boxes, is content as a whole.
    """
    names = {
        control.name
        for screen in app_map.screens
        for controls in _content_groups(app_map, screen)
        for control in controls
        if control.name
    }
    others = (controls for screen in app_map.screens for controls in _group_controls(screen).values())
    related = {
        control.name
        for controls in others
        if len(controls) >= UNTRIED_ROWS and any(control.name in names for control in controls)
        for control in controls
    }
    return frozenset(names | related)


def _group_controls(screen: MapScreen) -> dict[str, list[MapControl]]:
    groups: dict[str, list[MapControl]] = {}
    for control in screen.controls:
        groups.setdefault(control.group, []).append(control)
    return groups


def _content_groups(app_map: AppMap, screen: MapScreen) -> Iterator[list[MapControl]]:
    """Yield the groups of controls that are content rows.

    A group is content if one of its rows opens a screen whose title is content, if two of its rows had the
    same effect, or if it has at least UNTRIED_ROWS rows that are untried or on a screen whose title is
    content. Switches and choices are not rows.
    """
    actions = {each.control: each for each in app_map.actions_on(screen.id) if each.verb == "click"}
    varying = {each.id for each in app_map.screens if each.varies}
    for controls in _group_controls(screen).values():
        effects = [actions[each.key] for each in controls if each.key in actions]
        is_same = len({(each.effect, each.to) for each in effects}) < len(effects)
        is_content = (not effects or screen.varies) and len(controls) >= UNTRIED_ROWS
        opens_content = any(each.to in varying for each in effects)
        is_list = len(controls) >= MIN_ROWS and controls[0].role not in _FIXED_ROLES
        if is_list and (is_same or is_content or opens_content):
            yield controls


def _rate_words(app_map: AppMap) -> Mapping[str, float]:
    """Return the rarity of each word in the titles of screens, in controls, and in notes."""
    frequency: Counter[str] = Counter()
    for screen in app_map.screens:
        names = (screen.title, *(f"{control.name} {control.detail}" for control in screen.controls))
        notes = (note.text for note in app_map.notes if note.screen == screen.id)
        frequency.update({word for name in (*names, *notes) for word in query_words(name)})
    count = len(app_map.screens)
    return {word: log((1 + count) / number) / log(1 + count) for word, number in frequency.items()}
