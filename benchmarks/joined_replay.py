"""Mass composition of tasks from discovered subtasks, and their replay by joined trajectories.

    onscreen discover Notes --on phone --out pool --seed 1000      (and so on, for each application)
    python benchmarks/joined_replay.py POOL... [--count 40000] [--sample 2000] [--minutes 30]

Tasks are composed from each pool, evenly. Tasks drawn at random from all of them are played in the order in
which they were drawn: by joining the trajectories of the subtasks (which must score 1), untouched (0), and
with one subtask omitted, chosen at random (0). The untouched start is scored before the first step of the
complete run. A subtask whose outputs no other one uses is played last, and the run is scored before it;
another omitted subtask needs a second run. Each played task is one line of
`runs/benchmarks/joined_replay.jsonl`, so that an interrupted or later run continues. An application counts if
a composed task has one of its subtasks.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from _report import RESULTS, publish, render_table
from discovery import DEVICE_SETTINGS, LOGINS, home_setting

from onscreen.agent.base import Agent
from onscreen.device.base import Device
from onscreen.discovery.joined_replay import JoinedReplay, Trajectories, read_trajectories
from onscreen.explore.login_device import LoginDevice
from onscreen.policy.cascade import Cascade
from onscreen.run.device_factory import make_device
from onscreen.run.run_setup import run_trial
from onscreen.run.suite_summary import wilson_interval
from onscreen.run.trial import Limits, Trial
from onscreen.score.check_evaluation import score_task
from onscreen.store.json_lines import append_json_line, read_json_lines
from onscreen.synthesis.device_combination import COMBINED
from onscreen.synthesis.graph_composition import GraphLimits, find_parts
from onscreen.synthesis.made_task import MadeTask
from onscreen.synthesis.subtask_review import read_reviewed
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import Pool, make_pool, strip_values
from onscreen.types import Decision, Done, Episode, Setting
from onscreen.types.errors import UsageError

TITLES = {
    "joined_replay": "Composed tasks of discovered subtasks",
    "joined_devices": "Composed tasks of a phone and a web application",
}
"""Sections of docs/measured.md by their names, which are also those of the files of results."""
SMALL_PHONE: dict[str, Setting] = {
    "size": "540x1200",
    "density": 200,
    "start_cap_sec": 600,
    "pictures": False,
}
"""Settings of the phone on which the tasks are played: the agent reads the elements only."""


MAX_ALIKE = 20
"""Maximum number of composed tasks that differ only in the values of their parameters."""


class Composed(msgspec.Struct, frozen=True):
    """Tasks of a pool, with the processor time of their composition and the size of their file."""

    folder: str
    pool: Pool
    tasks: tuple[MadeTask, ...]
    seconds: float
    size_bytes: int
    trajectories: Trajectories

    @property
    def applications(self) -> Counter[tuple[str, str]]:
        """Number of composed tasks by platform and application."""
        return Counter(
            (self.pool[name].platform, self.pool[name].application)
            for made in self.tasks
            for name in {node.subtask for node in made.graph.nodes}
        )


class Played(msgspec.Struct, frozen=True):
    """Scores of one task: played, untouched and with one node omitted; None if a run could not be judged.

    `missing` is what the agent did not find in the complete run.
    """

    pool: str
    name: str
    nodes: tuple[str, ...]
    omitted: str
    full: float | None
    untouched: float | None
    incomplete: float | None
    steps: int
    seconds: float
    missing: str = ""


def compose(folder: Path, count: int, *, max_parts: int) -> Composed:
    """Compose up to `count` tasks from the pool in a folder, as a person reviewed it."""
    pool = make_pool(read_reviewed(folder).subtasks)
    before = time.process_time()
    is_combined = any(each.device for each in pool.values())
    limits = (
        GraphLimits(min_nodes=2, min_devices=2)
        if is_combined
        else GraphLimits(max_parts=max_parts, max_alike=MAX_ALIKE)
    )
    tasks = compose_tasks(pool, count, seed=0, limits=limits).tasks
    seconds = time.process_time() - before
    size = sum(len(msgspec.json.encode(made)) + 1 for made in tasks)
    return Composed(str(folder), pool, tasks, seconds, size, read_trajectories(folder))


def compose_all(folders: Sequence[Path], count: int, *, max_parts: int = 1) -> list[Composed]:
    """Compose tasks evenly from several pools; what one cannot give, the later ones do."""
    composed: list[Composed] = []
    for rank, folder in enumerate(folders):
        missing = count - sum(len(each.tasks) for each in composed)
        composed.append(compose(folder, missing // (len(folders) - rank), max_parts=max_parts))
        print(folder, len(composed[-1].tasks), "tasks", f"{composed[-1].seconds:.0f} s", flush=True)
    return composed


class ScoredReplay:
    """Agent that plays a task and scores its untouched start, and the state before the node `last`."""

    name = "joined"

    def __init__(self, agent: JoinedReplay, device: Device, *, last: int) -> None:
        """Wrap an agent; `last` is -1 for no further score."""
        self._agent = agent
        self._device = device
        self._last = last
        self.untouched: float | None = None
        self.incomplete: float | None = None

    def act(self, episode: Episode) -> Decision:
        """Return the next step of the agent."""
        if not episode.decisions:
            self.untouched = score_task(episode, self._device).value
        if self.incomplete is None and self._last == self._agent.next_node(episode):
            self.incomplete = score_task(episode, self._device).value
        return self._agent.act(episode)


def play(made: MadeTask, device: Device, *, agent: Agent) -> Episode:
    """Play a task with an agent; only its final check is evaluated, not the progress of its nodes."""
    task = msgspec.structs.replace(made.task, nodes=())
    trial = Trial(task, "", device=device.name, limits=Limits(200), signals=())
    return run_trial(trial, device, cascade=Cascade(), create_agent=lambda _: agent)


def with_login(made: MadeTask, device: Device) -> Device:
    """Return a device that logs in before a task, if its application asks for it."""
    names = {f"{made.platform}:{node.application}" for node in made.task.nodes}
    users = [LOGINS[name] for name in names if name in LOGINS]
    return LoginDevice(device, user=users[0][0], password=users[0][1]) if users else device


def play_task(made: MadeTask, composed: Composed, *, device: Device) -> Played:
    """Play a task completely, not at all, and without one node."""
    device = with_login(made, device)
    started = time.monotonic()
    nodes = range(len(made.graph.nodes))
    omitted = Random(made.task.name).choice(nodes)  # noqa: S311  a reproducible choice
    is_used = any(omitted in made.graph.predecessors(number) for number in nodes)
    last = -1 if is_used else omitted
    scored = ScoredReplay(JoinedReplay(composed.pool, composed.trajectories, last=last), device, last=last)
    full = play(made, device, agent=scored)
    incomplete = scored.incomplete
    if is_used:
        without = JoinedReplay(composed.pool, composed.trajectories, omit=omitted)
        incomplete = score_value(play(made, device, agent=without))
    final = full.decisions[-1].action if full.decisions else None
    return Played(
        composed.folder,
        made.task.name,
        tuple(node.subtask for node in made.graph.nodes),
        made.graph.nodes[omitted].subtask,
        score_value(full),
        scored.untouched,
        incomplete,
        steps=len(full.decisions),
        seconds=time.monotonic() - started,
        missing=final.answer if isinstance(final, Done) and not final.achieved else "",
    )


def score_value(episode: Episode) -> float | None:
    """Return the score of a run, None if it was not judged."""
    return episode.score.value if episode.score else None


def sample(composed: Sequence[Composed], count: int) -> Iterator[tuple[Composed, MadeTask]]:
    """Yield tasks drawn at random from all pools."""
    every = [(each, made) for each in composed for made in each.tasks]
    yield from Random(0).sample(every, min(count, len(every)))  # noqa: S311  a reproducible choice


def play_sample(composed: Sequence[Composed], *, count: int, minutes: float, file: Path) -> list[Played]:
    """Play the tasks of the sample without a result, until the time is over; returns all results."""
    known = read_played(file)
    done = {(each.pool, each.name) for each in known}
    ends_at = time.monotonic() + 60 * minutes
    devices: dict[str, Device] = {}
    with ExitStack() as stack:
        home = stack.enter_context(TemporaryDirectory())
        for number, (each, made) in enumerate(sample(composed, count), 1):
            if time.monotonic() > ends_at:
                break
            if (each.folder, made.task.name) in done:
                continue
            if made.platform not in devices:
                device = make_platform_device(made.platform, home)
                devices[made.platform] = stack.enter_context(closing(device))
            row = play_task(made, each, device=devices[made.platform])
            append_json_line(file, row)
            known.append(row)
            print(
                f"{number}/{count} {row.name} {row.full} {row.untouched} {row.incomplete} {row.missing}",
                flush=True,
            )
    return known


def make_platform_device(platform: str, home: str) -> Device:
    """Create the device with which the subtasks of a platform are discovered, or a combination of two."""
    if platform == COMBINED:
        parts = {"phone": SMALL_PHONE, "apps": DEVICE_SETTINGS["apps"]}
        named = {f"{name}.{key}": value for name, own in parts.items() for key, value in own.items()}
        return make_device(platform, {"devices": tuple(parts), **named})
    settings = {**DEVICE_SETTINGS.get(platform, {}), **home_setting(platform, home)}
    return make_device(platform, {**settings, **SMALL_PHONE} if platform == "phone" else settings)


def read_played(file: Path) -> list[Played]:
    """Read the results of earlier runs."""
    if not file.exists():
        return []
    return read_json_lines(file, msgspec.json.Decoder(Played), error_type=UsageError)


def score_rows(played: Sequence[Played]) -> list[list[object]]:
    """Return a table row for each way of playing, with the 95 % interval of the rate."""
    rows: list[list[object]] = []
    for what, scores in (
        ("joined trajectories", [each.full for each in played]),
        ("untouched", [each.untouched for each in played]),
        ("one subtask omitted", [each.incomplete for each in played]),
    ):
        judged = [score for score in scores if score is not None]
        ones = sum(score == 1 for score in judged)
        interval = wilson_interval(ones, len(judged))
        rate = f"{interval.low:.1%} to {interval.high:.1%}"
        rows.append([what, f"{ones}/{len(judged)}", rate, len(scores) - len(judged)])
    return rows


def describe(composed: Sequence[Composed], played: Sequence[Played], *, title: str) -> str:
    """Describe composition and replay."""
    tasks = sum(len(each.tasks) for each in composed)
    applications: Counter[tuple[str, str]] = sum((each.applications for each in composed), Counter())
    per_thousand = 1000 / max(1, tasks)
    seconds, size = sum(each.seconds for each in composed), sum(each.size_bytes for each in composed)
    by_platform = Counter(platform for platform, _ in applications)
    listed = ", ".join(f"{name} ({platform}, {count:,})" for (platform, name), count in applications.items())
    sizes = Counter(len(each.nodes) for each in played)
    summary = (
        f"{tasks:,} distinct tasks over {len(applications)} applications ("
        + ", ".join(f"{count} of {platform}" for platform, count in by_platform.items())
        + f") from {sum(len(each.pool) for each in composed)} discovered subtasks:"
        f" {seconds * per_thousand:.1f} s of processor time and {size * per_thousand / 1e6:.1f} MB per 1,000."
        f" {count_different(composed, is_shape=True):,} differ in more than the values of their parameters,"
        f" and {count_different(composed, is_shape=False):,} in the subtasks that they consist of."
        f" {describe_parts(composed)}"
        f" Applications with the number of their tasks: {listed}."
    )
    replay = f"{len(played)} tasks drawn at random, with " + ", ".join(
        f"{size} subtasks ({sizes[size]})" for size in sorted(sizes)
    )
    heads = ("played", "score 1", "95 % interval", "not judged")
    parts = (f"### {title}", summary, f"{replay}:")
    return "\n\n".join((*parts, render_table(heads, score_rows(played))))


def count_different(composed: Sequence[Composed], *, is_shape: bool) -> int:
    """Count the different tasks if the values are ignored, and without `is_shape` the connections, too."""
    return len(
        {
            (each.folder, msgspec.json.encode(strip_values(made.graph)) if is_shape else subtasks_of(made))
            for each in composed
            for made in each.tasks
        }
    )


def subtasks_of(made: MadeTask) -> tuple[str, ...]:
    """Return the ids of the subtasks of a task in alphabetical order."""
    return tuple(sorted(node.subtask for node in made.graph.nodes))


def describe_parts(composed: Sequence[Composed]) -> str:
    """Describe how many tasks have how many parts, and in how many a resource connects two subtasks."""
    counts = Counter(len(find_parts(made.graph)) for each in composed for made in each.tasks)
    single = sum(len(made.graph.nodes) == 1 for each in composed for made in each.tasks)
    listed = ", ".join(f"{counts[n]:,} of {n}" for n in sorted(counts))
    connected = sum(bool(made.graph.edges) for each in composed for made in each.tasks)
    return (
        f"Tasks by the number of parts that no resource connects: {listed} parts; {single:,} are one subtask."
        f" In {connected:,} tasks, a resource connects at least two subtasks."
    )


def main() -> None:
    """Compose, play and publish."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pools", nargs="+", type=Path, metavar="POOL")
    parser.add_argument("--count", type=int, default=40_000, help="tasks to compose from all pools together")
    parser.add_argument("--sample", type=int, default=2_000, help="tasks to play, over all runs")
    parser.add_argument("--max-parts", type=int, default=3, help="parts of a task that no resource connects")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--section", choices=tuple(TITLES), default="joined_replay")
    parser.add_argument("--no-report", action="store_true", help="do not write to docs/measured.md")
    arguments = parser.parse_args()
    composed = compose_all(arguments.pools, arguments.count, max_parts=arguments.max_parts)
    section: str = arguments.section
    played = play_sample(
        composed, count=arguments.sample, minutes=arguments.minutes, file=RESULTS / f"{section}.jsonl"
    )
    text = describe(composed, played, title=TITLES[section])
    if arguments.no_report:
        print(text)
    else:
        publish(section, text, {"played": msgspec.to_builtins(played)})


if __name__ == "__main__":
    main()
