"""Command-line options and main loop of a process that runs a simulated phone."""

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
from importlib import import_module
from types import FrameType

import msgspec

from onscreen_practice.phone.chromium_process import Chromium
from onscreen_practice.phone.console_server import announce_emulator, serve_console
from onscreen_practice.phone.device_builds import DeviceBuild
from onscreen_practice.phone.initial_phone_state import INTERRUPTIONS
from onscreen_practice.phone.phone_errors import InvalidPhoneOptions, PhoneError
from onscreen_practice.phone.phone_server import HOST, PhoneServer
from onscreen_practice.phone.simulated_phone import DEFAULT_DENSITY, DEFAULT_SIZE, STILL, Handset, Motion

EMULATOR_PORTS = range(5554, 5586)
EXIT_OK, EXIT_USAGE, EXIT_FAILED = 0, 2, 3


class PhoneOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Command-line options of a process that runs a simulated phone."""

    port: int = 0
    host: str = HOST
    seed: int = 0
    size: tuple[int, int] = DEFAULT_SIZE
    density: int = DEFAULT_DENSITY
    interruptions: tuple[str, ...] = ()
    browser: str | Chromium = ""
    unauthorized: bool = False
    verbose: bool = False
    with_parent: bool = False
    view: int | None = None
    console: int | None = None
    build: DeviceBuild = DeviceBuild()
    motion: Motion = STILL


class ServedAddresses(msgspec.Struct, frozen=True):
    """Addresses of the phone's web page and emulator console, or "" if they are disabled."""

    view: str = ""
    console: str = ""


def add_options(parser: argparse.ArgumentParser, *, port: int) -> None:
    """Add the command-line options of a simulated phone to a parser."""
    port_help = "TCP port; 0 chooses a free one (default: %(default)s)"
    parser.add_argument("--port", type=parse_port, default=port, help=port_help)
    parser.add_argument(
        "--seed",
        type=parse_seed,
        default=0,
        metavar="N",
        help="random seed of the phone's state (default: %(default)s)",
    )
    parser.add_argument(
        "--size",
        type=parse_size,
        default=DEFAULT_SIZE,
        metavar="WxH",
        help="screen size in pixels (default: 1080x2400)",
    )
    parser.add_argument(
        "--density",
        type=int,
        default=DEFAULT_DENSITY,
        metavar="N",
        help="dots per inch (default: %(default)s)",
    )
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="ADDRESS",
        help="address to listen on (default: %(default)s, this machine only: adb has no password, so on any "
        "other address anyone who can reach the port can use the phone)",
    )
    parser.add_argument(
        "--interruption",
        action="append",
        default=[],
        metavar="NAME",
        help=f"interruption to enable: {', '.join(INTERRUPTIONS)}; may be repeated",
    )
    parser.add_argument(
        "--browser",
        default="",
        metavar="PATH",
        help="Chromium that renders the phone (default: an installed one)",
    )
    _add_service_options(parser)


