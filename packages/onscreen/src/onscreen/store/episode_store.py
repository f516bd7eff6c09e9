"""Episodes on disk: one folder each, every step on the disk before the next begins.

    FOLDER/episode.jsonl            a line that begins, a line for each step, a line that ends
    FOLDER/pictures/SHA256.png      every picture once

A line is written whole and flushed to the disk, so a run killed at any moment leaves every finished step
and at most one torn line at the end, which is not looked at.
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
)
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.types import Episode, Shot
from onscreen.types.errors import BrokenEpisode, CannotWrite

EPISODE_FILE = "episode.jsonl"
MIN_FREE_MB = 50
"""A step with a full-page picture takes about 1 MB, a run about 30 steps; some room besides."""

_MB = 1024 * 1024


def check_writable(folder: Path, *, least_free_mb: int = MIN_FREE_MB) -> None:
    """Make the folder and try to write in it.

    Raises:
        CannotWrite: it cannot be made or written, or the disk is nearly full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.write_bytes(b"written to see whether it can be")
        probe.unlink()
        free_mb = shutil.disk_usage(folder).free // _MB
    except OSError as error:
        raise _cannot_write(folder, error) from error
    if free_mb < least_free_mb:
        raise CannotWrite(
            f"the disk of {folder} has {free_mb} MB left, a run needs {least_free_mb}; "
            f"free some, or choose another folder with --out"
        )


def find_episodes(folder: Path) -> tuple[Path, ...]:
    """Return every folder at or below this one that holds an episode, in order of their names."""
    return tuple(sorted(found.parent for found in folder.rglob(EPISODE_FILE)))


def load_episode(folder: Path) -> Episode:
    """Read an episode; a torn last line is taken as not written.

    Raises:
        BrokenEpisode: there is none, or a line or picture of it is damaged; says which and why.
    """
    path = folder / EPISODE_FILE
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BrokenEpisode(
            f"no episode in {folder}: {path.name} cannot be read ({error.strerror})"
        ) from error
    episode: Episode | None = None
    for number, line in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            episode = _apply_record(episode, decode_record(line, lambda name: _read_png(folder, name)))
        except (msgspec.MsgspecError, KeyError, ValueError, OSError) as error:
            raise BrokenEpisode(f"{path}, line {number}: {error}") from error
    if episode is None:
        raise BrokenEpisode(f"{path} holds no finished line; the run ended before its first screen was kept")
    return episode


class EpisodeRecorder:
    """A watcher that keeps an episode in a folder while it runs."""

    def __init__(self, folder: Path, *, resumed: Episode | None = None) -> None:
        """Keep in this folder; with `resumed` the steps of it are there already.

        Raises:
            CannotWrite: the folder cannot be written, or holds an episode that is not to be resumed.
        """
        check_writable(folder)
        self._folder = folder
        self._path = folder / EPISODE_FILE
        self._steps = len(resumed.decisions) if resumed else 0
        self._shot: Shot | None = resumed.last if resumed else None
        if self._path.exists():
            _cut_torn_line(self._path)
        if self._path.exists() and resumed is None and self._path.stat().st_size:
            raise CannotWrite(
                f"{folder} holds an episode already; go on with it by --resume, or choose another folder"
            )
        (folder / "pictures").mkdir(exist_ok=True)

    def __call__(self, episode: Episode) -> None:
        """Write what is new in the episode.

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
            self._append(episode, EndRecord(episode.stop, episode.score))
        self._steps, self._shot = len(episode.decisions), episode.last

    def _append(self, episode: Episode, line: Record) -> None:
        hidden = hide_secrets(line, read_secrets(episode.task.secrets))
        for picture in pictures_in(hidden):
            _write_once(self._folder / "pictures" / f"{picture.sha256}.png", picture.png)
        with self._path.open("ab", buffering=0) as file:
            _write_all(file, encode_record(hidden) + b"\n")


def record_episode(folder: Path, *, resumed: Episode | None = None) -> EpisodeRecorder:
    """Return a watcher for `run_episode` that keeps the episode in this folder.

    Raises:
        CannotWrite: the folder cannot be written, or holds an episode that is not to be resumed.
    """
    return EpisodeRecorder(folder, resumed=resumed)


def save_episode(episode: Episode, folder: Path) -> None:
    """Keep an episode that is over.

    Raises:
        CannotWrite: the folder cannot be written, or holds an episode already.
    """
    EpisodeRecorder(folder)(episode)


def _apply_record(episode: Episode | None, line: Record) -> Episode:
    if isinstance(line, EpisodeHeader):
        return Episode(
            line.task,
            (line.shot,),
            agent=line.agent,
            model=line.model,
            device=line.device,
            started_at=line.started_at,
        )
    if episode is None:
        raise ValueError(f"a {type(line).__name__.lower()} line before the one that begins")
    if isinstance(line, StepRecord):
        return episode.then(line.decision, line.outcome, shot=line.shot or episode.last)
    if isinstance(line, ResumeRecord):
        shots = (*episode.shots[:-1], line.shot)
        return msgspec.structs.replace(episode, shots=shots, stop=None, score=None)
    return msgspec.structs.replace(episode, stop=line.stop, score=line.score)


def _read_png(folder: Path, name: str) -> bytes:
    return (folder / "pictures" / f"{Path(name).name}.png").read_bytes()


def _write_once(path: Path, content: bytes) -> None:
    """Write a file that is either whole or not there."""
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


def _cut_torn_line(path: Path) -> None:
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)


def _cannot_write(folder: Path, error: OSError) -> CannotWrite:
    reason = error.strerror or str(error)
    return CannotWrite(f"cannot write in {folder}: {reason}; choose another folder with --out")
