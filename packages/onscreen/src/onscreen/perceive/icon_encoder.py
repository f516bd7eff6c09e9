"""Naming of icons by a small neural network.

The network was trained by `tools/train_icon_encoder.py` on four icon sets with permissive licenses. It
scores the concepts of `icon_concepts.tsv`, such as "trash" and "arrow left", and "unknown".
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions

from onscreen.types import Box

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIDE_PX = 48
"""Side of the input of the network, in pixels."""
INK_SHARE = 0.53
"""Share of the input taken by the longer side of the icon, as in training."""
MARGIN_SHARE = 0.2
"""Width of the margin around an icon that is included, as a share of its longer side."""
MIN_CONTRAST = 0.1
"""Contrast below which the input is not amplified further, as a share of the brightness range."""
_ERRORS_ONLY = 3


class Concept(msgspec.Struct, frozen=True):
    """Meaning of an icon: its name and other words that describe it."""

    name: str
    words: tuple[str, ...]


class IconReading(msgspec.Struct, frozen=True):
    """Meaning of an icon, with its probability.

    `name` is the most probable concept with its `probability` from 0 to 1; "unknown" competes with the
    concepts, so the probabilities of all concepts add up to at most 1. `probabilities` are the probabilities
    of all concepts, in the order of `read_concepts`.
    """

    name: str
    probability: float
    probabilities: tuple[float, ...]


@cache
def read_concepts() -> tuple[Concept, ...]:
    """Return the network's concepts, in the order of its outputs."""
    text = files("onscreen.perceive").joinpath("icon_concepts.tsv").read_text("utf-8")
    return tuple(
        Concept(row["concept"], tuple(row["words"].split()))
        for row in csv.DictReader(text.splitlines(), delimiter="\t")
    )


class IconEncoder:
    """Neural network that recognizes the meaning of icons."""

    def __init__(self) -> None:
        """Load the network."""
        options = SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        data = files("onscreen.perceive").joinpath("icon_encoder.onnx").read_bytes()
        self._session = InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self._concepts = read_concepts()

    def read(self, pixels: Pixels, boxes: Sequence[Box]) -> tuple[IconReading, ...]:
        """Recognize the icons in tight boxes of an RGB picture of shape (height, width, 3)."""
        if not boxes:
            return ()
        inputs = np.stack([normalize_icon(pixels, box) for box in boxes])[:, None]
        (scores,) = self._session.run(["scores"], {"pictures": inputs})
        exponents = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares = exponents / exponents.sum(axis=1, keepdims=True)
        return tuple(self._reading(row) for row in shares)

    def _reading(self, shares: Floats) -> IconReading:
        best = int(shares[:-1].argmax())
        return IconReading(self._concepts[best].name, float(shares[best]), tuple(shares[:-1].tolist()))


def normalize_icon(pixels: Pixels, box: Box) -> Floats:
    """Return the network's input for an icon: its difference from the background, 0 to 1, shape (48, 48).

    The background is the median of the border. Pixels farther from the box than `MARGIN_SHARE` are left out,
    because they belong to neighboring icons.
    """
    side = max(box.width, box.height, 1.0) / INK_SHARE
    center, height, width = box.center, *pixels.shape[:2]
    left, top = center.x - side / 2, center.y - side / 2
    reach = max(2, round(side))
    columns = np.clip((left + np.arange(reach) * side / reach).round().astype(int), 0, width - 1)
    rows = np.clip((top + np.arange(reach) * side / reach).round().astype(int), 0, height - 1)
    part = pixels[np.ix_(rows, columns)].astype(np.float32) / 255
    method = cv2.INTER_AREA if reach > SIDE_PX else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(part, (SIDE_PX, SIDE_PX), interpolation=method), np.float32)
    border = np.concatenate([small[0], small[-1], small[:, 0], small[:, -1]])
    difference = np.abs(small - np.median(border, axis=0)).max(axis=2)
    reach_px = SIDE_PX * INK_SHARE * (0.5 + MARGIN_SHARE)
    middle = np.abs(np.arange(SIDE_PX) - (SIDE_PX - 1) / 2) <= reach_px
    difference = np.where(middle[:, None] & middle, difference, 0.0)
    normalized: Floats = (difference / max(MIN_CONTRAST, float(difference.max()))).astype(np.float32)
    return normalized
