"""Options and output shared by the commands of a session."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import cast

from onscreen.run.screen_session import ScreenSession
from onscreen.think.prompt_templates import break_delimiters
from onscreen.types.errors import UsageError


def add_session_option(parser: ArgumentParser) -> None:
    """Add the option that chooses the session."""
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="name of the session (default: $ONSCREEN_SESSION, or the only open session)",
    )


def session_of(arguments: Namespace) -> ScreenSession:
    """Return the session that executes the command.

    Raises:
        UsageError: the command does not run in the process of a session.
    """
    session = cast("ScreenSession | None", getattr(arguments, "session", None))
    if session is None:
        raise UsageError("this command needs an open session; open one with: onscreen open web ADDRESS")
    return session


def quote_screen(text: str) -> str:
    """Wrap the text of a screen in <screen> tags, and escape such tags in the text.

    Lines outside the tags are from this program, lines inside them from the screen.
    """
    return f"<screen>\n{break_delimiters(text)}\n</screen>"
