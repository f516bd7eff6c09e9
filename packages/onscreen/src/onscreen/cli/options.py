"""Command-line options shared by several commands, and the parsing of their values."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.app_maps.map_store import maps_folder
from onscreen.cli.device_options import add_device_options
from onscreen.cli.number_arguments import positive_float, positive_int
from onscreen.run.approval import ask_before_irreversible, refuse_irreversible, refuse_unrequested
from onscreen.run.episode_loop import ApprovalPolicy, AskUser, allow_all
from onscreen.run.trial import Limits, default_model_name
from onscreen.types import Tool
from onscreen.types.errors import BadText

SIGNALS = ("stuck",)
LEARN_VARIABLE = "ONSCREEN_LEARN"
"""Environment variable that makes every run extend the maps."""
APPROVALS = ("ask", "always", "never", "requested")


def stored_maps() -> str:
    """Return the folder of the user's maps, "" if it does not exist."""
    folder = maps_folder()
    return str(folder) if folder.is_dir() else ""


def add_agent_options(parser: ArgumentParser, *, maps: str = "") -> None:
    """Add the command-line options that select the agent, the model and the maps.

    `maps` is the default folder of maps, "" for none.
    """
    parser.add_argument(
        "--agent", default="default", metavar="NAME", help="name of the agent (default: %(default)s)"
    )
    parser.add_argument(
        "--model",
        default=default_model_name(),
        metavar="NAME",
        help="name of the model, such as openai:gpt-5-mini (default: %(default)s)",
    )
    parser.add_argument(
        "--maps",
        default=maps,
        metavar="DIR",
        help="folder of application maps, whose notes are passed to the agent (default: "
        + ("the maps that onscreen explore stored)" if maps else "none)"),
    )
    parser.add_argument(
        "--no-maps", action="store_const", dest="maps", const="", help="pass no notes to the agent"
    )


def add_app_options(parser: ArgumentParser) -> None:
    """Add the command-line options that select an application and its device."""
    parser.add_argument("app", metavar="APP", help="name of the application, or address of a web application")
    add_device_option(parser)


def add_device_option(parser: ArgumentParser) -> None:
    """Add the command-line option that selects a device."""
    parser.add_argument(
        "--on", default="web", metavar="DEVICE", help="name of the device (default: %(default)s)"
    )


def add_workers_option(parser: ArgumentParser) -> None:
    """Add the command-line option that selects the workers."""
    parser.add_argument(
        "--workers",
        type=parse_workers,
        default=WorkerChoice(1),
        metavar="N|ray[:ADDRESS]",
        help="worker processes, or one worker per CPU of a Ray cluster (default: 1)",
    )


def add_limit_options(parser: ArgumentParser) -> None:
    """Add the command-line options for limits and stop signals."""
    parser.add_argument(
        "--max-steps", type=positive_int, metavar="N", help="maximum number of steps (default: 30)"
    )
    parser.add_argument(
        "--max-sec",
        type=positive_float,
        metavar="SEC",
        help="maximum duration in seconds, including the time of the model",
    )
    parser.add_argument(
        "--max-tokens", type=positive_int, metavar="N", help="maximum number of input and output tokens"
    )
    parser.add_argument(
        "--max-cost", type=positive_float, metavar="USD", help="maximum cost of model calls in US dollars"
    )
    parser.add_argument(
        "--stop",
        action="append",
        metavar="SIGNAL",
        help="stop signal, such as stuck:5; may be repeated (default: stuck)",
    )


def add_run_options(parser: ArgumentParser) -> None:
    """Add the command-line options shared by `run` and `chat`."""
    parser.add_argument(
        "--on", default="web", metavar="DEVICE", help="name of the device (default: %(default)s)"
    )
    parser.add_argument("--start", default="", metavar="ADDRESS", help="page or application to start with")
    add_agent_options(parser, maps=stored_maps())
    add_limit_options(parser)
    add_device_options(parser)
    parser.add_argument(
        "--tool",
        action="append",
        default=[],
        metavar="NAME=ADDRESS",
        help="application the agent may use; may be repeated",
    )
    parser.add_argument(
        "--tools", default="", metavar="FILE", help="JSON file with a list of applications the agent may use"
    )
    parser.add_argument("--check", metavar="JSON|FILE", help="success criterion")
    parser.add_argument(
        "--secret",
        action="append",
        default=[],
        metavar="NAME",
        help="environment variable whose value the agent types as {NAME}; the value is never stored",
    )
    parser.add_argument(
        "--approve",
        choices=APPROVALS,
        help="actions that look irreversible: ask first, always allow, never allow, or allow if the "
        "instruction names them (default: ask; never if no terminal is attached)",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="folder to record the episode in (default: runs/TIME-TASK)"
    )
    parser.add_argument(
        "--learn",
        action="store_true",
        default=bool(os.environ.get(LEARN_VARIABLE)),
        help="extend the maps of the used applications from the run (default if the environment "
        f"variable {LEARN_VARIABLE} is set)",
    )


