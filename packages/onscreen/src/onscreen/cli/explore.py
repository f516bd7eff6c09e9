"""The `onscreen explore` command, which explores applications and stores their maps."""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import cast

from onscreen.agent.base import Agent
from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.episode_extension import find_change
from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder, save_map, save_picture
from onscreen.app_maps.screen_map import AppMap, address_scope
from onscreen.app_maps.screen_signature import ScreenSignature, sign
from onscreen.cli.app_jobs import (
    add_apps_options,
    count_finished,
    make_app_jobs,
    needs_jobs,
    option_words,
    run_app_jobs,
)
from onscreen.cli.device_options import add_device_options, parse_settings
from onscreen.cli.map_update import print_learned
from onscreen.cli.number_arguments import positive_int
from onscreen.cli.options import slugify
from onscreen.cli.progress import Progress
from onscreen.device.base import Device
from onscreen.explore.control_choice import CAUTION_WORDS
from onscreen.explore.exploration import Explorer
from onscreen.explore.exploration_step import ExplorationStep
from onscreen.explore.task_exploration import TaskExplorer
from onscreen.model.base import Model
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.report.html_text_format import one_line
from onscreen.run.approval import refuse_irreversible
from onscreen.run.command_job import FAILED_STATUS, CommandJob, CommandResult
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, allow_all
from onscreen.run.map_update import learn_app, note_version, read_version
from onscreen.run.perception_device import with_senses
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.types import Start, Task
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

HELP = """Explore an application, and store a map of its screens and of what its controls do.

Exploration is systematic and needs no model. With --task, a language model acts toward a goal instead,
judges each step and writes notes; the run is recorded.

Without --may-modify, no control that looks irreversible is used, no switch is toggled and no form is
submitted. A later call continues with the controls that were not tried yet.

onscreen explore Clock Notes Contacts --on phone --workers 2

With several applications or a Ray cluster, each application is explored in a separate process."""
DEFAULT_STEPS, TASK_STEPS = 200, 40
_JOB_OPTIONS = ("on", "max_steps", "may_modify", "set", "sense")


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    add_apps_options(parser)
    parser.add_argument(
        "--task",
        default="",
        metavar="TEXT",
        help="explore toward a goal with a language model, which also writes notes on the elements",
    )
    parser.add_argument("--model", default="", metavar="NAME", help="language model for --task")
    parser.add_argument(
        "--max-steps",
        type=positive_int,
        metavar="N",
        help=f"maximum number of steps (default: {DEFAULT_STEPS}; with --task {TASK_STEPS})",
    )
    parser.add_argument(
        "--may-modify",
        action="store_true",
        help="also toggle switches (and toggle them back), type a letter into search fields, submit forms, "
        "and use irreversible controls",
    )
    add_device_options(parser)


def run(arguments: Namespace) -> int:
    """Explore the application and return the exit status.

    Raises:
        UsageError: an argument is invalid, or the stored map cannot be read.
        DeviceError: the device is gone, or the application does not start.
        ModelError: the model cannot be created.
        MissingExtra: Ray is not installed.
    """
    if arguments.task and needs_jobs(arguments):
        raise UsageError("--task explores one application on this machine; expected one APP and no cluster")
    if arguments.task:
        return explore_task(arguments)
    if arguments.model:
        raise UsageError("--model belongs to --task; exploration without a task needs no model")
    if needs_jobs(arguments):
        return explore_apps(arguments)
    app = arguments.apps[0]
    folder = map_folder(app)
    is_known = (folder / MAP_FILE).exists()
    app_map = load_map(folder) if is_known else AppMap(app, home=app)
    recorder = MapRecorder(folder)
    device = with_senses(make_device(arguments.on, parse_settings(arguments.set)), tuple(arguments.sense))
    explorer = Explorer(device, app_map, may_modify=arguments.may_modify, on_step=recorder)
    with closing(device):
        explored = explorer.explore(arguments.max_steps or DEFAULT_STEPS)
        explored, change = note_version(explored, read_version(device, explorer.address))
    save_map(explored, folder)
    added = len(explored.screens) - len(app_map.screens)
    print(  # noqa: T201
        f"{one_line(explored.app)}: {count_noun(len(explored.screens), 'screen')} ({added} new), "
        f"{count_noun(len(explored.actions), 'action')}, after {count_noun(explorer.steps, 'step')}"
    )
    for screen in explored.screens[len(app_map.screens) :]:
        print(f"  {one_line(screen.title or screen.id)}")  # noqa: T201
    for name in explorer.not_restored:
        print(f"not restored: {one_line(name)!r}")  # noqa: T201
    change = change or find_change(app_map, recorder.signatures)
    if change:
        print(f"the application seems to have changed: {one_line(change, 300)}", file=sys.stderr)  # noqa: T201
    print(folder / MAP_FILE)  # noqa: T201
    return 0


