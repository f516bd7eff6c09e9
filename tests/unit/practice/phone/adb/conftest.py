"""Fixtures: a phone without a screen, its adb server, a client and its shell."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.shell.command_interface import Input, decode_text
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.output_channels import Channels
from onscreen_practice.phone.shell.simulated_system import Machine

sys.path.insert(0, str(Path(__file__).parent))

from fake_phone import FakePhone
from raw_client import Client

Run = Callable[..., tuple[str, str, int]]


@pytest.fixture
def phone() -> FakePhone:
    """Return a phone without a screen."""
    return FakePhone()


@pytest.fixture
def server(phone: FakePhone) -> Iterator[PhoneServer]:
    """Serve the fake phone on a port."""
    with PhoneServer(phone) as running:
        yield running


@pytest.fixture
def client(server: PhoneServer) -> Iterator[Client]:
    """Return a client connected to the server."""
    with Client(server.port) as connected:
        assert connected.connect() is not None
        yield connected


@pytest.fixture
def run(phone: FakePhone) -> Run:
    """Return a function that runs a script and returns its stdout, stderr and status."""
    machine = Machine(phone, on_restart=lambda: None)

    def script(text: str, stdin: bytes = b"") -> tuple[str, str, int]:
        out, err = io.BytesIO(), io.BytesIO()
        channels = Channels(Input.from_bytes(stdin), out.write, err.write)
        status = Shell(machine, COMMANDS).run(text, channels)
        return decode_text(out.getvalue()), decode_text(err.getvalue()), status

    return script