class WorkerChoice(msgspec.Struct, frozen=True):
    """Workers of a command: `count` processes on this machine, or the workers of a Ray cluster.

    `cluster` is the address of the cluster, "" for a new one on this machine, None without Ray. With a
    `count` of 0, there is one worker per CPU of the cluster.
    """

    count: int
    cluster: str | None = None


def parse_workers(text: str) -> WorkerChoice:
    """Parse the number of workers, or a Ray cluster such as "ray" or "ray:10.0.0.5:6379".

    Raises:
        ArgumentTypeError: the text is neither.
    """
    name, colon, address = text.strip().partition(":")
    if name == "ray" and bool(colon) == bool(address):
        return WorkerChoice(0, address)
    if name == "ray" or not re.fullmatch(r"0*[1-9]\d{0,8}", text.strip(), re.ASCII):
        raise ArgumentTypeError(f"expected an integer above 0, ray or ray:ADDRESS, found {text!r}")
    return WorkerChoice(int(text))


def make_limits(arguments: Namespace, *, max_steps: int = Limits().max_steps) -> Limits:
    """Build the limits of a run from the parsed arguments.

    `max_steps` is the default number of steps.
    """
    return Limits(
        max_steps=arguments.max_steps or max_steps,
        max_sec=arguments.max_sec,
        max_tokens=arguments.max_tokens,
        max_cost_usd=arguments.max_cost,
    )


def signal_names(arguments: Namespace) -> tuple[str, ...]:
    """Return the names of the requested stop signals, by default "stuck"."""
    return SIGNALS if arguments.stop is None else tuple(arguments.stop)


def parse_tools(pairs: Sequence[str], file: str = "") -> tuple[Tool, ...]:
    """Parse applications from "NAME=ADDRESS" pairs and an optional JSON file.

    The applications from the file come first.

    Raises:
        BadText: a pair is incomplete, or the file is not a JSON list of tools.
    """
    tools = list(_read_tools(file)) if file else []
    for pair in pairs:
        name, _, address = pair.partition("=")
        if not name.strip() or not address.strip():
            raise BadText(f"expected a tool NAME=ADDRESS, such as Mail=https://mail.example; found {pair!r}")
        tools.append(Tool(name.strip(), address.strip()))
    return tuple(tools)


def _read_tools(file: str) -> tuple[Tool, ...]:
    example = '[{"name": "Mail", "address": "https://mail.example", "about": "reads and sends mail"}]'
    try:
        return msgspec.json.decode(Path(file).read_bytes(), type=tuple[Tool, ...])
    except (OSError, msgspec.MsgspecError) as error:
        raise BadText(f"cannot read tools from {file}: {error}; expected JSON such as {example}") from error


def read_text_or_file(value: str, *, example: str) -> str:
    """Return the value itself if it is JSON, otherwise the contents of the named file.

    The error message shows `example`, a JSON text.

    Raises:
        BadText: the value is neither JSON nor the path of a readable text file.
    """
    if value.lstrip().startswith("{"):
        return value
    try:
        return Path(value).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadText(f"the file {value!r} is not UTF-8 text: {error}") from error
    except OSError as error:
        raise BadText(
            f"{value!r} is neither JSON nor a readable file ({error.strerror}); "
            f"expected JSON such as {example}, or the path of a file"
        ) from error


def make_approval(name: str | None, ask_user: AskUser) -> ApprovalPolicy:
    """Create an approval policy by name.

    Without a name, the policy asks the user if a terminal is attached, and otherwise refuses irreversible
    actions.
    """
    name = name or ("ask" if sys.stdin.isatty() and sys.stderr.isatty() else "never")
    policies = {
        "ask": ask_before_irreversible(ask_user),
        "always": allow_all,
        "never": refuse_irreversible(),
        "requested": refuse_unrequested(),
    }
    return policies[name]


def slugify(text: str, max_chars: int = 40) -> str:
    """Convert a text into a slug that is safe to use in folder names."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())[:max_chars].strip("-") or "task"
