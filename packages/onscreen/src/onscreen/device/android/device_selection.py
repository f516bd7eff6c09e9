"""Which phone to use, and what is said when it cannot be used."""

from __future__ import annotations

import os
import re

from onscreen.device.android.adb_server import Attached, Server
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.plugins import unknown_name
from onscreen.types.errors import DeviceError

NETWORK = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}")
_GRACE_SEC = 1.0
_CURES = {
    "unauthorized": "unlock it and accept the question on its screen, then run again",
    "authorizing": "it is asking for consent: accept the question on its screen, then run again",
    "offline": "unplug and plug it in again, or run `adb reconnect offline`; one of the network may sleep",
    "connecting": "it is still connecting: run again in a moment",
    "no permissions": "this user may not use the USB device: add the udev rules of your system",
    "recovery": "it is in recovery mode: start Android with `adb reboot`",
    "sideload": "it waits for a package: start Android with `adb reboot`",
    "bootloader": "it is in its boot loader: start Android with `fastboot reboot`",
}
_NONE = (
    "no phone is attached; expected one in `adb devices`: plug one in and turn on USB debugging in its "
    "developer options, or give the setting serial=HOST:PORT for one of the network"
)


def chosen(server: Server, settings: AndroidSettings) -> str:
    """Return the serial of the phone to use, ready for use.

    Raises:
        DeviceError: there is none, or several, or it is not ready; the message says what to do.
    """
    serial = settings.serial or os.environ.get("ANDROID_SERIAL", "")
    there = server.attached()
    if not serial:
        serial = _only(there)
    elif not any(each.serial == serial and each.state == "device" for each in there):
        if NETWORK.fullmatch(serial):
            _connect(server, serial, cap_sec=settings.connect_cap_sec)
        elif not any(each.serial == serial for each in there):
            raise DeviceError(_no_such(serial, there))
    check_ready(server, serial, cap_sec=settings.connect_cap_sec)
    return serial


def check_ready(server: Server, serial: str, *, cap_sec: float) -> None:
    """Wait until the phone can be used.

    Raises:
        DeviceError: it is gone, or not ready; the message says what to do.
    """
    found = server.waited(serial, cap_sec, grace_sec=_GRACE_SEC)
    if found is None:
        raise DeviceError(f"the phone {serial} is gone; plug it in again")
    if found.state != "device":
        raise DeviceError(not_ready(serial, found.state))


def not_ready(serial: str, state: str) -> str:
    """Return the message for a phone in this state."""
    cure = _CURES.get(state, "see what `adb devices` says of it")
    return f"the phone {serial} is {state}, expected it to be ready (state device); {cure}"


def reconnected(server: Server, serial: str, *, cap_sec: float) -> bool:
    """Connect anew to a phone of the network; False for one that is none of the network or is not there.

    Raises:
        DeviceError: the server does not answer, or the phone is not ready.
    """
    if not NETWORK.fullmatch(serial):
        return False
    server.disconnect(serial)
    _connect(server, serial, cap_sec=cap_sec)
    check_ready(server, serial, cap_sec=cap_sec)
    return True


def _only(there: tuple[Attached, ...]) -> str:
    if not there:
        raise DeviceError(_NONE)
    if len(there) > 1:
        listed = "; ".join(each.told() for each in there)
        raise DeviceError(
            f"{len(there)} phones are attached: {listed}; say which with the setting serial=..."
        )
    return there[0].serial


def _connect(server: Server, serial: str, *, cap_sec: float) -> None:
    said = server.connect(serial, cap_sec)
    if said.startswith(("connected to", "already connected to")):
        return
    if "authenticate" in said:
        raise DeviceError(not_ready(serial, "unauthorized"))
    raise DeviceError(
        f"the phone {serial} cannot be reached over the network: {' '.join(said.split())}; expected adb to "
        "listen there: turn on its wireless debugging, or run `adb tcpip 5555` while it is plugged in"
    )


def _no_such(serial: str, there: tuple[Attached, ...]) -> str:
    if not there:
        return f"no phone has the serial {serial!r}: {_NONE}"
    return str(unknown_name("phone", serial, known=tuple(each.serial for each in there)))
