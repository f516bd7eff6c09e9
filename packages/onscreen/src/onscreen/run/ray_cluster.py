"""Workers on the machines of a Ray cluster (P. Moritz et al., OSDI 2018)."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, cast

import msgspec

from onscreen.plugins import import_attribute
from onscreen.run.job_host import HostReply, JobHost, store_files
from onscreen.run.job_worker import (
    JobKind,
    JobT,
    JobWorkers,
    LocalWorkers,
    ResultT,
    WorkerLost,
    log_name,
)
from onscreen.types.errors import MissingExtra, UsageError

START_SEC = 10.0
"""Time to wait for a free CPU of the cluster before checking the remaining jobs again, in seconds."""


class RayWorkers(Generic[JobT, ResultT]):
    """Workers of a Ray cluster: `count` workers, or one per CPU if `count` is 0."""

    def __init__(self, ray: ModuleType, kind: JobKind[JobT, ResultT], *, count: int, logs: Path) -> None:
        """Use the connected cluster."""
        self._ray, self._kind = ray, kind
        self._logs = logs
        self.count = count or max(1, int(ray.cluster_resources().get("CPU", 1)))

    def make_worker(self, number: int) -> RayWorker[JobT, ResultT]:
        """Create the worker with a number from 0."""
        return RayWorker(self._ray, self._kind, log=self._logs / log_name(number))

    def close(self) -> None:
        """Disconnect from the cluster, which ends it if it was started for the run."""
        self._ray.shutdown()


class RayWorker(Generic[JobT, ResultT]):
    """A worker on a machine of the cluster; if the machine is lost, `start` uses another one."""

    def __init__(self, ray: ModuleType, kind: JobKind[JobT, ResultT], *, log: Path) -> None:
        """Create the worker; its output is appended to the file `log`."""
        self._ray, self._kind = ray, kind
        self._log = log
        self._host: Any = None
        self._is_ready = False
        self._lock = threading.Lock()
        self._interrupted = False

    def start(self) -> bool:
        """Start the host on a free CPU; returns False if none became free in time."""
        if self._is_ready or self._interrupted:
            return self._is_ready
        with self._lock:
            if self._host is None:
                actor = self._ray.remote(num_cpus=1, max_restarts=0)(JobHost)
                self._host = actor.remote(self._kind, str(self._log))
        try:
            self._is_ready = bool(self._ray.get(self._host.ping.remote(), timeout=START_SEC))
        except self._ray.exceptions.GetTimeoutError:
            return False
        except self._ray.exceptions.RayError:
            self._host = None
            return False
        return True

    def run(self, job: JobT) -> ResultT:
        """Run a job on the machine of the worker, and store its files on this machine.

        Raises:
            WorkerLost: the machine or its connection is gone.
        """
        request = msgspec.msgpack.encode(job)
        try:
            answer = cast("bytes", self._ray.get(self._host.run.remote(request)))
        except self._ray.exceptions.RayTaskError as error:
            return self._kind.fail(job, f"the host of the worker failed: {error.cause}")
        except self._ray.exceptions.RayError as error:
            self._host, self._is_ready = None, False
            raise WorkerLost(f"the worker was lost: {type(error).__name__}") from error
        reply = msgspec.msgpack.decode(answer, type=HostReply)
        if job.folder:
            store_files(reply.files, Path(job.folder))
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("ab") as file:
            file.write(reply.log)
        return msgspec.msgpack.decode(reply.result, type=self._kind.result_type)

    def interrupt(self) -> None:
        """Kill the host from another thread; `run` raises WorkerLost."""
        self._interrupted = True
        with self._lock:
            if self._host is not None:
                self._ray.kill(self._host)

    def close(self) -> None:
        """Shut down the worker on its machine, and free the CPU."""
        if self._host is None:
            return
        try:
            if self._is_ready and not self._interrupted:
                self._ray.get(self._host.close.remote(), timeout=START_SEC)
            self._ray.kill(self._host)
        except self._ray.exceptions.RayError:
            pass
        self._host = None


def connect_cluster(
    address: str, kind: JobKind[JobT, ResultT], *, count: int, logs: Path
) -> RayWorkers[JobT, ResultT]:
    """Connect to the cluster at an address, or start one on this machine if it is "".

    Raises:
        MissingExtra: Ray is not installed.
        UsageError: there is no cluster at the address.
    """
    try:
        ray = cast("ModuleType", import_attribute("ray"))
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"--workers ray needs the Python package {error.name!r}, which is not installed; "
            'install it with: pip install "onscreen[ray]"'
        ) from error
    options: dict[str, object] = {"address": address} if address else {"include_dashboard": False}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(log_to_driver=False, configure_logging=False, **options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(
            f"there is no Ray cluster at {address!r}: {error}; start one with: ray start --head"
        ) from error
    return RayWorkers(ray, kind, count=count, logs=logs)


def make_workers(
    kind: JobKind[JobT, ResultT], *, count: int, cluster: str | None, logs: Path
) -> JobWorkers[JobT, ResultT]:
    """Create the workers for jobs of a kind: processes on this machine, or workers of a Ray cluster.

    `cluster` is the address of the cluster, "" for a new one on this machine, None without Ray. With a
    `count` of 0, the cluster has one worker per CPU. The workers write their logs to the folder `logs`.

    Raises:
        MissingExtra: Ray is not installed.
        UsageError: there is no cluster at the address.
    """
    if cluster is None:
        return LocalWorkers(kind, count=count, logs=logs)
    return connect_cluster(cluster, kind, count=count, logs=logs)
