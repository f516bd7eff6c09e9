"""Starts a practice phone as a process: its options, its port, its end."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

import msgspec

from onscreen_practice.phone.handset import DENSITY, SIZE, Handset
from onscreen_practice.phone.phone_errors import BadPhone, PhoneError
from onscreen_practice.phone.phone_server import HOST, PhoneServer
from onscreen_practice.phone.phone_state import TROUBLES
from onscreen_practice.phone.web_viewer import PhoneView

DONE, USAGE, FAILED = 0, 2, 3


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Which phone is started, and where it listens."""

    port: int = 0
    host: str = HOST
    seed: int = 0
    size: tuple[int, int] = SIZE
    density: int = DENSITY
    troubles: tuple[str, ...] = ()
    browser: str = ""
    unauthorized: bool = False
    verbose: bool = False
    with_parent: bool = False
    view: int | None = None


def add_options(parser: argparse.ArgumentParser, *, port: int) -> None:
    """Add the options that say which phone is started."""
    parser.add_argument(
        "--port", type=port_of, default=port, help="port; 0 takes a free one (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=seed_of, default=0, metavar="N", help="which phone (default: %(default)s)"
    )
    parser.add_argument(
        "--size", type=size_of, default=SIZE, metavar="WxH", help="pixels (default: 1080x2400)"
    )
    parser.add_argument(
        "--density", type=int, default=DENSITY, metavar="N", help="dots an inch (default: %(default)s)"
    )
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="ADDRESS",
        help="address to listen on (default: %(default)s, this machine only: adb has no password, so on any "
        "other address whoever reaches the port can use the phone)",
    )
    parser.add_argument(
        "--trouble",
        action="append",
        default=[],
        metavar="NAME",
        help=f"a trouble to switch on: {', '.join(TROUBLES)}; may be repeated",
    )
    parser.add_argument(
        "--browser",
        default="",
        metavar="PATH",
        help="the Chromium that draws it (default: one is looked for)",
    )
    parser.add_argument(
        "--unauthorized", action="store_true", help="let nobody in, as a phone that was not asked yet"
    )
    parser.add_argument(
        "--view",
        type=port_of,
        metavar="PORT",
        help="show the phone in your web browser, too, to look at and to use by hand; 0 takes a free port",
    )
    parser.add_argument("--verbose", action="store_true", help="say on stderr what clients do")
    parser.add_argument("--with-parent", action="store_true", help="end when stdin is closed")


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Return what the options ask for."""
    return Plan(
        port=arguments.port,
        host=arguments.host,
        seed=arguments.seed,
        size=arguments.size,
        density=arguments.density,
        troubles=tuple(arguments.trouble),
        browser=arguments.browser,
        unauthorized=arguments.unauthorized,
        verbose=arguments.verbose,
        with_parent=arguments.with_parent,
        view=arguments.view,
    )


def port_of(text: str) -> int:
    """Read a port.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not re.fullmatch(r"\d{1,5}", text) or int(text) > 0xFFFF:  # noqa: PLR2004  the highest port
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return int(text)


def seed_of(text: str) -> int:
    """Read a seed.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, found {text!r}")
    return int(text)


def size_of(text: str) -> tuple[int, int]:
    """Read a size.

    Raises:
        ArgumentTypeError: it is none.
    """
    found = re.fullmatch(r"(\d{1,5})[xX](\d{1,5})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"expected width and height as in 1080x2400, found {text!r}")
    return int(found.group(1)), int(found.group(2))


def serve(plan: Plan, *, started: Callable[[PhoneServer, str], None]) -> None:
    """Start the phone, tell `started` its server and its page, and serve it until the process is told to end.

    Raises:
        PhoneError: the phone cannot be drawn.
        OSError: the port cannot be had.
    """
    over = threading.Event()
    _check_port(plan)

    def end(_signal: int, _frame: FrameType | None) -> None:
        over.set()

    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    log = _said if plan.verbose else _quiet
    try:
        with contextlib.ExitStack() as stack:
            phone = stack.enter_context(contextlib.closing(_handset(plan)))
            lets_in = not plan.unauthorized
            server = PhoneServer(phone, port=plan.port, host=plan.host, lets_in=lets_in, log=log)
            stack.enter_context(server)
            address = stack.enter_context(_shown(phone, plan)) if plan.view is not None else ""
            if plan.with_parent:
                threading.Thread(target=_wait_for_parent, args=(over,), daemon=True).start()
            started(server, address)
            over.wait()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextlib.contextmanager
def _shown(phone: Handset, plan: Plan) -> Iterator[str]:
    with contextlib.closing(PhoneView(phone, host=plan.host, port=plan.view or 0)) as view:
        yield view.address


def _handset(plan: Plan) -> Handset:
    return Handset(
        seed=plan.seed, size=plan.size, density=plan.density, browser=plan.browser, troubles=plan.troubles
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a phone as a process and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m onscreen_practice.phone", description="A practice phone for adb."
    )
    add_options(parser, port=0)
    plan = plan_of(parser.parse_args(arguments))
    try:
        serve(plan, started=_listening)
    except (PhoneError, OSError) as error:
        _said(told(error, plan))
        return USAGE if isinstance(error, BadPhone) else FAILED
    return DONE


def _listening(server: PhoneServer, view: str) -> None:
    print(f"listening on {server.host}:{server.port}", flush=True)  # noqa: T201
    if view:
        print(f"shown at {view}", flush=True)  # noqa: T201


def told(error: PhoneError | OSError, plan: Plan) -> str:
    """Say what went wrong at the start, and what to do."""
    if isinstance(error, OSError):
        return (
            f"cannot listen on {plan.host}:{plan.port}: {error.strerror or error}; choose another with --port"
        )
    return str(error)


def _check_port(plan: Plan) -> None:
    """Bind the port for a moment, so that a taken one is told before a browser is started."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((plan.host, plan.port))


def _wait_for_parent(over: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 1):
        continue
    over.set()


def _said(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def _quiet(_line: str) -> None:
    """Say nothing."""