def explore_apps(arguments: Namespace) -> int:
    """Explore several applications, one job per application; returns 3 if any failed, otherwise 0.

    Raises:
        UsageError: a name is empty, or there is no cluster at the address.
        CannotWrite: a map cannot be written.
        MissingExtra: Ray is not installed.
    """
    words = ("explore", *option_words(arguments, _JOB_OPTIONS))

    def collect(job: CommandJob, _result: CommandResult) -> str:
        app_map = load_map(map_folder(job.app))
        screens, actions = len(app_map.screens), len(app_map.actions)
        return f"{count_noun(screens, 'screen')}, {count_noun(actions, 'action')}"

    with tempfile.TemporaryDirectory(prefix="onscreen-explore-") as folder:
        jobs = make_app_jobs(arguments.apps, words, folder=Path(folder))
        logs = Path("runs") / f"{time.strftime('%Y%m%d-%H%M%S')}-explore"
        results = run_app_jobs(jobs, choice=arguments.workers, logs=logs, collect=collect)
    for result in results:
        if result.is_finished:
            print(map_folder(result.app) / MAP_FILE)  # noqa: T201
    return FAILED_STATUS if count_finished(results) < len(jobs) else 0


def explore_task(arguments: Namespace) -> int:
    """Explore toward a goal with a language model, record the run, and add its findings to the map.

    Raises:
        UsageError: the model is not a language model, or the stored map cannot be read.
        DeviceError: the device is gone, or the application does not start.
        ModelError: the model cannot be created.
    """
    cascade = make_cascade(arguments.model) if arguments.model else Cascade()
    if cascade.model is None:
        raise UsageError("--task needs a language model, such as --model openai:gpt-5-mini")
    app = arguments.apps[0]
    folder = map_folder(app)
    device = make_device(arguments.on, parse_settings(arguments.set))
    out = Path("runs") / f"{time.strftime('%Y%m%d-%H%M%S')}-explore-{slugify(app)}"
    task = Task(arguments.task, name="explore", start=Start(app))
    limits = Limits(arguments.max_steps or TASK_STEPS)
    trial = Trial(
        task, str(out), agent="appagent", model=arguments.model, limits=limits, senses=tuple(arguments.sense)
    )
    with closing(device):
        device.start(task.start)
        app_map = _known_map(app, folder, device=device)
        approve = allow_all if arguments.may_modify else refuse_irreversible(CAUTION_WORDS)
        hooks = RunHooks(on_update=Progress(), approve=approve)

        def create(cascade: Cascade) -> Agent:
            model = cast("Model", cascade.model)
            return TaskExplorer(model, app_map, may_modify=arguments.may_modify)

        episode = run_trial(trial, device, cascade=cascade, hooks=hooks, started=True, create_agent=create)
        version = read_version(device, episode.shots[0].address)
    save_map(app_map, folder)
    learned = learn_app(app, episode, version=version)
    print_learned([learned] if learned else [])
    print(write_episode(episode, out / EPISODE_PAGE))  # noqa: T201
    print(folder / MAP_FILE)  # noqa: T201
    return 3 if episode.stop and episode.stop.reason in {"device failed", "model failed"} else 0


def _known_map(app: str, folder: Path, *, device: Device) -> AppMap:
    """Load the map of the application in the foreground of the device, or return an empty map."""
    if (folder / MAP_FILE).exists():
        return load_map(folder)
    return AppMap(app, home=app, scope=address_scope(device.observe().address), device=device.name)


class MapRecorder:
    """Callback that prints each step of an exploration to stderr and stores the map.

    `signatures` are the signatures of the screens seen.
    """

    def __init__(self, folder: Path) -> None:
        """Create a callback that stores the map in a folder."""
        self.signatures: list[ScreenSignature] = []
        self._folder = folder

    def __call__(self, step: ExplorationStep) -> None:
        """Store the map after a step and print the step.

        Raises:
            CannotWrite: the folder cannot be written.
        """
        if step.screen:
            self.signatures.append(sign(step.shot))
        save_map(step.app_map, self._folder)
        if step.is_new:
            save_picture(step.shot.picture, self._folder, screen_id=step.screen)
        if step.action is None:
            return
        screen = step.app_map.screen(step.action.screen)
        control = screen.control(step.action.control) if screen else None
        name = (control.name or control.role) if control else step.action.verb
        effect = describe_effect(step.action, step.app_map)
        print(f"  {step.number:>3} {one_line(name, 40)}: {one_line(effect)}", file=sys.stderr)  # noqa: T201
