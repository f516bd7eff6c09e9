"""`onscreen chat`: a conversation about one screen, turn by turn."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen.cli.options import add_run, approval_of, slug
from onscreen.cli.progress import Progress
from onscreen.cli.run import trial_of
from onscreen.cli.terminal_user import ask, at_terminal
from onscreen.device.base import Device
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.run.episode_loop import RunHooks
from onscreen.run.run_setup import make_device, run_trial
from onscreen.run.trial import Trial
from onscreen.store.episode_store import check_writable
from onscreen.types import Done, Episode, Open, Turn
from onscreen.types.errors import NotAllowed
from onscreen.types.grammar import show

HELP = "Talk with an agent about what is on the screen; each turn goes on where the last one ended."
HINT = "Say what to do. /new forgets what was said, /quit ends."


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_run(parser)


def run(arguments: Namespace) -> int:
    """Talk until the person ends it and return the exit status.

    Raises:
        UsageError: something asked for cannot be.
        DeviceError: the device cannot be brought to the start.
        ModelError: the model cannot be made.
    """
    arguments.instruction, arguments.resume = "chat", False
    template = trial_of(arguments)
    check_writable(Path(template.folder))
    cascade = make_cascade(template.model)
    hooks = RunHooks(person=at_terminal, approve=approval_of(arguments.approve, at_terminal))
    with closing(make_device(template.device, template.device_settings)) as device:
        device.start(template.task.start)
        print(HINT, file=sys.stderr)  # noqa: T201
        return _talk(template, device, cascade=cascade, hooks=hooks)


def _talk(template: Trial, device: Device, *, cascade: Cascade, hooks: RunHooks) -> int:
    said: tuple[Turn, ...] = ()
    number = 0
    while (instruction := _heard()) is not None:
        if instruction == "/new":
            said = ()
            continue
        number += 1
        trial = _turn_of(template, instruction, said=said, number=number)
        watched = msgspec.structs.replace(hooks, watch=Progress())
        episode = run_trial(trial, device, cascade=cascade, hooks=watched, started=True)
        write_episode(episode, Path(trial.folder) / EPISODE_PAGE)
        said = (*said, turn(episode))
        if episode.stop is not None and episode.stop.reason in {"device failed", "model failed"}:
            return 3
    return 0


def _heard() -> str | None:
    """Return the next instruction, None at the end."""
    try:
        while not (heard := ask("> ").strip()):
            pass
    except NotAllowed:
        return None
    return None if heard in {"/quit", "/exit"} else heard


def _turn_of(template: Trial, instruction: str, *, said: tuple[Turn, ...], number: int) -> Trial:
    name = f"{number:02}-{slug(instruction)}"
    task = msgspec.structs.replace(template.task, instruction=instruction, name=name, said=said)
    return msgspec.structs.replace(template, task=task, folder=str(Path(template.folder) / name))


def turn(episode: Episode) -> Turn:
    """Return what a run was, for the turns that follow it."""
    actions = [decision.action for decision in episode.decisions]
    answer = next((action.answer for action in actions if isinstance(action, Done)), "")
    did = tuple(show(action) for action in actions if not isinstance(action, Done))
    opened = {action.what for action in actions if isinstance(action, Open)}
    tools = tuple(tool.name for tool in episode.task.tools if {tool.name, tool.address} & opened)
    return Turn(episode.task.instruction, did, answer, tools)
