"""The `onscreen chat` command, which runs a conversation with an agent on one device."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

import msgspec

from onscreen.cli.map_update import learn_from_run
from onscreen.cli.options import add_run_options, make_approval, slugify
from onscreen.cli.progress import Progress
from onscreen.cli.run import make_trial
from onscreen.cli.terminal_user import ask_at_terminal, read_line
from onscreen.device.base import Device
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.report.episode_page import EPISODE_PAGE, write_episode
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Trial
from onscreen.store.episode_store import check_writable
from onscreen.types import Done, Episode, Open, Turn
from onscreen.types.action_parser import show
from onscreen.types.errors import NotAllowed

HELP = "Chat with an agent; each turn continues on the screen where the last one ended."
HINT = "Type an instruction. /new clears the conversation, /quit exits."


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    add_run_options(parser)


def run(arguments: Namespace) -> int:
    """Run the conversation until the user ends it, and return the exit status.

    Raises:
        UsageError: an argument is invalid.
        DeviceError: the device cannot be started.
        ModelError: the model cannot be created.
    """
    arguments.instruction, arguments.resume = "chat", False
    template = make_trial(arguments)
    check_writable(Path(template.folder))
    cascade = make_cascade(template.model)
    hooks = RunHooks(ask_user=ask_at_terminal, approve=make_approval(arguments.approve, ask_at_terminal))
    with closing(make_device(template.device, template.device_settings)) as device:
        device.start(template.task.start)
        print(HINT, file=sys.stderr)  # noqa: T201
        return _converse(template, device, cascade=cascade, hooks=hooks, is_learning=arguments.learn)


def _converse(
    template: Trial, device: Device, *, cascade: Cascade, hooks: RunHooks, is_learning: bool
) -> int:
    turns: tuple[Turn, ...] = ()
    number = 0
    while (instruction := _next_instruction()) is not None:
        if instruction == "/new":
            turns = ()
            continue
        number += 1
        trial = _make_trial(template, instruction, turns=turns, number=number)
        turn_hooks = msgspec.structs.replace(hooks, on_update=Progress())
        episode = run_trial(trial, device, cascade=cascade, hooks=turn_hooks, started=True)
        write_episode(episode, Path(trial.folder) / EPISODE_PAGE)
        if is_learning:
            learn_from_run(episode, device)
        turns = (*turns, make_turn(episode))
        if episode.stop is not None and episode.stop.reason in {"device failed", "model failed"}:
            return 3
    return 0


def _next_instruction() -> str | None:
    """Return the next instruction, or None at the end of the conversation."""
    try:
        while not (line := read_line("> ").strip()):
            pass
    except NotAllowed:
        return None
    return None if line in {"/quit", "/exit"} else line


def _make_trial(template: Trial, instruction: str, *, turns: tuple[Turn, ...], number: int) -> Trial:
    name = f"{number:02}-{slugify(instruction)}"
    task = msgspec.structs.replace(template.task, instruction=instruction, name=name, earlier_turns=turns)
    return msgspec.structs.replace(template, task=task, folder=str(Path(template.folder) / name))


def make_turn(episode: Episode) -> Turn:
    """Summarize an episode as a conversation turn, for use by later instructions."""
    actions = [decision.action for decision in episode.decisions]
    answer = next((action.answer for action in actions if isinstance(action, Done)), "")
    performed = tuple(show(action) for action in actions if not isinstance(action, Done))
    opened = {action.what for action in actions if isinstance(action, Open)}
    tools = tuple(tool.name for tool in episode.task.tools if {tool.name, tool.address} & opened)
    return Turn(episode.task.instruction, performed, answer, tools)
