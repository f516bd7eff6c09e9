"""`onscreen judge`: a person's word on an episode, which weighs it in the next training."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from onscreen.cli.options import positive_int
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.store.judgements import Judgement, add_judgement
from onscreen.types.errors import UsageError

HELP = """Say whether an episode, or one of its steps, was good or bad.

Good counts twice in the next onscreen train, bad not at all; the last word counts."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("episode", metavar="EPISODE", help="the folder of an episode")
    parser.add_argument("verdict", choices=("good", "bad"), help="what you think of it")
    parser.add_argument("step", nargs="?", type=positive_int, metavar="STEP", help="only this step, from 1")


def run(arguments: Namespace) -> int:
    """Keep the judgement and return the exit status.

    Raises:
        UsageError: the episode has no such step, or the folder cannot be written.
        BrokenEpisode: there is no episode.
    """
    path = Path(arguments.episode)
    folder = path.parent if path.name == EPISODE_FILE else path
    steps = len(load_episode(folder).decisions)
    if arguments.step is not None and arguments.step > steps:
        raise UsageError(f"the episode has {steps} steps, found step {arguments.step}")
    add_judgement(folder, Judgement(arguments.verdict, arguments.step, round(time.time(), 3)))
    what = "the episode" if arguments.step is None else f"step {arguments.step} of {steps}"
    print(f"{what} is {arguments.verdict}; the next onscreen train reflex counts it so")  # noqa: T201
    return 0
