"""Capture of matching screenshots and view hierarchies on Android."""

from __future__ import annotations

import secrets
import time

import msgspec

from onscreen.device.android.connected_phone import DISPLAY_COMMAND, ConnectedPhone, ScreenTree
from onscreen.device.android.coordinate_conversion import parse_display
from onscreen.device.android.foreground_app import (
    FOREGROUND_COMMAND,
    ForegroundApp,
    parse_foreground_app,
)
from onscreen.device.android.screencap_decoder import black_picture, is_black, is_same_screen, parse_screencap
from onscreen.device.android.view_hierarchy import BadHierarchy
from onscreen.types import Picture

_MOVING_WARNING = "the screen kept changing: the picture and the elements may not match"
_NO_PICTURE_WARNING = "the phone provided no picture (screen off or protected); the picture shown is black"
_BLACK_WARNING = "the picture is black: the screen is off, or the application forbids screenshots"


class ScreenCapture(msgspec.Struct, frozen=True):
    """Screenshot and view hierarchy from one capture of the screen.

    `dump` is the raw view hierarchy, `dump_error` why it could not be parsed ("" if it was). `is_still` is
    True if the screen did not change between the screenshot and the dump.
    """

    picture: Picture | None
    dump: bytes
    tree: ScreenTree | None
    dump_error: str
    foreground: ForegroundApp
    is_still: bool


class Observation(msgspec.Struct, frozen=True):
    """Screenshot, view hierarchy and foreground application observed on a phone.

    `warning` describes what could not be observed, "" if nothing is missing.
    """

    picture: Picture
    tree: ScreenTree | None
    foreground: ForegroundApp
    warning: str


def observe_phone(phone: ConnectedPhone) -> Observation:
    """Capture the screen repeatedly until the screenshot matches the view hierarchy.

    Returns the last capture, with a warning, once the attempts or `settle_cap_sec` are used up.

    Raises:
        ActionTimeout: the phone did not answer in time.
        DeviceError: the phone is gone.
    """
    settings = phone.settings
    deadline = time.monotonic() + settings.settle_cap_sec
    compares = settings.moment_tries > 0 and settings.pictures
    without_tree = moving = 0
    phone.last_observation = None
    capture = _capture(phone, None, compares=compares)
    while True:
        without_tree += capture.tree is None
        moving += capture.tree is not None and not capture.is_still
        is_settled = capture.tree is not None and capture.is_still
        is_exhausted = without_tree >= settings.dump_tries or moving >= settings.moment_tries > 0
        if is_settled or is_exhausted or time.monotonic() >= deadline:
            warning = "" if is_settled or capture.tree is None else _MOVING_WARNING
            return _build_observation(phone, capture, warning=warning)
        capture = _capture(phone, capture, compares=compares)


def _build_observation(phone: ConnectedPhone, capture: ScreenCapture, *, warning: str) -> Observation:
    picture = capture.picture
    warnings = [capture.dump_error, warning, capture.tree.content.warning if capture.tree else ""]
    if picture is None:
        picture = black_picture(phone.display.picture)
        warnings.append(_NO_PICTURE_WARNING if phone.settings.pictures else "")
    elif is_black(picture):
        warnings.append(_BLACK_WARNING)
    elif capture.tree and not warning:
        phone.last_observation = picture, capture.tree
    phone.seen_nodes = capture.tree.content.nodes if capture.tree else None
    return Observation(picture, capture.tree, capture.foreground, "; ".join(filter(None, warnings)))


def _capture(phone: ConnectedPhone, previous: ScreenCapture | None, *, compares: bool) -> ScreenCapture:
    """Capture the screen once, in a single shell call.

    The faster of the two, screenshot or dump, is taken both before and after the slower one. If the two
    results are equal, the screen did not change in between. The result of a `previous` capture serves as the
    first of the two.
    """
    dump_first = phone.is_dump_fast
    screencap = "screencap -p" if phone.settings.pictures else ":"
    dump_command = phone.dump_command()
    order = [dump_command, screencap, dump_command] if dump_first else [screencap, dump_command, screencap]
    if previous or not compares:
        order[0] = ":"
    sections = _run_sections(phone, [*order, f"{DISPLAY_COMMAND}; {FOREGROUND_COMMAND}"])
    dump, image = (sections[2], sections[1]) if dump_first else (sections[1], sections[2])
    picture, facts = parse_screencap(image), sections[3].decode("utf-8", "replace")
    phone.set_display(parse_display(facts, picture.size if picture else phone.display.picture))
    tree, dump_error = _parse_tree(phone, dump)
    if dump_first:
        is_still = not compares or (previous.dump if previous else sections[0]) == dump
    else:
        before = previous.picture if previous else parse_screencap(sections[0])
        is_still = before is None or picture is None or is_same_screen(before, picture)
    foreground = parse_foreground_app(facts, tree.hierarchy.package if tree else "")
    return ScreenCapture(picture, dump, tree, dump_error, foreground, is_still)


def _run_sections(phone: ConnectedPhone, commands: list[str]) -> list[bytes]:
    """Run the commands in one shell call and return the output of each, b"" for a missing one."""
    marker = f"onscreen-{secrets.token_hex(8)}"
    result = phone.shell.run("".join(f"{command}; echo; echo {marker}; " for command in commands))
    sections = result.stdout.split(f"\n{marker}\n".encode())
    return [*sections, *[b""] * len(commands)][: len(commands)]


def _parse_tree(phone: ConnectedPhone, dump: bytes) -> tuple[ScreenTree | None, str]:
    """Return the tree and "", or None and the reason why there is no tree."""
    try:
        return phone.parse_dump(dump), ""
    except BadHierarchy as error:
        phone.switch_dump_target(error)
        return None, f"{error}; the content of the screen is only visible in the picture"
