"""The `onscreen convert` command, which writes an episode in the format of another tool."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from onscreen.convert.adb_script import to_adb
from onscreen.convert.atif import to_atif
from onscreen.convert.open_telemetry import to_open_telemetry
from onscreen.convert.playwright_script import to_playwright
from onscreen.store.episode_store import EPISODE_FILE, load_episode
from onscreen.types import Episode
from onscreen.types.errors import CannotWrite, UsageError

HELP = """Convert an episode to a trajectory format or to a script.

atif        ATIF trajectory (JSON) for agent frameworks; pictures stay in the episode's folder
otel        OpenTelemetry spans (OTLP JSON); prompts and screens are not included
playwright  Python script that repeats the actions in a browser
adb         shell script that repeats the actions on a phone"""


class Format(msgspec.Struct, frozen=True):
    """Output format: the conversion function, and the devices it supports (empty for all)."""

    convert: Callable[[Episode], str]
    devices: tuple[str, ...] = ()


FORMATS: Mapping[str, Format] = {
    "atif": Format(to_atif),
    "otel": Format(to_open_telemetry),
    "playwright": Format(to_playwright, ("web", "apps")),
    "adb": Format(to_adb, ("android", "phone", "androidworld")),
}


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("episode", metavar="EPISODE", help="folder of the episode")
    parser.add_argument("--to", required=True, choices=tuple(FORMATS), help="target format")
    parser.add_argument("--out", metavar="FILE", help="file to write (default: standard output)")


def run(arguments: Namespace) -> int:
    """Convert the episode and return the exit status.

    Raises:
        UsageError: the format cannot express episodes of this device.
        BrokenEpisode: the folder contains no episode.
        CannotWrite: the file cannot be written.
    """
    path = Path(arguments.episode)
    episode = load_episode(path.parent if path.name == EPISODE_FILE else path)
    chosen = FORMATS[arguments.to]
    if chosen.devices and episode.device not in chosen.devices:
        raise UsageError(
            f"the episode was recorded on device {episode.device!r}; "
            f"--to {arguments.to} needs one of {', '.join(chosen.devices)}. "
            "The formats atif and otel accept any device"
        )
    text = chosen.convert(episode)
    if not arguments.out:
        print(text)  # noqa: T201
        return 0
    try:
        Path(arguments.out).write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise CannotWrite(f"cannot write {arguments.out}: {error.strerror or error}") from error
    return 0
