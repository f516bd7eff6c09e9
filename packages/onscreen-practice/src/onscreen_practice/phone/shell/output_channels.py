"""Input and output channels of shell commands, including output to files."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from onscreen_practice.phone.shell.command_interface import Input
from onscreen_practice.phone.shell.file_system import Storage

Sink = Callable[[bytes], None]


def discard(_data: bytes) -> None:
    """Discard bytes, like /dev/null."""


class Channels(msgspec.Struct, frozen=True):
    """Standard input, output and error of a shell command."""

    stdin: Input
    stdout: Sink
    stderr: Sink


class FileSink:
    """Output channel that buffers a command's output and writes it to a file at the end."""

    def __init__(self, storage: Storage, path: str, *, prefix: bytes) -> None:
        self._storage = storage
        self._path = path
        self._chunks = [prefix]

    def __call__(self, data: bytes) -> None:
        """Buffer bytes for the file."""
        self._chunks.append(data)

    def write(self) -> str:
        """Write the buffered output to the file.

        Returns an error message, or "" on success.
        """
        if not any(self._chunks[1:]):
            return ""
        return self._storage.write(self._path, b"".join(self._chunks))
