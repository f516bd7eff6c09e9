"""Services that an adb client can open by name, such as `shell:` and `framebuffer:`."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from PIL import Image

from onscreen_practice.phone.adb.connection import Service
from onscreen_practice.phone.adb.file_sync import serve_sync
from onscreen_practice.phone.adb.shell_services import run_command, run_interactive
from onscreen_practice.phone.adb.stream import Stream
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_interface import decode_text
from onscreen_practice.phone.shell.simulated_system import Machine

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "sendrecv_v2")
"""Optional protocol features announced to clients; all are fully supported."""

_FIXED_ANSWERS = {
    "disable-verity": b"verity cannot be disabled/enabled - USER build\n",
    "enable-verity": b"verity cannot be disabled/enabled - USER build\n",
    "usb": b"restarting in USB mode\n",
}
_NOT_ROOT = b'Not running as root. Try "adb root" first.\n'
_HEADER = struct.Struct("<14I")
_VERSION, _BITS, _SRGB = 2, 32, 1


def find_service(name: bytes, machine: Machine) -> Service | None:
    """Look up an adb service by name, or return None if it is unknown."""
    service_name, _, argument = decode_text(name).partition(":")
    kind, *options = service_name.split(",")
    if kind == "shell":
        return _build_shell_service(argument, frozenset(options), machine=machine)
    if kind == "exec" and argument:
        return partial(run_command, machine=machine, script=argument, shell_v2=False, terminal=False)
    if kind == "sync":
        return partial(serve_sync, storage=machine.storage)
    if kind in _MACHINE_SERVICES:
        serve = _MACHINE_SERVICES[kind]
        return lambda stream: serve(stream, machine)
    if kind == "tcp":
        return _find_port(argument, machine)
    answer = _find_answer(kind, argument, machine=machine)
    return None if answer is None else partial(_send_text, text=answer)


def _find_port(address: str, machine: Machine) -> Service | None:
    """Return the program that listens on a port such as "9008" or "9008:localhost", or None."""
    port = address.partition(":")[0]
    return machine.ports.find(int(port)) if port.isascii() and port.isdigit() else None


def _find_answer(kind: str, argument: str, *, machine: Machine) -> bytes | None:
    """Return the answer to a request whose service only sends text, or None."""
    if kind == "reverse":
        return machine.reverse_forwards.answer(argument)
    if kind == "tcpip" and argument.isdigit():
        return f"restarting in TCP mode port: {argument}\n".encode()
    if kind == "remount":
        return b"remount succeeded\n" if machine.is_adb_root else _NOT_ROOT
    return _FIXED_ANSWERS.get(kind)


def _build_shell_service(script: str, options: frozenset[str], *, machine: Machine) -> Service:
    shell_v2 = "v2" in options
    terminal = "pty" in options or (not script and "raw" not in options)
    if script:
        return partial(run_command, machine=machine, script=script, shell_v2=shell_v2, terminal=terminal)
    return partial(run_interactive, machine=machine, shell_v2=shell_v2, terminal=terminal)


def send_framebuffer(stream: Stream, machine: Machine) -> None:
    """Send a screenshot as uncompressed RGBA pixels with adb's framebuffer header."""
    try:
        png = machine.phone.screenshot()
    except PhoneError:
        return
    with Image.open(io.BytesIO(png)) as picture:
        pixels = picture.convert("RGBA").tobytes()
        width, height = picture.size
    colours = (0, 8, 16, 8, 8, 8, 24, 8)
    stream.write(_HEADER.pack(_VERSION, _BITS, _SRGB, len(pixels), width, height, *colours) + pixels)


def _reboot(_stream: Stream, machine: Machine) -> None:
    with suppress(PhoneError):
        machine.restart()


def _switch_root(stream: Stream, machine: Machine, *, as_root: bool) -> None:
    """Restart adbd with or without root access, as `adb root` and `adb unroot` request."""
    if as_root and not machine.build.rootable:
        stream.write(b"adbd cannot run as root in production builds\n")
    elif machine.is_adb_root == as_root:
        stream.write(b"adbd is already running as root\n" if as_root else b"adbd not running as root\n")
    else:
        stream.write(b"restarting adbd as root\n" if as_root else b"restarting adbd as non root\n")
        stream.close()
        machine.restart_adbd(as_root=as_root)


def _send_text(stream: Stream, text: bytes) -> None:
    stream.write(text)


_MACHINE_SERVICES: Mapping[str, Callable[[Stream, Machine], None]] = {
    "framebuffer": send_framebuffer,
    "reboot": _reboot,
    "root": partial(_switch_root, as_root=True),
    "unroot": partial(_switch_root, as_root=False),
}
