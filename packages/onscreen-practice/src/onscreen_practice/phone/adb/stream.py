"""Bidirectional byte stream between an adb client and a service on the device."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition

from onscreen_practice.phone.adb.packet import CLSE, OKAY, WRTE, Packet

RECEIVE_WINDOW_BYTES = 1 << 20
"""Number of unread bytes from which data is no longer acknowledged, so that the client waits."""
MAX_BUFFERED_BYTES = 16 * RECEIVE_WINDOW_BYTES
"""Maximum number of unread bytes; a client that ignores flow control and sends more is disconnected."""
CLOSE_TIMEOUT_SEC = 60.0
"""Maximum wait for the acknowledgement of the last packet when a stream closes, in seconds."""


class StreamClosed(Exception):
    """Raised when the other side has closed the stream or disconnected."""


class Stream:
    """Device side of an adb stream, with receive buffer and flow control.

    The connection passes received packets to the stream.
    """

    def __init__(
        self, local_id: int, remote_id: int, *, send: Callable[[Packet], None], max_payload: int
    ) -> None:
        self.local_id = local_id
        self.remote_id = remote_id
        self._send = send
        self._max_payload = max_payload
        self._changed = Condition()
        self._received: deque[bytes] = deque()
        self._buffered_bytes = 0
        self._pending_okays = 0
        self._awaits_okay = False
        self._ended = False
        self._closed = False
        self._close_sent = False

    @property
    def is_close_sent(self) -> bool:
        """Return True if the other side has been notified that the stream is closed."""
        return self._close_sent

    def read(self) -> bytes:
        """Wait for the next chunk of data, or return b"" if the other side has closed the stream."""
        with self._changed:
            self._changed.wait_for(lambda: self._received or self._ended)
            if not self._received:
                return b""
            chunk = self._received.popleft()
            self._buffered_bytes -= len(chunk)
            okays = self._pending_okays if self._buffered_bytes < RECEIVE_WINDOW_BYTES else 0
            self._pending_okays -= okays
        for _ in range(okays):
            self._send_okay()
        return chunk

    def write(self, data: bytes) -> None:
        """Send data in packets, waiting for each packet to be acknowledged before the next one.

        Raises:
            StreamClosed: the other side has closed the stream or disconnected.
        """
        for start in range(0, len(data), self._max_payload):
            self._wait_for_okay(None)
            with self._changed:
                self._awaits_okay = True
            self._send(Packet(WRTE, self.local_id, self.remote_id, data[start : start + self._max_payload]))

    def close(self) -> None:
        """Close the stream after all sent data has been acknowledged.

        Calling this method again has no effect.
        """
        if self._closed:
            return
        self._closed = True
        try:
            self._wait_for_okay(CLOSE_TIMEOUT_SEC)
            self.end()
            self._close_sent = True
            self._send(Packet(CLSE, self.local_id, self.remote_id))
        except StreamClosed:
            self.end()

    def receive_data(self, data: bytes) -> None:
        """Buffer received data and acknowledge it if the receive window has room."""
        with self._changed:
            if self._ended:
                return
            self._received.append(data)
            self._buffered_bytes += len(data)
            is_full, is_over_limit = (
                self._buffered_bytes >= RECEIVE_WINDOW_BYTES,
                self._buffered_bytes > MAX_BUFFERED_BYTES,
            )
            self._pending_okays += int(is_full)
            self._changed.notify_all()
        if is_over_limit:
            self.end()
        elif not is_full:
            self._send_okay()

    def acknowledge(self) -> None:
        """Record that the other side has acknowledged the last packet."""
        with self._changed:
            self._awaits_okay = False
            self._changed.notify_all()

    def end(self) -> None:
        """Mark the stream as ended and wake up all threads that wait for it."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _send_okay(self) -> None:
        self._send(Packet(OKAY, self.local_id, self.remote_id))

    def _wait_for_okay(self, timeout_sec: float | None) -> None:
        with self._changed:
            acknowledged = self._changed.wait_for(
                lambda: self._ended or not self._awaits_okay, timeout=timeout_sec
            )
            if self._ended or not acknowledged:
                raise StreamClosed(
                    "the other side closed" if acknowledged else "the other side does not respond"
                )


class StreamReader:
    """Buffered reader that can wait for an exact number of bytes from a stream."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._buffer = bytearray()

    def read_exactly(self, count: int) -> bytes:
        """Wait until `count` bytes have been received and return them.

        Raises:
            StreamClosed: the stream ended before `count` bytes.
        """
        while len(self._buffer) < count:
            chunk = self._stream.read()
            if not chunk:
                raise StreamClosed(f"the stream ended {count - len(self._buffer)} bytes too early")
            self._buffer += chunk
        data = bytes(memoryview(self._buffer)[:count])
        del self._buffer[:count]
        return data

    def read_until(self, end: bytes, *, limit: int) -> bytes | None:
        """Wait for the delimiter `end` and return the bytes before it.

        Returns None if more than `limit` bytes precede the delimiter.

        Raises:
            StreamClosed: the stream ended before `end`.
        """
        while (at := self._buffer.find(end)) < 0:
            if len(self._buffer) > limit:
                return None
            chunk = self._stream.read()
            if not chunk:
                raise StreamClosed("the stream ended before the end of the message")
            self._buffer += chunk
        data = bytes(self._buffer[:at])
        del self._buffer[: at + len(end)]
        return data if at <= limit else None

    def read_header(self, count: int) -> bytes:
        """Wait for `count` bytes, or return b"" if the stream ends before the first byte.

        Raises:
            StreamClosed: the stream ended after the first byte but before `count` bytes.
        """
        self._buffer = self._buffer or bytearray(self._stream.read())
        return self.read_exactly(count) if self._buffer else b""

    def read_available(self) -> bytes:
        """Return all buffered bytes, waiting for new data if the buffer is empty.

        Returns b"" at the end of the stream.
        """
        data, self._buffer = bytes(self._buffer), bytearray()
        return data or self._stream.read()
