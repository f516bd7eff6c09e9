"""AppAgent's ladder on the practice phone: what notes on the elements are worth, by where they come from.

    python benchmarks/appagent_ladder.py [--model NAME] [--levels numbered,explored] [--count 15] [--seed 41]

The levels are those of the paper: raw coordinates; numbered elements without notes; and with notes from
exploration, from watching, and written by hand. The tasks are the first five of each of nine applications, 45
in all; `--count 15` takes 15 of them, spread over the applications. A language model (`--model openai:...`)
runs with the agent `appagent`. Policies (`--model reflex+lexical`, the default) run with the agent `default`,
and the policy `route` is put before them where there are maps; they get no picture, so raw coordinates do not
apply to them.

Maps are explored once on a phone of another seed. "Watched" are the solutions of the same tasks with other
values, on a phone of a third seed, played by an oracle in place of a person. Written notes are those of
`appagent_notes.toml`. Each trial is recorded in a folder below `runs/appagent-ladder`, which `onscreen show`
reads. A finished trial is not repeated by a later call with the same options.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
from _report import RESULTS, publish, render_table

from onscreen.agent.appagent import app_agent
from onscreen.agent.base import Agent
from onscreen.agent.default import Planner, default
from onscreen.app_maps.episode_extension import WATCHED_AGENT, extend_map
from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map
from onscreen.app_maps.screen_map import AppMap, MapNote, address_scope
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import sign
from onscreen.app_maps.shortest_paths import find_paths
from onscreen.bench.task_selection import make_suite
from onscreen.explore.exploration import Explorer
from onscreen.model.base import Model, reads_pictures
from onscreen.policy.cascade import Cascade, build_policy, make_cascade
from onscreen.run.device_factory import make_device
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial, default_model_name, make_result
from onscreen.think.appagent_step import decide_step
from onscreen.types import Episode, Proposal, Screen, Shot, Situation
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.task_export import run_task_oracle

APPS = ("Clock", "Contacts", "Messages", "Mail", "Calendar", "Notes", "Settings", "Music", "Maps")
TASKS_PER_APP = 5
LEVELS = ("coordinates", "numbered", "explored", "watched", "written")
NAMES: Mapping[str, str] = {
    "coordinates": "raw coordinates",
    "numbered": "numbered elements, no notes",
    "explored": "notes from exploration",
    "watched": "notes from watching",
    "written": "notes written by hand",
}
EXPLORATION_STEPS, EXPLORATION_SEED, WATCH_SEED = 100, 5, 7
NOTES_FILE = Path(__file__).with_name("appagent_notes.toml")
FOLDER = RESULTS.parent / "appagent-ladder"
STEP_DISCOUNT = 0.5
"""Factor of the reward for each click between the last screen and the one on which the oracle ended."""
MAX_SEC = 300.0
VISION = ("without-tree", "ocr", "icons")
"""Senses of policies at raw coordinates: what is recognized in the screenshot alone."""
ResultT = TypeVar("ResultT", Shot, "LadderTrial")


class LadderTrial(msgspec.Struct, frozen=True):
    """Result of one task at one level.

    `reward` is 1 on the screen on which the oracle ended, and half as much for each click away from it; None
    if the screen is not on the map. `routed` is the number of steps that the policy `route` chose.
    """

    level: str
    task: str
    success: bool
    reward: float | None
    steps: int
    seconds: float
    model_calls: int
    noted: int
    routed: int
    stop: str


class LadderJob(msgspec.Struct, frozen=True):
    """A task at a level, with the model, the seed, the limit in seconds and the folder of the results."""

    level: str
    app: str
    task: str
    model: str
    seed: int
    max_sec: float
    folder: Path


class CoordinatePolicy(msgspec.Struct, frozen=True):
    """Policy that sends the plain screenshot, so that the model can name places only by coordinates.

    The effect of the last action is left out, because it names elements.
    """

    model: Model
    min_confidence: float = 0.0

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next action from the picture alone."""
        if situation.stage == "verify":
            return None
        shot = situation.screen.shot
        bare = msgspec.structs.replace(situation, screen=Screen(shot, ()), notes=(), history=())
        parsed = decide_step(self.model, bare, view="(shown in the picture only)", pictures=(shot.picture,))
        step = parsed.value
        if step is None or step.action is None:
            return Proposal(self.name, why=parsed.unusable, asked=parsed.asked)
        outline = (step.summary,) if step.summary else ()
        return Proposal(
            self.name, actions=(step.action,), outline=outline, why=step.thought, asked=parsed.asked
        )


def select_tasks(count: int) -> list[tuple[str, str]]:
    """Return pairs of an application and a task, `count` of them spread over the applications."""
    groups = make_suite("phone").groups
    pairs = [(app, groups[app.casefold()][at]) for at in range(TASKS_PER_APP) for app in APPS]
    return sorted(pairs[:count], key=lambda pair: APPS.index(pair[0]))


def maps_of(level: str) -> Path:
    """Return the folder of the maps of a level."""
    return FOLDER / f"maps-{level}"


