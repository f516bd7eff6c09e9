"""Lines as they are typed: each is shown as it comes, can be erased, and ends with Enter."""

from __future__ import annotations

import re
from collections.abc import Callable

_INTERRUPT, _END, _ERASE = 0x03, 0x04, (0x08, 0x7F)
_CONTROL = re.compile(rb"\x1b(\[[0-9;]*[A-Za-z~]|O.|.)", re.DOTALL)
LONGEST = 1 << 20


class LineReader:
    """Cuts what a client types into lines."""

    def __init__(self, receive: Callable[[], bytes], *, echo: Callable[[bytes], None]) -> None:
        self._receive = receive
        self._echo = echo
        self._held = b""
        self._line = bytearray()
        self._after_return = False

    def next(self) -> bytes | None:
        """Return the next line without its end; None when no more come."""
        while True:
            for at, byte in enumerate(self._held):
                line = self._typed(byte)
                if line is not None:
                    self._held = self._held[at + 1 :]
                    return line
                if byte == _END and not self._line:
                    return None
            self._held = _CONTROL.sub(b"", self._receive())
            if not self._held:
                rest = bytes(self._line)
                self._line.clear()
                return rest or None

    def _typed(self, byte: int) -> bytes | None:
        """Take one byte; return the line where it ends one."""
        after_return, self._after_return = self._after_return, byte == ord("\r")
        if byte == ord("\n") and after_return:
            return None
        if byte in b"\r\n":
            return self._ended(b"\n")
        if byte == _INTERRUPT:
            self._line.clear()
            return self._ended(b"^C\n")
        if byte in _ERASE:
            if self._line:
                whole = self._line.decode("utf-8", "surrogateescape")
                self._line[:] = whole[:-1].encode("utf-8", "surrogateescape")
                self._echo(b"\b \b")
        elif byte != _END and len(self._line) < LONGEST:
            self._line.append(byte)
            self._echo(bytes((byte,)))
        return None

    def _ended(self, shown: bytes) -> bytes:
        self._echo(shown)
        line = bytes(self._line)
        self._line.clear()
        return line
