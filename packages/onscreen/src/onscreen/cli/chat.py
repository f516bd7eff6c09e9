"""`onscreen chat`: a conversation about one screen, turn by turn."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen.cli.options import add_run_options, make_approval, slugify
from onscreen.cli.progress import Progress
from onscreen.cli.run import make_trial
from onscreen.cli.terminal_user import ask_at_terminal, read_line
from onscreen.device.base import Device
from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.run.episode_loop import RunHooks
from onscreen.run.run_setup import make_device, run_trial
from onscreen.run.trial import Trial
from onscreen.store.episode_store import check_writable
from onscreen.types import Done, Episode, Turn
from onscreen.types.errors import NotAllowed
from onscreen.types.grammar import show

HELP = "Talk with an agent about what is on the screen; each turn goes on where the last one ended."
HINT = "Say what to do. /new forgets what was said, /quit ends."


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_run_options(parser)


def run(arguments: Namespace) -> int:
    """Talk until the person ends it and return the exit status.

    Raises:
        UsageError: something asked for cannot be.
        DeviceError: the device cannot be brought to the start.
        ModelError: the model cannot be made.
    """
    arguments.instruction, arguments.resume = "chat", False
    template = make_trial(arguments)
    check_writable(Path(template.folder))
    model = make_model(template.model)
    hooks = RunHooks(ask_user=ask_at_terminal, approve=make_approval(arguments.approve, ask_at_terminal))
    with closing(make_device(template.device, template.device_settings)) as device:
        device.start(template.task.start)
        print(HINT, file=sys.stderr)  # noqa: T201
        return _converse(template, device, model=model, hooks=hooks)


def _converse(template: Trial, device: Device, *, model: Model, hooks: RunHooks) -> int:
    said: tuple[Turn, ...] = ()
    number = 0
    while (instruction := _next_instruction()) is not None:
        if instruction == "/new":
            said = ()
            continue
        number += 1
        trial = _make_trial(template, instruction, said=said, number=number)
        watched = msgspec.structs.replace(hooks, on_update=Progress())
        episode = run_trial(trial, device, model=model, hooks=watched, started=True)
        write_episode(episode, Path(trial.folder) / EPISODE_PAGE)
        said = (*said, make_turn(episode))
        if episode.stop is not None and episode.stop.reason in {"device failed", "model failed"}:
            return 3
    return 0


def _next_instruction() -> str | None:
    """Return the next instruction, None at the end."""
    try:
        while not (heard := read_line("> ").strip()):
            pass
    except NotAllowed:
        return None
    return None if heard in {"/quit", "/exit"} else heard


def _make_trial(template: Trial, instruction: str, *, said: tuple[Turn, ...], number: int) -> Trial:
    name = f"{number:02}-{slugify(instruction)}"
    task = msgspec.structs.replace(template.task, instruction=instruction, name=name, said=said)
    return msgspec.structs.replace(template, task=task, folder=str(Path(template.folder) / name))


def make_turn(episode: Episode) -> Turn:
    """Return what a run was, for the turns that follow it."""
    actions = [decision.action for decision in episode.decisions]
    answer = next((action.answer for action in actions if isinstance(action, Done)), "")
    did = tuple(show(action) for action in actions if not isinstance(action, Done))
    return Turn(episode.task.instruction, did, answer)
