"""Reference pictures: what the finished screen of a task looks like, with whose it is and where it came from.

The triplet (application, task, reference picture) of MTTIA (Methods, data set), found by keywords.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rapidfuzz import fuzz, utils

from onscreen.types.errors import UsageError
from onscreen_practice.task_recipe import Kind, Layout

MANIFEST = "manifest.json"
LEAST_LIKENESS = 60.0
"""Of 100: below it words and task have nothing in common worth showing (rapidfuzz, token set ratio)."""


class Reference(msgspec.Struct, frozen=True):
    """One finished task: `picture` is the PNG's name in its folder, `origin` the run it was taken from.

    `person_steps` is how many steps a person takes. The picture never is of the run that is judged by it:
    compare `origin` with the run's seed.
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
    """Write what is in the folder and return the file.

    Raises:
        OSError: the folder cannot be written.
    """
    path = folder / MANIFEST
    path.write_bytes(msgspec.json.format(msgspec.json.encode(references), indent=1) + b"\n")
    return path


def read_manifest(folder: Path) -> tuple[Reference, ...]:
    """Read what is in a folder of references.

    Raises:
        UsageError: there is no manifest, or it cannot be read.
    """
    path = folder / MANIFEST
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Reference, ...])
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(
            f"no references can be read from {path}: {error}; make them by: onscreen export"
        ) from error


def find(
    references: Sequence[Reference], words: str, *, application: str = "", most: int = 5
) -> tuple[Reference, ...]:
    """Return the references that fit the words best, the best first; of one application when it is named."""
    asked = utils.default_process(words)
    rated = [
        (fuzz.token_set_ratio(asked, utils.default_process(_words_of(each))), -place, each)
        for place, each in enumerate(references)
        if not application or each.application == application
    ]
    rated.sort(key=lambda one: one[:2], reverse=True)
    return tuple(each for likeness, _, each in rated[:most] if likeness >= LEAST_LIKENESS)


def _words_of(reference: Reference) -> str:
    return f"{reference.application} {reference.task} {reference.instruction}"
