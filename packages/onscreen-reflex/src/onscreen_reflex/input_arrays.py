"""Scenes -> the arrays the net reads, padded to the longest of each part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen_reflex.scene import Scene
from onscreen_reflex.vocabulary import RELATIONS

Array: TypeAlias = NDArray[np.generic]

ARRAYS: tuple[str, ...] = (
    "word_pieces", "word_features", "deed_pieces", "deed_verbs", "deed_features", "name_pieces",
    "value_pieces", "clue_pieces", "roles", "element_features", "whole", "relations", "there",
)  # fmt: skip
"""What the net takes, in its order."""
OUTPUTS: tuple[str, ...] = ("aimed", "free", "source", "span", "until", "second", "place")
"""What it gives, in its order; see `onscreen_train.network.Outputs`."""


class Sizes(msgspec.Struct, frozen=True):
    """To how many words, deeds and elements a batch is padded."""

    words: int
    deeds: int
    elements: int

    @classmethod
    def of(cls, scenes: Sequence[Scene]) -> Sizes:
        """Return the sizes of the longest of each; at least one of each, so that no array is empty."""
        return cls(
            max(1, *(len(s.words) for s in scenes)),
            max(1, *(len(s.deed_verbs) for s in scenes)),
            max(1, *(len(s.elements) for s in scenes)),
        )

    @property
    def all(self) -> int:
        """The padded length."""
        return 1 + self.words + self.deeds + self.elements


def arrays_of(scenes: Sequence[Scene]) -> Mapping[str, Array]:
    """Return B scenes as arrays by name; `relations` (B, N, N) holds bits, `there` (B, N) tells what is."""
    sizes = Sizes.of(scenes)
    relations = np.zeros((len(scenes), sizes.all, sizes.all), np.int32)
    there = np.zeros((len(scenes), sizes.all), np.bool_)
    for number, scene in enumerate(scenes):
        at = _positions(scene, sizes)
        there[number, at] = True
        relations[number][np.ix_(at, at)] = scene.relations.view(np.int32)
    words, deeds, elements = sizes.words, sizes.deeds, sizes.elements
    return {
        "word_pieces": _padded([s.word_pieces for s in scenes], words, empty=-1),
        "word_features": _padded([s.word_features for s in scenes], words, empty=0),
        "deed_pieces": _padded([s.deed_pieces for s in scenes], deeds, empty=-1),
        "deed_verbs": _padded([s.deed_verbs for s in scenes], deeds, empty=0),
        "deed_features": _padded([s.deed_features for s in scenes], deeds, empty=0),
        "name_pieces": _padded([s.name_pieces for s in scenes], elements, empty=-1),
        "value_pieces": _padded([s.value_pieces for s in scenes], elements, empty=-1),
        "clue_pieces": _padded([s.clue_pieces for s in scenes], elements, empty=-1),
        "roles": _padded([s.roles for s in scenes], elements, empty=0),
        "element_features": _padded([s.element_features for s in scenes], elements, empty=0),
        "whole": np.stack([s.whole for s in scenes]),
        "relations": relations,
        "there": there,
    }


def arrays_apart(scene: Scene) -> Mapping[str, Array]:
    """Return the arrays of one scene with the relations' bits apart, (1, N, N, RELATIONS) of 0 and 1."""
    arrays = arrays_of([scene])
    bits = np.arange(RELATIONS, dtype=np.int32)
    apart = (np.asarray(arrays["relations"], np.int32)[..., None] >> bits) & 1
    return {**arrays, "relations": apart.astype(np.uint8)}


def _padded(arrays: Sequence[Array], rows: int, *, empty: int) -> Array:
    shape = (len(arrays), rows, *arrays[0].shape[1:])
    whole = np.full(shape, empty, np.float32 if arrays[0].dtype == np.float32 else np.int64)
    for number, array in enumerate(arrays):
        whole[number, : len(array)] = array
    return whole


def _positions(scene: Scene, sizes: Sizes) -> NDArray[np.int64]:
    """Return where the positions of a scene stand in the padded sequence."""
    deeds = 1 + sizes.words
    elements = deeds + sizes.deeds
    return np.concatenate(
        [
            np.arange(1 + len(scene.words)),
            deeds + np.arange(len(scene.deed_verbs)),
            elements + np.arange(len(scene.elements)),
        ]
    ).astype(np.int64)
