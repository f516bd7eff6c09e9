"""Examples -> batches of one size: arrays padded to the longest, like sizes together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from onscreen.model.reflex.choices import can_be, can_be_free
from onscreen.model.reflex.scene import Scene
from onscreen.model.reflex.vocabulary import AIMED, FREE, FROM_ELEMENT, FROM_WORDS
from onscreen.train.examples import Example
from onscreen.train.net import Inputs

POSITIONS_MOST = 6000
"""How many positions a batch has at most: padded length times examples."""
EXAMPLES_MOST = 64
Array = NDArray[np.generic]


class Targets(msgspec.Struct, frozen=True):
    """The right choices as masks and numbers, one row for each example; -1 is not asked.

    `can` (B, E*AIMED + FREE) says which moves make sense, `moves` which are right. `row` is the row of
    the element acted on. `sources` (B, T*forms + E*forms) is empty of True where no text is asked for.
    """

    can: Tensor
    moves: Tensor
    row: Tensor
    sources: Tensor
    first: Tensor
    last: Tensor
    second: Tensor
    place: Tensor
    weight: Tensor


class Batch(msgspec.Struct, frozen=True):
    """What the net reads and what is right."""

    inputs: Inputs
    targets: Targets


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


def inputs_of(scenes: Sequence[Scene]) -> Inputs:
    """Return the batch of these scenes."""
    sizes = Sizes.of(scenes)
    relations = np.zeros((len(scenes), sizes.all, sizes.all), np.int32)
    there = np.zeros((len(scenes), sizes.all), np.bool_)
    for number, scene in enumerate(scenes):
        at = _positions(scene, sizes)
        there[number, at] = True
        relations[number][np.ix_(at, at)] = scene.relations.view(np.int32)

    words, deeds, elements = sizes.words, sizes.deeds, sizes.elements
    return Inputs(
        _padded([s.word_pieces for s in scenes], words, empty=-1),
        _padded([s.word_features for s in scenes], words, empty=0),
        _padded([s.deed_pieces for s in scenes], deeds, empty=-1),
        _padded([s.deed_verbs for s in scenes], deeds, empty=0),
        _padded([s.deed_features for s in scenes], deeds, empty=0),
        _padded([s.name_pieces for s in scenes], elements, empty=-1),
        _padded([s.value_pieces for s in scenes], elements, empty=-1),
        _padded([s.clue_pieces for s in scenes], elements, empty=-1),
        _padded([s.roles for s in scenes], elements, empty=0),
        _padded([s.element_features for s in scenes], elements, empty=0),
        torch.from_numpy(np.stack([s.whole for s in scenes])),
        torch.from_numpy(relations),
        torch.from_numpy(there),
    )


def _padded(arrays: Sequence[Array], rows: int, *, empty: int) -> Tensor:
    shape = (len(arrays), rows, *arrays[0].shape[1:])
    whole = np.full(shape, empty, np.float32 if arrays[0].dtype == np.float32 else np.int64)
    for number, array in enumerate(arrays):
        whole[number, : len(array)] = array
    return torch.from_numpy(whole)


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


def targets_of(examples: Sequence[Example]) -> Targets:
    """Return what is right for these examples, padded as `inputs_of` pads their scenes."""
    sizes = Sizes.of([e.scene for e in examples])
    count, moves = len(examples), sizes.elements * len(AIMED) + len(FREE)
    can, right = np.zeros((count, moves), np.bool_), np.zeros((count, moves), np.bool_)
    sources = np.zeros((count, sizes.words * len(FROM_WORDS) + sizes.elements * len(FROM_ELEMENT)), np.bool_)
    numbers = np.full((5, count), -1, np.int64)
    for i, example in enumerate(examples):
        scene, label = example.scene, example.label
        can[i] = _can(scene, sizes)
        if label.elements:
            for element in label.elements:
                right[i, element * len(AIMED) + label.verb] = True
        else:
            right[i, sizes.elements * len(AIMED) + label.verb] = True
        behind = len(scene.words) * len(FROM_WORDS)
        for source in label.sources:
            moved = source if source < behind else source - behind + sizes.words * len(FROM_WORDS)
            sources[i, moved] = True
        acted = 1 + label.elements[0] if label.elements else 0
        onto = 1 + label.second if label.asks_second else -1
        numbers[:, i] = (acted, *label.span, onto, label.place)
    row, first, last, second, place = (torch.from_numpy(each) for each in numbers)
    return Targets(
        torch.from_numpy(can | right),
        torch.from_numpy(right),
        row,
        torch.from_numpy(sources),
        first,
        last,
        second,
        place,
        torch.tensor([example.weight for example in examples]),
    )


def _can(scene: Scene, sizes: Sizes) -> NDArray[np.bool_]:
    aimed = np.zeros((sizes.elements, len(AIMED)), np.bool_)
    aimed[: len(scene.elements)] = can_be(scene)
    return np.concatenate([aimed.reshape(-1), can_be_free(scene)])


def grouped(examples: Sequence[Example], *, chance: random.Random) -> tuple[tuple[int, ...], ...]:
    """Return the places of all examples in groups of like size, in random order."""
    order = list(range(len(examples)))
    chance.shuffle(order)
    order.sort(key=lambda i: examples[i].scene.size // 12)
    groups: list[list[int]] = []
    for index in order:
        positions = examples[index].scene.size
        most = min(EXAMPLES_MOST, POSITIONS_MOST // positions)
        if not groups or len(groups[-1]) >= most:
            groups.append([])
        groups[-1].append(index)
    chance.shuffle(groups)
    return tuple(map(tuple, groups))


def batches(examples: Sequence[Example], *, chance: random.Random) -> Iterator[Batch]:
    """Yield every example once, those of like sizes together, in random order."""
    for group in grouped(examples, chance=chance):
        chosen = [examples[index] for index in group]
        yield Batch(inputs_of([e.scene for e in chosen]), targets_of(chosen))
