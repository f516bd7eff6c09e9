"""The `onscreen judge` command, which stores a user's judgement of an episode.

The next training uses the judgement as a weight.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from onscreen.cli.number_arguments import positive_int
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.store.judgements import Judgement, add_judgement
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

HELP = """Judge an episode, or one of its steps, as good or bad.

In the next onscreen train, good examples have weight 2 and bad examples are left out.
A later judgement replaces an earlier one."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("episode", metavar="EPISODE", help="folder of the episode")
    parser.add_argument("verdict", choices=("good", "bad"), help="your judgement")
    parser.add_argument(
        "step", nargs="?", type=positive_int, metavar="STEP", help="judge only this step, counted from 1"
    )


def run(arguments: Namespace) -> int:
    """Store the user's judgement of whether a recorded run succeeded, and return the exit status.

    Raises:
        UsageError: the episode has no such step, or the folder cannot be written.
        BrokenEpisode: the folder contains no episode.
    """
    path = Path(arguments.episode)
    folder = path.parent if path.name == EPISODE_FILE else path
    steps = len(load_episode(folder).decisions)
    if arguments.step is not None and arguments.step > steps:
        raise UsageError(
            f"the episode has {count_noun(steps, 'step')}, found step {arguments.step}; expected 1 to {steps}"
        )
    add_judgement(folder, Judgement(arguments.verdict, arguments.step, round(time.time(), 3)))
    subject = "the episode" if arguments.step is None else f"step {arguments.step} of {steps}"
    print(f"{subject} is judged {arguments.verdict}; the next onscreen train reflex uses it")  # noqa: T201
    return 0
