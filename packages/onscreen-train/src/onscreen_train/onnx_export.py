"""ONNX export of a trained network with int8 weights, and comparison with the original network."""

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

from onscreen_reflex.array_schema import INPUTS, OUTPUT_NAMES, InputSpec
from onscreen_reflex.input_batches import build_onnx_inputs
from onscreen_reflex.input_encoder import Scene
from onscreen_train.batches import build_inputs
from onscreen_train.network import Inputs, Net

OPSET = 17
_AXIS_NAMES = {"words": "T", "history": "H", "elements": "E", "sequence": "N"}


class _TensorInterface(nn.Module):
    """Wrapper of the network with plain tensors as inputs and outputs, for the ONNX exporter."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, *arrays: Tensor) -> tuple[Tensor, ...]:
        out = self.net(Inputs(*arrays))
        return tuple(getattr(out, name) for name in OUTPUT_NAMES)


def export_onnx(net: Net, path: Path, *, example: Scene) -> None:
    """Export the network to an ONNX file with int8 weights.

    `example` is the input used to trace the network; any scene works.
    """
    net.eval()
    arrays = build_onnx_inputs(example)
    inputs = tuple(torch.from_numpy(arrays[spec.onnx_name]) for spec in INPUTS.values())
    axes = {spec.onnx_name: _axes(spec) for spec in INPUTS.values()}
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        float_model = Path(folder) / "whole.onnx"
        torch.onnx.export(
            _TensorInterface(net),
            inputs,
            str(float_model),
            input_names=[spec.onnx_name for spec in INPUTS.values()],
            output_names=list(OUTPUT_NAMES),
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
        quantize_dynamic(
            float_model, path, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"]
        )


def _axes(spec: InputSpec) -> dict[int, str]:
    """Return the names of an input's dynamic axes by axis number; axis 0 (batch) is fixed to 1."""
    return {number: _AXIS_NAMES[axis] for number, axis in enumerate(spec.axes, start=1)}


@torch.no_grad()
def disagreement(net: Net, path: Path, *, scenes: Sequence[Scene]) -> float:
    """Compute the share of scenes in which the exported network ranks another action first."""
    session = InferenceSession(str(path), providers=["CPUExecutionProvider"])
    net.eval()
    differing = 0
    for scene in scenes:
        reference = net(build_inputs([scene]))
        expected = _top_move(reference.aimed.numpy(), reference.free.numpy())
        outputs = dict(
            zip(OUTPUT_NAMES, session.run(list(OUTPUT_NAMES), dict(build_onnx_inputs(scene))), strict=True)
        )
        differing += expected != _top_move(outputs["aimed"], outputs["free"])
    return differing / max(1, len(scenes))


def _top_move(aimed: np.ndarray, free: np.ndarray) -> int:
    return int(np.concatenate([aimed.reshape(-1), free.reshape(-1)]).argmax())