def explore(apps: Sequence[str]) -> None:
    """Explore each application once, and store its map."""
    for app in apps:
        folder = map_folder(app, maps_of("explored"))
        if (folder / MAP_FILE).exists():
            continue
        with closing(make_device("phone", {"seed": EXPLORATION_SEED})) as device:
            explored = Explorer(device, AppMap(app, home=app)).explore(EXPLORATION_STEPS)
        save_map(explored, folder)
        print(f"explored {app}: {len(explored.screens)} screens", flush=True)


def watch(tasks: Sequence[tuple[str, str]]) -> None:
    """Play the solution of each task with other values, and store the actions as those of a person."""
    for app, task in tasks:
        played = FOLDER / "watched-tasks" / task
        if played.exists():
            continue
        episode = play_oracle(task, WATCH_SEED)
        folder = map_folder(app, maps_of("watched"))
        shot = next(shot for shot in episode.shots if shot.app.casefold() == app.casefold())
        empty = AppMap(app, home=app, scope=address_scope(shot.address), device="phone")
        known = load_map(folder) if (folder / MAP_FILE).exists() else empty
        save_map(extend_map(known, msgspec.structs.replace(episode, agent=WATCHED_AGENT)).app_map, folder)
        played.parent.mkdir(parents=True, exist_ok=True)
        played.write_text("watched\n")
        print(f"watched {task}", flush=True)


def write(apps: Sequence[str]) -> None:
    """Store the explored maps with the notes of the file; notes on unknown controls are printed."""
    notes = tomllib.loads(NOTES_FILE.read_text())
    for app in apps:
        explored = load_map(map_folder(app, maps_of("explored")))
        found = []
        for note in notes.get(app, ()):
            places = (
                MapNote(screen.id, note["text"], control.key)
                for screen in explored.screens
                for control in screen.controls
                if (screen.title, control.name) == (note["screen"], note["control"])
            )
            place = next(places, None)
            if place is None:
                print(f"not on the map of {app}: {note['screen']!r}, {note['control']!r}", flush=True)
            else:
                found.append(place)
        save_map(msgspec.structs.replace(explored, notes=tuple(found)), map_folder(app, maps_of("written")))


def play_oracle(task: str, seed: int) -> Episode:
    """Play the known solution of a task."""
    suite = make_suite("phone")
    with closing(make_device("phone", {**suite.device_settings, "seed": seed})) as device:
        return run_task_oracle(phone(), task, seed=seed, device=device)


def find_goal(task: str, seed: int) -> Shot:
    """Return the screen on which the known solution of a task ends."""
    return play_oracle(task, seed).last


def agent_factory(level: str, cascade: Cascade) -> Callable[[Cascade], Agent]:
    """Return the function that creates the agent of a level."""
    if cascade.model is None:
        return default
    if level == "coordinates":
        return lambda limited: Planner(build_policy(limited, CoordinatePolicy), name="appagent")
    return app_agent


def play(job: LadderJob) -> LadderTrial:
    """Play one task at one level, and record the episode in a folder."""
    suite, folder = make_suite("phone"), str(job.folder / job.level / job.task)
    maps = maps_of(job.level) if job.level in {"explored", "watched", "written"} else None
    is_policy = make_cascade(job.model).model is None
    name = f"route:{maps}+{job.model}" if maps and is_policy else job.model
    cascade = make_cascade(name)
    shutil.rmtree(folder, ignore_errors=True)
    trial = Trial(
        suite.task(job.task, job.seed),
        folder,
        seed=job.seed,
        model=name,
        limits=Limits(suite.max_steps, max_sec=job.max_sec),
        senses=VISION if is_policy and job.level == "coordinates" else (),
        maps=str(maps or ""),
    )
    started_at = time.monotonic()
    with closing(make_device("phone", {**suite.device_settings, "seed": job.seed})) as device:
        episode = run_trial(trial, device, cascade=cascade, create_agent=agent_factory(job.level, cascade))
        last = device.observe()
    result = make_result(episode, folder, seed=job.seed, seconds=time.monotonic() - started_at)
    return LadderTrial(
        job.level,
        job.task,
        bool(result.success),
        _rate(job, last),
        result.steps,
        result.seconds,
        result.model_calls,
        noted=sum(bool(decision.notes) for decision in episode.decisions),
        routed=sum(decision.proposer.startswith("route") for decision in episode.decisions),
        stop=result.stop,
    )


def _rate(job: LadderJob, last: Shot) -> float | None:
    """Rate how near a screen is to the one on which the oracle ended."""
    goal_file = FOLDER / "goals" / f"{job.task}-{job.seed}.json"
    goal = read_once(goal_file, partial(find_goal, job.task, job.seed), Shot)
    return rate_end(load_map(map_folder(job.app, maps_of("explored"))), last, goal=goal)


def play_once(job: LadderJob) -> LadderTrial:
    """Return the result of an earlier call, or play the task and store the result."""
    trial = read_once(job.folder / job.level / f"{job.task}.json", partial(play, job), LadderTrial)
    print(
        f"{job.level} {job.task}: {'done' if trial.success else trial.stop}, {trial.steps} steps", flush=True
    )
    return trial


