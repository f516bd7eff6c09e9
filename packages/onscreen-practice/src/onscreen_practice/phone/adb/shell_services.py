"""The services shell: and exec: - scripts run for a client, and what it types and sees."""

from __future__ import annotations

import struct
from threading import Lock

from onscreen_practice.phone.adb.stream import Reader, Stream
from onscreen_practice.phone.adb.terminal import LineReader
from onscreen_practice.phone.shell.command_call import Budget, Environment, Input, decoded, encoded
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.machine import Machine
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.script_parser import is_unfinished

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)
_HEADER = struct.Struct("<BI")
_LARGEST = 1 << 20


class Frames:
    """A stream in the shell's own packets, each with a kind and a length, or without them."""

    def __init__(self, stream: Stream, *, framed: bool, terminal: bool) -> None:
        self._stream = stream
        self._reader = Reader(stream)
        self._framed = framed
        self._terminal = terminal
        self._sending = Lock()

    def stdout(self, data: bytes) -> None:
        """Send what a command wrote.

        Raises:
            StreamClosed: the client is gone.
        """
        self._send(STDOUT, data)

    def stderr(self, data: bytes) -> None:
        """Send what a command complained.

        Raises:
            StreamClosed: the client is gone.
        """
        self._send(STDOUT if self._terminal else STDERR, data)

    def finish(self, status: int) -> None:
        """Send the exit status, where the client can be told.

        Raises:
            StreamClosed: the client is gone.
        """
        if self._framed:
            with self._sending:
                self._stream.write(_HEADER.pack(EXIT, 1) + bytes((status & 0xFF,)))

    def receive(self) -> bytes:
        """Return what the client sent next; b"" when it sends no more.

        Raises:
            StreamClosed: the client went away within a packet, or sent a malformed one.
        """
        while self._framed:
            piece = self._reader.some_header(_HEADER.size)
            if not piece:
                return b""
            kind, length = _HEADER.unpack(piece)
            data = self._reader.exactly(min(length, _LARGEST)) if length else b""
            if kind == CLOSE_STDIN or length > _LARGEST:
                return b""
            if kind == STDIN and data:
                return data
        return self._reader.some()

    def everything(self) -> bytes:
        """Return all the client sends, up to the end."""
        pieces: list[bytes] = []
        while piece := self.receive():
            pieces.append(piece)
        return b"".join(pieces)

    def _send(self, kind: int, data: bytes) -> None:
        if self._terminal:
            data = data.replace(b"\n", b"\r\n")
        with self._sending:
            for start in range(0, len(data), _LARGEST):
                piece = data[start : start + _LARGEST]
                self._stream.write(_HEADER.pack(kind, len(piece)) + piece if self._framed else piece)


def one_command(stream: Stream, machine: Machine, *, script: str, framed: bool, terminal: bool) -> None:
    """Run one script and send what it writes as it writes it."""
    frames = Frames(stream, framed=framed, terminal=terminal)
    channels = Channels(Input(frames.everything), frames.stdout, frames.stderr)
    frames.finish(Shell(machine, COMMANDS).run(script, channels))


def interactive(stream: Stream, machine: Machine, *, framed: bool, terminal: bool) -> None:
    """Run line after line as they come; with a terminal, show a prompt and what is typed."""
    frames = Frames(stream, framed=framed, terminal=terminal)
    environment = Environment()
    shell = Shell(machine, COMMANDS, environment=environment)
    channels = Channels(Input(), frames.stdout, frames.stderr)
    lines = LineReader(frames.receive, echo=frames.stdout if terminal else _silent)
    script = ""
    while True:
        if terminal:
            frames.stdout(encoded("> " if script else f"practice:{environment.folder} $ "))
        line = lines.next()
        if line is None:
            break
        script += decoded(line)
        if is_unfinished(script):
            script += "\n"
            continue
        environment.budget = Budget()
        environment.status = shell.run(script, channels)
        script = ""
        if environment.has_left:
            break
    if script:
        environment.status = shell.run(script, channels)
    frames.finish(environment.status)


def _silent(_data: bytes) -> None:
    """Show nothing: there is no terminal."""
