"""Host of a worker on a machine of a cluster, which sends each result with the files of the job."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Generic

import msgspec

from onscreen.run.job_worker import JobKind, JobT, ResultT


class HostReply(msgspec.Struct, frozen=True):
    """Encoded result of a job on another machine, with the job's files and the new part of the log.

    `files` maps paths relative to the job's folder to the contents of the files.
    """

    result: bytes
    files: Mapping[str, bytes]
    log: bytes


class JobHost(Generic[JobT, ResultT]):
    """Runner of jobs in a temporary folder on its machine, with requests and replies in MessagePack."""

    def __init__(self, kind: JobKind[JobT, ResultT], shown_log: str) -> None:
        """Create the folder; `shown_log` is the path of the log on the machine that collects the results."""
        self._folder = Path(tempfile.mkdtemp(prefix="onscreen-jobs-"))
        self._kind = kind
        self._log = self._folder / "worker.log"
        self._worker = kind.make_worker(self._log, shown_log)
        self._log_size = 0

    def ping(self) -> bool:
        """Return True to show that the host has started."""
        return True

    def run(self, request: bytes) -> bytes:
        """Run a job and return the encoded reply.

        Raises:
            WorkerLost: the worker is gone.
        """
        job = msgspec.msgpack.decode(request, type=self._kind.job_type)
        own = self._folder / "job"
        shutil.rmtree(own, ignore_errors=True)
        result = self._worker.run(_move(job, str(own) if job.folder else ""))
        files = {
            path.relative_to(own).as_posix(): path.read_bytes()
            for path in (sorted(own.rglob("*")) if job.folder else ())
            if path.is_file()
        }
        encoded = msgspec.msgpack.encode(self._kind.relocate(result, job.folder))
        return msgspec.msgpack.encode(HostReply(encoded, files, self._read_log()))

    def _read_log(self) -> bytes:
        """Return the part of the log written since the last call."""
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


def _move(job: JobT, folder: str) -> JobT:
    """Return a copy of a job that writes to another folder."""
    return msgspec.structs.replace(job, folder=folder)  # type: ignore[type-var]


def store_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a job to its folder, which is replaced only once all files are written.

    Raises:
        OSError: the folder cannot be written.
        ValueError: a path leads outside the folder.
    """
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    for name, content in files.items():
        path = (part / name).resolve()
        if not path.is_relative_to(part.resolve()):
            raise ValueError(f"the worker sent a file for {name!r}, which is outside the folder of the job")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    shutil.rmtree(folder, ignore_errors=True)
    if part.exists():
        part.replace(folder)
