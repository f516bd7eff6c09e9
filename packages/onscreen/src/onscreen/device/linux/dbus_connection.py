"""Connection to a D-Bus bus, or directly to an application, with many calls in flight.

The accessibility tree takes several calls for each node. One call at a time costs a round trip each, so the
calls are pipelined: up to `WINDOW` are sent before their replies have arrived.
"""

from __future__ import annotations

import os
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from onscreen.deadline import check_limit, limit_deadline
from onscreen.device.linux.dbus_message import (
    SIGNAL,
    Call,
    MalformedMessage,
    Message,
    encode_call,
    split_message,
)
from onscreen.types.errors import DeviceError

WINDOW = 400
"""Maximum number of calls in flight; more would block programs that write before they read."""
BATCH_SHARE = 4
"""Requests are sent in batches: at least one request per this number of calls in flight."""
CONNECT_TIMEOUT_SEC = 5.0
MAX_SIGNALS = 20_000
"""Maximum number of buffered signals; older ones are dropped."""
_CHUNK_BYTES = 1 << 20
_GONE = frozenset(
    f"org.freedesktop.DBus.Error.{name}" for name in ("NoReply", "ServiceUnknown", "NameHasNoOwner")
)
"""Errors with which a bus answers calls to a program that has left the bus."""
_MAX_SERIAL = 1 << 31

ReplyHandler: TypeAlias = "Callable[[Message], Iterable[Request]]"


class Request(msgspec.Struct, frozen=True):
    """Call with the function that receives its reply and returns further requests.

    An error also counts as a reply; see `Message.error`.
    """

    call: Call
    handle: ReplyHandler


class ConnectionLost(DeviceError):
    """The peer closed the connection, sent something that is not D-Bus, or did not answer in time."""


