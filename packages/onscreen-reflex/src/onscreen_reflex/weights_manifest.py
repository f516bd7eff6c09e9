"""Manifest of the network's weights, including the hashes that verify the files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.types.errors import ModelUnavailable
from onscreen_reflex.categorical_vocabulary import VERSION

WEIGHTS_FOLDER = Path(__file__).parent / "weights"
"""The folder of the weights that ship with the package."""
MANIFEST_FILE, NET_FILE, TOKENIZER_FILE = "manifest.json", "reflex.onnx", "tokenizer.json"
REMEDY = (
    "reinstall the weights of the package with `pip install --force-reinstall onscreen-reflex`, "
    "or train new weights with `onscreen train reflex`"
)
SIZE_TOLERANCE = 1.25
"""A screen may exceed the largest screen of the training episodes by this factor."""


class Calibration(msgspec.Struct, frozen=True):
    """Calibration of the confidence on screens up to a maximum size.

    Logits are divided by `temperature`. A proposal is confident if its confidence is at least
    `min_confidence`, 0..1; with 1, no proposal is confident. `max_screen_size` is the width and height in
    pixels of the largest screen among the training episodes; decisions on larger screens were never
    evaluated. (0, 0) allows any size.
    """

    temperature: float = 1.0
    min_confidence: float = 0.5
    max_screen_size: tuple[int, int] = (0, 0)

    def accepts(self, confidence: float) -> bool:
        """Return True if this confidence reaches the threshold."""
        return self.min_confidence < 1 and confidence >= self.min_confidence

    def covers(self, size: tuple[int, int]) -> bool:
        """Return True if a screen exceeds the training screens by at most SIZE_TOLERANCE."""
        width, height = self.max_screen_size
        if not (width and height):
            return True
        return size[0] <= width * SIZE_TOLERANCE and size[1] <= height * SIZE_TOLERANCE


class Manifest(msgspec.Struct, frozen=True):
    """Metadata of the network's weights: version, file hashes and settings.

    `version` is the version of the vocabulary, `sha256` the hash of each file. `temperature`,
    `min_confidence` and `max_screen_size` are the `Calibration` on the smallest screens, `full_size` is that
    on larger ones; None if no training episode has a larger screen. `made` records recipe, seed, data and
    versions of the training.
    """

    version: int
    sha256: Mapping[str, str]
    temperature: float = 1.0
    min_confidence: float = 0.5
    max_screen_size: tuple[int, int] = (0, 0)
    full_size: Calibration | None = None
    made: Mapping[str, str] = {}

    @property
    def smallest(self) -> Calibration:
        """The calibration on the smallest screens."""
        return Calibration(self.temperature, self.min_confidence, self.max_screen_size)

    def find_calibration(self, size: tuple[int, int]) -> Calibration | None:
        """Return the calibration for a screen of the given size in pixels, None if it is too large."""
        known = [self.smallest, *([self.full_size] if self.full_size else [])]
        return next((each for each in known if each.covers(size)), None)


def read_manifest(folder: Path = WEIGHTS_FOLDER) -> Manifest:
    """Load the manifest of a weights folder and verify the hashes of the files.

    Raises:
        ModelUnavailable: a file is missing, truncated, of another version or has another hash.
    """
    path = folder / MANIFEST_FILE
    if not path.is_file():
        raise ModelUnavailable(f"no weights in {folder}: {MANIFEST_FILE} is missing; {REMEDY}")
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise ModelUnavailable(f"cannot read {path}: {error}; {REMEDY}") from error
    if manifest.version != VERSION:
        raise ModelUnavailable(
            f"the weights in {folder} have version {manifest.version}, expected version {VERSION}; {REMEDY}"
        )
    for name in (NET_FILE, TOKENIZER_FILE):
        _check_hash(folder / name, expected=manifest.sha256.get(name, ""))
    return manifest


def hash_file(path: Path) -> str:
    """Compute the SHA-256 hash of a file in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _check_hash(path: Path, *, expected: str) -> None:
    try:
        actual = hash_file(path)
    except OSError as error:
        raise ModelUnavailable(f"cannot read {path}: {error.strerror or error}; {REMEDY}") from error
    if actual != expected:
        raise ModelUnavailable(
            f"{path} is truncated or not the expected file: "
            f"found sha256 {actual[:12]}…, expected {expected[:12]}…; {REMEDY}"
        )
