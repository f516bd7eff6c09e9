"""Workers of a Ray cluster against processes of this machine: overhead, a lost machine, and many workers.

    python benchmarks/ray_workers.py [--tasks 6] [--pairs 2] [--workers 1,2]

Trials of MiniWoB++ are played by the oracle, alternately with local processes and on a Ray cluster of two
machines, both simulated on this one. Then one of the two machines is killed during a run. The simulation of
many workers needs no cluster: workers that return a recorded episode at once load the driver and the store.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

import msgspec
from _report import publish, render_table

from onscreen.bench.base import Suite
from onscreen.bench.task_selection import make_suite
from onscreen.cli.bench import make_trials
from onscreen.run.job_host import store_files
from onscreen.run.suite_run import SuiteConfig, read_results, run_suite
from onscreen.run.trial import Limits, Result, Trial
from onscreen.run.trial_worker import TRIALS
from onscreen.run.worker_pool import WorkerPool
from onscreen.store.locked_file import LockedFile
from onscreen.types import Task

SIMULATED = (1, 10, 100, 1000)
EPISODE_FILES = {"episode.jsonl": b"x" * 40_000, **{f"pictures/{n}.png": bytes(30_000) for n in range(6)}}
"""Files of a typical episode of six steps, 220 kB."""


def make_config(suite: Suite, *, tasks: int, workers: int, cluster: str | None) -> SuiteConfig:
    """Create the configuration of a run."""
    return SuiteConfig(
        suite="miniwob",
        tasks=suite.groups["all"][:tasks],
        seeds=(1000,),
        agent="oracle",
        model="lexical",
        device=suite.device,
        device_settings=suite.device_settings,
        limits=Limits(suite.max_steps),
        limit_sec=600.0,
        workers=workers,
        cluster=cluster,
    )


def run(config: SuiteConfig, suite: Suite) -> tuple[tuple[Result, ...], float]:
    """Run the trials of a configuration in a temporary folder, and measure the time in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        trials = make_trials(suite, config, out=out)
        started = time.monotonic()
        results = run_suite(trials, out, config=config)
        seconds = time.monotonic() - started
        stored = read_results(out)
        missing = [each.task for each in results if not (Path(each.episode) / "episode.jsonl").exists()]
        if len(stored) != len(trials) or len({(each.task, each.seed) for each in stored}) != len(trials):
            raise RuntimeError(f"{len(stored)} results for {len(trials)} trials")
        if missing:
            raise RuntimeError(f"episodes that were not stored: {missing}")
    return results, seconds


def outcome(results: Sequence[Result]) -> list[tuple[object, ...]]:
    """Return what must be the same on a cluster."""
    return [(each.task, each.seed, each.success, each.reward, each.steps, each.stop) for each in results]


