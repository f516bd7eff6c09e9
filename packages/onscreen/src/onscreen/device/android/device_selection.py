"""Selection of the phone to use, with error messages for phones that are not ready."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from onscreen.device.android.adb_executable import is_listening, server_address
from onscreen.device.android.adb_server import AdbServer, AttachedPhone
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.plugins import unknown_name
from onscreen.types.errors import DeviceError

_NETWORK_SERIAL = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}")
_CONSENT_SEC = 1.0
_REMEDIES = {
    "unauthorized": "unlock it, accept the USB debugging dialog on its screen, and run again",
    "authorizing": "it is asking for consent: accept the USB debugging dialog on its screen, and run again",
    "offline": "unplug it and plug it in again, or run `adb reconnect offline`; wake a network phone",
    "connecting": "it is still connecting: run again in a moment",
    "no permissions": "this user may not access the USB device: add the udev rules of your system",
    "recovery": "it is in recovery mode: start Android with `adb reboot`",
    "sideload": "it is waiting for a package: start Android with `adb reboot`",
    "bootloader": "it is in its boot loader: start Android with `fastboot reboot`",
}
_NO_PHONE = (
    "no phone is attached; expected one in `adb devices`: plug one in and turn on USB debugging in its "
    "developer options, or set serial=HOST:PORT for a phone on the network"
)


def choose_phone(server: AdbServer, settings: AndroidSettings) -> str:
    """Choose a phone, wait until it is ready, and return its serial.

    Raises:
        DeviceError: no phone matches, several do, or the phone is not ready; the message names the remedy.
    """
    serial = settings.serial or os.environ.get("ANDROID_SERIAL", "")
    phones = server.list_phones()
    if not serial:
        serial = _only_serial(phones)
    elif not any(each.serial == serial and each.state == "device" for each in phones):
        if _NETWORK_SERIAL.fullmatch(serial):
            _connect(server, serial, timeout_sec=settings.connect_cap_sec)
        elif not any(each.serial == serial for each in phones):
            raise DeviceError(_unknown_serial_message(serial, phones))
    check_ready(server, serial, timeout_sec=settings.connect_cap_sec)
    return serial


def check_ready(server: AdbServer, serial: str, *, timeout_sec: float) -> None:
    """Wait until the phone is ready for commands.

    Raises:
        DeviceError: the phone is gone or not ready; the message names the remedy.
    """
    phone = server.wait_until_ready(serial, timeout_sec, consent_sec=_CONSENT_SEC)
    if phone is None:
        raise DeviceError(f"the phone {serial} is gone; plug it in again")
    if phone.state != "device":
        raise DeviceError(not_ready_message(serial, phone.state))


def not_ready_message(serial: str, state: str) -> str:
    """Build the error message for a phone that is not ready, with advice on a fix."""
    remedy = _REMEDIES.get(state, "see the output of `adb devices`")
    return f"the phone {serial} is {state}, expected it to be ready (state device); {remedy}"


def reconnect(server: AdbServer, serial: str, *, timeout_sec: float) -> bool:
    """Disconnect from a network phone and connect to it again.

    Returns False if the serial is not that of a network phone.

    Raises:
        DeviceError: the server does not answer, or the phone is gone or not ready.
    """
    if not _NETWORK_SERIAL.fullmatch(serial):
        return False
    server.disconnect_phone(serial)
    _connect(server, serial, timeout_sec=timeout_sec)
    check_ready(server, serial, timeout_sec=timeout_sec)
    return True


def disconnect(settings: AndroidSettings) -> None:
    """Remove the configured network phone from the list of a running adb server.

    Without this, the server lists a phone that no longer exists as offline.
    """
    address = server_address(settings.server_host, settings.server_port)
    if _NETWORK_SERIAL.fullmatch(settings.serial) and is_listening(*address):
        with suppress(DeviceError):
            AdbServer(settings).disconnect_phone(settings.serial)


def _only_serial(phones: tuple[AttachedPhone, ...]) -> str:
    if not phones:
        raise DeviceError(_NO_PHONE)
    if len(phones) > 1:
        listed = "; ".join(each.describe() for each in phones)
        raise DeviceError(
            f"{len(phones)} phones are attached: {listed}; choose one with the setting serial=..."
        )
    return phones[0].serial


def _connect(server: AdbServer, serial: str, *, timeout_sec: float) -> None:
    answer = server.connect_phone(serial, timeout_sec)
    if answer.startswith(("connected to", "already connected to")):
        return
    if "authenticate" in answer:
        raise DeviceError(not_ready_message(serial, "unauthorized"))
    raise DeviceError(
        f"the phone {serial} cannot be reached over the network: {' '.join(answer.split())}; expected adb to "
        "listen there: turn on its wireless debugging, or run `adb tcpip 5555` while it is plugged in"
    )


def _unknown_serial_message(serial: str, phones: tuple[AttachedPhone, ...]) -> str:
    if not phones:
        return f"no phone has the serial {serial!r}: {_NO_PHONE}"
    return str(unknown_name("phone", serial, known=tuple(each.serial for each in phones)))
