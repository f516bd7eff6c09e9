"""A folder of weights -> a net begun with them: with a training's own, else with what its int8 net keeps."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

from onscreen.types.errors import UsageError
from onscreen_reflex.manifest import NET_FILE
from onscreen_train.network import Net

CHECKPOINT = "mark.pt"
"""The file that a training goes on from."""
KINDS = (1, 2, 3, 0)
"""Which rows of `kinds` the net adds, in the order it reads: words, deeds, elements, the whole."""
_KINDS_IN_ALL = 6
_TORN = (
    RuntimeError,
    LookupError,
    OSError,
    EOFError,
    TypeError,
    ValueError,
    pickle.UnpicklingError,
    DecodeError,
)
"""What is raised where a file is damaged or none of ours."""


def begins_in(folder: Path) -> Path | None:
    """Return the file that a net can be begun with: a training's mark, else a net of int8; or None."""
    return next((folder / name for name in (CHECKPOINT, NET_FILE) if (folder / name).is_file()), None)


def begin(net: Net, folder: Path) -> None:
    """Give the net the parameters of the one in a folder; those of an int8 net are as exact as it keeps them.

    Raises:
        UsageError: it holds neither a training nor a net, or one that is damaged or of another shape.
    """
    try:
        net.begin_with(_fitted(begins_in(folder) or folder / CHECKPOINT))
    except _TORN as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise UsageError(
            f"the training in {folder} is no beginning for this one: {said}; it is damaged, or of another "
            "vocabulary or shape; train from nothing, without --begin"
        ) from error


def _fitted(path: Path) -> Mapping[str, Tensor]:
    """Return the parameters in a file by name."""
    if path.name == NET_FILE:
        return dict(_whole(onnx.load(str(path))))
    state: Mapping[str, Tensor] = torch.load(path, map_location="cpu", weights_only=True)["net"]
    return state


def _whole(model: onnx.ModelProto) -> Iterator[tuple[str, Tensor]]:
    arrays = {each.name: numpy_helper.to_array(each) for each in model.graph.initializer}
    for name, array in arrays.items():
        if name.startswith("net.") and not name.endswith(_QUANTIZED):
            yield name.removeprefix("net."), torch.from_numpy(array.copy())
    added: list[tuple[int, NDArray[np.float32]]] = []
    for node in model.graph.node:
        for name in node.input:
            if name in arrays and name.startswith("onnx::Add_"):
                added.append((int(name.removeprefix("onnx::Add_")), arrays[name]))
            if name in arrays and name.endswith(_QUANTIZED[0]):
                yield f"{_module(node.name)}.weight", _numbers(arrays, name.removesuffix(_QUANTIZED[0]))
    kinds = np.zeros((_KINDS_IN_ALL, len(added[0][1])), np.float32)
    for row, (_, vector) in zip(KINDS, sorted(added, key=lambda each: each[0]), strict=True):
        kinds[row] = vector
    yield "kinds.weight", torch.from_numpy(kinds)


_QUANTIZED = ("_quantized", "_scale", "_zero_point")


def _numbers(arrays: Mapping[str, NDArray[np.float32]], name: str) -> Tensor:
    whole, scale, nought = (arrays[f"{name}{end}"] for end in _QUANTIZED)
    return torch.from_numpy(((whole.astype(np.float32) - nought) * scale).T.copy())


def _module(node: str) -> str:
    """Return the module that a node of the graph was made of: /net/inner/inner.0/MatMul -> inner.0."""
    parts = node.split("/")[2:-1]
    return ".".join(
        p for p, after in zip(parts, [*parts[1:], ""], strict=True) if not after.startswith(f"{p}.")
    )
