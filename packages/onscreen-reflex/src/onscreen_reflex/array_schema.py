"""Schema of the network's input and output arrays: names, axes, types and padding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.generic]
ArrayT = TypeVar("ArrayT")
Axis = Literal["words", "history", "elements", "sequence"]


class InputSpec(msgspec.Struct, frozen=True):
    """Specification of an input array: its name, axes, data type and padding.

    `onnx_name` is its name in the exported graph. `axes` are the variable axes after the batch axis; axes of
    fixed length may follow them. Batches have the type `dtype` and are filled up with `padding`.
    """

    onnx_name: str
    axes: tuple[Axis, ...]
    dtype: type[np.generic] = np.int64
    padding: int = 0


def _pieces(onnx_name: str, axis: Axis) -> InputSpec:
    return InputSpec(onnx_name, (axis,), padding=-1)


def _features(onnx_name: str, *axes: Axis) -> InputSpec:
    return InputSpec(onnx_name, axes, np.float32)


class InputArrays(msgspec.Struct, Generic[ArrayT], frozen=True):
    """Input arrays of the network, for one example or for a batch.

    The fields are in the order of the inputs. In a batch, the batch axis comes first.

    There are T words, H past actions, E elements and N = 1 + T + H + E positions. Pieces are indices of the
    word-piece vocabulary, -1 for none. `relations` describes how each row's position relates to each
    column's, with one bit per Relation or with a further axis of one 0 or 1 per Relation. `present` is false
    at padding.
    """

    word_pieces: Annotated[ArrayT, _pieces("word_pieces", "words")]
    word_features: Annotated[ArrayT, _features("word_features", "words")]
    action_pieces: Annotated[ArrayT, _pieces("deed_pieces", "history")]
    action_verbs: Annotated[ArrayT, InputSpec("deed_verbs", ("history",))]
    action_features: Annotated[ArrayT, _features("deed_features", "history")]
    name_pieces: Annotated[ArrayT, _pieces("name_pieces", "elements")]
    value_pieces: Annotated[ArrayT, _pieces("value_pieces", "elements")]
    clue_pieces: Annotated[ArrayT, _pieces("clue_pieces", "elements")]
    roles: Annotated[ArrayT, InputSpec("roles", ("elements",))]
    element_features: Annotated[ArrayT, _features("element_features", "elements")]
    screen_features: Annotated[ArrayT, _features("whole")]
    relations: Annotated[ArrayT, InputSpec("relations", ("sequence", "sequence"), np.int32)]
    present: Annotated[ArrayT, InputSpec("there", ("sequence",), np.bool_)]


class OutputArrays(msgspec.Struct, Generic[ArrayT], frozen=True):
    """Output arrays of the network: logits for every part of an action.

    The fields are in the order of the outputs; the batch axis comes first.

    `element_verbs` (B, E, verbs) and `global_verbs` (B, verbs) choose the action. In the others, row 0 is the
    situation and row 1 + e is element e: `text_sources` (B, 1+E, T*word forms + E*element forms) chooses the
    source of a text, `span_pairs` (B, T, T) plus `span_ends` (B, 1+E, T) the last word of a span,
    `second_elements` (B, 1+E, 1+E) the second element, and `drag_offsets` (B, 1+E, offsets) the end of a
    drag.
    """

    element_verbs: Annotated[ArrayT, "aimed"]
    global_verbs: Annotated[ArrayT, "free"]
    text_sources: Annotated[ArrayT, "source"]
    span_pairs: Annotated[ArrayT, "span"]
    span_ends: Annotated[ArrayT, "until"]
    second_elements: Annotated[ArrayT, "second"]
    drag_offsets: Annotated[ArrayT, "place"]


INPUTS: Mapping[str, InputSpec] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(InputArrays, include_extras=True).items()
}
"""The specification of every field of InputArrays."""
OUTPUT_NAMES: tuple[str, ...] = tuple(
    hint.__metadata__[0] for hint in get_type_hints(OutputArrays, include_extras=True).values()
)
"""The names of the outputs in the exported graph, in the order of OutputArrays."""
