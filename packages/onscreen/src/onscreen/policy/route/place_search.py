"""Search for the place on a map that an instruction refers to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapScreen, find_path
from onscreen.text.word_equivalence import is_same_word
from onscreen.text.words import content_words

_IGNORED = frozenset(
    (
        *(
            "turn",
            "set",
            "change",
            "make",
            "switch",
            "put",
            "off",
            "open",
            "go",
            "i",
            "me",
            "do",
            "can",
            "find",
        ),
        *("where", "setting", "option", "screen", "app", "application", "button", "page"),
    )
)
"""Words of instructions that do not name a place."""

MIN_ROWS = 2
"""Minimum number of controls of a group that open the same screen, for the group to be a list of content."""


class Place(msgspec.Struct, frozen=True):
    """A place on a map: a screen, or a control on the screen, with its name and score.

    `words` is the number of words of the name, all of which are in the query. `score` is the sum of their
    inverse document frequencies. `is_whole` is True if the query names nothing else.
    """

    app_map: AppMap
    screen: MapScreen
    name: str
    control: str = ""
    words: int = 0
    score: float = 0.0
    is_whole: bool = False


def find_places(app_map: AppMap, query: str) -> tuple[Place, ...]:
    """Find the places whose whole name occurs in a query, the best first.

    Places that cannot be reached from the first screen of the map come last among equals.
    """
    wanted = query_words(query)
    frequency = _document_frequency(app_map)
    found = [
        _score(place, name_words, wanted=wanted, frequency=frequency, count=len(app_map.screens))
        for place, name_words in _named_places(app_map)
        if name_words and all(_is_in(word, wanted) for word in name_words)
    ]
    return tuple(sorted(found, key=lambda place: (-place.score, _distance(place))))


def query_words(query: str) -> tuple[str, ...]:
    """Return the words of an instruction that may name a place."""
    return tuple(word for word in content_words(query) if word not in _IGNORED)


def rate_name(name: str, query: str) -> int:
    """Count the words of a name if the query contains all of them; returns 0 otherwise."""
    words, wanted = query_words(name), query_words(query)
    return len(words) if words and all(_is_in(word, wanted) for word in words) else 0


def _named_places(app_map: AppMap) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Yield each screen and control with the words of its name.

    Titles and rows that are content, such as the names of contacts, are left out.
    """
    for screen in app_map.screens:
        if not screen.varies:
            yield Place(app_map, screen, screen.title), query_words(screen.title)
        content = _content_groups(app_map, screen)
        for control in screen.controls:
            if control.group not in content:
                yield Place(app_map, screen, control.name, control.key), query_words(control.name)


def _content_groups(app_map: AppMap, screen: MapScreen) -> frozenset[str]:
    """Return the groups of controls that are rows of content.

    A group is content if one of its rows opens a screen whose title is content, or if at least MIN_ROWS of
    its rows were tried and all of them open the same screen.
    """
    groups = {control.key: control.group for control in screen.controls}
    opened: dict[str, list[str]] = {}
    for action in app_map.actions_on(screen.id):
        if action.verb == "click" and action.to and action.control in groups:
            opened.setdefault(groups[action.control], []).append(action.to)
    varying = {each.id for each in app_map.screens if each.varies}
    counts = Counter(groups.values())
    return frozenset(
        group
        for group, to in opened.items()
        if counts[group] >= MIN_ROWS and (varying & set(to) or (len(to) >= MIN_ROWS and len(set(to)) == 1))
    )


def _document_frequency(app_map: AppMap) -> Counter[str]:
    """Count the screens on which each word occurs."""
    frequency: Counter[str] = Counter()
    for screen in app_map.screens:
        names = (screen.title, *(control.name for control in screen.controls))
        frequency.update({word for name in names for word in query_words(name)})
    return frequency


def _score(
    place: Place,
    words: Sequence[str],
    *,
    wanted: Sequence[str],
    frequency: Counter[str],
    count: int,
) -> Place:
    score = sum(log((1 + count) / max(1, frequency[word])) for word in words)
    is_whole = all(_is_in(word, words) for word in wanted)
    return msgspec.structs.replace(place, words=len(words), score=score, is_whole=is_whole)


def _is_in(word: str, words: Sequence[str]) -> bool:
    return any(is_same_word(word, other) for other in words)


def _distance(place: Place) -> int:
    path = find_path(place.app_map, place.app_map.screens[0].id, goals=frozenset({place.screen.id}))
    return len(place.app_map.screens) if path is None else len(path)
