"""A run on a Ray cluster of two nodes, one of which is lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from onscreen.run.suite_run import SuiteConfig, TrialEvent, read_results, run_suite
from onscreen.run.trial import Limits, Result, Trial
from onscreen.store.episode_store import load_episode
from onscreen.types import Start, Task, TextShown

cluster_utils = pytest.importorskip("ray.cluster_utils", reason='needs the extra "ray"')

TRIALS = 6
LOST_AFTER = 3
"""Number of the started trial during which a node is lost."""


def make_trials(out: Path) -> list[Trial]:
    """Return trials that count up to 4 for about 1.5 seconds each."""
    return [
        Trial(
            Task(f"count to {to}", f"to-{to}", Start("counter:0", seed=seed), check=TextShown(f"count {to}")),
            str(out / "episodes" / f"to-{to}-{seed}"),
            seed=seed,
            device="counter",
            agent="slow-adder",
            model="mute",
            limits=Limits(20),
            limit_sec=60.0,
        )
        for to in (3, 4)
        for seed in range(TRIALS // 2)
    ]


def make_config(workers: int, *, cluster: str | None) -> SuiteConfig:
    """Return the configuration of a run."""
    return SuiteConfig(
        "counting", ("a",), (0,), "slow-adder", "mute", "counter", workers=workers, cluster=cluster
    )


def outcome(result: Result) -> tuple[object, ...]:
    """Return what must be the same on a cluster."""
    return (result.task, result.seed, result.success, result.reward, result.steps, result.stop, result.detail)


@pytest.mark.filterwarnings("ignore")
def test_a_run_survives_the_loss_of_a_node(
    practice: None,  # noqa: ARG001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The results are those of local workers, each trial counts once, and all episodes are stored here."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setattr("onscreen.run.ray_cluster.START_SEC", 1.0)
    expected = run_suite(make_trials(tmp_path / "a"), tmp_path / "a", config=make_config(2, cluster=None))
    cluster = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    other = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    started: Counter[str] = Counter()
    workers: set[int] = set()

    def lose_node(event: TrialEvent) -> None:
        if event.kind != "started":
            return
        started[event.trial.folder] += 1
        workers.add(event.worker)
        if sum(started.values()) == LOST_AFTER:
            cluster.remove_node(other, allow_graceful=False)

    out = tmp_path / "b"
    try:
        config = make_config(0, cluster=cluster.address)
        found = run_suite(make_trials(out), out, config=config, on_event=lose_node)
    finally:
        cluster.shutdown()
    assert workers == {0, 1}
    assert sorted(started.values()) == [*[1] * (TRIALS - 1), 2]
    assert [outcome(each) for each in found] == [outcome(each) for each in expected]
    assert all(each.success for each in found)
    assert len(read_results(out)) == TRIALS
    assert all(load_episode(Path(each.episode)).shots[0].picture.png for each in found)
