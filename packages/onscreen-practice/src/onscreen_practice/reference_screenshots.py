"""Reference screenshots of finished tasks, searchable by keywords.

Each entry is the triplet (application, task, reference picture) of MTTIA (Methods, data set).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rapidfuzz import fuzz, utils

from onscreen.types.errors import UsageError
from onscreen_practice.task_recipe import Kind, Layout

MANIFEST_FILE = "manifest.json"
MIN_SIMILARITY = 60.0
"""Minimum similarity of a match, 0 to 100 (rapidfuzz token set ratio)."""


class Reference(msgspec.Struct, frozen=True):
    """Reference screenshot of a finished task, with the task's metadata.

    `picture` is the file name of the PNG in the folder, `width` and `height` its size in pixels.
    `person_steps` is the number of steps a person needs. `origin` identifies the run from which the picture
    was taken: a run must not be scored against its own picture, so compare `origin` with the run's seed.
    """

    application: str
    task: str
    instruction: str
    picture: str
    sha256: str
    width: int
    height: int
    template: str
    values: dict[str, str]
    kind: Kind
    layout: Layout
    person_steps: int
    seed: int
    origin: str


def write_manifest(references: Sequence[Reference], folder: Path) -> Path:
    """Write references to a manifest file in the folder and return the file's path.

    Raises:
        OSError: the folder cannot be written.
    """
    path = folder / MANIFEST_FILE
    path.write_bytes(msgspec.json.format(msgspec.json.encode(references), indent=1) + b"\n")
    return path


def load_manifest(folder: Path) -> tuple[Reference, ...]:
    """Load the references listed in a folder's manifest file.

    Raises:
        UsageError: the manifest is missing or cannot be read.
    """
    path = folder / MANIFEST_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Reference, ...])
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(
            f"cannot read references from {path}: {error}; create them with: onscreen export"
        ) from error


def find_references(
    references: Sequence[Reference], words: str, *, application: str = "", max_results: int = 5
) -> tuple[Reference, ...]:
    """Find the references that best match a text query, best match first.

    Returns at most `max_results` references. If `application` is not empty, only references of that
    application are searched.
    """
    query = utils.default_process(words)
    rated = [
        (fuzz.token_set_ratio(query, utils.default_process(_searchable_text(reference))), -index, reference)
        for index, reference in enumerate(references)
        if not application or reference.application == application
    ]
    rated.sort(key=lambda rating: rating[:2], reverse=True)
    return tuple(
        reference for similarity, _, reference in rated[:max_results] if similarity >= MIN_SIMILARITY
    )


def _searchable_text(reference: Reference) -> str:
    return f"{reference.application} {reference.task} {reference.instruction}"