def start_cluster(nodes: int):  # noqa: ANN201  the class of an optional package
    """Start a cluster of machines with one CPU each, simulated on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster  # noqa: PLC0415  an optional package

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    others = [cluster.add_node(num_cpus=1) for _ in range(nodes - 1)]
    cluster.wait_for_nodes()
    return cluster, others


def compare(suite: Suite, *, tasks: int, workers: int, pairs: int) -> dict[str, object]:
    """Compare local processes with as many workers of a cluster, alternating."""
    cluster, _ = start_cluster(workers)
    local_sec, ray_sec, same = [], [], True
    try:
        for _ in range(pairs):
            expected, seconds = run(make_config(suite, tasks=tasks, workers=workers, cluster=None), suite)
            local_sec.append(seconds)
            found, seconds = run(make_config(suite, tasks=tasks, workers=0, cluster=cluster.address), suite)
            ray_sec.append(seconds)
            same = same and outcome(expected) == outcome(found)
            print(workers, "local", local_sec[-1], "ray", ray_sec[-1], "same", same, flush=True)
    finally:
        cluster.shutdown()
    ratios = [there / here for here, there in zip(local_sec, ray_sec, strict=True)]
    return {"workers": workers, "local": local_sec, "ray": ray_sec, "ratios": ratios, "same": same}


def lose_machine(suite: Suite, *, tasks: int, after_sec: float) -> dict[str, object]:
    """Kill one of two machines of a cluster during a run."""
    expected, _ = run(make_config(suite, tasks=tasks, workers=1, cluster=None), suite)
    cluster, others = start_cluster(2)
    killed: list[float] = []

    def kill() -> None:
        cluster.remove_node(others[0], allow_graceful=False)
        killed.append(time.monotonic())

    timer = Timer(after_sec, kill)
    timer.start()
    try:
        found, seconds = run(make_config(suite, tasks=tasks, workers=0, cluster=cluster.address), suite)
        ended = time.monotonic()
    finally:
        timer.cancel()
        cluster.shutdown()
    return {
        "trials": len(found),
        "same": outcome(expected) == outcome(found),
        "seconds": seconds,
        "killed_sec_before_end": ended - killed[0] if killed else None,
        "crashed": sum(each.stop == "crashed" for each in found),
    }


class RecordedWorker:
    """A worker that returns a result and the files of an episode at once."""

    def start(self) -> bool:
        """Return True."""
        return True

    def run(self, job: Trial) -> Result:
        """Store the episode and return a result."""
        store_files(EPISODE_FILES, Path(job.folder))
        return Result(
            job.task.name, 0, True, 1.0, steps=6, seconds=9.0, model_calls=0, tokens_in=0, tokens_out=0,
            stop="done", episode=job.folder,
        )  # fmt: skip

    def interrupt(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def simulate(workers: int, *, trials: int) -> float:
    """Return the number of trials per second that the driver and the store process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        pending = [
            Trial(Task(f"Task {n}", name=f"task-{n}"), str(out / "episodes" / str(n))) for n in range(trials)
        ]
        results = LockedFile(out / "results.jsonl")
        started = time.monotonic()
        for _, _, result in WorkerPool(pending, lambda _number: RecordedWorker(), fail=TRIALS.fail).run(
            workers
        ):
            if result is not None:
                results.append(msgspec.json.encode(result), at=results.size)
        seconds = time.monotonic() - started
        results.close()
        if len((out / "results.jsonl").read_bytes().splitlines()) != trials:
            raise RuntimeError("a result was lost")
    return trials / seconds


def describe(
    compared: Sequence[dict[str, object]], lost: dict[str, object], simulated: dict[int, float]
) -> str:
    """Describe the measurements as text with tables."""
    rows = [
        [
            each["workers"],
            f"{statistics.median(each['local']):.1f}",  # type: ignore[type-var]
            f"{statistics.median(each['ray']):.1f}",  # type: ignore[type-var]
            ", ".join(f"{ratio:.2f}" for ratio in each["ratios"]),  # type: ignore[attr-defined]
            "yes" if each["same"] else "NO",
        ]
        for each in compared
    ]
    many = [[count, f"{rate:.0f}", f"{rate * 60:.0f}"] for count, rate in simulated.items()]
    intro = (
        "`python benchmarks/ray_workers.py`: trials of MiniWoB++ played by the oracle, alternately with local"
        " processes and on a Ray cluster. The times of the cluster include the connection to it."
    )
    killed = (
        f"One of two machines was killed {lost['killed_sec_before_end'] or 0:.0f} s before the end of a run"
        f" of {lost['trials']} trials: {lost['crashed']} trials crashed, and the results are"
        f" {'' if lost['same'] else 'NOT '}those of a local run, each counted once."
    )
    heads = ("workers", "local, s", "Ray, s", "ratio of each pair", "same results")
    simulation = "Simulated workers that return an episode of 220 kB at once, with one driver and store:"
    many_heads = ("workers", "trials per second", "workers of one trial per minute")
    return "\n\n".join(
        (
            "### Workers on a Ray cluster",
            intro,
            render_table(heads, rows),
            killed,
            simulation,
            render_table(many_heads, many),
        )
    )


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tasks", type=int, default=6)
    parser.add_argument("--pairs", type=int, default=2)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--kill-after", type=float, default=20.0, metavar="SEC")
    arguments = parser.parse_args()
    simulated = {count: simulate(count, trials=max(200, count)) for count in SIMULATED}
    print(simulated, flush=True)
    suite = make_suite("miniwob")
    lost = lose_machine(suite, tasks=arguments.tasks, after_sec=arguments.kill_after)
    print(lost, flush=True)
    counts = [int(each) for each in arguments.workers.split(",")]
    compared = [
        compare(suite, tasks=arguments.tasks, workers=count, pairs=arguments.pairs) for count in counts
    ]
    data = {"compared": compared, "lost": lost, "simulated": [*simulated.items()]}
    publish("ray_workers", describe(compared, lost, simulated), data)


if __name__ == "__main__":
    main()
