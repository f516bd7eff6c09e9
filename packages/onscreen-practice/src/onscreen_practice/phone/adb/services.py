"""The services a client can open: which name leads to which, and the small ones."""

from __future__ import annotations

import io
import struct
from contextlib import suppress
from functools import partial

from PIL import Image

from onscreen_practice.phone.adb.connection import Service
from onscreen_practice.phone.adb.file_sync import transfer
from onscreen_practice.phone.adb.shell_services import interactive, one_command
from onscreen_practice.phone.adb.stream import Stream
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_call import decoded
from onscreen_practice.phone.shell.machine import Machine

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "sendrecv_v2")
"""What newer clients may use; each is served in full."""

_ANSWERS = {
    "root": b"adbd cannot run as root in production builds\n",
    "unroot": b"adbd not running as root\n",
    "remount": b'Not running as root. Try "adb root" first.\n',
    "disable-verity": b"verity cannot be disabled/enabled - USER build\n",
    "enable-verity": b"verity cannot be disabled/enabled - USER build\n",
    "usb": b"restarting in USB mode\n",
}
_HEADER = struct.Struct("<14I")
_VERSION, _BITS, _SRGB = 2, 32, 1


def service_of(name: bytes, machine: Machine) -> Service | None:
    """Return what serves this name, None where nothing does."""
    head, _, rest = decoded(name).partition(":")
    kind, *options = head.split(",")
    if kind == "shell":
        return _shell(rest, frozenset(options), machine=machine)
    if kind == "exec" and rest:
        return partial(one_command, machine=machine, script=rest, framed=False, terminal=False)
    if kind == "sync":
        return partial(transfer, storage=machine.storage)
    if kind in {"framebuffer", "reboot"}:
        return partial(framebuffer if kind == "framebuffer" else _reboot, machine=machine)
    answer = _answer_to(kind, rest)
    return None if answer is None else partial(_say, text=answer)


def _answer_to(kind: str, rest: str) -> bytes | None:
    """Return what is said to a request that is answered with words alone."""
    if kind == "reverse":
        return _reverse(rest)
    if kind == "tcpip" and rest.isdigit():
        return f"restarting in TCP mode port: {rest}\n".encode()
    return _ANSWERS.get(kind)


def _shell(script: str, options: frozenset[str], *, machine: Machine) -> Service:
    framed = "v2" in options
    terminal = "pty" in options or (not script and "raw" not in options)
    if script:
        return partial(one_command, machine=machine, script=script, framed=framed, terminal=terminal)
    return partial(interactive, machine=machine, framed=framed, terminal=terminal)


def framebuffer(stream: Stream, machine: Machine) -> None:
    """Send what is on the screen as plain pixels."""
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


def _say(stream: Stream, text: bytes) -> None:
    stream.write(text)


def _reverse(request: str) -> bytes:
    """Answer requests to forward ports of the phone: there are none, and none can be added."""
    if request == "list-forward":
        return b"0000"
    if request == "killforward-all":
        return b"OKAY"
    if request.startswith("killforward:"):
        return _refusal(f"listener '{request.partition(':')[2]}' not found")
    return _refusal("cannot bind listener: Permission denied")


def _refusal(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return b"FAIL%04x" % len(data) + data
