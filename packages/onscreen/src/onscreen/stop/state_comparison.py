"""Protocol for comparing a screen with references of the finished state, and its two implementations.

A comparison of another modality, such as sound, is registered as a plugin of the kind `comparison`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

import msgspec

from onscreen.plugins import load_plugin
from onscreen.stop.picture_similarity import compare_pictures, learn_ignored_regions
from onscreen.stop.tree_similarity import common_facts, find_facts, tree_similarity
from onscreen.types import Shot


class Compared(msgspec.Struct, frozen=True):
    """Similarity of a screen to the most similar reference, 0 to 1, with notes for the evidence.

    `value` is None if the screen cannot be compared with any reference. `reference` is the index of the
    reference, -1 for none.
    """

    value: float | None
    reference: int = -1
    notes: tuple[str, ...] = ()


CompareState: TypeAlias = Callable[[Shot], Compared]
Comparison: TypeAlias = Callable[[tuple[Shot, ...]], CompareState]
"""Plugin of the kind `comparison`, which learns from references and returns the comparison with them."""


def make_comparison(name: str) -> Comparison:
    """Return the comparison with the given name.

    Raises:
        UnknownName: no such comparison.
        MissingExtra: the comparison needs a package that is not installed.
    """
    return cast("Comparison", load_plugin("comparison", name))


def image(references: tuple[Shot, ...]) -> CompareState:
    """Compare screens by the structural similarity (SSIM) of their pictures.

    Regions in which the references differ from each other are ignored.
    """
    ignored = learn_ignored_regions([shot.picture for shot in references]) if references else None
    share = (f"{ignored.share:.0%} of the picture ignored",) if ignored is not None else ()

    def compare(shot: Shot) -> Compared:
        found = [compare_pictures(each.picture, shot.picture, ignored=ignored) for each in references]
        known = [(max(0.0, each.value), index) for index, each in enumerate(found) if each.value is not None]
        if not known:
            return Compared(None, notes=found[0].notes if found else ("no reference",))
        value, index = max(known, key=lambda pair: (pair[0], -pair[1]))
        return Compared(value, index, (*found[index].notes, *share))

    return compare


def tree(references: tuple[Shot, ...]) -> CompareState:
    """Compare screens by their trees: roles, texts and states of the nodes.

    Texts in which the references differ from each other are ignored.
    """
    facts = [find_facts(shot) for shot in references]
    varying = frozenset().union(*facts) - common_facts(facts)

    def compare(shot: Shot) -> Compared:
        values = [tree_similarity(each, shot, ignored=varying) for each in references]
        if not values:
            return Compared(None, notes=("no reference",))
        index = values.index(max(values))
        return Compared(values[index], index, (f"{len(varying)} varying texts ignored",) if varying else ())

    return compare
