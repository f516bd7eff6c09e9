"""Session process, which keeps a device open and runs the commands of its clients.

`session_client` describes the protocol. Commands run one at a time.
"""

from __future__ import annotations

import fcntl
import io
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import msgspec

from onscreen.cli.main import INTERRUPTED, report_errors, run_command
from onscreen.cli.session_client import (
    FORWARDED,
    decode_message,
    encode_message,
    idle_names,
    idle_path,
    info_path,
    is_alive,
    message_size,
    remove_files,
    sessions_folder,
    socket_path,
)
from onscreen.cli.session_options import quote_screen
from onscreen.cli.session_request import Answer, SessionRequest
from onscreen.plugins import load_plugin
from onscreen.run.screen_session import ScreenSession
from onscreen.run.session_start import open as open_session
from onscreen.types.errors import OnscreenError, UsageError
from onscreen.types.lone_surrogates import replace_surrogates

MAX_REQUEST_BYTES = 16 << 20
"""Maximum size of a client's command in bytes, far above that of any text to type."""

REQUEST_TIMEOUT_SEC = 10.0
"""Timeout for receiving a client's command, in seconds; clients send it right after connecting."""

ACCEPTED = FORWARDED | {"handover"}
"""Commands that run in the session process; the client of `handover` also waits for the user."""

_BACKLOG = 64
_CHUNK_BYTES = 1 << 16


class Command(msgspec.Struct, frozen=True):
    """Command of a client: its command-line arguments and its working directory."""

    words: tuple[str, ...]
    folder: str = ""


def main() -> int:
    """Run the session described on stdin until it ends, and return the exit status.

    The first screen, or the error if the session does not start, is written to stdout as an `Answer` in JSON.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=SessionRequest)
    answer_fd = os.dup(1)
    opened: list[tuple[ScreenSession, socket.socket]] = []

    def start() -> int:
        opened.append(_open(request))
        print(f"session {request.name}, recorded in {request.out}")  # noqa: T201
        print(quote_screen(opened[0][0].show()))  # noqa: T201
        return 0

    try:
        answer = _capture(start)
        os.write(answer_fd, msgspec.json.encode(answer))
        os.close(answer_fd)
        _detach()
        if opened and answer.status == 0:
            for name in sorted(ACCEPTED):
                load_plugin("command", name)
            serve(*opened[0], request=request)
    except KeyboardInterrupt:
        return 0
    finally:
        for session, listener in opened:
            session.close()
            listener.close()
            remove_files(request.name)
    return 0 if opened else answer.status


def _detach() -> None:
    """Redirect stdin, stdout and stderr to the null device.

    Otherwise the caller of `onscreen open` would wait for the end of the session.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)


def _open(request: SessionRequest) -> tuple[ScreenSession, socket.socket]:
    """Open the device and the socket.

    Raises:
        UsageError: a session of this name is open, or a setting, secret or folder cannot be used.
        DeviceError: the start page or application cannot be opened.
        BrokenEpisode: the session to continue cannot be read.
    """
    with ExitStack() as undo:
        listener = undo.enter_context(closing(_listen(request)))
        undo.callback(remove_files, request.name)
        session = open_session(
            request.device,
            request.start,
            settings=request.settings,
            out=request.out,
            senses=request.senses,
            secrets=request.secrets,
            resume=request.resume,
        )
        undo.pop_all()
    return session, listener


def _listen(request: SessionRequest) -> socket.socket:
    """Create the files of the session, and return the listening socket.

    Raises:
        UsageError: a session of this name is open, or the path of the socket is too long.
    """
    with _locked_folder():
        if is_alive(request.name):
            raise UsageError(f"the session {request.name!r} is open already; choose another --name")
        remove_files(request.name)
        for name in idle_names():
            Path(idle_path(name)).unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        previous = os.umask(0o177)
        try:
            listener.bind(socket_path(request.name))
        except OSError as error:
            listener.close()
            raise UsageError(
                f"the socket {socket_path(request.name)} cannot be used: {error}; set XDG_RUNTIME_DIR"
            ) from error
        finally:
            os.umask(previous)
        listener.listen(_BACKLOG)
        info = {
            "device": request.device,
            "start": request.start,
            "out": request.out,
            "process": str(os.getpid()),
            "command": request.command,
        }
        Path(info_path(request.name)).write_bytes(msgspec.json.encode(info))
    return listener


@contextmanager
def _locked_folder() -> Iterator[None]:
    """Prevent other processes from creating a session at the same time."""
    folder = os.open(sessions_folder(), os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def serve(session: ScreenSession, listener: socket.socket, *, request: SessionRequest) -> None:
    """Run the commands of clients, one at a time, until the session ends or times out."""
    listener.settimeout(request.idle_sec)
    while session.is_open:
        try:
            client, _ = listener.accept()
        except TimeoutError:
            Path(info_path(request.name)).replace(idle_path(request.name))
            return
        with client, suppress(OSError):
            client.settimeout(REQUEST_TIMEOUT_SEC)
            if command := _receive(client):
                answer = _carry_out(command, session, client=client, request=request)
                client.sendall(encode_message((answer.out, answer.err, str(answer.status))))
        with suppress(OnscreenError):  # the next command fails for the same reason
            session.complete()


def _receive(client: socket.socket) -> Command | None:
    """Receive the command of a client; returns None if the client sends nothing."""
    message = bytearray()
    try:
        while not message or len(message) != message_size(message):
            chunk = client.recv(_CHUNK_BYTES)
            if not chunk or len(message) > MAX_REQUEST_BYTES:
                return None
            message += chunk
        folder, *words = decode_message(bytes(message))
    except ValueError:
        return None
    return Command(tuple(words), folder)


def _carry_out(
    command: Command, session: ScreenSession, *, client: socket.socket, request: SessionRequest
) -> Answer:
    """Run a command in the session and return its output."""

    def _run() -> int:
        if command.words[:1] == () or command.words[0] not in ACCEPTED:
            raise UsageError(
                f"a session accepts the commands {', '.join(sorted(ACCEPTED))}; found {command.words!r}"
            )
        words = tuple(map(replace_surrogates, command.words))
        return run_command(
            words,
            session=session,
            session_name=request.name,
            folder=command.folder,
            out=request.out,
            approves_all=request.approves_all,
            is_abandoned=lambda: is_gone(client),
        )

    answer = _capture(_run)
    if answer.status == INTERRUPTED:
        session.close()
    if session.is_open or command.words[0] == "close":
        return answer
    note = f"the session has ended; its record is in {request.out}; open another with: {request.command}\n"
    return msgspec.structs.replace(answer, err=answer.err + note)


def _capture(run: Callable[[], int]) -> Answer:
    """Run a function and return its output, with each error as one line."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = report_errors(run)
    return Answer(replace_surrogates(out.getvalue()), replace_surrogates(err.getvalue()), status)


def is_gone(client: socket.socket) -> bool:
    """Check whether a client has closed its connection."""
    readable, _, _ = select.select([client], [], [], 0)
    try:
        return bool(readable) and client.recv(1, socket.MSG_PEEK) == b""
    except OSError:
        return True


if __name__ == "__main__":
    sys.exit(main())
