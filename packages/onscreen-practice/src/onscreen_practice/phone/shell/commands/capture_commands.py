"""Shell commands that capture the screen: screencap and uiautomator."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping

from PIL import Image

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    Result,
    encode_text,
    error_output,
    output,
    parse_options,
)

DUMP_FILE = "/sdcard/window_dump.xml"
_RGBA_8888, _SRGB = 1, 1
_USAGE = (
    "usage: screencap [-ahp] [-d display-id] [FILENAME]\n"
    "   -p: outputs in png format.\n"
    "If FILENAME ends with .png it will be saved as a png.\n"
    "If FILENAME is not given, the results will be printed to stdout."
)


def screencap(call: Call) -> Result:
    """Capture the screen as a PNG image or as raw RGBA pixels.

    The format is PNG with the option -p or a file name that ends in .png.
    """
    options = parse_options(call, "phad:")
    if options.has("h"):
        return error_output(_USAGE, 1)
    name = options.rest[0] if options.rest else ""
    png = call.machine.phone.screenshot()
    data = png if options.has("p") or name.endswith(".png") else _encode_pixels(png)
    if not name:
        return Result(data)
    problem = call.machine.storage.write(call.environment.path(name), data, captured=True)
    return error_output(f"Error opening file: {name} ({problem})") if problem else Result()


def _encode_pixels(png: bytes) -> bytes:
    with Image.open(io.BytesIO(png)) as picture:
        width, height = picture.size
        return struct.pack("<4I", width, height, _RGBA_8888, _SRGB) + picture.convert("RGBA").tobytes()


def uiautomator(call: Call) -> Result:
    """Dump the view hierarchy as XML (`uiautomator dump [--compressed] [FILE]`)."""
    words = [word for word in call.arguments if word not in {"--compressed", "--verbose"}]
    if words[:1] != ["dump"]:
        return output(
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n"
            "help: displays help message\n\ndump: creates an XML dump of current UI hierarchy"
        )
    target = words[1] if len(words) > 1 else DUMP_FILE
    tree = str(call.machine.phone.call("dump", "--compressed" in call.arguments) or "")
    if not tree:
        return error_output("ERROR: null root node returned by UiTestAutomationBridge.", 0)
    message = f"UI hierchary dumped to: {target}"
    if target in {"/dev/tty", "/dev/stdout"}:
        return output(f"{tree}{message}")
    problem = call.machine.storage.write(call.environment.path(target), encode_text(tree), captured=True)
    if problem:
        error = f"java.io.FileNotFoundException: {target}: open failed: {problem}"
        return Result(
            encode_text(f"{message}\n"), encode_text(f"ERROR: could not dump window hierarchy: {error}\n"), 0
        )
    return output(message)


TABLE: Mapping[str, Command] = {
    "screencap": screencap,
    "uiautomator": uiautomator,
}
