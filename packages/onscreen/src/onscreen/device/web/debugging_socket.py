"""WebSocket connection (RFC 6455) to a running browser at its remote debugging address."""

from __future__ import annotations

import base64
import http.client
import os
import select
import socket
import struct
import time
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from onscreen.deadline import check_limit, limit_deadline
from onscreen.types.errors import BadText, DeviceError

_T = TypeVar("_T")

CONNECT_TIMEOUT_SEC = 10.0
_SEND_TIMEOUT_SEC = 30.0
_CHUNK_BYTES = 1 << 20
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_FINAL, _MASKED = 0x80, 0x80
_SHORT, _LONG = 126, 127
_EXTENDED = {_SHORT: "!H", _LONG: "!Q"}
_SWITCHING_PROTOCOLS = 101


class DebuggingTarget(msgspec.Struct, frozen=True):
    """A page or the browser, as listed at a remote debugging address."""

    id: str = ""
    type: str = ""
    url: str = ""
    socket_address: str = msgspec.field(name="webSocketDebuggerUrl", default="")


class DebuggingAddress:
    """Remote debugging address of a browser: a local port, HOST:PORT or a URL."""

    def __init__(self, text: str) -> None:
        """Parse the address.

        Raises:
            BadText: the text is not an address.
        """
        full = f"http://127.0.0.1:{text}" if text.isdigit() else text if "://" in text else f"http://{text}"
        try:
            parts = urlsplit(full)
            self.host, self.port = parts.hostname or "", parts.port or 0
        except ValueError:
            self.host, self.port = "", 0
        if not self.host or not self.port or parts.scheme not in {"http", "ws"}:
            raise BadText(f"attach is a port, HOST:PORT or a URL with a port; found {text!r}")
        self._path = parts.path if parts.scheme == "ws" else ""

    def find_pages(self) -> tuple[DebuggingTarget, ...]:
        """Return the open pages, most recently used first.

        Raises:
            DeviceError: no browser answers.
        """
        found = self._get("/json/list", tuple[DebuggingTarget, ...])
        return tuple(
            target for target in found if target.type == "page" and not target.url.startswith("devtools:")
        )

    def connect(self) -> DebuggingSocket:
        """Connect to the browser.

        Raises:
            DeviceError: no browser answers.
        """
        path = self._path or urlsplit(self._get("/json/version", DebuggingTarget).socket_address).path
        return DebuggingSocket(self.host, self.port, path=path)

    def _get(self, path: str, result: type[_T]) -> _T:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=CONNECT_TIMEOUT_SEC)
        try:
            connection.request("GET", path)
            return msgspec.json.decode(connection.getresponse().read(), type=result)
        except (OSError, http.client.HTTPException, msgspec.MsgspecError) as error:
            raise DeviceError(
                f"no browser can be debugged at {self.host}:{self.port} ({error}); "
                "start it with --remote-debugging-port=PORT and --user-data-dir=DIR"
            ) from error
        finally:
            connection.close()


class DebuggingSocket:
    """WebSocket connection that exchanges messages with a running browser."""

    def __init__(self, host: str, port: int, *, path: str) -> None:
        """Connect to the browser.

        Raises:
            DeviceError: the browser does not accept the connection.
        """
        self._buffer = bytearray()
        self._parts = bytearray()
        try:
            self._socket = socket.create_connection((host, port), CONNECT_TIMEOUT_SEC)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            status = self._shake_hands(f"{host}:{port}", path)
        except OSError as error:
            raise DeviceError(f"the browser at {host}:{port} cannot be reached: {error}") from error
        self.is_open = status == _SWITCHING_PROTOCOLS
        if not self.is_open:
            self._socket.close()
            raise DeviceError(f"the browser at {host}:{port} refused the connection with status {status}")
        self._socket.settimeout(_SEND_TIMEOUT_SEC)

    def send(self, message: bytes) -> None:
        """Send one message to the browser.

        Raises:
            DeviceError: the browser is gone, or reads nothing.
        """
        self._send_frame(_TEXT, message)

    def receive(self, deadline: float) -> bytes | None:
        """Wait for the next message from the browser and return it.

        Returns None if no message arrives before the monotonic time `deadline`.

        Raises:
            DeviceError: the browser is gone.
            TimeLimitReached: no message arrives before the time limit of the run.
        """
        while (message := self._next_message()) is None:
            left_sec = max(0.0, limit_deadline(deadline) - time.monotonic())
            if not select.select((self._socket,), (), (), left_sec)[0]:
                check_limit()
                return None
            self._buffer += self._receive_chunk()
        return message

    def close(self, _grace_sec: float) -> None:
        """Close the connection; the browser stays open."""
        self.is_open = False
        self._socket.close()

    def _shake_hands(self, host: str, path: str) -> int:
        """Perform the opening handshake and return the HTTP status, or 0 without a response."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._socket.sendall("\r\n".join((*lines, "", "")).encode())
        while b"\r\n\r\n" not in self._buffer:
            chunk = self._socket.recv(_CHUNK_BYTES)
            if not chunk:
                return 0
            self._buffer += chunk
        head, _, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        self._buffer = bytearray(rest)
        words = head.split(b" ", 2)
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0

    def _receive_chunk(self) -> bytes:
        try:
            chunk = self._socket.recv(_CHUNK_BYTES)
        except OSError:
            chunk = b""
        if not chunk:
            raise self._gone()
        return chunk

    def _next_message(self) -> bytes | None:
        """Return the next complete message in the buffer; answers pings."""
        while (frame := self._next_frame()) is not None:
            code, is_final, payload = frame
            if code == _CLOSE:
                raise self._gone()
            if code == _PING:
                self._send_frame(_PONG, payload)
            if code >= _CLOSE:
                continue
            self._parts += payload
            if is_final:
                message, self._parts = bytes(self._parts), bytearray()
                return message
        return None

    def _next_frame(self) -> tuple[int, bool, bytes] | None:
        """Remove the next frame from the buffer and return its opcode, FIN flag and payload.

        Returns None if the buffer does not contain a complete frame.
        """
        buffer = self._buffer
        if len(buffer) < 2:  # noqa: PLR2004  the bytes before the length
            return None
        length, start = buffer[1] & ~_MASKED, 2
        if length in _EXTENDED:
            form = _EXTENDED[length]
            start += struct.calcsize(form)
            if len(buffer) < start:
                return None
            (length,) = struct.unpack_from(form, buffer, 2)
        if len(buffer) < start + length:
            return None
        first, payload = buffer[0], bytes(buffer[start : start + length])
        del buffer[: start + length]
        return first & 0x0F, bool(first & _FINAL), payload

    def _send_frame(self, code: int, payload: bytes) -> None:
        length = len(payload)
        if length < _SHORT:
            head = struct.pack("!BB", _FINAL | code, _MASKED | length)
        elif length < 1 << 16:
            head = struct.pack("!BBH", _FINAL | code, _MASKED | _SHORT, length)
        else:
            head = struct.pack("!BBQ", _FINAL | code, _MASKED | _LONG, length)
        mask = os.urandom(4)
        try:
            self._socket.sendall(head + mask + _xor(payload, mask))
        except OSError as error:
            raise self._gone() from error

    def _gone(self) -> DeviceError:
        self.is_open = False
        return DeviceError("the browser is gone: it closed the connection")


def _xor(payload: bytes, mask: bytes) -> bytes:
    """Mask a payload with a repeated key, as RFC 6455 requires of clients."""
    length = len(payload)
    repeated = (mask * (length // len(mask) + 1))[:length]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(repeated, "little")).to_bytes(length, "little")
