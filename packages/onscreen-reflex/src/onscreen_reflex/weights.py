"""Weights ready to run: a scene -> what the net gives for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from onnxruntime import InferenceSession, SessionOptions

from onscreen_reflex.features import Floats
from onscreen_reflex.input_arrays import OUTPUTS, arrays_apart
from onscreen_reflex.manifest import FOLDER, NET, WORDS, checked
from onscreen_reflex.scene import Scene
from onscreen_reflex.word_pieces import Pieces

THREADS = 1
"""The net is small: more threads cost more than they bring, and several runs may share the machine."""
_ERRORS_ONLY = 3


class Weights:
    """A net ready to run, with the vocabulary it was made with."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Load the weights.

        Raises:
            ModelUnavailable: a file is missing, cut off, of another version or of another hash.
        """
        self.manifest = checked(folder)
        self.pieces = Pieces(folder / WORDS)
        options = SessionOptions()
        options.intra_op_num_threads = THREADS
        options.log_severity_level = _ERRORS_ONLY
        self._session = InferenceSession(str(folder / NET), options, providers=["CPUExecutionProvider"])

    def run(self, scene: Scene) -> Mapping[str, Floats]:
        """Return what the net gives for a scene, each with the side of a batch of one."""
        given = self._session.run(list(OUTPUTS), dict(arrays_apart(scene)))
        return {name: np.asarray(array, np.float32) for name, array in zip(OUTPUTS, given, strict=True)}