class DBusConnection:
    """Connection to a bus or to a single application.

    `signals` are the received signals, oldest first, at most `MAX_SIGNALS`. `lost_calls` is the number of
    calls answered by the bus itself because their receivers had left it.
    """

    def __init__(self, address: str, *, is_bus: bool = True) -> None:
        """Connect to an address such as "unix:path=/run/user/0/bus"; `is_bus` is False for an application.

        Raises:
            ConnectionLost: nothing answers at the address, or it does not authenticate this user.
        """
        self.signals: deque[Message] = deque(maxlen=MAX_SIGNALS)
        self.lost_calls = 0
        self._buffer = bytearray()
        self._serial = 0
        self._socket = _connect(address)
        try:
            if is_bus:
                self.call(_bus_call("Hello"), timeout_sec=CONNECT_TIMEOUT_SEC)
        except DeviceError:
            self.close()
            raise

    def call(self, call: Call, *, timeout_sec: float) -> Message:
        """Call a method and return its reply, which may be an error.

        Raises:
            ConnectionLost: the peer is gone or does not answer in time.
        """
        replies: list[Message] = []

        def keep(message: Message) -> Iterable[Request]:
            replies.append(message)
            return ()

        if not self.run((Request(call, keep),), deadline=time.monotonic() + timeout_sec):
            raise ConnectionLost(
                f"{call.destination or 'the program'} did not answer {call.member} in {timeout_sec:g} s"
            )
        return replies[0]

    def run(self, requests: Iterable[Request], *, deadline: float) -> bool:
        """Send requests, and the requests returned by their handlers, until all are answered.

        Returns False if the monotonic time `deadline` passes first; later replies are ignored.

        Raises:
            ConnectionLost: the peer is gone or sent something that is not D-Bus.
            TimeLimitReached: the time limit of the run is reached.
        """
        waiting, handlers = deque(requests), dict[int, ReplyHandler]()
        while waiting or handlers:
            self._send(waiting, handlers, deadline=deadline)
            if not self._receive(deadline):
                return False
            while (message := self._next_message()) is not None:
                handle = handlers.pop(message.reply_to, None)
                if message.kind == SIGNAL:
                    self.signals.append(message)
                elif handle is not None:
                    self.lost_calls += message.error in _GONE
                    waiting.extend(handle(message))
        return True

    def drain(self) -> int:
        """Receive pending messages without waiting, and return the number of new signals.

        Raises:
            ConnectionLost: the peer is gone.
        """
        count = 0
        while select.select((self._socket,), (), (), 0)[0]:
            self._read()
            while (message := self._next_message()) is not None:
                if message.kind == SIGNAL:
                    self.signals.append(message)
                    count += 1
        return count

    def fileno(self) -> int:
        """Return the file descriptor, for use with `select`."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _send(self, waiting: deque[Request], handlers: dict[int, ReplyHandler], *, deadline: float) -> None:
        """Send waiting requests in batches while fewer than half of `WINDOW` are in flight."""
        is_few = len(waiting) * BATCH_SHARE < len(handlers)
        if not waiting or is_few or len(handlers) > WINDOW // 2:
            return
        chunks = []
        while waiting and len(handlers) < WINDOW:
            request = waiting.popleft()
            self._serial = self._serial % _MAX_SERIAL + 1
            handlers[self._serial] = request.handle
            chunks.append(encode_call(request.call, self._serial))
        try:
            self._socket.settimeout(max(0.01, limit_deadline(deadline) - time.monotonic()))
            self._socket.sendall(b"".join(chunks))
        except OSError as error:
            raise ConnectionLost(f"the program does not read its D-Bus messages: {error}") from error

    def _receive(self, deadline: float) -> bool:
        """Wait for bytes and read them; return False after the deadline."""
        left_sec = max(0.0, limit_deadline(deadline) - time.monotonic())
        if not select.select((self._socket,), (), (), left_sec)[0]:
            check_limit()
            return False
        self._read()
        return True

    def _read(self) -> None:
        try:
            data = self._socket.recv(_CHUNK_BYTES)
        except OSError as error:
            raise ConnectionLost(f"the D-Bus connection failed: {error}") from error
        if not data:
            raise ConnectionLost("the D-Bus connection was closed: the program ended")
        self._buffer += data

    def _next_message(self) -> Message | None:
        try:
            return split_message(self._buffer)
        except MalformedMessage as error:
            raise ConnectionLost(f"the D-Bus connection is unusable: {error}") from error


def add_match(rule: str) -> Call:
    """Return the call that subscribes to the signals of a match rule."""
    return _bus_call("AddMatch", rule)


def process_of(name: str) -> Call:
    """Return the call that queries the process id of a bus name."""
    return _bus_call("GetConnectionUnixProcessID", name)


def _bus_call(member: str, *arguments: str) -> Call:
    name = "org.freedesktop.DBus"
    return Call(name, "/org/freedesktop/DBus", name, member, "s" * len(arguments), arguments)


def _connect(address: str) -> socket.socket:
    """Connect to the first reachable address of a list and authenticate as the current user.

    Raises:
        ConnectionLost: no address can be connected to.
    """
    reason = "it is not a Unix socket"
    for each in address.split(";"):
        transport, _, options = each.partition(":")
        values = dict(pair.split("=", 1) for pair in options.split(",") if "=" in pair)
        path = values.get("path") or "\0" + values.get("abstract", "")
        if transport != "unix" or path == "\0":
            continue
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(CONNECT_TIMEOUT_SEC)
        try:
            connection.connect(path)
            _authenticate(connection)
        except OSError as error:
            connection.close()
            reason = str(error)
            continue
        return connection
    raise ConnectionLost(f"cannot connect to the D-Bus address {address!r}: {reason}")


def _authenticate(connection: socket.socket) -> None:
    """Authenticate with the mechanism EXTERNAL.

    Raises:
        OSError: the peer rejects this user.
    """
    user = str(os.getuid()).encode().hex().encode()
    connection.sendall(b"\0AUTH EXTERNAL " + user + b"\r\n")
    answer = b""
    while not answer.endswith(b"\r\n"):
        data = connection.recv(256)
        if not data:
            raise OSError("the peer closed the connection during authentication")
        answer += data
    if not answer.startswith(b"OK"):
        raise OSError(f"the peer rejected this user: {answer.decode('ascii', 'replace').strip()}")
    connection.sendall(b"BEGIN\r\n")
