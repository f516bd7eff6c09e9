"""Verification of stored episodes, with a description of what is intact and what was altered."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from onscreen.store.episode_records import picture_names
from onscreen.store.episode_store import load_episode, picture_path, requires_chain
from onscreen.store.hash_chain import (
    EPISODE_FILE,
    EpisodeFile,
    find_alterations,
    last_line,
    read_episode_file,
)
from onscreen.types.errors import BrokenEpisode

INCOMPLETE_LINE = (
    "the last line is incomplete, as if the run was killed while it wrote; this is not an alteration"
)
NO_CHAIN = (
    "written by an older version without hashes of lines, so alterations of its lines cannot be detected"
)


class Verification(msgspec.Struct, frozen=True):
    """Result of the verification of an episode.

    `findings` describe what was altered or cannot be read, `notes` contain other information. `lines` is
    the number of complete lines, `sha256` the hash of the last one, "" without a hash chain.
    """

    episode: str
    status: Literal["intact", "altered", "unverified", "unreadable"]
    findings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: int = 0
    sha256: str = ""


def verify_episode(folder: Path) -> Verification:
    """Compare the lines and pictures of a stored episode with their hashes.

    Never raises an error about the episode; unreadable parts are reported as findings.
    """
    try:
        file = read_episode_file(folder)
        has_chain = requires_chain(file)
    except OSError as error:
        return Verification(str(folder), "unreadable", (f"{EPISODE_FILE} cannot be read ({error.strerror})",))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return Verification(str(folder), "unreadable", (f"line 1: {error}",))
    alterations = (*(find_alterations(file) if has_chain else ()), *_find_altered_pictures(folder, file))
    result = Verification(
        str(folder),
        "altered" if alterations else "intact" if has_chain else "unverified",
        alterations,
        (*([INCOMPLETE_LINE] if file.incomplete else []), *([] if has_chain else [NO_CHAIN])),
        len(file.lines),
        last_line(file).sha256,
    )
    return result if alterations else _with_loading(folder, result)


def _with_loading(folder: Path, result: Verification) -> Verification:
    """Load the episode, and report an error on loading in the result."""
    try:
        load_episode(folder)
    except BrokenEpisode as error:
        return msgspec.structs.replace(result, status="unreadable", findings=(str(error),))
    return result


def _find_altered_pictures(folder: Path, file: EpisodeFile) -> Iterator[str]:
    first_line: dict[str, int] = {}
    for number, line in enumerate(file.lines, start=1):
        for name in picture_names(line):
            first_line.setdefault(name, number)
    for name, number in first_line.items():
        path = picture_path(folder, name)
        try:
            is_intact = hashlib.sha256(path.read_bytes()).hexdigest() == name
        except OSError as error:
            yield f"{path.name}, a picture of line {number}, cannot be read ({error.strerror})"
            continue
        if not is_intact:
            yield f"{path.name}, a picture of line {number}, was changed"