def _add_service_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for adb authorization, the system build and further services."""
    parser.add_argument(
        "--unauthorized",
        action="store_true",
        help="refuse all adb clients, like a phone without USB debugging consent",
    )
    parser.add_argument(
        "--view",
        type=parse_port,
        metavar="PORT",
        help="also show the phone on a web page, to watch and operate it; 0 chooses a free port",
    )
    parser.add_argument(
        "--console",
        type=parse_port,
        metavar="PORT",
        help="also serve the console of an emulator (telnet); 0 chooses a free port. With --console 5554 and "
        "--port 5555, adb finds the phone automatically as emulator-5554, and adb emu works",
    )
    parser.add_argument(
        "--rootable",
        action="store_true",
        help="use a userdebug build, on which adb root, su and sqlite3 work",
    )
    parser.add_argument(
        "--known-names",
        action="store_true",
        help="show the applications under the names of well-known ones, such as com.google.android.deskclock",
    )
    clock_help = "let the phone's clock run; without this option, it advances by a second with every input"
    parser.add_argument("--running-clock", action="store_true", help=clock_help)
    moving_help = "animate new screens and dialogs, so that a screenshot may show them in motion"
    parser.add_argument("--animations", action="store_true", help=moving_help)
    parser.add_argument("--verbose", action="store_true", help="log client connections to stderr")
    parser.add_argument("--with-parent", action="store_true", help="exit when stdin is closed")


def options_from(arguments: argparse.Namespace) -> PhoneOptions:
    """Build phone options from parsed command-line arguments."""
    return PhoneOptions(
        port=arguments.port,
        host=arguments.host,
        seed=arguments.seed,
        size=arguments.size,
        density=arguments.density,
        interruptions=tuple(arguments.interruption),
        browser=arguments.browser,
        unauthorized=arguments.unauthorized,
        verbose=arguments.verbose,
        with_parent=arguments.with_parent,
        view=arguments.view,
        console=arguments.console,
        build=DeviceBuild(rootable=arguments.rootable, known_names=arguments.known_names),
        motion=Motion(running_clock=arguments.running_clock, animations=arguments.animations),
    )


def parse_port(text: str) -> int:
    """Parse a TCP port number from a command-line argument.

    Raises:
        ArgumentTypeError: the text is not a port from 0 to 65535.
    """
    if not re.fullmatch(r"\d{1,5}", text) or int(text) > 0xFFFF:  # noqa: PLR2004  the highest port
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return int(text)


def parse_seed(text: str) -> int:
    """Parse a random seed from a command-line argument.

    Raises:
        ArgumentTypeError: the text is not a whole number of at most nine digits.
    """
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"expected an integer of 0 to 999999999, found {text!r}")
    return int(text)


def parse_size(text: str) -> tuple[int, int]:
    """Parse a screen size such as 1080x2400 into width and height.

    Raises:
        ArgumentTypeError: the text is not WIDTHxHEIGHT.
    """
    match = re.fullmatch(r"(\d{1,5})[xX](\d{1,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected width and height as in 1080x2400, found {text!r}")
    return int(match.group(1)), int(match.group(2))


def serve(options: PhoneOptions, *, on_start: Callable[[PhoneServer, ServedAddresses], None]) -> None:
    """Run a simulated phone and its adb server until SIGINT or SIGTERM is received.

    If `options.with_parent` is True, the phone also stops at the end of stdin.

    `on_start` is called with the server and the addresses of the web page and the emulator console.

    Raises:
        InvalidPhoneOptions: the port is one on which adb looks for emulators, without a matching console.
        PhoneError: the phone cannot be rendered.
        OSError: the port is not available.
    """
    stop = threading.Event()
    _check_port(options)

    def end(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    previous_handlers = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    log = _log_to_stderr if options.verbose else _discard_log
    try:
        with contextlib.ExitStack() as stack:
            phone = stack.enter_context(contextlib.closing(_build_handset(options)))
            authorized = not options.unauthorized
            server = PhoneServer(
                phone,
                port=options.port,
                host=options.host,
                authorized=authorized,
                build=options.build,
                log=log,
            )
            stack.enter_context(server)
            view = stack.enter_context(_serve_screen(phone, options)) if options.view is not None else ""
            console = stack.enter_context(_open_console(server, options))
            if options.with_parent:
                threading.Thread(target=_wait_for_parent, args=(stop,), daemon=True).start()
            on_start(server, ServedAddresses(view, console))
            stop.wait()
    finally:
        for each, handler in previous_handlers.items():
            signal.signal(each, handler)


@contextlib.contextmanager
def _serve_screen(phone: Handset, options: PhoneOptions) -> Iterator[str]:
    web_viewer = import_module("onscreen_practice.phone.web_viewer")  # its HTTP server delays every start
    with contextlib.closing(
        web_viewer.ScreenServer(phone, host=options.host, port=options.view or 0)
    ) as view:
        yield view.address


@contextlib.contextmanager
def _open_console(server: PhoneServer, options: PhoneOptions) -> Iterator[str]:
    """Serve the emulator console if it is enabled, and yield its address or ""."""
    if options.console is None:
        yield ""
        return
    with serve_console(server.machine, host=options.host, port=options.console) as port:
        if port == server.port - 1 and server.port in EMULATOR_PORTS:
            announce_emulator(server.port)
        yield f"{options.host}:{port}"


def _build_handset(options: PhoneOptions) -> Handset:
    return Handset(
        seed=options.seed,
        size=options.size,
        density=options.density,
        browser=options.browser,
        interruptions=options.interruptions,
        motion=options.motion,
    )


def main(arguments: Sequence[str] | None = None, *, chromium: Chromium | None = None) -> int:
    """Run the command-line program and return its exit status.

    `chromium` renders the phone; if None, the browser of the command line is started.
    """
    parser = argparse.ArgumentParser(
        prog="python -m onscreen_practice.phone",
        description="Start a practice phone that adb can connect to.",
    )
    add_options(parser, port=0)
    options = options_from(parser.parse_args(arguments))
    if chromium is not None:
        options = msgspec.structs.replace(options, browser=chromium)
    try:
        serve(options, on_start=_print_address)
    except (PhoneError, OSError) as error:
        _log_to_stderr(describe_start_error(error, options))
        return EXIT_USAGE if isinstance(error, InvalidPhoneOptions) else EXIT_FAILED
    return EXIT_OK


def _print_address(server: PhoneServer, addresses: ServedAddresses) -> None:
    print(f"listening on {server.host}:{server.port}", flush=True)  # noqa: T201
    if addresses.view:
        print(f"shown at {addresses.view}", flush=True)  # noqa: T201
    if addresses.console:
        print(f"console at {addresses.console}", flush=True)  # noqa: T201


def describe_start_error(error: PhoneError | OSError, options: PhoneOptions) -> str:
    """Format an error that occurred at startup, with a suggested fix."""
    if isinstance(error, OSError):
        return (
            f"cannot listen on {options.host}:{options.port}: {error.strerror or error}; "
            "choose another port with --port"
        )
    return str(error)


def _check_port(options: PhoneOptions) -> None:
    """Bind the port briefly, so that an error is reported before a browser starts.

    Raises:
        InvalidPhoneOptions: adb looks for emulators on the port, but the console is not on the adjacent port.
    """
    if options.port in EMULATOR_PORTS and options.console != options.port - 1:
        scanned = f"{EMULATOR_PORTS.start} to {EMULATOR_PORTS.stop - 1}"
        raise InvalidPhoneOptions(
            f"adb automatically looks for emulators on port {options.port} and would list the phone twice; "
            f"choose a port outside {scanned}, such as 6555, or an emulator with --console 5554 --port 5555"
        )
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((options.host, options.port))


def _wait_for_parent(stop: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 1):
        continue
    stop.set()


def _log_to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def _discard_log(_line: str) -> None:
    """Discard a log line."""
