"""Mini-batches of training examples of similar size, padded to the longest example."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from onscreen_reflex.array_schema import INPUTS
from onscreen_reflex.candidate_actions import mask_element_verbs, mask_global_verbs
from onscreen_reflex.categorical_vocabulary import ELEMENT_FORMS, ELEMENT_VERBS, GLOBAL_VERBS, WORD_FORMS
from onscreen_reflex.input_batches import Sizes, batch_inputs
from onscreen_reflex.input_encoder import Scene
from onscreen_train.network import Inputs
from onscreen_train.task_split import DEFAULT_MAX_POSITIONS
from onscreen_train.training_examples import Example

MAX_EXAMPLES = 32


class Targets(msgspec.Struct, frozen=True):
    """Training targets for a batch, as masks and indices with one row per example.

    An index of -1 means not applicable. `allowed` (B, E*element verbs + global verbs) marks the possible
    pairs of verb and element, `moves` the correct ones. `row` is the row of the element acted on. `sources`
    (B, T*forms + E*forms) has no True in a row whose action has no text.
    """

    allowed: Tensor
    moves: Tensor
    row: Tensor
    sources: Tensor
    first: Tensor
    last: Tensor
    second: Tensor
    place: Tensor
    weight: Tensor


class Batch(msgspec.Struct, frozen=True):
    """Network inputs and training targets for a group of examples."""

    inputs: Inputs
    targets: Targets


def build_inputs(scenes: Sequence[Scene]) -> Inputs:
    """Convert scenes to padded input tensors for the network."""
    batch = batch_inputs(scenes)
    return Inputs(**{name: torch.from_numpy(getattr(batch, name)) for name in INPUTS})


def build_targets(examples: Sequence[Example]) -> Targets:
    """Convert labels to target tensors, padded in the same way as `build_inputs`."""
    sizes = Sizes.of([e.scene for e in examples])
    count, moves = len(examples), sizes.elements * len(ELEMENT_VERBS) + len(GLOBAL_VERBS)
    allowed, right = np.zeros((count, moves), np.bool_), np.zeros((count, moves), np.bool_)
    sources = np.zeros((count, sizes.words * len(WORD_FORMS) + sizes.elements * len(ELEMENT_FORMS)), np.bool_)
    numbers = np.full((5, count), -1, np.int64)
    for i, example in enumerate(examples):
        scene, label = example.scene, example.label
        allowed[i] = _allowed_moves(scene, sizes)
        if label.elements:
            for element in label.elements:
                right[i, element * len(ELEMENT_VERBS) + label.verb] = True
        else:
            right[i, sizes.elements * len(ELEMENT_VERBS) + label.verb] = True
        element_offset = len(scene.words) * len(WORD_FORMS)
        for source in label.sources:
            padded_source = (
                source if source < element_offset else source - element_offset + sizes.words * len(WORD_FORMS)
            )
            sources[i, padded_source] = True
        acted_row = 1 + label.elements[0] if label.elements else 0
        second_row = 1 + label.second if label.asks_second else -1
        numbers[:, i] = (acted_row, *label.span, second_row, label.place)
    row, first, last, second, place = (torch.from_numpy(each) for each in numbers)
    return Targets(
        torch.from_numpy(allowed | right),
        torch.from_numpy(right),
        row,
        torch.from_numpy(sources),
        first,
        last,
        second,
        place,
        torch.tensor([max(1.0, example.weight) for example in examples]),
    )


def _allowed_moves(scene: Scene, sizes: Sizes) -> NDArray[np.bool_]:
    aimed = np.zeros((sizes.elements, len(ELEMENT_VERBS)), np.bool_)
    aimed[: len(scene.elements)] = mask_element_verbs(scene)
    return np.concatenate([aimed.reshape(-1), mask_global_verbs(scene)])


def group_by_size(
    examples: Sequence[Example], *, rng: random.Random, max_positions: int = DEFAULT_MAX_POSITIONS
) -> tuple[tuple[int, ...], ...]:
    """Group example indices into batches of similar input size, in random order."""
    order = list(range(len(examples)))
    rng.shuffle(order)
    order.sort(key=lambda i: _size_key(examples[i].scene))
    groups: list[list[int]] = []
    group_sizes = Sizes(0, 0, 0)
    for index in order:
        new_sizes = _max_sizes(group_sizes, Sizes.of([examples[index].scene]))
        is_full = not groups or len(groups[-1]) >= MAX_EXAMPLES
        if is_full or new_sizes.sequence * (len(groups[-1]) + 1) > max_positions:
            groups.append([])
            new_sizes = Sizes.of([examples[index].scene])
        groups[-1].append(index)
        group_sizes = new_sizes
    rng.shuffle(groups)
    return tuple(map(tuple, groups))


def _size_key(scene: Scene) -> tuple[int, int]:
    """Return the sort key of a scene: number of elements in steps of 12, then number of words."""
    level = len(scene.elements) // 12
    return level, len(scene.words) * (-1 if level % 2 else 1)


def _max_sizes(one: Sizes, other: Sizes) -> Sizes:
    return Sizes(
        max(one.words, other.words), max(one.history, other.history), max(one.elements, other.elements)
    )


def iter_batches(
    examples: Sequence[Example], *, rng: random.Random, max_positions: int = DEFAULT_MAX_POSITIONS
) -> Iterator[Batch]:
    """Yield batches of examples with similar input sizes, in random order.

    An example with a weight below 1 is drawn with that probability and then has weight 1. All others occur
    once.
    """
    drawn = [e for e in examples if e.weight >= 1 or rng.random() < e.weight]
    for group in group_by_size(drawn, rng=rng, max_positions=max_positions):
        chosen = [drawn[index] for index in group]
        yield Batch(build_inputs([e.scene for e in chosen]), build_targets(chosen))
