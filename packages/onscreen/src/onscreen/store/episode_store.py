"""Storage of episodes on disk, with one folder per episode.

Every step is written before the next one starts.

    FOLDER/episode.jsonl            a header, one record per step, an end record
    FOLDER/pictures/SHA256.png      every distinct picture once

Each record is flushed to disk before the run continues. A process killed at any moment leaves every finished
step and at most one incomplete line at the end, which is ignored.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import BinaryIO

import msgspec

from onscreen.store.episode_records import (
    EndRecord,
    EpisodeHeader,
    Record,
    ResumeRecord,
    StepRecord,
    decode_record,
    encode_record,
    make_header,
    make_step_record,
    pictures_in,
    read_version,
)
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.types import Episode, Shot
from onscreen.types.errors import BrokenEpisode, CannotWrite

EPISODE_FILE = "episode.jsonl"
MIN_FREE_MB = 50
"""Required disk space in MB: a step with a full-page picture takes about 1 MB, a run about 30 steps."""

_MB = 1024 * 1024


def check_writable(folder: Path, *, min_free_mb: int = MIN_FREE_MB) -> None:
    """Check that files can be written to a folder, or that it can be created; nothing is left behind.

    Raises:
        CannotWrite: the folder cannot be created or written, or the disk has less than `min_free_mb` MB free.
    """
    try:
        existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        probe = existing / f".write-{os.getpid()}"
        probe.write_bytes(b"write test")
        probe.unlink()
        free_mb = shutil.disk_usage(existing).free // _MB
    except OSError as error:
        raise _cannot_write(folder, error) from error
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
        BrokenEpisode: the folder contains no episode, or a record or picture is damaged or of another
            version; the message says which, and which format version the episode was written in.
    """
    folder = Path(folder)
    path = folder / EPISODE_FILE
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BrokenEpisode(
            f"no episode in {folder}: {path.name} cannot be read ({error.strerror})"
        ) from error
    episode: Episode | None = None
    written = ""
    for number, line in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            written = written or f"written in format version {read_version(line)}"
            episode = _apply_record(episode, decode_record(line, lambda name: _read_png(folder, name)))
        except OSError as error:
            raise BrokenEpisode(
                f"{path}, line {number}: the picture {error.filename} cannot be read ({error.strerror}); "
                "restore the folder pictures/ of the episode"
            ) from error
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError) as error:
            details = f"{error} ({written})" if written else str(error)
            raise BrokenEpisode(f"{path}, line {number}: {details}") from error
    if episode is None:
        raise BrokenEpisode(
            f"{path} contains no complete record; the run ended before its first screen was saved"
        )
    return episode


class EpisodeRecorder:
    """A callback that records an episode to a folder while it runs."""

    def __init__(self, folder: Path, *, resumed: Episode | None = None) -> None:
        """Prepare the recording; the steps of `resumed` must be in the folder already.

        A new folder is created when the first screen is recorded, so a run that cannot start leaves none.

        Raises:
            CannotWrite: the folder cannot be written, or contains an episode and `resumed` is None.
        """
        check_writable(folder)
        self._folder = folder
        self._path = folder / EPISODE_FILE
        self._steps = len(resumed.decisions) if resumed else 0
        self._shot: Shot | None = resumed.last if resumed else None
        if self._path.exists():
            _truncate_incomplete_line(self._path)
        if self._path.exists() and resumed is None and self._path.stat().st_size:
            raise CannotWrite(
                f"{folder} already contains an episode. Pass --resume (in Python resume=True) "
                "to continue it, or choose another folder"
            )

    def __call__(self, episode: Episode) -> None:
        """Write what was added to the episode since the last call.

        Raises:
            CannotWrite: the disk is full or the folder is gone.
        """
        try:
            self._write_new(episode)
        except OSError as error:
            raise _cannot_write(self._folder, error) from error

    def _write_new(self, episode: Episode) -> None:
        if self._shot is None:
            self._append(episode, make_header(episode))
        elif len(episode.decisions) == self._steps and episode.last is not self._shot:
            self._append(episode, ResumeRecord(episode.last))
        for step in range(self._steps, len(episode.decisions)):
            self._append(episode, make_step_record(episode, step))
        if episode.stop is not None:
            end = EndRecord(episode.stop, episode.score, episode.failed_exchanges, episode.device_sec)
            self._append(episode, end)
        self._steps, self._shot = len(episode.decisions), episode.last

    def _append(self, episode: Episode, record: Record) -> None:
        redacted = hide_secrets(record, read_secrets(episode.task.secrets))
        (self._folder / "pictures").mkdir(parents=True, exist_ok=True)
        for picture in pictures_in(redacted):
            _write_once(self._folder / "pictures" / f"{picture.sha256}.png", picture.png)
        with self._path.open("ab", buffering=0) as file:
            _write_all(file, encode_record(redacted) + b"\n")


def record_episode(folder: Path, *, resumed: Episode | None = None) -> EpisodeRecorder:
    """Create a callback for `RunHooks.on_update` that records the episode to a folder.

    Raises:
        CannotWrite: the folder cannot be written, or contains an episode and `resumed` is None.
    """
    return EpisodeRecorder(folder, resumed=resumed)


def save_episode(episode: Episode, folder: Path | str) -> None:
    """Save a finished episode to a folder.

    Raises:
        CannotWrite: the folder cannot be written, or already contains an episode.
    """
    EpisodeRecorder(Path(folder))(episode)


def _apply_record(episode: Episode | None, record: Record) -> Episode:
    if isinstance(record, EpisodeHeader):
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
    if isinstance(record, StepRecord):
        return episode.then(record.decision, record.outcome, shot=record.shot or episode.last)
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
    return (folder / "pictures" / f"{Path(name).name}.png").read_bytes()


def _write_once(path: Path, content: bytes) -> None:
    """Write a file atomically, unless it exists."""
    if path.exists():
        return
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        _write_all(file, content)
    part.replace(path)


def _write_all(file: BinaryIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]
    file.flush()
    os.fsync(file.fileno())


def _truncate_incomplete_line(path: Path) -> None:
    content = path.read_bytes()
    length = content.rfind(b"\n") + 1
    if length < len(content):
        os.truncate(path, length)


def _cannot_write(folder: Path, error: OSError) -> CannotWrite:
    reason = error.strerror or str(error)
    return CannotWrite(f"cannot write in {folder}: {reason}; choose another folder with --out")
