"""Examples -> batches of one size: arrays padded to the longest, like sizes together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from onscreen_reflex.candidate_actions import mask_element_verbs, mask_global_verbs
from onscreen_reflex.input_arrays import INPUTS
from onscreen_reflex.scene import Scene
from onscreen_reflex.scene_batch import Sizes, batch_inputs
from onscreen_reflex.vocabulary import ELEMENT_FORMS, ELEMENT_VERBS, GLOBAL_VERBS, WORD_FORMS
from onscreen_train.network import Inputs
from onscreen_train.training_examples import Example

POSITIONS_MOST = 4000
"""How many positions a batch has at most: padded length times examples."""
EXAMPLES_MOST = 32


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


def inputs_of(scenes: Sequence[Scene]) -> Inputs:
    """Return the batch of these scenes."""
    batch = batch_inputs(scenes)
    return Inputs(**{name: torch.from_numpy(getattr(batch, name)) for name in INPUTS})


def targets_of(examples: Sequence[Example]) -> Targets:
    """Return what is right for these examples, padded as `inputs_of` pads their scenes."""
    sizes = Sizes.of([e.scene for e in examples])
    count, moves = len(examples), sizes.elements * len(ELEMENT_VERBS) + len(GLOBAL_VERBS)
    can, right = np.zeros((count, moves), np.bool_), np.zeros((count, moves), np.bool_)
    sources = np.zeros((count, sizes.words * len(WORD_FORMS) + sizes.elements * len(ELEMENT_FORMS)), np.bool_)
    numbers = np.full((5, count), -1, np.int64)
    for i, example in enumerate(examples):
        scene, label = example.scene, example.label
        can[i] = _can(scene, sizes)
        if label.elements:
            for element in label.elements:
                right[i, element * len(ELEMENT_VERBS) + label.verb] = True
        else:
            right[i, sizes.elements * len(ELEMENT_VERBS) + label.verb] = True
        behind = len(scene.words) * len(WORD_FORMS)
        for source in label.sources:
            moved = source if source < behind else source - behind + sizes.words * len(WORD_FORMS)
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
        torch.tensor([max(1.0, example.weight) for example in examples]),
    )


def _can(scene: Scene, sizes: Sizes) -> NDArray[np.bool_]:
    aimed = np.zeros((sizes.elements, len(ELEMENT_VERBS)), np.bool_)
    aimed[: len(scene.elements)] = mask_element_verbs(scene)
    return np.concatenate([aimed.reshape(-1), mask_global_verbs(scene)])


def grouped(examples: Sequence[Example], *, chance: random.Random) -> tuple[tuple[int, ...], ...]:
    """Return the places of all examples in groups of like size, in random order."""
    order = list(range(len(examples)))
    chance.shuffle(order)
    order.sort(key=lambda i: _likeness(examples[i].scene))
    groups: list[list[int]] = []
    most = Sizes(0, 0, 0)
    for index in order:
        wider = _wider(most, Sizes.of([examples[index].scene]))
        full = not groups or len(groups[-1]) >= EXAMPLES_MOST
        if full or wider.sequence * (len(groups[-1]) + 1) > POSITIONS_MOST:
            groups.append([])
            wider = Sizes.of([examples[index].scene])
        groups[-1].append(index)
        most = wider
    chance.shuffle(groups)
    return tuple(map(tuple, groups))


def _likeness(scene: Scene) -> tuple[int, int]:
    """Return what scenes are sorted by: the count of elements, and in each level words up, then down."""
    level = len(scene.elements) // 12
    return level, len(scene.words) * (-1 if level % 2 else 1)


def _wider(one: Sizes, other: Sizes) -> Sizes:
    return Sizes(
        max(one.words, other.words), max(one.history, other.history), max(one.elements, other.elements)
    )


def batches(examples: Sequence[Example], *, chance: random.Random) -> Iterator[Batch]:
    """Yield every example once, those of like sizes together, in random order.

    An example of a weight below 1 is there with that probability and then counts 1.
    """
    there = [e for e in examples if e.weight >= 1 or chance.random() < e.weight]
    for group in grouped(there, chance=chance):
        chosen = [there[index] for index in group]
        yield Batch(inputs_of([e.scene for e in chosen]), targets_of(chosen))
