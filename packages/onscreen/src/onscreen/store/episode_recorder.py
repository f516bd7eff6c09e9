"""Recording of an episode to its folder while it runs.

Each record is flushed to disk before the run continues. A process killed at any moment leaves every finished
step and at most one incomplete line at the end, which is ignored. Before an action that looks irreversible,
its intent is recorded.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from onscreen.store.episode_records import (
    EndRecord,
    IntentRecord,
    Record,
    ResumeRecord,
    encode_record,
    make_header,
    make_step_record,
    pictures_in,
)
from onscreen.store.episode_store import cannot_write, check_writable, load_episode, picture_path
from onscreen.store.hash_chain import (
    EPISODE_FILE,
    Head,
    add_link,
    last_line,
    read_episode_file,
    write_head,
)
from onscreen.store.locked_file import LockedFile
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.types import Decision, Episode, Intent, Shot
from onscreen.types.errors import CannotWrite


class _Written(msgspec.Struct, frozen=True):
    """What has been written to the episode file: its size in bytes, last line, steps, screen and intents."""

    size: int = 0
    head: Head = Head(0, "")
    steps: int = 0
    shot: Shot | None = None
    intents: tuple[Intent, ...] = ()


class EpisodeRecorder:
    """A callback that records an episode to a folder while it runs.

    `previous` is the episode to continue, None for a new one. The folder is locked against other runs until
    the end of the run is recorded, or until `close`.
    """

    def __init__(self, folder: Path, *, resume: bool = False) -> None:
        """Prepare the recording, and load the episode in the folder if `resume` is set.

        A new folder is created when the first screen is recorded, so a run that cannot start leaves no
        folder.

        Raises:
            CannotWrite: the folder cannot be written, another run writes to it, or it contains an episode
                and `resume` is False.
            BrokenEpisode: the episode to resume cannot be read.
        """
        check_writable(folder)
        self._folder = folder
        self._file: LockedFile | None = None
        self._written = _Written()
        self._has_chain = True
        self.previous: Episode | None = None
        if (folder / EPISODE_FILE).exists():
            self._file = self._open()
            if self._file.size and not resume:
                raise _contains_episode(folder)
            if self._file.size:
                self._continue(self._file.size)

    def _continue(self, size: int) -> None:
        self.previous = load_episode(self._folder)
        file = read_episode_file(self._folder)
        self._has_chain = file.is_chained
        self._written = _Written(
            size, last_line(file), len(self.previous.decisions), self.previous.last, self.previous.intents
        )

    @property
    def intents(self) -> tuple[Intent, ...]:
        """The irreversible actions of the run so far."""
        return self._written.intents

    def __call__(self, episode: Episode) -> None:
        """Write the additions to the episode since the last call.

        Raises:
            CannotWrite: the disk is full, the folder is gone, or another run writes to it.
        """
        if self._written.shot is None:
            self._append(episode, make_header(episode), shot=episode.shots[0])
        elif len(episode.decisions) == self._written.steps and episode.last is not self._written.shot:
            self._append(episode, ResumeRecord(episode.last), shot=episode.last)
        for step in range(self._written.steps, len(episode.decisions)):
            self._append(
                episode, make_step_record(episode, step), shot=episode.shots[step + 1], steps=step + 1
            )
        if episode.stop is not None:
            end = EndRecord(episode.stop, episode.score, episode.failed_exchanges, episode.device_sec)
            self._append(episode, end)
            self.close()

    def record_intent(self, episode: Episode, decision: Decision, *, label: str) -> None:
        """Record that an action whose label looks irreversible is about to be performed.

        Raises:
            CannotWrite: the disk is full, the folder is gone, or another run writes to it.
        """
        intent = Intent(len(episode.decisions), label, decision.action)
        self._append(episode, IntentRecord(intent), intents=(*self.intents, intent))

    def close(self) -> None:
        """Release the lock on the folder, so that other runs can write to it."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def _append(self, episode: Episode, record: Record, **progress: object) -> None:
        """Write a record; `progress` contains the fields of `_Written` that change.

        `_written` is replaced in a single assignment, so that the next call can continue after an
        interruption at any moment.
        """
        redacted = hide_secrets(record, read_secrets(episode.task.secrets))
        written = self._written
        try:
            if self._file is None:
                self._file = self._open_again()
            for picture in pictures_in(redacted):
                _write_once(picture_path(self._folder, picture.sha256), picture.png)
            line, sha256 = encode_record(redacted), ""
            if self._has_chain:
                line, sha256 = add_link(line, written.head.sha256)
            size = self._file.append(line, at=written.size)
            head = Head(written.head.lines + 1, sha256)
            self._written = msgspec.structs.replace(written, size=size, head=head, **progress)
            if self._has_chain:
                write_head(self._folder, head)
        except OSError as error:
            raise cannot_write(self._folder, error) from error

    def _open(self) -> LockedFile:
        try:
            return LockedFile(self._folder / EPISODE_FILE)
        except OSError as error:
            raise cannot_write(self._folder, error) from error

    def _open_again(self) -> LockedFile:
        """Open the file for the first record, or for another one after the lock was released.

        Raises:
            CannotWrite: another run has written to the folder.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._open()
        if file.size != self._written.size:
            file.close()
            raise _contains_episode(self._folder)
        return file


def record_episode(folder: Path, *, resume: bool = False) -> EpisodeRecorder:
    """Create a callback for `RunHooks.on_update` that records the episode to a folder.

    With `resume`, the recording continues the episode in the folder, `previous`.

    Raises:
        CannotWrite: the folder cannot be written, another run writes to it, or it contains an episode and
            `resume` is False.
        BrokenEpisode: the episode to resume cannot be read.
    """
    return EpisodeRecorder(folder, resume=resume)


def save_episode(episode: Episode, folder: Path | str) -> None:
    """Save a finished episode to a folder.

    Raises:
        CannotWrite: the folder cannot be written, or already contains an episode.
    """
    EpisodeRecorder(Path(folder))(episode)


def _contains_episode(folder: Path) -> CannotWrite:
    return CannotWrite(
        f"{folder} already contains an episode. Pass --resume (in Python resume=True) "
        "to continue it, or choose another folder"
    )


def _write_once(path: Path, content: bytes) -> None:
    """Write a file atomically and flush it to disk, unless it exists."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
