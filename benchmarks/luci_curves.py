"""LUCI's experiments on desktop programs: number of applications, position of the hard one, examples.

    python benchmarks/luci_curves.py [--seeds 0] [--tasks 3] [--model reflex+lexical] [--rates 0.02,0.05]

Four measurements, in the order of LUCI's sections V-A to V-C: success with and without examples (two stored
runs of the task in the same program, or in another one of the same kind), which are also the seen and unseen
applications; success by the number of applications; and success by the position of the hard one, for the same
programs in other orders. The agents run with the given model. As a reference, the scripted solutions are
played with errors: each move is left out with the given rate. That reference is no agent: it shows how
errors add up over a longer task.

    python benchmarks/luci_curves.py --only-agents --model local:qwen2.5-coder-0.5b --max-sec 60

With `--only-agents`, the agents alone play the tasks by the number of applications, each in at most
`--max-sec` seconds, and the table is published beside the others.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import msgspec
from _luci_plot import Curve, draw_curves
from _report import RESULTS, ROOT, publish, render_table
from success import run_suite

from onscreen.device.base import Device
from onscreen.device.linux import linux
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Result, Trial
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.types import Task
from onscreen.types.errors import DeviceError
from onscreen_practice.desktop_suite.chain_tasks import CHAIN_NAMES, COUNTS
from onscreen_practice.desktop_suite.desktop_suite import desktop, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_recipe import Move

ONE = ("mousepad-write", "galculator-product", "thunar-new-folder", "geany-append", "calc-table")
ORDERS: Mapping[str, tuple[str, ...]] = {
    "first": ("calc-galculator-mousepad-zim", "calc-galculator-mousepad-zim-thunar"),
    "middle": ("mousepad-galculator-calc-zim", "mousepad-galculator-calc-zim-thunar"),
    "last": ("mousepad-galculator-zim-calc", "mousepad-galculator-zim-thunar-calc"),
}
"""Position of the hard program -> chains of the same four or five programs."""
AGENTS = ("default", "luci")
PAPER = {1: 0.9317, 4: 0.7936, 6: 0.5873}
"""Success rates of LUCI with GPT-3.5 by the number of applications (section V-C); 6 is "more than five"."""
EXAMPLE_PROGRAM, OTHER_PROGRAMS = "kate", ("mousepad", "geany", "gnome-text-editor")
EXAMPLE_KINDS = ("write", "copy")
EXAMPLE_SEEDS = (101, 102)
PICTURE = ROOT / "docs" / "pictures" / "luci-curves.svg"
MAX_STEPS = 90
LAUNCH_CAP_SEC = 120
"""Timeout for the first window of a program, on a machine that other work may slow down."""
ABOUT = (
    "Model `{model}`: no language model. Seeds {seeds} for the agents, {more} seeds for the scripted "
    "reference; {tasks} tasks per number of applications. The reference plays the known solutions and leaves "
    "out each move with the given rate; a run from which no move was left out counts as solved without being "
    "played, and one in which a program did not start on the busy machine does not count. "
    "The reference is no agent: it shows how errors add up over a longer task. The samples are too small to "
    "compare neighbouring columns. Limits of this model: its rules know neither the menus of desktop "
    "programs nor calculations of more than one operation, and its net abstains on screens of this size."
)
ORDER_TITLE = (
    "Success by the position of the hard program (LibreOffice Calc), with the same four or five programs in "
    "other orders:"
)
EXAMPLE_TITLE = (
    f"Success with two stored runs as examples, made in {EXAMPLE_PROGRAM}. The other "
    f"programs are unseen ones of the same kind ({', '.join(OTHER_PROGRAMS)}); the tasks are "
    f"{' and '.join(EXAMPLE_KINDS)}:"
)


LOCAL_ABOUT = (
    "Success by the number of applications with the model `{model}`, which runs on this machine, seeds "
    "{seeds}, tasks per number of applications: {tasks}; at most {steps} steps and {max_sec:.0f} s per "
    'trial, including the time of the model. A claim is an end with "done":'
)


class Rate(msgspec.Struct, frozen=True):
    """Number of successful trials out of a number of trials."""

    succeeded: int
    total: int

    @property
    def value(self) -> float:
        """Share of the trials that succeeded."""
        return self.succeeded / self.total if self.total else 0.0

    def __str__(self) -> str:
        """Return the rate as "2/3"."""
        return f"{self.succeeded}/{self.total}"


class Measurement(msgspec.Struct, frozen=True):
    """Rates by the number of applications, and by the position of the hard program."""

    by_count: Mapping[int, Rate]
    by_place: Mapping[str, Rate]


def play(task: Task, moves: tuple[Move, ...], *, on: Device) -> bool | None:
    """Play moves on a task, and return whether they solved it, or None if the device failed."""
    try:
        initial = start_episode(task, on)
        signal = first_of(done_signal(), steps_signal(str(MAX_STEPS)))
        episode = run_episode(
            initial, on, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks()
        )
    except DeviceError as error:
        print(f"{task.name}: {error}", file=sys.stderr)
        return None
    return episode.score is not None and episode.score.value == 1


def leave_out(moves: Sequence[Move], rate: float, *, rng: Random) -> tuple[Move, ...]:
    """Return the moves without some of them, each of which is left out with the given rate."""
    kept = (move for move in moves if move.action == "done" or rng.random() >= rate)
    return tuple(kept)


def reference(names: Sequence[str], rate: float, *, seeds: Sequence[int], device: Device) -> Rate:
    """Play the scripted solutions of tasks with errors; each run is played once and its result kept."""
    results = [play_with_errors(name, seed, rate=rate, device=device) for name in names for seed in seeds]
    judged = [solved for solved in results if solved is not None]
    return Rate(sum(judged), len(judged))


def play_with_errors(name: str, seed: int, *, rate: float, device: Device) -> bool | None:
    """Play the scripted solution of a task with errors, unless its result is stored."""
    solution = recipe(name, seed).moves
    rng = Random(f"{name} {seed} {rate}")  # noqa: S311  reproducible errors, no secrets
    moves = leave_out(solution, rate, rng=rng)
    if moves == solution:
        return True
    path = RESULTS.parent / "luci-reference" / f"{name}-{seed}-{rate}.json"
    if path.exists():
        return msgspec.json.decode(path.read_bytes(), type=bool | None)
    solved = play(desktop().task(name, seed), moves, on=device)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(solved))
    return solved


def run_agent(
    agent: str, names: Sequence[str], *, seeds: str, model: str, max_sec: float = 0.0
) -> Sequence[Result]:
    """Run an agent on tasks and return the results."""
    return run_suite(
        "desktop",
        agent,
        seeds=seeds,
        workers=1,
        model=model,
        tasks=",".join(names),
        name=f"luci-curves-{agent}-{model.rpartition(':')[2]}" if max_sec else f"luci-curves-{agent}",
        steps=MAX_STEPS,
        max_sec=max_sec,
    )


def rate_tasks(results: Sequence[Result]) -> Mapping[str, Rate]:
    """Return the rate of each task."""
    rates: dict[str, Rate] = {}
    for result in results:
        before = rates.get(result.task, Rate(0, 0))
        rates[result.task] = Rate(before.succeeded + bool(result.success), before.total + 1)
    return rates


def add_up(rates: Mapping[str, Rate], names: Sequence[str]) -> Rate:
    """Add up the rates of tasks."""
    chosen = [rates[name] for name in names if name in rates]
    return Rate(sum(rate.succeeded for rate in chosen), sum(rate.total for rate in chosen))


def store_examples(folder: Path, device: Device) -> None:
    """Record two runs of each example task with the scripted solution, and store a routine of them."""
    onscreen = Path(sys.executable).with_name("onscreen")
    for kind in EXAMPLE_KINDS:
        runs = []
        for seed in EXAMPLE_SEEDS:
            name = f"{EXAMPLE_PROGRAM}-{kind}"
            task, run = desktop().task(name, seed), folder / f"{name}-{seed}"
            trial = Trial(task, str(run), device="linux", agent="default", model="", limits=Limits(MAX_STEPS))
            agent = Oracle(recipe(name, seed).moves)
            if not run.exists():
                run_trial(trial, device, cascade=Cascade(), create_agent=partial(_constant, agent))
            runs.append(str(run))
        command: list[str | Path] = [onscreen, "routines", "add", *runs, "--name", f"example-{kind}"]
        environment = {**os.environ, "ONSCREEN_ROUTINES": str(folder / "store")}
        subprocess.run(command, check=False, env=environment)


def _constant(agent: Oracle, _cascade: Cascade) -> Oracle:
    return agent


def measure_examples(device: Device, *, seeds: str, model: str) -> Sequence[Sequence[object]]:
    """Return the rows of the table on examples: without, from the same program, from another one."""
    folder = RESULTS.parent / "luci-examples"
    store_examples(folder, device)
    programs = {"the program of the examples": (EXAMPLE_PROGRAM,), "other programs": OTHER_PROGRAMS}
    rows = []
    for agent, (label, chosen) in itertools.product(AGENTS, programs.items()):
        names = [f"{program}-{kind}" for program in chosen for kind in EXAMPLE_KINDS]
        start = "luci-examples" if agent == "default" else f"luci-examples-{agent}"
        without, used = (
            run_suite(
                "desktop",
                agent,
                seeds=seeds,
                workers=1,
                model=each,
                tasks=",".join(names),
                name=f"{start}-{kind}-{len(names)}",
            )
            for kind, each in (("without", model), ("used", f"routine:{folder / 'store'}+{model}"))
        )
        counts = [
            Rate(sum(bool(result.success) for result in results), len(results)) for results in (without, used)
        ]
        rows.append((f"`{agent}`", label, *counts))
    return rows


def choose_tasks(count: int) -> Mapping[int, tuple[str, ...]]:
    """Return the number of applications -> at most `count` tasks, evenly spread."""
    chosen = {1: ONE[:count]}
    for applications in COUNTS:
        chains = [name for name, programs in CHAIN_NAMES.items() if len(programs) == applications]
        chosen[applications] = tuple(chains[:: max(1, len(chains) // count)][:count])
    return chosen


def measure_curves(device: Device, *, arguments: argparse.Namespace) -> Mapping[str, Measurement]:
    """Measure the agents and the scripted reference."""
    by_count = choose_tasks(arguments.tasks)
    orders = {place: tuple(f"chain-{each}" for each in chains) for place, chains in ORDERS.items()}
    needed = dict.fromkeys(name for names in (*by_count.values(), *orders.values()) for name in names)
    measured: dict[str, Measurement] = {}
    for agent in AGENTS:
        results = run_agent(agent, tuple(needed), seeds=arguments.seeds, model=arguments.model)
        rates = rate_tasks(results)
        measured[f"agent `{agent}`, {arguments.model}"] = Measurement(
            {count: add_up(rates, names) for count, names in by_count.items()},
            {place: add_up(rates, names) for place, names in orders.items()},
        )
    seeds = range(arguments.reference_seeds)
    for rate in map(float, arguments.rates.split(",")):
        measured[f"scripted, {rate:.0%} of the moves left out"] = Measurement(
            {c: reference(names, rate, seeds=seeds, device=device) for c, names in by_count.items()},
            {p: reference(names, rate, seeds=seeds, device=device) for p, names in orders.items()},
        )
    return measured


def publish_agents(arguments: argparse.Namespace) -> None:
    """Let the agents play the tasks by the number of applications, and publish their rates."""
    by_count, rows = choose_tasks(arguments.tasks), []
    names = tuple(dict.fromkeys(name for group in by_count.values() for name in group))
    for agent in AGENTS:
        results = run_agent(
            agent, names, seeds=arguments.seeds, model=arguments.model, max_sec=arguments.max_sec
        )
        rates = rate_tasks(results)
        claims = sum(each.stop == "done" for each in results)
        unusable = f"{sum(r.unusable for r in results)} of {sum(r.model_calls for r in results)}"
        limited = sum(each.stop in ("steps", "time", "killed") for each in results)
        seconds = statistics.median(each.seconds for each in results)
        cells = (str(add_up(rates, group)) for group in by_count.values())
        rows.append((f"`{agent}`", *cells, claims, limited, unusable, f"{seconds:.0f}"))
    about = LOCAL_ABOUT.format(
        model=arguments.model,
        seeds=arguments.seeds,
        tasks=arguments.tasks,
        steps=MAX_STEPS,
        max_sec=arguments.max_sec,
    )
    heads = (
        "agent",
        *map(str, by_count),
        "claims",
        "stopped by a limit",
        "unusable answers",
        "seconds (median)",
    )
    data = {"rows": [[str(cell) for cell in row] for row in rows]}
    name = "luci_curves_local" if arguments.model.startswith("local:") else "luci_curves_seeds"
    publish(name, f"{about}\n\n{render_table(heads, rows)}", data)


def draw(measured: Mapping[str, Measurement]) -> None:
    """Draw the success by the number of applications into the picture of the documentation."""
    curves = [Curve("LUCI with GPT-3.5, as published", PAPER)]
    curves += [
        Curve(name.replace("`", ""), {count: rate.value for count, rate in each.by_count.items()})
        for name, each in measured.items()
    ]
    PICTURE.write_text(draw_curves(curves))


def render(
    measured: Mapping[str, Measurement],
    examples: Sequence[Sequence[object]],
    *,
    arguments: argparse.Namespace,
) -> str:
    """Render the section of the documentation."""
    counts = tuple(range(1, 7))
    published = [f"{100 * PAPER[count]:.1f} %" if count in PAPER else "" for count in counts]
    rows = [("LUCI with GPT-3.5, as published, on other tasks; the last column is more than 5", *published)]
    rows += [(name, *map(str, each.by_count.values())) for name, each in measured.items()]
    order_rows = [(name, *map(str, each.by_place.values())) for name, each in measured.items()]
    heads = ("agent", "tasks in", "without examples", "with examples")
    about = ABOUT.format(
        model=arguments.model,
        seeds=arguments.seeds,
        more=arguments.reference_seeds,
        tasks=arguments.tasks,
    )
    return "\n\n".join(
        (
            "## LUCI's experiments on desktop programs",
            about,
            "Success by the number of applications:",
            render_table(("", *map(str, counts)), rows),
            "![Success by the number of applications](pictures/luci-curves.svg)",
            ORDER_TITLE,
            render_table(("", *ORDERS), order_rows),
            EXAMPLE_TITLE,
            render_table(heads, examples),
        )
    )


def main() -> None:
    """Measure, draw the curves, and publish."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--reference-seeds", type=int, default=2, help="number of seeds of the reference")
    parser.add_argument("--tasks", type=int, default=3, help="tasks per number of applications")
    parser.add_argument("--model", default="reflex+lexical")
    parser.add_argument("--rates", default="0.02,0.05")
    parser.add_argument("--only-agents", action="store_true", help="play nothing but the agents")
    parser.add_argument("--max-sec", type=float, default=60.0, help="seconds per trial with --only-agents")
    arguments = parser.parse_args()
    if arguments.only_agents:
        publish_agents(arguments)
        return
    with closing(linux({"launch_cap_sec": LAUNCH_CAP_SEC})) as device:
        examples = measure_examples(device, seeds=arguments.seeds, model=arguments.model)
        measured = measure_curves(device, arguments=arguments)
    draw(measured)
    data = {
        name: {
            "by_count": {str(count): str(rate) for count, rate in each.by_count.items()},
            "by_place": {place: str(rate) for place, rate in each.by_place.items()},
        }
        for name, each in measured.items()
    }
    text = render(measured, examples, arguments=arguments)
    listed = [[str(each) for each in row] for row in examples]
    publish("luci_curves", text, {"measured": data, "examples": listed})


if __name__ == "__main__":
    main()
