"""`onscreen phone`: a practice phone on a port, for any adb."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from onscreen.types.errors import DeviceError, UsageError
from onscreen_practice.phone.phone_errors import BadPhone, PhoneError
from onscreen_practice.phone.phone_process import add_options, plan_of, serve, told
from onscreen_practice.phone.phone_server import PhoneServer

HELP = (
    "Start a practice phone that any adb can connect to: onscreen phone, then adb connect 127.0.0.1:5555. "
    "Ctrl-C ends it. The same seed is the same phone."
)
_PORT = 5555


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_options(parser, port=_PORT)


def run(arguments: Namespace) -> int:
    """Serve the phone until Ctrl-C and return the exit status.

    Raises:
        UsageError: the port is taken, or no phone has such a size.
        DeviceError: no browser is there to draw it.
    """
    plan = plan_of(arguments)
    try:
        serve(plan, started=_greeted)
    except (BadPhone, OSError) as error:
        raise UsageError(told(error, plan)) from error
    except PhoneError as error:
        raise DeviceError(told(error, plan)) from error
    return 0


def _greeted(server: PhoneServer, view: str) -> None:
    address = f"{server.host}:{server.port}"
    print(f"listening on {address}", flush=True)  # noqa: T201
    for line in (*guidance(address), *([f"look:  {view}"] if view else [])):
        print(line, file=sys.stderr)  # noqa: T201


def guidance(address: str) -> tuple[str, ...]:
    """Return what to do next, line by line."""
    return (
        f"next:  adb connect {address}",
        f"       onscreen run --on android --set serial={address} 'Set an alarm for 7:30'",
        "Ctrl-C ends the phone.",
    )
