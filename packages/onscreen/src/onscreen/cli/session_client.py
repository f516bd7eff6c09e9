"""Client of session processes, with few imports, even from the standard library, to start quickly.

Starting Python takes about 15 ms; the modules `socket`, `json` and `typing` would add twice as much.

A session is a process that listens on a Unix socket. Its files are in a folder of the user:

    NAME.sock    the socket, which only the user can use
    NAME.json    description of the session: the device, the start, the folder of the episode, the process
    NAME.user    exists while the user operates the device; removing it ends the hand-over
    NAME.idle    description of a session that ended because it was not used, until another is opened

The client sends one message, whose fields are its working directory and the words of the command, and
receives one, whose fields are the output, the errors and the exit status. A message is a line with the sizes
of its fields in bytes, followed by the fields. The session removes its files when it ends.
"""

from __future__ import annotations

import os
import stat
import sys
from _socket import AF_UNIX, socket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FORWARDED = frozenset({"close", "do", "look", "read", "wait"})
"""Commands that are sent to a session process instead of running in the calling process."""

USAGE, FAILED, INTERRUPTED = 2, 3, 130
PING = "ping"
_CHUNK_BYTES = 1 << 20
_HELP_WORDS = frozenset({"-h", "--help"})
_OPEN_HINT = "open one with: onscreen open web https://example.org"


class SessionError(Exception):
    """Raised if a session cannot be used; the message contains the remedy."""


def is_forwarded(words: Sequence[str]) -> bool:
    """Check whether the command-line arguments contain a command for an open session."""
    return bool(words) and words[0] in FORWARDED and _HELP_WORDS.isdisjoint(words)


def forward(words: Sequence[str]) -> int:
    """Send a command to the process of its session, print its output, and return its exit status."""
    try:
        name = find_session(_option(words, "--name"))
        out, err, status = request(name, words)
    except SessionError as error:
        return _print(err=f"onscreen: {error}\n", status=USAGE)
    except KeyboardInterrupt:
        return _print(err="onscreen: interrupted\n", status=INTERRUPTED)
    return _print(out, err=err, status=status)


def encode_message(fields: Iterable[str]) -> bytes:
    """Encode the fields of a message; lone surrogates, which represent undecodable bytes, are kept."""
    encoded = [field.encode(errors="surrogatepass") for field in fields]
    sizes = " ".join(str(len(field)) for field in encoded)
    return f"{sizes}\n".encode() + b"".join(encoded)


def message_size(start: bytes | bytearray) -> int:
    """Return the size of a message in bytes, or 0 if its first line is not complete yet.

    Raises:
        ValueError: the first line is not a line with the sizes of fields.
    """
    end = start.find(b"\n")
    return end + 1 + sum(map(int, start[:end].split())) if end >= 0 else 0


def decode_message(message: bytes) -> list[str]:
    """Return the fields of a message.

    Raises:
        ValueError: the message is incomplete or malformed.
    """
    line, end, content = message.partition(b"\n")
    sizes = list(map(int, line.split()))
    if not end or len(content) != sum(sizes):
        raise ValueError(f"found a message of {len(content)} bytes; expected {sum(sizes)}")
    fields, at = [], 0
    for size in sizes:
        fields.append(content[at : at + size].decode(errors="surrogatepass"))
        at += size
    return fields


def sessions_folder() -> str:
    """Return the folder of the session files; creates it with access for this user only.

    Raises:
        SessionError: the folder cannot be created, or other users can access it.
    """
    base = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = os.path.join(os.path.expanduser(base), "onscreen", "sessions")  # noqa: PTH111, PTH118
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        status = os.stat(folder)  # noqa: PTH116
    except OSError as error:
        raise SessionError(
            f"the folder {folder} cannot be used: {error.strerror}; set XDG_RUNTIME_DIR"
        ) from None
    if status.st_uid != os.geteuid():
        raise SessionError(f"the folder {folder} belongs to another user; set XDG_RUNTIME_DIR")
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise SessionError(f"others can use the folder {folder}; run: chmod 700 {folder}")
    return folder


def socket_path(name: str) -> str:
    """Return the path of the socket of a session."""
    return os.path.join(sessions_folder(), f"{name}.sock")  # noqa: PTH118


def info_path(name: str) -> str:
    """Return the path of the file that describes a session."""
    return os.path.join(sessions_folder(), f"{name}.json")  # noqa: PTH118


def handover_path(name: str) -> str:
    """Return the path of the file that exists while the user operates the device of a session."""
    return os.path.join(sessions_folder(), f"{name}.user")  # noqa: PTH118


