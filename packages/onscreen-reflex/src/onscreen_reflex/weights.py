"""Loading and execution of the trained neural network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnxruntime import InferenceSession, SessionOptions

from onscreen_reflex.array_schema import OUTPUT_NAMES, OutputArrays
from onscreen_reflex.features import Floats
from onscreen_reflex.input_batches import build_onnx_inputs
from onscreen_reflex.input_encoder import Scene
from onscreen_reflex.weights_manifest import NET_FILE, TOKENIZER_FILE, WEIGHTS_FOLDER, read_manifest
from onscreen_reflex.word_pieces import WordPieces

THREADS = 1
"""Number of inference threads: more threads would slow down a network of this size."""
_ERRORS_ONLY = 3


class Weights:
    """A trained neural network with its manifest and word-piece tokenizer."""

    def __init__(self, folder: Path = WEIGHTS_FOLDER) -> None:
        """Load the network, its manifest and its tokenizer from a folder.

        Raises:
            ModelUnavailable: a file is missing, truncated, of another version or has another hash.
        """
        self.manifest = read_manifest(folder)
        self.pieces = WordPieces(folder / TOKENIZER_FILE)
        options = SessionOptions()
        options.intra_op_num_threads = THREADS
        options.log_severity_level = _ERRORS_ONLY
        self._session = InferenceSession(str(folder / NET_FILE), options, providers=["CPUExecutionProvider"])

    def run(self, scene: Scene) -> OutputArrays[Floats]:
        """Run the network on a `Scene` and return its logits.

        The outputs are a batch of one.
        """
        outputs = self._session.run(list(OUTPUT_NAMES), dict(build_onnx_inputs(scene)))
        return OutputArrays(*(np.asarray(array, np.float32) for array in outputs))
