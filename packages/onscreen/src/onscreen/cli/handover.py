"""The `onscreen handover` command, which temporarily lets the user operate the device of a session."""

from __future__ import annotations

import os
import select
import sys
from argparse import ArgumentParser, Namespace
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for_future
from pathlib import Path

from onscreen.cli.number_arguments import positive_float
from onscreen.cli.session_client import SessionError, find_session, handover_path, request
from onscreen.cli.session_options import add_session_option, quote_screen
from onscreen.run.handover import MAX_HANDOVER_SEC, Handover
from onscreen.run.screen_session import ScreenSession
from onscreen.run.wait_condition import CONDITIONS
from onscreen.types.errors import ActionTimeout, UsageError

_FORMS = "\n".join(f"  {form}" for form in CONDITIONS)
HELP = f"""Let the user operate the device of an open session, such as for a login, a captcha or a second
factor; then print the screen.

The window comes to the front. The user ends the hand-over by pressing Enter in the terminal of this command,
or by `onscreen handover --done` in another one; it also ends when the condition of --until holds. The user's
actions are not recorded. The exit status is 1 if the user was not done in time. Conditions:
{_FORMS}"""

_POLL_SEC = 0.2


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("message", nargs="?", default="", help="what the user should do, such as 'Log in'")
    parser.add_argument("--until", default="", metavar="CONDITION", help="end when this condition holds")
    parser.add_argument("--done", action="store_true", help="end the hand-over that is in progress")
    parser.add_argument(
        "--max-sec",
        type=positive_float,
        default=MAX_HANDOVER_SEC,
        metavar="SEC",
        help="timeout in seconds (default: %(default)g)",
    )
    add_session_option(parser)


def run(arguments: Namespace) -> int:
    """Hand the device over, print the screen afterwards, and return the exit status.

    Raises:
        UsageError: the message is missing, no hand-over is in progress, or the session cannot be used.
        ActionFailed: the window cannot be shown.
        DeviceError: the device is gone.
    """
    if not arguments.done and not arguments.message.strip():
        raise UsageError("say what the user should do, such as: onscreen handover 'Log in'")
    session: ScreenSession | None = getattr(arguments, "session", None)
    if session is not None:
        return _wait_in_session(session, arguments)
    try:
        name = find_session(arguments.name)
        return _end(name) if arguments.done else _wait_for_answer(name, arguments)
    except SessionError as error:
        raise UsageError(str(error)) from error


def _wait_in_session(session: ScreenSession, arguments: Namespace) -> int:
    """Wait in the session process until the hand-over file is removed."""
    file = Path(handover_path(arguments.session_name))
    file.touch(mode=0o600)
    handover = Handover(
        arguments.message,
        until=arguments.until,
        is_done=lambda: not file.exists(),
        max_sec=arguments.max_sec,
        is_abandoned=arguments.is_abandoned,
    )
    status = 0
    try:
        print(session.hand_over(handover))  # noqa: T201
    except ActionTimeout as error:
        print(f"onscreen: {error}", file=sys.stderr)  # noqa: T201
        status = 1
    finally:
        file.unlink(missing_ok=True)
    print(quote_screen(session.look()))  # noqa: T201
    return status


def _wait_for_answer(name: str, arguments: Namespace) -> int:
    """Send the command to the session, and wait for its answer and for Enter in the terminal.

    Raises:
        SessionError: the session is gone.
    """
    words = ["handover", arguments.message, "--max-sec", str(arguments.max_sec)]
    words += ["--until", arguments.until] if arguments.until else []
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    how = "press Enter here, or run" if is_terminal else "run"
    done = f"onscreen handover --done --name {name}"
    print(f"{arguments.message}\nwhen you are done, {how}: {done}", flush=True)  # noqa: T201
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(request, name, words)
        while not _is_answered(answer):
            if is_terminal and select.select([sys.stdin], [], [], 0)[0] and sys.stdin.readline():
                Path(handover_path(name)).unlink(missing_ok=True)
        return _print(answer.result())


def _is_answered(answer: Future[tuple[str, str, int]]) -> bool:
    return bool(wait_for_future([answer], timeout=_POLL_SEC).done)


def _print(answer: tuple[str, str, int]) -> int:
    out, err, status = answer
    sys.stdout.write(out)
    sys.stdout.flush()
    sys.stderr.write(err)
    return status


def _end(name: str) -> int:
    """End the hand-over of a session.

    Raises:
        UsageError: no hand-over is in progress.
    """
    try:
        os.unlink(handover_path(name))  # noqa: PTH108
    except FileNotFoundError:
        raise UsageError(f"the user was not asked to operate the session {name!r}") from None
    print("done")  # noqa: T201
    return 0