def rate_end(app_map: AppMap, last: Shot, *, goal: Shot) -> float | None:
    """Rate how near a screen is to the one on which the oracle ended; None if that one is not on the map."""
    wanted = recognize(app_map, sign(goal)) if app_map.contains(goal.address) else None
    found = recognize(app_map, sign(last)) if app_map.contains(last.address) else None
    if wanted is None:
        return None
    if found is None:
        return 0.0
    path = find_paths(app_map, found.id, home=app_map.screens[0].id).get(wanted.id)
    return 0.0 if path is None else STEP_DISCOUNT ** len(path)


def read_once(file: Path, create: Callable[[], ResultT], kind: type[ResultT]) -> ResultT:
    """Return the stored result of an earlier call, or create and store the result."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(create()))
    return msgspec.json.decode(file.read_bytes(), type=kind)


def row(level: str, trials: Sequence[LadderTrial]) -> list[object]:
    """Return the table row of a level."""
    if not trials:
        return [NAMES[level], "does not apply", "", "", "", "", "", ""]
    rewards = [trial.reward for trial in trials if trial.reward is not None]
    done = sum(trial.success for trial in trials)
    steps = sum(trial.steps for trial in trials)
    return [
        NAMES[level],
        f"{done}/{len(trials)}",
        f"{done / len(trials):.1%}",
        f"{sum(rewards) / len(rewards):.2f}" if rewards else "",
        f"{steps / len(trials):.1f}",
        f"{sum(trial.noted for trial in trials) / steps:.0%}",
        f"{sum(trial.routed for trial in trials) / steps:.0%}",
        sum(trial.model_calls for trial in trials),
    ]


def make_jobs(arguments: argparse.Namespace) -> Iterator[LadderJob]:
    """Yield each task at each level that applies to the model."""
    model = make_cascade(arguments.model).model
    folder = FOLDER / re.sub(r"\W+", "-", arguments.model) / str(arguments.seed)
    for app, task in select_tasks(arguments.count):
        for level in arguments.levels.split(","):
            if level != "coordinates" or model is None or reads_pictures(model):
                yield LadderJob(
                    level, app, task, arguments.model, arguments.seed, arguments.max_sec, folder=folder
                )


def main() -> None:
    """Prepare the maps, play each task at each level, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=default_model_name())
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--count", type=int, default=len(APPS) * TASKS_PER_APP)
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--max-sec", type=float, default=MAX_SEC, help="limit of a trial in seconds")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--name", default="", help="added to the name of the published table")
    parser.add_argument("--reader", action="store_true", help="a reader answers the prompts")
    parser.add_argument("--prepare", action="store_true", help="only prepare the maps")
    arguments = parser.parse_args()
    levels = arguments.levels.split(",")
    explore(APPS)
    if "watched" in levels:
        watch(select_tasks(arguments.count))
    if "written" in levels:
        write(APPS)
    if arguments.prepare:
        return
    jobs = tuple(make_jobs(arguments))
    if arguments.workers > 1:
        with ProcessPoolExecutor(arguments.workers) as pool:
            results = list(pool.map(play_once, jobs))
    else:
        results = [play_once(job) for job in jobs]
    publish_results(results, levels, arguments=arguments)


def publish_results(
    results: Sequence[LadderTrial], levels: Sequence[str], *, arguments: argparse.Namespace
) -> None:
    """Publish the table of all levels."""
    tasks = select_tasks(arguments.count)
    heads = (
        "level", "succeeded", "rate", "reward", "steps", "steps with notes", "steps by route", "model calls"
    )  # fmt: skip
    rows = [row(level, [trial for trial in results if trial.level == level]) for level in levels]
    ends = Counter(trial.stop for trial in results if not trial.success)
    is_policy = make_cascade(arguments.model).model is None
    agent = "`default`, with `route` before the policies where there are maps" if is_policy else "`appagent`"
    if arguments.reader:
        agent += ". The model is simulated: a reader who saw nothing but the prompts answered in its place"
    notes = (
        f"{len(tasks)} tasks in {len({app for app, _ in tasks})} applications, seed {arguments.seed}, "
        f"model `{arguments.model}`, agent {agent}. The maps were explored in {EXPLORATION_STEPS} steps per\n"
        f"application on a phone of seed {EXPLORATION_SEED}; watched were the solutions on a phone of seed "
        f"{WATCH_SEED}. The reward is 1\non the screen on which the oracle ended, and half as much for each "
        "click away from it."
    )
    failed = ", ".join(f"{stop} {count}" for stop, count in ends.most_common())
    ended = f"Ends of the failed runs: {failed or 'none'}."
    title = "### AppAgent's ladder on the phone" + (f": {arguments.name}" if arguments.name else "")
    text = "\n\n".join((title, notes, render_table(heads, rows), ended))
    data = {
        "seed": arguments.seed,
        "model": arguments.model,
        "trials": json.loads(msgspec.json.encode(results)),
    }
    suffix = re.sub(r"\W+", "_", arguments.name)
    publish(f"appagent_ladder_{suffix}" if suffix else "appagent_ladder", text, data)


if __name__ == "__main__":
    main()
