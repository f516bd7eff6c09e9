"""The `onscreen look` command, which prints the screen of a session."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from onscreen.cli.session_options import add_session_option, quote_screen, session_of
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.types.errors import CannotWrite

HELP = """Print the screen of an open session as text.

Controls and fields have marks, such as [3], by which `do` refers to them. An element keeps its
mark while the session lasts."""


class Look(msgspec.Struct, frozen=True):
    """JSON output of `onscreen look`.

    `screen` is the text of the screen or of its changes; `title` and `address` describe the page or
    application. `picture` is the path of the saved screenshot, "" if none was saved.
    """

    screen: str
    title: str
    address: str
    picture: str = ""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("--picture", metavar="FILE", help="also save a screenshot as a PNG file")
    parser.add_argument(
        "--all",
        action="store_true",
        help="print everything: no truncation, with link targets, picture descriptions, resize handles, and "
        "boxes around controls",
    )
    parser.add_argument(
        "--changes", action="store_true", help="print only what changed since the last output"
    )
    parser.add_argument("--json", action="store_true", help="print JSON only")
    add_session_option(parser)


def run(arguments: Namespace) -> int:
    """Print the screen and return the exit status.

    Raises:
        DeviceError: the device is gone.
        CannotWrite: the picture cannot be saved.
    """
    session = session_of(arguments)
    text = session.look(
        changes=arguments.changes,
        max_chars=None if arguments.all else VIEW_CHARS,
        takes_picture=bool(arguments.picture),
    )
    saved = (
        _save_picture(session.picture.png, Path(arguments.folder, arguments.picture))
        if (arguments.picture)
        else ""
    )
    if arguments.json:
        shot = session.screen.shot
        print(msgspec.json.encode(Look(text, shot.app, shot.address, saved)).decode())  # noqa: T201
        return 0
    print(quote_screen(text))  # noqa: T201
    if saved:
        print(f"picture: {saved}")  # noqa: T201
    return 0


def _save_picture(png: bytes, path: Path) -> str:
    try:
        path.write_bytes(png)
    except OSError as error:
        raise CannotWrite(f"the picture cannot be saved in {path}: {error.strerror}") from error
    return str(path)
