"""Episodes on disk, with one folder per episode.

FOLDER/episode.jsonl            a header, one record per step, an end record
FOLDER/episode.head             the number of lines and the hash of the last one
FOLDER/pictures/SHA256.png      every distinct picture once

`episode_recorder` writes these files, and `hash_chain` describes the hash chain of the lines.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from onscreen.store.episode_records import (
    FIRST_CHAINED_VERSION,
    EpisodeHeader,
    IntentRecord,
    Record,
    ResumeRecord,
    StepRecord,
    decode_record,
    is_newer_version,
    read_version,
)
from onscreen.store.hash_chain import EPISODE_FILE as EPISODE_FILE
from onscreen.store.hash_chain import EpisodeFile, find_alterations, read_episode_file
from onscreen.types import Episode
from onscreen.types.errors import AlteredEpisode, BrokenEpisode, CannotWrite

PICTURES_FOLDER = "pictures"
MIN_FREE_MB = 50
"""Required disk space in MB: a step with a full-page picture takes about 1 MB, a run about 30 steps."""

_MB = 1024 * 1024


def check_writable(folder: Path, *, min_free_mb: int = MIN_FREE_MB) -> None:
    """Check that a folder is writable or can be created, without leaving files behind.

    Raises:
        CannotWrite: the folder cannot be created or written, or the disk has less than `min_free_mb` MB free.
    """
    try:
        existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        with tempfile.TemporaryFile(dir=existing) as probe:
            probe.write(b"write test")
        free_mb = shutil.disk_usage(existing).free // _MB
    except OSError as error:
        raise cannot_write(folder, error) from error
    if free_mb < min_free_mb:
        raise CannotWrite(
            f"the disk of {folder} has {free_mb} MB left, a run needs {min_free_mb} MB; "
            f"free some space, or choose another folder with --out"
        )


def find_episodes(folder: Path) -> tuple[Path, ...]:
    """Find all folders that contain an episode, in `folder` and its subfolders.

    They are sorted by path.
    """
    return tuple(sorted(path.parent for path in folder.rglob(EPISODE_FILE)))


def load_episode(folder: Path | str) -> Episode:
    """Load a stored episode from a folder.

    An incomplete last line is ignored.

    Raises:
        AlteredEpisode: lines or pictures were changed after they were written. Episodes of a format version
            below 3 have no line hashes, so that only their pictures are compared.
        BrokenEpisode: the folder contains no episode, or a record or picture is damaged or of another
            version; the message says which, and which format version the episode was written in.
    """
    folder = Path(folder)
    path = folder / EPISODE_FILE
    try:
        file = read_episode_file(folder)
    except OSError as error:
        raise BrokenEpisode(
            f"no episode in {folder}: {path.name} cannot be read ({error.strerror})"
        ) from error
    read_picture = cache(lambda name: _read_png(folder, name))
    written = _check_lines(folder, file)
    episode: Episode | None = None
    for number, line in enumerate(file.lines, start=1):
        episode = _decode_line(
            episode, line, picture=read_picture, where=f"{path}, line {number}", written=written
        )
    if episode is None:
        raise BrokenEpisode(
            f"{path} contains no complete record; the run ended before its first screen was saved"
        )
    return episode


def requires_chain(file: EpisodeFile) -> bool:
    """Return True if the lines of an episode must form a hash chain.

    Episodes of older versions were written without one.

    Raises:
        msgspec.MsgspecError: the first record is not a JSON object.
        ValueError: the first record states no version that this program can read.
    """
    if file.is_chained and not (file.lines and is_newer_version(file.lines[0])):
        return True
    return bool(file.lines) and read_version(file.lines[0]) >= FIRST_CHAINED_VERSION


def _check_lines(folder: Path, file: EpisodeFile) -> str:
    """Check the version and the hash chain of an episode, and return the version in words."""
    path = folder / EPISODE_FILE
    try:
        alterations = find_alterations(file) if requires_chain(file) else ()
        if not alterations:
            return f"written in format version {read_version(file.lines[0])}" if file.lines else ""
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BrokenEpisode(f"{path}, line 1: {error}") from error
    more = f", and {len(alterations) - 1} more" if len(alterations) > 1 else ""
    raise AlteredEpisode(
        f"{path} was altered: {alterations[0]}{more}; "
        f"`onscreen show --verify {folder}` describes all alterations"
    )


def _decode_line(
    episode: Episode | None, line: bytes, *, picture: Callable[[str], bytes], where: str, written: str
) -> Episode:
    try:
        return _apply_record(episode, decode_record(line, picture))
    except OSError as error:
        raise BrokenEpisode(
            f"{where}: the picture {error.filename} cannot be read ({error.strerror}); "
            f"restore the folder {PICTURES_FOLDER}/ of the episode"
        ) from error
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise BrokenEpisode(f"{where}: {error} ({written})") from error


def _apply_record(episode: Episode | None, record: Record) -> Episode:
    if isinstance(record, EpisodeHeader):
        if episode is not None:
            raise ValueError("found a second header")
        return Episode(
            record.task,
            (record.shot,),
            agent=record.agent,
            model=record.model,
            device=record.device,
            started_at=record.started_at,
        )
    if episode is None:
        raise ValueError(f"found {type(record).__name__} before the header")
    if isinstance(record, IntentRecord):
        return msgspec.structs.replace(episode, intents=(*episode.intents, record.intent))
    if isinstance(record, StepRecord):
        extended = episode.then(record.decision, record.outcome, shot=record.shot or episode.last)
        return msgspec.structs.replace(extended, stop=None, score=None)
    if isinstance(record, ResumeRecord):
        shots = (*episode.shots[:-1], record.shot)
        return msgspec.structs.replace(episode, shots=shots, stop=None, score=None)
    return msgspec.structs.replace(
        episode,
        stop=record.stop,
        score=record.score,
        failed_exchanges=record.failed_exchanges,
        device_sec=record.device_sec,
    )


def _read_png(folder: Path, name: str) -> bytes:
    path = picture_path(folder, name)
    png = path.read_bytes()
    if hashlib.sha256(png).hexdigest() != name:
        raise AlteredEpisode(f"{path} was altered: its content does not match the hash in its name")
    return png


def picture_path(folder: Path, name: str) -> Path:
    """Return the path of an episode's picture; its name is the SHA-256 hash of its content."""
    return folder / PICTURES_FOLDER / f"{Path(name).name}.png"


def cannot_write(folder: Path, error: OSError) -> CannotWrite:
    """Build the error for a folder that cannot be written."""
    reason = error.strerror or str(error)
    return CannotWrite(f"cannot write in {folder}: {reason}; choose another folder with --out")
