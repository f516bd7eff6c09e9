"""Matching of nodes between two observations of a screen."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from onscreen.types import Node

N = TypeVar("N", bound=Node)


class NodeMatches(msgspec.Struct, Generic[N], frozen=True):
    """Matched, added and removed nodes between two observations of a screen.

    `same` holds pairs (before, after) in the order of the later observation.
    """

    same: tuple[tuple[N, N], ...]
    added: tuple[N, ...]
    removed: tuple[N, ...]


def match_nodes(before: Sequence[N], after: Sequence[N]) -> NodeMatches[N]:
    """Match nodes between two observations of a screen, and find the added and removed ones.

    Nodes with a unique locator in both shots match if they have the same role. The others match by role and
    name, in order if several are equal.
    """
    found = match_locators(before, after)
    taken = set(found.values())
    alike: dict[tuple[str, str], deque[int]] = defaultdict(deque)
    for place, old in enumerate(before):
        if place not in taken:
            alike[old.role, old.name].append(place)
    for place, new in enumerate(after):
        if place not in found and alike.get((new.role, new.name)):
            found[place] = alike[new.role, new.name].popleft()
    kept = set(found.values())
    return NodeMatches(
        same=tuple((before[found[place]], new) for place, new in enumerate(after) if place in found),
        added=tuple(new for place, new in enumerate(after) if place not in found),
        removed=tuple(old for place, old in enumerate(before) if place not in kept),
    )


def match_locators(before: Sequence[Node], after: Sequence[Node]) -> dict[int, int]:
    """Map positions in `after` to positions in `before`, for nodes with equal roles and unique locators."""
    was, now = _unique(before), _unique(after)
    return {
        now[locator]: place
        for locator, place in was.items()
        if locator in now and after[now[locator]].role == before[place].role
    }


def _unique(nodes: Sequence[Node]) -> dict[str, int]:
    """Map locators that occur once to their positions."""
    places = {node.locator: place for place, node in enumerate(nodes)}
    if len(places) < len(nodes):
        counts = Counter(node.locator for node in nodes)
        places = {locator: place for locator, place in places.items() if counts[locator] == 1}
    places.pop("", None)
    return places
