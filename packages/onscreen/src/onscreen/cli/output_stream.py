"""Output streams that survive a closed pipe, so that `| head` affects neither a run nor its status."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class UnreadOutput(io.FileIO):
    """An output file that discards what is written once its reader has closed the pipe."""

    def write(self, data: ReadableBuffer, /) -> int:
        """Write the data, or discard it if the pipe is closed; return its size in bytes."""
        try:
            return super().write(data)
        except BrokenPipeError:
            discard(self.fileno())
            return memoryview(data).nbytes


def discard(descriptor: int) -> None:
    """Redirect a file descriptor to the null device."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def keep_without_reader(name: str) -> None:
    """Replace `sys.stdout` or `sys.stderr` with a stream that discards output after its pipe was closed.

    A stream that is not a file, such as one captured by a test, is left unchanged.
    """
    stream = getattr(sys, name)
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    if type(raw) is not io.FileIO:
        return
    stream.flush()
    unread = io.BufferedWriter(UnreadOutput(raw.fileno(), "w", closefd=False))
    replacement = io.TextIOWrapper(
        unread,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering or name == "stderr",
    )
    setattr(sys, name, replacement)
