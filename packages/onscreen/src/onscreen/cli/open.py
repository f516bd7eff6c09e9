"""The `onscreen open` command, which starts a session process."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from onscreen.cli.device_options import add_device_options, parse_settings
from onscreen.cli.number_arguments import positive_float
from onscreen.cli.session_client import is_alive, session_names
from onscreen.cli.session_request import Answer, SessionRequest
from onscreen.store.episode_store import check_writable
from onscreen.types.errors import BadText, DeviceError, UsageError

HELP = """Open a device and keep it open for the commands look, do, read, wait and close.

A background process keeps the device open, and exits after --idle-min minutes without a command. All
actions are recorded as an episode."""

IDLE_MIN = 30.0
"""Default time after which an unused session ends, in minutes."""

_WEB = "web"
"""Name of the device that opens an address."""

MAX_NAME_CHARS = 40
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MAX_NAME_CHARS - 1}}}")


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument(
        "device",
        help="name of the device, such as web; onscreen list devices lists them. An address such as "
        "https://example.org is opened on the device web",
    )
    parser.add_argument("start", nargs="?", default="", help="page or application to open")
    parser.add_argument("--name", metavar="NAME", help="name of the session (default: that of the device)")
    add_session_settings(parser)
    parser.add_argument("--out", metavar="DIR", help="folder to record in (default: runs/TIME-NAME)")
    parser.add_argument(
        "--resume", action="store_true", help="continue the session recorded in the folder that --out names"
    )


def add_session_settings(parser: ArgumentParser) -> None:
    """Add the options that configure a new session."""
    add_device_options(parser)
    parser.add_argument(
        "--secret",
        action="append",
        default=[],
        metavar="NAME",
        help="environment variable with a secret, typed by writing {NAME}; its value is never stored",
    )
    parser.add_argument(
        "--approve",
        choices=("never", "always"),
        default="never",
        help="actions that need the user's approval: refuse them unless `do --approve` allows them, or "
        "always allow them (default: %(default)s)",
    )
    parser.add_argument(
        "--idle-min",
        type=positive_float,
        default=IDLE_MIN,
        metavar="MIN",
        help="end the session after this many minutes without a command (default: %(default)g)",
    )


def run(arguments: Namespace) -> int:
    """Start the session, print its first screen, and return the exit status.

    Raises:
        UsageError: an argument is invalid, or a session of this name is open.
        DeviceError: the start page or application cannot be opened.
    """
    if arguments.resume and not arguments.out:
        raise UsageError("--resume continues a session; pass its folder with --out")
    answer = start_session(make_request(arguments))
    sys.stdout.write(answer.out)
    sys.stderr.write(answer.err)
    return answer.status


def make_request(arguments: Namespace) -> SessionRequest:
    """Build the request for a new session from parsed arguments.

    Raises:
        UsageError: an argument is invalid, or a session of this name is open.
    """
    arguments = _expand_address(arguments)
    name = _choose_name(arguments.name, arguments.device)
    out = Path(arguments.out or _new_folder(name)).absolute()
    check_writable(out)
    return SessionRequest(
        name,
        arguments.device,
        start=arguments.start,
        settings=parse_settings(arguments.set),
        senses=tuple(arguments.sense),
        secrets=tuple(arguments.secret),
        approves_all=arguments.approve == "always",
        idle_sec=60 * arguments.idle_min,
        out=str(out),
        resume=arguments.resume,
        command=shlex.join(("onscreen", *_words(arguments, name))),
    )


def _expand_address(arguments: Namespace) -> Namespace:
    """Return the arguments with the device web and its start page if an address is in place of the device.

    Raises:
        UsageError: both an address and a start page were passed.
    """
    if "://" not in arguments.device:
        return arguments
    if arguments.start:
        raise UsageError(
            f"{arguments.device!r} is an address and is opened on the device web; "
            f"found another page to open, {arguments.start!r}: pass one of them"
        )
    return Namespace(**{**vars(arguments), "device": _WEB, "start": arguments.device})


def _words(arguments: Namespace, name: str) -> list[str]:
    """Return the arguments of the command that reopens the session."""
    words = ["open", arguments.device, *([arguments.start] if arguments.start else []), "--name", name]
    for option, values in (
        ("--set", arguments.set),
        ("--sense", arguments.sense),
        ("--secret", arguments.secret),
    ):
        words += [word for value in values for word in (option, value)]
    return words


def _choose_name(name: str | None, device: str) -> str:
    """Return the name of a new session: the given one, or an unused one derived from the device.

    Raises:
        BadText: the name is too long, or has characters that are not allowed.
        UsageError: a session of this name is open.
    """
    used = {used for used in session_names() if is_alive(used)}
    if name is None:
        names = chain([device], (f"{device}-{number}" for number in count(2)))
        name = next(free for free in names if free not in used)
    if not _NAME.fullmatch(name):
        raise BadText(
            f"the name of a session has up to {MAX_NAME_CHARS} letters, digits, dots and dashes; "
            f"found {name!r}"
        )
    if name in used:
        raise UsageError(f"the session {name!r} is open already; close it, or choose another --name")
    return name


def _new_folder(name: str) -> Path:
    """Return a path below runs/ that does not exist yet."""
    base = Path("runs") / f"{time.strftime('%Y%m%d-%H%M%S')}-{name}"
    numbered = (base.with_name(f"{base.name}-{number}") for number in count(2))
    return next(folder for folder in chain([base], numbered) if not folder.exists())


def start_session(request: SessionRequest) -> Answer:
    """Start a session process, and wait until it is ready or has failed to start.

    Returns the output and the exit status that the process reports.

    Raises:
        DeviceError: the process ended without an answer.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "onscreen.cli.session_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    requests, answers = cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)
    with answers:
        with suppress(BrokenPipeError), requests:
            requests.write(msgspec.json.encode(request))
        encoded = answers.read()
    try:
        return msgspec.json.decode(encoded, type=Answer)
    except msgspec.DecodeError:
        raise DeviceError(f"the session process exited unexpectedly, with status {process.wait()}") from None
