"""Line editing for a pseudo-terminal, with echo, backspace and Ctrl+C."""

from __future__ import annotations

import re
from collections.abc import Callable

_INTERRUPT, _END, _ERASE_BYTES = 0x03, 0x04, (0x08, 0x7F)
_CONTROL_SEQUENCE = re.compile(rb"\x1b(\[[0-9;]*[A-Za-z~]|O.|.)", re.DOTALL)
MAX_LINE_BYTES = 1 << 20


class LineReader:
    """Reader that echoes typed input and splits it into lines."""

    def __init__(self, receive: Callable[[], bytes], *, echo: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._echo = echo
        self._pending = b""
        self._line = bytearray()
        self._after_return = False

    def read_line(self) -> bytes | None:
        """Read the next line without its terminator, or return None at the end of input."""
        while True:
            for at, byte in enumerate(self._pending):
                line = self._handle_byte(byte)
                if line is not None:
                    self._pending = self._pending[at + 1 :]
                    return line
                if byte == _END and not self._line:
                    return None
            self._pending = _CONTROL_SEQUENCE.sub(b"", self._receive())
            if not self._pending:
                rest = bytes(self._line)
                self._line.clear()
                return rest or None

    def _handle_byte(self, byte: int) -> bytes | None:
        """Process one byte; return the line if the byte ends it."""
        after_return, self._after_return = self._after_return, byte == ord("\r")
        if byte == ord("\n") and after_return:
            return None
        if byte in b"\r\n":
            return self._finish_line(b"\n")
        if byte == _INTERRUPT:
            self._line.clear()
            return self._finish_line(b"^C\n")
        if byte in _ERASE_BYTES:
            if self._line:
                text = self._line.decode("utf-8", "surrogateescape")
                self._line[:] = text[:-1].encode("utf-8", "surrogateescape")
                self._echo(b"\b \b")
        elif byte != _END and len(self._line) < MAX_LINE_BYTES:
            self._line.append(byte)
            self._echo(bytes((byte,)))
        return None

    def _finish_line(self, echoed: bytes) -> bytes:
        self._echo(echoed)
        line = bytes(self._line)
        self._line.clear()
        return line
