"""The `onscreen wait` command, which waits until a condition holds in a session."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from onscreen.cli.number_arguments import positive_float
from onscreen.cli.session_options import add_session_option, quote_screen, session_of
from onscreen.run.screen_session import MAX_WAIT_SEC
from onscreen.run.wait_condition import CONDITIONS

_FORMS = "\n".join(f"  {form}" for form in CONDITIONS)
HELP = f"""Wait until a condition holds on the screen of an open session, and print what changed.

The exit status is 0 if the condition holds, 1 after the timeout. Conditions:
{_FORMS}"""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("condition", help="for example 'text \"Saved\"'")
    parser.add_argument(
        "--max-sec",
        type=positive_float,
        default=MAX_WAIT_SEC,
        metavar="SEC",
        help="timeout in seconds (default: %(default)g)",
    )
    add_session_option(parser)


def run(arguments: Namespace) -> int:
    """Wait, print what changed, and return the exit status.

    Raises:
        BadText: the condition cannot be parsed.
        DeviceError: the device is gone.
    """
    session = session_of(arguments)
    holds = session.wait(arguments.condition, max_sec=arguments.max_sec, is_abandoned=arguments.is_abandoned)
    print("the condition holds" if holds else f"the condition does not hold after {arguments.max_sec:g} s")  # noqa: T201
    print(quote_screen(session.look(changes=True)))  # noqa: T201
    return 0 if holds else 1
