"""The `onscreen phone` command, which starts a practice phone for any adb client."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from onscreen.types.errors import DeviceError, UsageError
from onscreen_practice.phone.phone_errors import InvalidPhoneOptions, PhoneError
from onscreen_practice.phone.phone_process import (
    ServedAddresses,
    add_options,
    describe_start_error,
    options_from,
    serve,
)
from onscreen_practice.phone.phone_server import PhoneServer

HELP = (
    "Start a practice phone that any adb can connect to: onscreen phone, then adb connect 127.0.0.1:6555. "
    "Ctrl-C stops it. The same seed always gives the same phone."
)
_PORT = 6555
"""Default port, outside the range that adb scans for emulators, so that adb lists the phone once."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the parser."""
    add_options(parser, port=_PORT)


def run(arguments: Namespace) -> int:
    """Run the practice phone until Ctrl-C is pressed, and return the exit status.

    Raises:
        UsageError: the port is taken, or the phone's options are invalid.
        DeviceError: no browser was found to render the phone.
    """
    options = options_from(arguments)
    try:
        serve(options, on_start=_print_address)
    except (InvalidPhoneOptions, OSError) as error:
        raise UsageError(describe_start_error(error, options)) from error
    except PhoneError as error:
        raise DeviceError(describe_start_error(error, options)) from error
    return 0


def _print_address(server: PhoneServer, addresses: ServedAddresses) -> None:
    address = f"{server.host}:{server.port}"
    print(f"listening on {address}", flush=True)  # noqa: T201
    shown = (("view", addresses.view), ("console", addresses.console))
    for line in (*next_steps(address), *(f"{name}:  {each}" for name, each in shown if each)):
        print(line, file=sys.stderr)  # noqa: T201


def next_steps(address: str) -> tuple[str, ...]:
    """Return instructions for connecting to the phone, one per line."""
    return (
        f"next:  adb connect {address}",
        f"       onscreen run --on android --set serial={address} 'Set an alarm for 7:30'",
        "Ctrl-C stops the phone.",
    )
