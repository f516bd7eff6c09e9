"""The adb services `shell:` and `exec:`, which run scripts and interactive shells."""

from __future__ import annotations

import struct
from threading import Lock

from onscreen_practice.phone.adb.line_discipline import LineReader
from onscreen_practice.phone.adb.stream import Stream, StreamReader
from onscreen_practice.phone.shell.command_interface import (
    Budget,
    Environment,
    Input,
    decode_text,
    encode_text,
)
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.script_parser import is_incomplete
from onscreen_practice.phone.shell.simulated_system import Machine

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)
_HEADER = struct.Struct("<BI")
_MAX_DATA_BYTES = 1 << 20


class ShellProtocol:
    """Input and output of an adb shell, using shell protocol v2 or raw bytes.

    Protocol v2 wraps data in packets with a kind and a length; `terminal` converts line ends.
    """

    def __init__(self, stream: Stream, *, shell_v2: bool, terminal: bool) -> None:
        self._stream = stream
        self._reader = StreamReader(stream)
        self._shell_v2 = shell_v2
        self._terminal = terminal
        self._send_lock = Lock()

    def stdout(self, data: bytes) -> None:
        """Send a command's standard output.

        Raises:
            StreamClosed: the client has disconnected.
        """
        self._send(STDOUT, data)

    def stderr(self, data: bytes) -> None:
        """Send a command's standard error.

        Raises:
            StreamClosed: the client has disconnected.
        """
        self._send(STDOUT if self._terminal else STDERR, data)

    def finish(self, status: int) -> None:
        """Send the exit status to the client.

        Does nothing unless shell protocol v2 is used.

        Raises:
            StreamClosed: the client has disconnected.
        """
        if self._shell_v2:
            with self._send_lock:
                self._stream.write(_HEADER.pack(EXIT, 1) + bytes((status & 0xFF,)))

    def receive(self) -> bytes:
        """Wait for input from the client and return it, or b"" at the end of the input.

        Raises:
            StreamClosed: the client disconnected within a packet, or sent a malformed one.
        """
        while self._shell_v2:
            header = self._reader.read_header(_HEADER.size)
            if not header:
                return b""
            kind, length = _HEADER.unpack(header)
            data = self._reader.read_exactly(min(length, _MAX_DATA_BYTES)) if length else b""
            if kind == CLOSE_STDIN or length > _MAX_DATA_BYTES:
                return b""
            if kind == STDIN and data:
                return data
        return self._reader.read_available()

    def wait_for_hang_up(self) -> None:
        """Wait until the client closes the stream, ignoring its input."""
        while self._stream.read():
            pass

    def _send(self, kind: int, data: bytes) -> None:
        if self._terminal:
            data = data.replace(b"\n", b"\r\n")
        with self._send_lock:
            for start in range(0, len(data), _MAX_DATA_BYTES):
                chunk = data[start : start + _MAX_DATA_BYTES]
                self._stream.write(_HEADER.pack(kind, len(chunk)) + chunk if self._shell_v2 else chunk)


def run_command(stream: Stream, machine: Machine, *, script: str, shell_v2: bool, terminal: bool) -> None:
    """Run a shell script and send its output to the client as it is produced."""
    protocol = ShellProtocol(stream, shell_v2=shell_v2, terminal=terminal)
    stdin = Input(protocol.receive, wait_for_hang_up=protocol.wait_for_hang_up)
    channels = Channels(stdin, protocol.stdout, protocol.stderr)
    protocol.finish(Shell(machine, COMMANDS).run(script, channels))


def run_interactive(stream: Stream, machine: Machine, *, shell_v2: bool, terminal: bool) -> None:
    """Run an interactive shell that executes each line as it is received.

    If `terminal` is True, the shell also shows a prompt and echoes the input.
    """
    protocol = ShellProtocol(stream, shell_v2=shell_v2, terminal=terminal)
    environment = Environment(is_root=machine.is_adb_root)
    shell = Shell(machine, COMMANDS, environment=environment)
    stdin = Input(wait_for_hang_up=protocol.wait_for_hang_up)
    channels = Channels(stdin, protocol.stdout, protocol.stderr)
    lines = LineReader(protocol.receive, echo=protocol.stdout if terminal else _discard)
    script = ""
    while True:
        if terminal:
            protocol.stdout(
                encode_text(
                    "> "
                    if script
                    else f"practice:{environment.folder} {'#' if environment.is_root else '$'} "
                )
            )
        line = lines.read_line()
        if line is None:
            break
        script += decode_text(line)
        if is_incomplete(script):
            script += "\n"
            continue
        environment.budget = Budget()
        environment.status = shell.run(script, channels)
        script = ""
        if environment.has_exited:
            break
    if script:
        environment.status = shell.run(script, channels)
    protocol.finish(environment.status)


def _discard(_data: bytes) -> None:
    """Discard echoed bytes, because there is no terminal."""
