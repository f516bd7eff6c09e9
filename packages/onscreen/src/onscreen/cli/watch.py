"""The `onscreen watch` command, which records what a person does in an application."""

from __future__ import annotations

import sys
import time
import webbrowser
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from onscreen.app_maps.episode_extension import WATCHED_AGENT
from onscreen.app_maps.map_store import MAP_FILE, load_map, map_folder
from onscreen.cli.device_options import add_device_options, parse_settings
from onscreen.cli.map_update import print_learned
from onscreen.cli.mirror_server import serve_mirror
from onscreen.cli.number_arguments import non_negative_int, positive_float, positive_int
from onscreen.cli.options import add_app_options, slugify
from onscreen.cli.progress import Progress
from onscreen.explore.mirror_agent import MirrorAgent
from onscreen.explore.screen_mirror import ScreenMirror
from onscreen.explore.secret_text_device import SecretTextDevice
from onscreen.policy.cascade import Cascade
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.report.mirror_page import watch_page
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, allow_all
from onscreen.run.map_update import learn_app, read_version
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.types import Start, Task

HELP = """Record what a person does in an application, as notes on its controls and as an episode.

A page in the browser mirrors the device's screen; click and type there. Passwords are not stored. The page is
served on localhost only, and its address contains a token."""
IDLE_SEC, MAX_STEPS = 300.0, 500
END_SEC = 2.0
"""Longest time to wait until the page shows that the recording has ended, in seconds."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    add_app_options(parser)
    parser.add_argument(
        "--task",
        default="",
        metavar="TEXT",
        help="what the person is going to do, which becomes part of the notes",
    )
    parser.add_argument(
        "--timeout",
        type=positive_float,
        default=IDLE_SEC,
        metavar="SEC",
        help="end after this time without an action (default: %(default)g)",
    )
    parser.add_argument(
        "--max-steps",
        type=positive_int,
        default=MAX_STEPS,
        metavar="N",
        help="maximum number of actions (default: %(default)s)",
    )
    parser.add_argument(
        "--port",
        type=non_negative_int,
        default=0,
        metavar="PORT",
        help="port of the page (default: a free one)",
    )
    parser.add_argument("--no-open", action="store_true", help="print the address, do not open the browser")
    parser.add_argument(
        "--out", metavar="DIR", help="folder to record the episode in (default: runs/TIME-watch-APP)"
    )
    add_device_options(parser)


def run(arguments: Namespace) -> int:
    """Record the actions of a person and return the exit status.

    Raises:
        UsageError: an argument is invalid, or the stored map cannot be read.
        DeviceError: the application does not start.
    """
    app, folder = arguments.app, map_folder(arguments.app)
    if (folder / MAP_FILE).exists():
        load_map(folder)
    out = Path(arguments.out or f"runs/{time.strftime('%Y%m%d-%H%M%S')}-watch-{slugify(app)}")
    task = Task(arguments.task, name="watch", start=Start(app))
    limits = Limits(arguments.max_steps)
    senses = tuple(arguments.sense)
    trial = Trial(task, str(out), agent=WATCHED_AGENT, model="", limits=limits, signals=(), senses=senses)
    mirror = ScreenMirror()
    device = SecretTextDevice(make_device(arguments.on, parse_settings(arguments.set)))
    person = MirrorAgent(mirror, device, timeout_sec=arguments.timeout)
    hooks = RunHooks(on_update=Progress(), approve=allow_all)
    with closing(device), serve_mirror(mirror, watch_page(app, arguments.on), port=arguments.port) as server:
        device.start(task.start)
        print(f"operate the application on this page: {server.url}", file=sys.stderr, flush=True)  # noqa: T201
        if not arguments.no_open:
            webbrowser.open(server.url)
        episode = run_trial(
            trial, device, cascade=Cascade(), hooks=hooks, started=True, create_agent=lambda _: person
        )
        person.end(episode)
        is_gone = episode.stop is not None and episode.stop.reason == "device failed"
        version = "" if is_gone else read_version(device, episode.shots[0].address)
        learned = learn_app(app, episode, version=version)
        mirror.wait_until_read(timeout_sec=END_SEC)
    print_learned([learned] if learned else [])
    print(write_episode(episode, out / EPISODE_PAGE))  # noqa: T201
    if learned:
        print(folder / MAP_FILE)  # noqa: T201
    return 3 if is_gone else 0
