"""A fitted net -> int8 ONNX, and how far the two are apart."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from onnxruntime import InferenceSession
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from onscreen_reflex.input_arrays import ARRAYS, OUTPUTS, arrays_apart
from onscreen_reflex.scene import Scene
from onscreen_train.batches import inputs_of
from onscreen_train.network import Inputs, Net

OPSET = 17


class _Plain(nn.Module):
    """The net with plain tensors in and out, which is what the exporter follows."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, *arrays: Tensor) -> tuple[Tensor, ...]:
        out = self.net(Inputs(*arrays))
        return tuple(getattr(out, name) for name in OUTPUTS)


def export(net: Net, path: Path, *, example: Scene) -> None:
    """Write the net as ONNX with int8 weights; `example` is any scene."""
    net.eval()
    arrays = arrays_apart(example)
    given = tuple(torch.from_numpy(arrays[name]) for name in ARRAYS)
    axes = {name: _axes(name) for name in ARRAYS}
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            _Plain(net),
            given,
            str(whole),
            input_names=list(ARRAYS),
            output_names=list(OUTPUTS),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
        quantize_dynamic(whole, path, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"])


def _axes(name: str) -> dict[int, str]:
    """Return which sides of an array are of any length; the sides of the batch are of one."""
    if name == "whole":
        return {}
    if name in {"relations", "there"}:
        return {1: "N", 2: "N"} if name == "relations" else {1: "N"}
    return {1: {"w": "T", "d": "H"}.get(name[0], "E")}


@torch.no_grad()
def apart(net: Net, path: Path, *, scenes: Sequence[Scene]) -> float:
    """Return the share of scenes on which the exported net puts another move first than the net itself."""
    session = InferenceSession(str(path), providers=["CPUExecutionProvider"])
    net.eval()
    other = 0
    for scene in scenes:
        out = net(inputs_of([scene]))
        first = _first(out.aimed.numpy(), out.free.numpy())
        got = dict(zip(OUTPUTS, session.run(list(OUTPUTS), dict(arrays_apart(scene))), strict=True))
        other += first != _first(got["aimed"], got["free"])
    return other / max(1, len(scenes))


def _first(aimed: np.ndarray, free: np.ndarray) -> int:
    return int(np.concatenate([aimed.reshape(-1), free.reshape(-1)]).argmax())
