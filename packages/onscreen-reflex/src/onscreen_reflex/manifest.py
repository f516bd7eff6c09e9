"""What weights were made for and from, and whether their files are whole."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.types.errors import ModelUnavailable
from onscreen_reflex.vocabulary import VERSION

FOLDER = Path(__file__).parent / "weights"
"""Those of the package."""
MANIFEST, NET, WORDS = "manifest.json", "reflex.onnx", "tokenizer.json"
MEND = "pip install --force-reinstall onscreen brings the package's own, onscreen train reflex makes others"


class Manifest(msgspec.Struct, frozen=True):
    """What weights were made for and from.

    `version` is that of the vocabulary; `sha256` of each file by its name. Logits are divided by
    `temperature`; a decision of less confidence than `least` counts as not sure. `reach` is the
    width and height in pixels of the largest screen of an episode: on larger ones it was never seen what
    comes of its decisions. (0, 0) is any size. `made` tells recipe, seed,
    data and versions of what made them.
    """

    version: int
    sha256: Mapping[str, str]
    temperature: float = 1.0
    least: float = 0.5
    reach: tuple[int, int] = (0, 0)
    made: Mapping[str, str] = {}


def checked(folder: Path = FOLDER) -> Manifest:
    """Return the manifest of weights that are whole.

    Raises:
        ModelUnavailable: a file is missing, cut off, of another version or of another hash.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise ModelUnavailable(f"no weights in {folder}: {MANIFEST} is missing; {MEND}")
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise ModelUnavailable(f"{path} cannot be read: {error}; {MEND}") from error
    if manifest.version != VERSION:
        raise ModelUnavailable(
            f"the weights in {folder} are of version {manifest.version}, this program reads {VERSION}; {MEND}"
        )
    for name in (NET, WORDS):
        _check(folder / name, expected=manifest.sha256.get(name, ""))
    return manifest


def sha256_of(path: Path) -> str:
    """Return the hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _check(path: Path, *, expected: str) -> None:
    try:
        found = sha256_of(path)
    except OSError as error:
        raise ModelUnavailable(f"{path} cannot be read: {error.strerror or error}; {MEND}") from error
    if found != expected:
        raise ModelUnavailable(
            f"{path} is cut off or another file: sha256 {found[:12]}…, expected {expected[:12]}…; {MEND}"
        )
