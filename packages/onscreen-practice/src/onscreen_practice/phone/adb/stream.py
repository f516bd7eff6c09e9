"""One stream of an adb connection: bytes in both directions between a client and a service."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition

from onscreen_practice.phone.adb.packet import CLSE, OKAY, WRTE, Packet

ROOM = 1 << 20
"""So many bytes are taken before the service has read them; further ones wait at the client."""
LIMIT = 16 * ROOM
"""A client that sends more than this without waiting for leave is cut off."""
WAIT_SEC = 60.0
"""A stream that ends does not wait longer than this for its last packet to be taken."""


class StreamClosed(Exception):
    """The other side closed the stream, or is gone."""


class Stream:
    """A stream as the service sees it; the connection hands it what arrives."""

    def __init__(self, ours: int, theirs: int, *, send: Callable[[Packet], None], largest: int) -> None:
        self.ours = ours
        self.theirs = theirs
        self._send = send
        self._largest = largest
        self._change = Condition()
        self._arrived: deque[bytes] = deque()
        self._held = 0
        self._unanswered = 0
        self._awaits_okay = False
        self._ended = False
        self._closed = False
        self._over = False

    @property
    def is_over(self) -> bool:
        """Whether the other side was told that the stream is closed."""
        return self._over

    def read(self) -> bytes:
        """Return what arrived next, waiting for it; b"" when the other side has closed."""
        with self._change:
            self._change.wait_for(lambda: self._arrived or self._ended)
            if not self._arrived:
                return b""
            piece = self._arrived.popleft()
            self._held -= len(piece)
            answers = self._unanswered if self._held < ROOM else 0
            self._unanswered -= answers
        for _ in range(answers):
            self._answer()
        return piece

    def write(self, data: bytes) -> None:
        """Send all of this, one packet at a time as the other side gives leave.

        Raises:
            StreamClosed: the other side closed, or is gone.
        """
        for start in range(0, len(data), self._largest):
            self._wait_for_okay(None)
            with self._change:
                self._awaits_okay = True
            self._send(Packet(WRTE, self.ours, self.theirs, data[start : start + self._largest]))

    def close(self) -> None:
        """Close from our side, once what was sent is taken; may be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            self._wait_for_okay(WAIT_SEC)
            self.ended()
            self._over = True
            self._send(Packet(CLSE, self.ours, self.theirs))
        except StreamClosed:
            self.ended()

    def received(self, data: bytes) -> None:
        """Take a piece that arrived, and give leave for the next when there is room."""
        with self._change:
            if self._ended:
                return
            self._arrived.append(data)
            self._held += len(data)
            full, over = self._held >= ROOM, self._held > LIMIT
            self._unanswered += int(full)
            self._change.notify_all()
        if over:
            self.ended()
        elif not full:
            self._answer()

    def acknowledged(self) -> None:
        """Take leave to send the next packet."""
        with self._change:
            self._awaits_okay = False
            self._change.notify_all()

    def ended(self) -> None:
        """Take it that nothing more comes and nothing more can be sent."""
        with self._change:
            self._ended = True
            self._change.notify_all()

    def _answer(self) -> None:
        self._send(Packet(OKAY, self.ours, self.theirs))

    def _wait_for_okay(self, seconds: float | None) -> None:
        with self._change:
            answered = self._change.wait_for(lambda: self._ended or not self._awaits_okay, timeout=seconds)
            if self._ended or not answered:
                raise StreamClosed("the other side closed" if answered else "the other side does not answer")


class Reader:
    """Reads a stream by exact counts of bytes."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._held = bytearray()

    def exactly(self, count: int) -> bytes:
        """Return so many bytes.

        Raises:
            StreamClosed: the stream ended before that.
        """
        while len(self._held) < count:
            piece = self._stream.read()
            if not piece:
                raise StreamClosed(f"the stream ended {count - len(self._held)} bytes too early")
            self._held += piece
        found = bytes(memoryview(self._held)[:count])
        del self._held[:count]
        return found

    def some_header(self, count: int) -> bytes:
        """Return so many bytes, or b"" where the stream ends before the first of them.

        Raises:
            StreamClosed: the stream ended within them.
        """
        self._held = self._held or bytearray(self._stream.read())
        return self.exactly(count) if self._held else b""

    def some(self) -> bytes:
        """Return what is there, waiting for at least a byte; b"" at the end."""
        found, self._held = bytes(self._held), bytearray()
        return found or self._stream.read()
