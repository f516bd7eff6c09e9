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

from onscreen_reflex.input_arrays import INPUTS, OUTPUT_NAMES, InputSpec
from onscreen_reflex.scene import Scene
from onscreen_reflex.scene_batch import build_onnx_inputs
from onscreen_train.batches import inputs_of
from onscreen_train.network import Inputs, Net

OPSET = 17
_AXIS_NAMES = {"words": "T", "history": "H", "elements": "E", "sequence": "N"}


class _Plain(nn.Module):
    """The net with plain tensors in and out, which is what the exporter follows."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, *arrays: Tensor) -> tuple[Tensor, ...]:
        out = self.net(Inputs(*arrays))
        return tuple(getattr(out, name) for name in OUTPUT_NAMES)


def export(net: Net, path: Path, *, example: Scene) -> None:
    """Write the net as ONNX with int8 weights; `example` is any scene."""
    net.eval()
    arrays = build_onnx_inputs(example)
    given = tuple(torch.from_numpy(arrays[spec.onnx_name]) for spec in INPUTS.values())
    axes = {spec.onnx_name: _axes(spec) for spec in INPUTS.values()}
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            _Plain(net),
            given,
            str(whole),
            input_names=[spec.onnx_name for spec in INPUTS.values()],
            output_names=list(OUTPUT_NAMES),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
        quantize_dynamic(whole, path, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"])


def _axes(spec: InputSpec) -> dict[int, str]:
    """Return the names of the variable axes of an input by number; the batch axis 0 is fixed."""
    return {number: _AXIS_NAMES[axis] for number, axis in enumerate(spec.axes, start=1)}


@torch.no_grad()
def apart(net: Net, path: Path, *, scenes: Sequence[Scene]) -> float:
    """Return the share of scenes on which the exported net puts another move first than the net itself."""
    session = InferenceSession(str(path), providers=["CPUExecutionProvider"])
    net.eval()
    other = 0
    for scene in scenes:
        out = net(inputs_of([scene]))
        first = _first(out.aimed.numpy(), out.free.numpy())
        got = dict(
            zip(OUTPUT_NAMES, session.run(list(OUTPUT_NAMES), dict(build_onnx_inputs(scene))), strict=True)
        )
        other += first != _first(got["aimed"], got["free"])
    return other / max(1, len(scenes))


def _first(aimed: np.ndarray, free: np.ndarray) -> int:
    return int(np.concatenate([aimed.reshape(-1), free.reshape(-1)]).argmax())
