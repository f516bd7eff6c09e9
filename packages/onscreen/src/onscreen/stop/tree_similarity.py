"""Comparison of screens by the roles, texts and states of their nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import msgspec

from onscreen.stop.instruction_values import Replacements, fill_values
from onscreen.types import Shot

SHOWN_STATES = ("checked", "selected", "expanded", "pressed", "disabled")
"""States that a task may ask for; others, such as "clickable", belong to the kind of the element."""
STRUCTURE_WEIGHT = 0.3
"""Weight of the structure in the similarity of two trees; the texts have the rest."""


class Fact(msgspec.Struct, frozen=True):
    """Role, texts and shown states of a node, in lower case."""

    role: str
    name: str = ""
    value: str = ""
    states: tuple[str, ...] = ()


Facts: TypeAlias = frozenset[Fact]


@lru_cache(maxsize=4096)
def find_facts(shot: Shot, values: Replacements = ()) -> Facts:
    """Return the facts of the nodes with a name, value or state, with values replaced in their texts.

    The address without its query, the title and the message of a dialog are also facts.
    """
    facts = {
        Fact(
            node.role,
            fill_values(node.name, values).casefold(),
            fill_values(node.value, values).casefold(),
            tuple(state for state in SHOWN_STATES if node.has(state)),
        )
        for node in shot.nodes
        if node.name or node.value or any(map(node.has, SHOWN_STATES))
    }
    facts.add(Fact("address", shot.address.partition("?")[0]))
    if shot.dialog is not None:
        facts.add(Fact("dialog message", fill_values(shot.dialog.message, values).casefold()))
    return frozenset(facts)


def tree_similarity(reference: Shot, shot: Shot, *, ignored: Facts = frozenset()) -> float:
    """Return the similarity of two screens' trees in structure and texts, 0 to 1.

    The structures are compared by the number of nodes with each pair of role and parent role, the texts by
    the facts that are not `ignored`. Two screens without nodes are equal.
    """
    texts = jaccard(find_facts(reference) - ignored, find_facts(shot) - ignored)
    return STRUCTURE_WEIGHT * _structure_similarity(reference, shot) + (1 - STRUCTURE_WEIGHT) * texts


def jaccard(one: Facts, other: Facts) -> float:
    """Return the share of the facts of two screens that are common to both (Jaccard index), 0 to 1."""
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def coverage(expected: Facts, found: Facts) -> float:
    """Return the share of the expected facts that were found; 0 if none is expected."""
    return len(expected & found) / len(expected) if expected else 0.0


def common_facts(screens: Iterable[Facts]) -> Facts:
    """Return the facts common to all screens; no facts without screens."""
    listed = list(screens)
    return listed[0].intersection(*listed[1:]) if listed else frozenset()


def _structure_similarity(one: Shot, other: Shot) -> float:
    counts, other_counts = _count_roles(one), _count_roles(other)
    union = (counts | other_counts).total()
    return (counts & other_counts).total() / union if union else 1.0


@lru_cache(maxsize=1024)
def _count_roles(shot: Shot) -> Counter[tuple[str, str]]:
    """Count the nodes for each pair of role and parent role."""
    return Counter(
        (shot.nodes[node.parent].role if node.parent is not None else "", node.role) for node in shot.nodes
    )
