"""Record episodes of practice tasks on which stop signals are measured, with the state of the task per step.

    python benchmarks/stop_recordings.py FOLDER [--plan phone:0-1:oracle sites:0-1:near ...] [--tail 3]
                                         [--most TASKS] [--without long-]

An `oracle` recording is the scripted solution of a task, followed by `--tail` random actions, as of an agent
that does not know when to stop. A `near` recording is the task's near miss; for a phone task without one, it
is the solution, after which a detail of the finished state is changed; for a task of MiniWoB++, it is the
solution with one action on a wrong element or with a wrong text. An `agent` recording is a run of the
default agent until it claims that the task is done, or gives up. The check of the task is evaluated after
each of the last `CHECKED_STEPS` scripted steps and after every other action, as if the agent ended the run
there; before, the task is unfinished, because scripted steps are missing. A task that asks for an answer is
unfinished until the script answers. The phone has a screen of 324 x 720 pixels. Recordings that exist
already are kept. The tasks of a suite are recorded one after the other, in an order by the hash of their
names, so that `--most` takes a sample of them.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import Literal, TypeAlias

import msgspec

from onscreen.agent.base import Agent
from onscreen.bench.base import Suite
from onscreen.cli.bench import parse_seeds
from onscreen.device.base import Device
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, run_step, start_episode
from onscreen.run.run_setup import make_agent
from onscreen.run.trial import default_model_name
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.store.episode_recorder import save_episode
from onscreen.types import (
    Action,
    Back,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Outcome,
    Score,
    Scroll,
    Setting,
    Shot,
    Stop,
    Type,
    Wait,
)
from onscreen.types.errors import OnscreenError
from onscreen_practice.apps.application_table import find_application
from onscreen_practice.apps.apps_suite import apps
from onscreen_practice.apps.apps_suite import recipe as apps_recipe
from onscreen_practice.apps.installation import installation_of
from onscreen_practice.miniwob.miniwob_suite import miniwob
from onscreen_practice.miniwob.oracles.registry import ORACLES
from onscreen_practice.oracle_agent import OracleAgent
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.phone_suite.phone_suite import recipe as phone_recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite.site_suite import recipe as site_recipe
from onscreen_practice.site_suite.site_suite import sites
from onscreen_practice.task_recipe import TaskRecipe

SMALL_SCREEN: Mapping[str, Setting] = {"size": "324x720", "density": 120, "moment_tries": 0}
"""Phone screen of the usual width in dp, with few pixels, observed once: it stands still between inputs."""
PLAN = (
    "phone:0-1:oracle",
    "sites:0-1:oracle",
    "sites:0-1:near",
    "miniwob:0-1:oracle",
    "phone:1:near",
    "phone:2:oracle",
    "sites:2:oracle",
    "apps:0-2:oracle",
    "apps:1:near",
    "miniwob:1:near",
)
MAX_STEPS, AGENT_STEPS = 60, 20
CHECKED_STEPS = 3
"""Last scripted steps after which the check is evaluated; the task may be finished before the last one."""
LABELS_FILE = "labels.json"
Kind: TypeAlias = Literal["oracle", "near", "agent"]


class Labels(msgspec.Struct, frozen=True):
    """State of the task after every step of a recorded episode.

    `finished` has one entry per screen: whether the check of the task passes there. `scripted_steps` is the
    number of steps before the random actions; `answer` is the answer that the script gives at its end, which
    the check was evaluated with. `claimed` is whether an agent claimed that the task is done. `layout` is
    that of the finished screen: uniform or changing.
    """

    suite: str
    task: str
    seed: int
    kind: Kind
    finished: tuple[bool, ...]
    scripted_steps: int
    answer: str = ""
    application: str = ""
    layout: str = "uniform"
    seconds: float = 0.0
    claimed: bool = False


class Recording(msgspec.Struct, frozen=True):
    """A recording to make: a task of a suite with a seed, as its solution or its near miss."""

    suite: str
    task: str
    seed: int
    kind: Kind

    @property
    def folder(self) -> str:
        """Name of the folder of the recording."""
        return f"{self.suite}/{self.task}/{self.seed}-{self.kind}"


SUITES: Mapping[str, Suite] = {"phone": phone(), "sites": sites(), "miniwob": miniwob(), "apps": apps()}
RECIPES: Mapping[str, Callable[[str, int], TaskRecipe]] = {
    "phone": phone_recipe,
    "sites": site_recipe,
    "apps": apps_recipe,
}


class ReplayAgent:
    """Agent that performs given actions, one after the other, and ends, or as soon as a target is missing."""

    name = "replay"

    def __init__(self, actions: Sequence[Action]) -> None:
        """Perform the given actions."""
        self._actions = tuple(actions)

    def act(self, episode: Episode) -> Decision:
        """Return the next action."""
        step = len(episode.decisions)
        action = self._actions[step] if step < len(self._actions) else Done()
        return Decision(find_targets(action, episode.last) or Done(), why="replay")


def find_targets(action: Action, shot: Shot) -> Action | None:
    """Return an action on the elements of a screen, or None if the screen lacks one of its targets."""
    elements, found = build_screen(shot).elements, {}
    for field in action.__struct_fields__:
        target = getattr(action, field)
        if isinstance(target, Element):
            same = [each for each in elements if each.role == target.role]
            here = [each for each in same if each.box == target.box] or [
                each for each in same if each.name == target.name
            ]
            if not here:
                return None
            found[field] = here[0]
    return msgspec.structs.replace(action, **found)


def make_near_miss(recording: Recording, device: Device) -> ReplayAgent | None:
    """Solve a task of MiniWoB++, and return an agent that repeats the solution with one wrong action.

    The wrong action clicks another element with the same role, or enters the text without its last
    character. Returns None if no action can be made wrong.
    """
    rng = Random(recording.folder)  # noqa: S311 - a reproducible choice, not a secret
    task = SUITES[recording.suite].task(recording.task, recording.seed)
    episode, agent = start_episode(task, device, agent="oracle"), OracleAgent()
    while len(episode.decisions) < MAX_STEPS:
        decision = agent.act(episode)
        if isinstance(decision.action, Done):
            break
        episode = run_step(episode, device, decision=decision, hooks=RunHooks())
        if task.over and device.read(task.over) == "true":
            break
    actions = [decision.action for decision in episode.decisions]
    wrong = [
        (index, other)
        for index, (action, shot) in enumerate(zip(actions, episode.shots, strict=False))
        if (other := make_wrong(action, shot, rng=rng)) is not None
    ]
    if not wrong:
        return None
    index, other = rng.choice(wrong)
    return ReplayAgent([*actions[:index], other, *actions[index + 1 :]])


def make_wrong(action: Action, shot: Shot, *, rng: Random) -> Action | None:
    """Return an action with another target or text, or None if no other is possible."""
    if isinstance(action, Type) and len(action.text) > 1:
        return msgspec.structs.replace(action, text=action.text[:-1])
    if not isinstance(action, Click) or not isinstance(action.target, Element):
        return None
    others = [
        element
        for element in build_screen(shot).elements
        if element.role == action.target.role and element.box != action.target.box
    ]
    return Click(rng.choice(others)) if others else None


def plan_recordings(plans: Sequence[str], *, select: Callable[[str], Sequence[str]]) -> Iterator[Recording]:
    """Yield the recordings of plans such as "phone:0-1:oracle", suite by suite and task by task.

    `select` returns the tasks of a suite.
    """
    wanted: dict[str, list[tuple[int, Kind]]] = {}
    for plan in plans:
        suite, seeds, kind = plan.split(":")
        pairs = [(seed, msgspec.convert(kind, Kind)) for seed in parse_seeds(seeds)]
        wanted.setdefault(suite, []).extend(pairs)
    for suite, pairs in wanted.items():
        for task in select(suite):
            yield from (Recording(suite, task, seed, kind) for seed, kind in pairs)


def select_tasks(
    suite: str, *, parts: Sequence[str], without: Sequence[str], most: int | None
) -> tuple[str, ...]:
    """Return at most `most` tasks of a suite that can be recorded, in the order of their hashes.

    Their names contain one of `parts` and none of `without`.
    """
    found = (
        task
        for task in SUITES[suite].groups["all"]
        if any(part in task for part in parts) and not any(part in task for part in without)
    )
    ordered = sorted(found, key=lambda task: hashlib.md5(task.encode(), usedforsecurity=False).digest())
    return tuple(task for task in ordered if can_record(suite, task))[:most]


def can_record(suite: str, task: str) -> bool:
    """Check whether a task has a script, and whether the applications that it needs are installed."""
    if suite != "apps":
        return suite != "miniwob" or task in ORACLES
    needed = apps_recipe(task, 0).applications
    return all(installation_of(find_application(each)).is_current for each in needed)


def record(recording: Recording, device: Device, *, tail: int) -> tuple[Episode, Labels] | None:
    """Play a recording on a device.

    Returns None if the task has no near miss, or its script contains no action that can be made wrong.
    """
    suite, began = SUITES[recording.suite], monotonic()
    agent, recipe = make_script(recording, device)
    if agent is None:
        return None
    tail = tail if recording.kind == "oracle" and recipe is not None else 0
    spoil = recipe.spoil if recipe is not None and recording.kind == "near" and not recipe.near_miss else ""
    episode = start_episode(suite.task(recording.task, recording.seed), device, agent="oracle")
    answer, planned = find_answer(agent), len(agent.moves) if isinstance(agent, Oracle) else 0
    finished = [False]
    is_agent = recording.kind == "agent"
    has_claimed = False
    rng, scripted = Random(recording.folder), MAX_STEPS  # noqa: S311 - a reproducible choice, not a secret
    max_steps = AGENT_STEPS if is_agent else MAX_STEPS
    while len(episode.decisions) < min(max_steps, scripted + tail):
        is_scripted = len(episode.decisions) < scripted
        decision = agent.act(episode) if is_scripted else Decision(choose_random(episode, rng), why="random")
        if isinstance(decision.action, Done) and is_agent:
            answer, has_claimed = decision.action.answer, decision.action.achieved
            episode = run_step(episode, device, decision=decision, hooks=RunHooks())
            finished.append(has_claimed and is_finished(episode, device, answer=answer))
            break
        if isinstance(decision.action, Done):
            scripted = len(episode.decisions)
            if answer or len(finished) == 1:
                finished[-1] = is_finished(episode, device, answer=answer)
            continue
        episode = run_step(episode, device, decision=decision, hooks=RunHooks())
        may_be_finished = (
            is_agent
            or not is_scripted
            or (not answer and len(episode.decisions) > planned - 1 - CHECKED_STEPS)
        )
        finished.append(may_be_finished and is_finished(episode, device, answer=answer))
        if episode.task.over and device.read(episode.task.over) == "true":
            break
    if spoil:
        device.read(spoil)
        episode = run_step(episode, device, decision=Decision(Wait(0.1), why="spoil"), hooks=RunHooks())
        finished.append(is_finished(episode, device, answer=answer))
    stop = Stop("steps", f"recorded with {tail} random steps")
    score = Score(float(finished[-1]))
    labels = Labels(
        recording.suite,
        recording.task,
        recording.seed,
        recording.kind,
        tuple(finished),
        min(scripted, len(episode.decisions)),
        answer,
        recording.task.partition("-")[0],
        recipe.layout if recipe is not None else "changing",
        round(monotonic() - began, 2),
        has_claimed,
    )
    return msgspec.structs.replace(episode, stop=stop, score=score, device=device.name), labels


def make_script(recording: Recording, device: Device) -> tuple[Agent | None, TaskRecipe | None]:
    """Return the scripted agent of a recording, None without a near miss, and the recipe of its task.

    For a near miss of MiniWoB++, the task is solved on the device first.
    """
    is_page = recording.suite == "miniwob"
    recipe = None if is_page else RECIPES[recording.suite](recording.task, recording.seed)
    if recording.kind == "agent":
        return make_agent("default", make_cascade(default_model_name())), recipe
    if recipe is None:
        return (make_near_miss(recording, device) if recording.kind == "near" else OracleAgent()), None
    if recording.kind == "oracle":
        return Oracle(recipe.moves), recipe
    moves = recipe.near_miss or (recipe.moves if recipe.spoil else ())
    return (Oracle(moves) if moves else None), recipe


def find_answer(agent: Agent) -> str:
    """Return the answer that a script gives at its end, "" for none."""
    moves = agent.moves if isinstance(agent, Oracle) else ()
    return next((move.text for move in moves if move.action == "done"), "")


def is_finished(episode: Episode, device: Device, *, answer: str) -> bool:
    """Check whether the task is finished if the agent ends the run now with this answer."""
    ended = episode.then(Decision(Done(answer)), Outcome(), shot=episode.last)
    return evaluate(episode.task.check, EvaluationContext(ended, device)).holds is True


def choose_random(episode: Episode, rng: Random) -> Action:
    """Choose a random click, Back or scroll, as an agent does that does not know what to do next."""
    elements = [element for element in build_screen(episode.last).elements if is_actionable(element)]
    kind = rng.random()
    if elements and kind < 0.7:  # noqa: PLR2004 - seven of ten random actions are clicks
        return Click(rng.choice(elements))
    return Back() if kind < 0.9 else Scroll("down")  # noqa: PLR2004


def main() -> None:
    """Make the recordings that do not exist yet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--plan", nargs="+", default=PLAN)
    parser.add_argument(
        "--tasks", nargs="+", default=[""], help="only tasks whose names contain one of these"
    )
    parser.add_argument("--without", nargs="+", default=[], help="no tasks whose names contain one of these")
    parser.add_argument("--most", type=int, help="at most this many tasks of each suite")
    parser.add_argument("--tail", type=int, default=3)
    arguments = parser.parse_args()
    current, device = "", None
    select = partial(select_tasks, parts=arguments.tasks, without=arguments.without, most=arguments.most)
    for recording in plan_recordings(arguments.plan, select=select):
        folder = arguments.folder / recording.folder
        if (folder / LABELS_FILE).exists():
            continue
        if recording.suite != current or device is None:
            if device is not None:
                device.close()
            suite, current = SUITES[recording.suite], recording.suite
            screen = SMALL_SCREEN if suite.device == "phone" else {}
            device = make_device(suite.device, {**suite.device_settings, **screen})
        try:
            made = record(recording, device, tail=arguments.tail)
        except OnscreenError as error:
            print(f"{recording.folder}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            device.close()
            device = None
            continue
        if made is not None:
            save_episode(made[0], folder)
            (folder / LABELS_FILE).write_bytes(msgspec.json.encode(made[1]))
    if device is not None:
        with closing(device):
            print("all recordings are made")


if __name__ == "__main__":
    main()
