"""Agents on composed tasks, by dimension, level and capability, and graphs compared with chains.

    python benchmarks/graph_agents.py POOL [--each 4] [--sizes 3-5] [--minutes 15]

For each size, as many chains as other graphs are composed from the subtasks that were discovered on the
practice phone, besides tasks of one and two subtasks. They are played by the default agent without a model,
by joined trajectories in which one step in ten is replaced by a click on a random control, and by clicks on
random controls. A run ends after 20 steps without a further subtask. The radar chart shows the coverage rate
by capability.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
from _report import ROOT, publish, render_table
from joined_replay import make_platform_device

from onscreen.agent.base import Agent
from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.discovery.joined_replay import JoinedReplay, Trajectories, read_trajectories
from onscreen.perceive.element_kinds import is_blocked, is_control
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.report.radar_chart import RADIUS_PX, make_radar
from onscreen.run.run_setup import make_agent, run_trial
from onscreen.run.trial import Limits, Trial, default_model_name
from onscreen.synthesis.graph_composition import GraphLimits
from onscreen.synthesis.made_suite import group_tasks
from onscreen.synthesis.made_task import MadeTask
from onscreen.synthesis.subtask_review import read_reviewed
from onscreen.synthesis.task_composition import compose_tasks
from onscreen.synthesis.task_graph import Pool, make_pool
from onscreen.types import Back, Click, Decision, Episode

NOISE = 0.1
"""Share of the steps of the noisy oracle that are replaced by a random click."""
COLORS = ("#1b6ca8", "#c0504d", "#6a8f3c")
PICTURE = ROOT / "docs" / "pictures" / "graph-agents.svg"


class Row(msgspec.Struct, frozen=True):
    """Result of one agent on one task."""

    agent: str
    task: str
    score: float | None
    coverage: float
    consistency: float
    steps: int
    seconds: float


class RandomClicks:
    """Agent that clicks random controls, and goes back where there are none."""

    name = "random"

    def __init__(self, seed: str) -> None:
        """Create an agent whose choices depend on a seed."""
        self._random = Random(seed)  # noqa: S311  a reproducible choice

    def act(self, episode: Episode) -> Decision:
        """Click a random control."""
        elements = build_screen(episode.last).elements
        controls = [each for each in elements if is_control(each) and not is_blocked(each)]
        return Decision(Click(self._random.choice(controls)) if controls else Back(), why="random")


class NoisyReplay:
    """Agent that joins trajectories, with some steps replaced by random clicks."""

    name = "joined with noise"

    def __init__(self, agent: JoinedReplay, seed: str) -> None:
        """Wrap an agent."""
        self._agent = agent
        self._random = Random(seed)  # noqa: S311  a reproducible choice
        self._clicks = RandomClicks(seed)

    def act(self, episode: Episode) -> Decision:
        """Return the next step, or a random click."""
        is_noise = self._random.random() < NOISE
        return (self._clicks if is_noise else self._agent).act(episode)


def compose(pool: Pool, *, sizes: Sequence[int], each: int) -> tuple[MadeTask, ...]:
    """Compose as many chains as other graphs of each size, and tasks of one and two subtasks."""
    limits = [GraphLimits(size, size) for size in (1, 2)]
    limits += [GraphLimits(s, s, shape="chain") for s in sizes] + [
        GraphLimits(s, s, shape="graph") for s in sizes
    ]
    made = (task for one in limits for task in compose_tasks(pool, each, seed=0, limits=one).tasks)
    return tuple({task.task.name: task for task in made}.values())


def make_agents(pool: Pool, trajectories: Trajectories) -> Mapping[str, Callable[[MadeTask], Agent]]:
    """Return a function for each agent that creates it for a task."""
    cascade = make_cascade(default_model_name())
    return {
        "default, no model": lambda _: make_agent("default", cascade),
        "oracle with noise": lambda made: NoisyReplay(JoinedReplay(pool, trajectories), made.task.name),
        "random clicks": lambda made: RandomClicks(made.task.name),
    }


def play(name: str, made: MadeTask, device: Device, *, agent: Agent) -> Row:
    """Play a task with an agent."""
    started = time.monotonic()
    trial = Trial(made.task, "", device=device.name, limits=Limits(200), signals=())
    episode = run_trial(trial, device, cascade=Cascade(), create_agent=lambda _: agent)
    score = episode.score
    graph = score.graph if score else None
    return Row(
        name,
        made.task.name,
        score.value if score else None,
        graph.coverage if graph else 0.0,
        graph.consistency if graph else 0.0,
        len(episode.decisions),
        time.monotonic() - started,
    )


def describe_group(rows: Sequence[Row], agents: Sequence[str]) -> list[str]:
    """Return the success and coverage rate of each agent."""
    found = []
    for agent in agents:
        own = [each for each in rows if each.agent == agent]
        success = sum(each.score == 1 for each in own) / max(1, len(own))
        found.append(f"{success:.0%}, {coverage(own):.0%}")
    return found


def coverage(rows: Sequence[Row]) -> float:
    """Return the mean coverage rate."""
    return sum(each.coverage for each in rows) / max(1, len(rows))


def draw(groups: Mapping[str, Sequence[Row]], agents: Sequence[str]) -> str:
    """Draw the coverage rate of each agent by capability as an SVG picture; "" for fewer than three."""
    values = {
        agent: [coverage([each for each in rows if each.agent == agent]) for rows in groups.values()]
        for agent in agents
    }
    radar = make_radar([name.removeprefix("capability-") for name in groups], values)
    if radar is None:
        return ""
    shapes = [f'<polygon points="{ring}" fill="none" stroke="#ccc"/>' for ring in radar.rings]
    for axis in radar.axes:
        shapes.append(f'<line x2="{axis.x}" y2="{axis.y}" stroke="#ccc"/>')
        shapes.append(
            f'<text x="{axis.label_x}" y="{axis.label_y}" text-anchor="{axis.anchor}">{axis.name}</text>'
        )
    for rank, (line, color) in enumerate(zip(radar.lines, COLORS, strict=False)):
        shapes.append(
            f'<polygon points="{line.points}" fill="{color}" fill-opacity="0.12" stroke="{color}"/>'
            f'<text x="-300" y="{RADIUS_PX + 22 + 16 * rank}" fill="{color}">{line.name}</text>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-310 -150 620 330" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="Coverage rate by capability">{"".join(shapes)}</svg>\n'
    )


def describe(made: Sequence[MadeTask], rows: Sequence[Row], *, agents: Sequence[str]) -> str:
    """Describe the results as one table, and write the radar chart."""
    played = {each.task for each in rows}
    groups = {
        group: [each for each in rows if each.task in names]
        for group, names in group_tasks(tuple(each for each in made if each.task.name in played)).items()
    }
    table = render_table(
        ("group", "tasks", *agents),
        [
            [group, len({each.task for each in own}), *describe_group(own, agents)]
            for group, own in groups.items()
        ],
    )
    capabilities = {name: own for name, own in groups.items() if name.startswith("capability-")}
    picture = draw(capabilities, agents)
    if picture:
        PICTURE.write_text(picture, encoding="utf-8")
    shown = "![Coverage rate by capability](pictures/graph-agents.svg)\n\n" if picture else ""
    return (
        "### Agents on composed tasks\n\n"
        f"{len(played)} tasks on the practice phone, each played once by each agent: success rate, coverage"
        " rate.\n\n"
        f"{table}\n\n{shown}"
    ).rstrip()


def main() -> None:
    """Compose, play and publish."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pool", type=Path, metavar="POOL")
    parser.add_argument("--each", type=int, default=4, help="tasks of each size and form")
    parser.add_argument("--sizes", default="3-5")
    parser.add_argument("--minutes", type=float, default=15.0)
    arguments = parser.parse_args()
    pool = make_pool(read_reviewed(arguments.pool).subtasks)
    made = compose(pool, sizes=parse_seeds(arguments.sizes), each=arguments.each)
    agents = make_agents(pool, read_trajectories(arguments.pool))
    ends_at, rows = time.monotonic() + 60 * arguments.minutes, []
    with closing(make_platform_device("phone", "")) as device:
        for task in Random(0).sample(made, len(made)):  # noqa: S311  a reproducible choice
            if time.monotonic() > ends_at:
                break
            for name, create in agents.items():
                rows.append(play(name, task, device, agent=create(task)))
                print(rows[-1], flush=True)
    publish("graph_agents", describe(made, rows, agents=tuple(agents)), {"rows": msgspec.to_builtins(rows)})


if __name__ == "__main__":
    main()
