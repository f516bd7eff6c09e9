"""A phone without a screen, a server for it, a client, and its shell."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.shell.command_call import Input, decode_text
from onscreen_practice.phone.shell.commands.command_table import COMMANDS
from onscreen_practice.phone.shell.interpreter import Shell
from onscreen_practice.phone.shell.machine import Machine
from onscreen_practice.phone.shell.output_channels import Channels

sys.path.insert(0, str(Path(__file__).parent))

from plain_phone import PlainPhone
from raw_client import Client

Run = Callable[..., tuple[str, str, int]]


@pytest.fixture
def phone() -> PlainPhone:
    """A phone without a screen."""
    return PlainPhone()


@pytest.fixture
def server(phone: PlainPhone) -> Iterator[PhoneServer]:
    """That phone on a port."""
    with PhoneServer(phone) as serving:
        yield serving


@pytest.fixture
def client(server: PhoneServer) -> Iterator[Client]:
    """A client that has greeted the phone."""
    with Client(server.port) as found:
        assert found.greet() is not None
        yield found


@pytest.fixture
def run(phone: PlainPhone) -> Run:
    """Run a script in the phone's shell: what it wrote, what it complained, its status."""
    machine = Machine(phone, on_restart=lambda: None)

    def script(text: str, stdin: bytes = b"") -> tuple[str, str, int]:
        out, err = io.BytesIO(), io.BytesIO()
        channels = Channels(Input.from_bytes(stdin), out.write, err.write)
        status = Shell(machine, COMMANDS).run(text, channels)
        return decode_text(out.getvalue()), decode_text(err.getvalue()), status

    return script
