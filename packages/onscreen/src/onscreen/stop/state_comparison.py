"""Protocol for comparing screens with references of the finished state, with two implementations.

A comparison of another modality, such as sound, is registered as a plugin of the kind `comparison`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

import msgspec

from onscreen.plugins import load_plugin
from onscreen.stop.picture_similarity import compare_pictures, learn_ignored_regions
from onscreen.stop.tree_similarity import common_facts, find_facts, tree_similarity
from onscreen.types import Box, Shot
from onscreen.types.errors import BadText


class Compared(msgspec.Struct, frozen=True):
    """Similarity of a screen to the most similar reference, 0 to 1, with notes for the evidence.

    `value` is None if the screen cannot be compared with any reference. `reference` is the index of that
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


def with_required(comparison: Comparison, regions: Sequence[Box]) -> Comparison:
    """Return a comparison whose value is 0 if a region of the reference's picture does not match.

    `regions` are in pixels of the reference.
    """

    def learn(references: tuple[Shot, ...]) -> CompareState:
        compare = comparison(references)

        def compare_all(shot: Shot) -> Compared:
            found = compare(shot)
            if found.value is None:
                return found
            reference = references[found.reference].picture
            regional = compare_pictures(reference, shot.picture, required=regions)
            is_match = regional.value is None or regional.value > 0
            return found if is_match else Compared(0.0, found.reference, (*found.notes, *regional.notes))

        return compare_all

    return learn


def parse_regions(text: str) -> tuple[Box, ...]:
    """Parse regions such as "0,80,540,140;20,300,200,340": left, top, right and bottom of each, in pixels.

    Raises:
        BadText: a region does not consist of four numbers, or is empty.
    """
    boxes = []
    for part in filter(None, text.split(";")):
        try:
            left, top, right, bottom = (float(number) for number in part.split(","))
        except ValueError:
            left = top = right = bottom = 0.0
        if not (0 <= left < right and 0 <= top < bottom):
            raise BadText(f"a region is LEFT,TOP,RIGHT,BOTTOM in pixels, as in 0,80,540,140; found {part!r}")
        boxes.append(Box(left, top, right, bottom))
    return tuple(boxes)
