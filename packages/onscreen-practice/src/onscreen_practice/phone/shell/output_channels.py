"""Where the bytes of a command go: to whoever listens, into memory, or into a file."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from onscreen_practice.phone.shell.command_call import Input
from onscreen_practice.phone.shell.storage import Storage

Sink = Callable[[bytes], None]


def nowhere(_data: bytes) -> None:
    """Take bytes and forget them."""


class Channels(msgspec.Struct, frozen=True):
    """What a command reads from, writes to and complains to."""

    stdin: Input
    stdout: Sink
    stderr: Sink


class FileSink:
    """Collects what goes into a file, and writes it when all is there."""

    def __init__(self, storage: Storage, path: str, *, begun: bytes) -> None:
        self._storage = storage
        self._path = path
        self._pieces = [begun]

    def __call__(self, data: bytes) -> None:
        """Take bytes for the file."""
        self._pieces.append(data)

    def write(self) -> str:
        """Write the file; return what went wrong, "" for nothing."""
        if not any(self._pieces[1:]):
            return ""
        return self._storage.write(self._path, b"".join(self._pieces))