def idle_path(name: str) -> str:
    """Return the path of the file that describes a session that ended because it was not used."""
    return os.path.join(sessions_folder(), f"{name}.idle")  # noqa: PTH118


def session_names() -> list[str]:
    """Return the names of the sessions that have files, in alphabetical order."""
    return _names_with(".json")


def idle_names() -> list[str]:
    """Return the names of the sessions that ended because they were not used, in alphabetical order."""
    return _names_with(".idle")


def _names_with(suffix: str) -> list[str]:
    files = os.listdir(sessions_folder())  # noqa: PTH208
    return sorted(file.removesuffix(suffix) for file in files if file.endswith(suffix))


def read_info(path: str) -> Mapping[str, str]:
    """Read the description of a session; returns {} if the file is missing or damaged.

    The JSON parser is imported only here, because most commands need no description.
    """
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            info = __import__("json").load(file)
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in info.items()} if isinstance(info, dict) else {}


def find_session(name: str | None) -> str:
    """Return the session to use: the given one, the one named in ONSCREEN_SESSION, or the only one.

    Raises:
        SessionError: no such session is open, or several are open and none is named.
    """
    name = name or os.environ.get("ONSCREEN_SESSION")
    names = session_names()
    if name:
        if name not in names:
            if name in idle_names():
                raise _ended(name, read_info(idle_path(name)), why=" because it was not used")
            open_now = f"open sessions: {', '.join(names)}" if names else _OPEN_HINT
            raise SessionError(f"no session is named {name!r}; {open_now}")
        return name
    if not names:
        idle = idle_names()
        if len(idle) == 1:
            raise _ended(idle[0], read_info(idle_path(idle[0])), why=" because it was not used")
        raise SessionError(f"no session is open; {_OPEN_HINT}")
    if len(names) > 1:
        raise SessionError(f"{len(names)} sessions are open; choose one with --name: {', '.join(names)}")
    return names[0]


def is_alive(name: str) -> bool:
    """Check whether the process of a session accepts connections."""
    client = socket(AF_UNIX)
    try:
        client.connect(socket_path(name))
    except OSError:
        return False
    finally:
        client.close()
    return True


def request(name: str, words: Sequence[str]) -> tuple[str, str, int]:
    """Send a command to a session, and return its output, errors and exit status.

    Raises:
        SessionError: the process of the session is gone and its files are removed, or the user is operating
            the device.
    """
    try:
        folder = os.getcwd()  # noqa: PTH109
    except OSError:
        folder = ""
    client = socket(AF_UNIX)
    try:
        client.connect(socket_path(name))
        if os.path.exists(handover_path(name)):  # noqa: PTH110
            raise SessionError(
                f"the user is operating the session {name!r}; when the user is done, run: "
                f"onscreen handover --done --name {name}"
            )
        client.sendall(encode_message((folder, *words)))
        out, err, status = decode_message(b"".join(_chunks(client)))
        return out, err, int(status)
    except (OSError, ValueError):
        raise _gone(name) from None
    finally:
        client.close()


def remove_files(name: str) -> None:
    """Remove the files of a session."""
    for path in (socket_path(name), info_path(name), handover_path(name)):
        try:
            os.unlink(path)  # noqa: PTH108
        except FileNotFoundError:
            continue


def _gone(name: str) -> SessionError:
    """Remove the files of a session whose process is gone, and return the error to raise."""
    info = read_info(info_path(name))
    if not is_alive(name):
        remove_files(name)
    return _ended(name, info)


def _ended(name: str, info: Mapping[str, str], *, why: str = "") -> SessionError:
    again = info.get("command", "onscreen open web https://example.org")
    recorded = f"; its record is in {info['out']}" if info.get("out") else ""
    return SessionError(f"the session {name!r} has ended{why}{recorded}; open it again with: {again}")


def _chunks(client: socket) -> Iterator[bytes]:
    while chunk := client.recv(_CHUNK_BYTES):
        yield chunk


def _option(words: Sequence[str], option: str) -> str | None:
    """Return the value of a command-line option, or None if the option is absent."""
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            return words[place + 1]
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return None


def _print(out: str = "", *, err: str = "", status: int) -> int:
    """Write to stdout and stderr; a reader that closes the pipe early, such as `head`, is not an error."""
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        encoding = stream.encoding or "utf-8"
        data = text.encode(encoding, "backslashreplace")
        try:
            stream.write(data.decode(encoding))
            stream.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return status
