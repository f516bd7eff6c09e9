"""Padding and batching of the network's inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from onscreen_reflex.array_schema import INPUTS, Array, Axis, InputArrays
from onscreen_reflex.categorical_vocabulary import RELATION_COUNT
from onscreen_reflex.input_encoder import Scene


class Sizes(msgspec.Struct, frozen=True):
    """Padded sizes of a batch: the numbers of words, past actions and elements."""

    words: int
    history: int
    elements: int

    @classmethod
    def of(cls, scenes: Sequence[Scene]) -> Sizes:
        """Compute the smallest padded sizes that fit all inputs of a batch.

        Every size is at least 1, so that no array is empty.
        """
        return cls(
            max(1, *(len(s.words) for s in scenes)),
            max(1, *(len(s.history) for s in scenes)),
            max(1, *(len(s.elements) for s in scenes)),
        )

    @property
    def sequence(self) -> int:
        """Total length of the padded input sequence."""
        return 1 + self.words + self.history + self.elements


def batch_inputs(scenes: Sequence[Scene]) -> InputArrays[Array]:
    """Combine several network inputs into one batch, padded to equal sizes."""
    sizes = Sizes.of(scenes)
    return InputArrays(**{name: _stack(scenes, name, sizes=sizes) for name in INPUTS})


def build_onnx_inputs(scene: Scene) -> Mapping[str, Array]:
    """Convert a `Scene` into named input arrays for ONNX Runtime.

    `relations` has the shape (1, N, N, RELATION_COUNT), with 0 or 1 for each relation.
    """
    batch = batch_inputs([scene])
    bits = np.arange(RELATION_COUNT, dtype=np.int32)
    relations = (np.asarray(batch.relations, np.int32)[..., None] >> bits) & 1
    batch = msgspec.structs.replace(batch, relations=relations.astype(np.uint8))
    return {spec.onnx_name: getattr(batch, name) for name, spec in INPUTS.items()}


def _stack(scenes: Sequence[Scene], name: str, *, sizes: Sizes) -> Array:
    """Stack the arrays of one input, from all scenes, into a padded batch."""
    spec = INPUTS[name]
    arrays: list[Array] = [getattr(scene.inputs, name) for scene in scenes]
    fixed = arrays[0].shape[len(spec.axes) :]
    padded = tuple(getattr(sizes, axis) for axis in spec.axes)
    batch: Array = np.full((len(scenes), *padded, *fixed), spec.padding, spec.dtype)
    for number, (scene, array) in enumerate(zip(scenes, arrays, strict=True)):
        places = tuple(_places(scene, axis, sizes=sizes) for axis in spec.axes)
        batch[number][np.ix_(*places) if places else ...] = array
    return batch


def _places(scene: Scene, axis: Axis, *, sizes: Sizes) -> NDArray[np.int64]:
    """Return the indices of a scene's positions along a padded axis."""
    words, history, elements = (np.arange(len(of)) for of in (scene.words, scene.history, scene.elements))
    if axis != "sequence":
        return {"words": words, "history": history, "elements": elements}[axis]
    first_action = 1 + sizes.words
    first_element = first_action + sizes.history
    return np.concatenate([[0], 1 + words, first_action + history, first_element + elements])
