"""The shell command `screenrecord`, which records the screen as an MP4 file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from threading import Thread

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Options,
    Result,
    encode_text,
    error_output,
    output,
    parse_options,
)
from onscreen_practice.phone.shell.commands.process_commands import SCREENRECORD
from onscreen_practice.phone.shell.screen_recorder import ScreenRecording

_MAX_SEC = 180
_MIN_PX, _MAX_PX = 16, 4096
_USAGE_STATUS = 2
_LONG_OPTIONS = (
    "size=", "bit-rate=", "time-limit=", "output-format=", "display-id=", "rotate", "bugreport", "verbose",
    "help", "version",
)  # fmt: skip
_USAGE = """Usage: screenrecord [options] <filename>

Android screenrecord v1.4.  Records the device's display to a .mp4 file.

Options:
--size WIDTHxHEIGHT
    Set the video size, e.g. "1280x720".  Default is the device's main
    display resolution.
--bit-rate RATE
    Accepted without effect: every frame is a JPEG picture.
--time-limit TIME
    Set the maximum recording time, in seconds.  Default is 180.
--verbose
    Display interesting information on stdout.
--help
    Show this message.

Recording continues until Ctrl-C is hit or the time limit is reached.
"""


def screenrecord(call: Call) -> Result:
    """Record the screen until the client hangs up, the process is killed or the time limit is reached.

    In the background, only the last two end the recording.
    """
    options = parse_options(call, "v", long_options=_LONG_OPTIONS)
    if options.has("help"):
        return output(_USAGE)
    if options.has("version"):
        return output("1.4")
    time_limit_sec, size = _parse_time_limit(options), _parse_size(options)
    path, storage = call.environment.path(_parse_name(options)), call.machine.storage
    if problem := storage.write(path, b"", captured=True):
        return error_output(f"Unable to open '{path}': {problem}")
    recording = ScreenRecording(
        call.machine.phone.screenshot,
        time_limit_sec=time_limit_sec,
        size=size,
        save=lambda video: storage.write(path, video, captured=True),
    )
    number = call.machine.recordings.add(recording)
    if call.stdin.wait_for_hang_up is None:
        call.environment.background_process_id = str(number)
        return Result()
    Thread(target=_stop_at_hang_up, args=(call, recording), daemon=True).start()
    recording.ended.wait()
    return Result(encode_text("Broadcasting done\n") if options.has("verbose") else b"")


def _stop_at_hang_up(call: Call, recording: ScreenRecording) -> None:
    if call.stdin.wait_for_hang_up is not None:
        call.stdin.wait_for_hang_up()
    recording.stop()


def _parse_name(options: Options) -> str:
    if options.values.get("output-format", "mp4") != "mp4" or options.rest[:1] == ("-",):
        raise CommandError(
            "ERROR: the practice phone has no H.264 encoder; it records MP4 files of JPEG pictures only"
        )
    if len(options.rest) != 1:
        raise CommandError("Must specify output file (see --help).", status=_USAGE_STATUS)
    return options.rest[0]


def _parse_time_limit(options: Options) -> int:
    text = options.values.get("time-limit", str(_MAX_SEC))
    seconds = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= seconds <= _MAX_SEC:
        raise CommandError(
            f"Time limit {seconds}s outside acceptable range [1,{_MAX_SEC}]", status=_USAGE_STATUS
        )
    return seconds


def _parse_size(options: Options) -> tuple[int, int] | None:
    text = options.values.get("size")
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if match is None:
        raise CommandError(f"Invalid size '{text}', must be width x height", status=_USAGE_STATUS)
    width, height = int(match[1]), int(match[2])
    if not (_MIN_PX <= width <= _MAX_PX and _MIN_PX <= height <= _MAX_PX):
        raise CommandError(f"Invalid size {width}x{height}", status=_USAGE_STATUS)
    return width, height


TABLE: Mapping[str, Command] = {SCREENRECORD: screenrecord}
