"""The `onscreen do` command, which performs actions in a session and prints what changed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import msgspec

from onscreen.cli.session_options import add_session_option, quote_screen, session_of
from onscreen.run.episode_loop import allow_all
from onscreen.types.action_parser import GRAMMAR
from onscreen.types.errors import BadText, NoSuchMark

_FORMS = "\n".join(f"  {form}" for form in GRAMMAR)
HELP = f"""Perform actions in an open session, and print what changed on the screen.

Before each action, the screen is compared with the one that was printed last. The series stops if a
target is missing, renamed, covered or disabled, if the address changed, or if a dialog opened. The exit
status is 0 if all actions were performed, 1 if one was not, and 2 if a line is not an action.

Actions, one per argument (TARGET is a mark such as 3, the name or text of one element in quotes, or
`at X,Y`; text is quoted as in JSON):
{_FORMS}"""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("actions", nargs="+", metavar="ACTION", help="for example 'click 3'")
    parser.add_argument(
        "--approve",
        action="store_true",
        help="allow actions that look irreversible, such as paying or deleting, and those that enter text of "
        "a screen on another site; only if the user agreed",
    )
    parser.add_argument("--json", action="store_true", help="print JSON only")
    add_session_option(parser)


def run(arguments: Namespace) -> int:
    """Perform the actions, print what changed, and return the exit status.

    Raises:
        BadText: an action cannot be parsed, or no element ever had the mark; nothing was performed.
        DeviceError: the device is gone.
    """
    session = session_of(arguments)
    is_approved = arguments.approve or arguments.approves_all
    try:
        report = session.perform(
            arguments.actions, approve=allow_all if is_approved else None, postpones_picture=True
        )
    except NoSuchMark as error:
        raise BadText(f"{error}; nothing was performed") from error
    if arguments.json:
        print(msgspec.json.encode(report).decode())  # noqa: T201
    else:
        advice = "; if the user agrees, repeat it with --approve" if report.needs_approval else ""
        print(f"{report.summary}{advice}")  # noqa: T201
        print(quote_screen(report.changes))  # noqa: T201
    return 1 if report.failure else 0
