"""What is on the screen: screencap, uiautomator."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping

from PIL import Image

from onscreen_practice.phone.shell.command_call import Call, Command, Result, encoded, failed, options, said

DUMP = "/sdcard/window_dump.xml"
_RGBA_8888, _SRGB = 1, 1
_USAGE = (
    "usage: screencap [-ahp] [-d display-id] [FILENAME]\n"
    "   -p: outputs in png format.\n"
    "If FILENAME ends with .png it will be saved as a png.\n"
    "If FILENAME is not given, the results will be printed to stdout."
)


def screencap(call: Call) -> Result:
    """Write a picture of the screen: as PNG with -p or a name that ends so, else as plain pixels."""
    found = options(call, "phad:")
    if found.has("h"):
        return failed(_USAGE, 1)
    name = found.rest[0] if found.rest else ""
    png = call.machine.phone.screenshot()
    data = png if found.has("p") or name.endswith(".png") else _pixels(png)
    if not name:
        return Result(data)
    problem = call.machine.storage.write(call.environment.path(name), data)
    return failed(f"Error opening file: {name} ({problem})") if problem else Result()


def _pixels(png: bytes) -> bytes:
    with Image.open(io.BytesIO(png)) as picture:
        width, height = picture.size
        return struct.pack("<4I", width, height, _RGBA_8888, _SRGB) + picture.convert("RGBA").tobytes()


def uiautomator(call: Call) -> Result:
    """Write the tree of what is on the screen: uiautomator dump [--compressed] [FILE]."""
    words = [word for word in call.arguments if word not in {"--compressed", "--verbose"}]
    if words[:1] != ["dump"]:
        return said(
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n"
            "help: displays help message\n\ndump: creates an XML dump of current UI hierarchy"
        )
    target = words[1] if len(words) > 1 else DUMP
    tree = str(call.machine.phone.ask("dump", "--compressed" in call.arguments) or "")
    if not tree:
        return failed("ERROR: null root node returned by UiTestAutomationBridge.", 0)
    told = f"UI hierchary dumped to: {target}"
    if target in {"/dev/tty", "/dev/stdout"}:
        return said(f"{tree}{told}")
    problem = call.machine.storage.write(call.environment.path(target), encoded(tree))
    if problem:
        error = f"java.io.FileNotFoundException: {target}: open failed: {problem}"
        return Result(encoded(f"{told}\n"), encoded(f"ERROR: could not dump window hierarchy: {error}\n"), 0)
    return said(told)


TABLE: Mapping[str, Command] = {"screencap": screencap, "uiautomator": uiautomator}
