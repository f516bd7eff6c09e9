"""Initialization of a network from a checkpoint or from exported int8 weights."""

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
from onscreen_reflex.weights_manifest import NET_FILE
from onscreen_train.network import Net

CHECKPOINT = "mark.pt"
"""Name of the checkpoint file, from which an interrupted training resumes."""
KIND_ROWS = (1, 2, 3, 0)
"""Rows of the parameter `kinds` for words, actions, elements and the global position, in order."""
_KIND_COUNT = 6
_DAMAGED_FILE_ERRORS = (
    RuntimeError,
    LookupError,
    OSError,
    EOFError,
    TypeError,
    ValueError,
    pickle.UnpicklingError,
    DecodeError,
)
"""Exceptions raised if a file is damaged or has another format."""


def find_weights(folder: Path) -> Path | None:
    """Find the checkpoint in a folder, or the exported network if there is no checkpoint.

    Returns None if the folder contains neither.
    """
    return next((folder / name for name in (CHECKPOINT, NET_FILE) if (folder / name).is_file()), None)


def warm_start(net: Net, folder: Path) -> None:
    """Initialize a network with the parameters stored in a folder.

    The parameters of an exported int8 network are approximate.

    Raises:
        UsageError: the folder contains neither a checkpoint nor a network, or its parameters are damaged
            or of another shape.
    """
    try:
        net.warm_start_from(_load_parameters(find_weights(folder) or folder / CHECKPOINT))
    except _DAMAGED_FILE_ERRORS as error:
        detail = (str(error).splitlines() or [type(error).__name__])[0]
        raise UsageError(
            f"cannot warm-start from {folder}: {detail}; its weights are damaged, or of another vocabulary "
            "or shape; train without --warm-start"
        ) from error


def _load_parameters(path: Path) -> Mapping[str, Tensor]:
    """Load the parameters from a checkpoint or an exported network, by name."""
    if path.name == NET_FILE:
        parameters = _read_onnx_parameters(onnx.load(str(path)))
        return {_STORED_NAMES.get(name, name): tensor for name, tensor in parameters}
    state: Mapping[str, Tensor] = torch.load(path, map_location="cpu", weights_only=True)["net"]
    return state


def _read_onnx_parameters(model: onnx.ModelProto) -> Iterator[tuple[str, Tensor]]:
    arrays = {initializer.name: numpy_helper.to_array(initializer) for initializer in model.graph.initializer}
    for name, array in arrays.items():
        if name.startswith("net.") and not name.endswith(_QUANTIZED):
            yield name.removeprefix("net."), torch.from_numpy(array.copy())
    added_vectors: list[tuple[int, NDArray[np.float32]]] = []
    for node in model.graph.node:
        for name in node.input:
            if name in arrays and name.startswith("onnx::Add_"):
                added_vectors.append((int(name.removeprefix("onnx::Add_")), arrays[name]))
            if name in arrays and name.endswith(_QUANTIZED[0]):
                yield (
                    f"{_module_name(node.name)}.weight",
                    _dequantize(arrays, name.removesuffix(_QUANTIZED[0])),
                )
    kinds = np.zeros((_KIND_COUNT, len(added_vectors[0][1])), np.float32)
    for row, (_, vector) in zip(
        KIND_ROWS, sorted(added_vectors, key=lambda initializer: initializer[0]), strict=True
    ):
        kinds[row] = vector
    yield "kinds.weight", torch.from_numpy(kinds)


_STORED_NAMES = {f"deed.{part}": f"action_features.{part}" for part in ("weight", "bias")}
"""Parameters with another name in the weights that ship."""
_QUANTIZED = ("_quantized", "_scale", "_zero_point")


def _dequantize(arrays: Mapping[str, NDArray[np.float32]], name: str) -> Tensor:
    quantized, scale, zero_point = (arrays[f"{name}{suffix}"] for suffix in _QUANTIZED)
    return torch.from_numpy(((quantized.astype(np.float32) - zero_point) * scale).T.copy())


def _module_name(node: str) -> str:
    """Extract the module name from a graph node's name: /net/inner/inner.0/MatMul -> inner.0."""
    parts = node.split("/")[2:-1]
    return ".".join(
        p for p, after in zip(parts, [*parts[1:], ""], strict=True) if not after.startswith(f"{p}.")
    )
