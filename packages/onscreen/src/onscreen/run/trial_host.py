"""Host of a worker on a machine of a cluster, which sends each result with the recorded files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from onscreen.run.trial import Result, Trial
from onscreen.run.trial_worker import LocalWorker


class HostReply(msgspec.Struct, frozen=True):
    """Result of a trial on another machine, with the files of its episode and the new part of the log.

    `files` has the content of each file by its path in the folder of the episode.
    """

    result: Result
    files: Mapping[str, bytes]
    log: bytes


class TrialHost:
    """Runner of trials in a temporary folder of its machine, with requests and replies in MessagePack."""

    def __init__(self, shown_log: str) -> None:
        """Create the folder; `shown_log` is the path of the log on the machine that collects the results."""
        self._folder = Path(tempfile.mkdtemp(prefix="onscreen-trials-"))
        self._log = self._folder / "worker.log"
        self._worker = LocalWorker(self._log, shown_log=shown_log)
        self._log_size = 0

    def ping(self) -> bool:
        """Return True, which shows that the host has started."""
        return True

    def run(self, request: bytes) -> bytes:
        """Run a trial and return the encoded reply."""
        trial = msgspec.msgpack.decode(request, type=Trial)
        own = self._folder / "episode"
        shutil.rmtree(own, ignore_errors=True)
        result = self._worker.run(msgspec.structs.replace(trial, folder=str(own) if trial.folder else ""))
        files = {
            path.relative_to(own).as_posix(): path.read_bytes()
            for path in (sorted(own.rglob("*")) if trial.folder else ())
            if path.is_file()
        }
        return msgspec.msgpack.encode(
            HostReply(msgspec.structs.replace(result, episode=trial.folder), files, self._read_log())
        )

    def _read_log(self) -> bytes:
        """Return what was written to the log since the last call."""
        if not self._log.exists():
            return b""
        with self._log.open("rb") as file:
            file.seek(self._log_size)
            added = file.read()
        self._log_size += len(added)
        return added

    def close(self) -> None:
        """Shut down the worker and remove the folder."""
        self._worker.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def store_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of an episode into its folder, which appears when it is complete.

    Raises:
        OSError: the folder cannot be written.
        ValueError: a path leads out of the folder.
    """
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    for name, content in files.items():
        path = (part / name).resolve()
        if not path.is_relative_to(part.resolve()):
            raise ValueError(
                f"the worker sent a file for {name!r}, which is outside the folder of the episode"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    shutil.rmtree(folder, ignore_errors=True)
    if part.exists():
        part.replace(folder)
