"""The server process of a real web application, with a small program in place of the application."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from onscreen_practice.apps.app_server import AppServer, free_ports
from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import FOLDER_VARIABLE, InstallationRecord, hash_code

START_CAP_SEC = 4.0
SILENT_AT_FIRST = """
import http.server, socket, sys

class Server(http.server.ThreadingHTTPServer):
    ignored = []

    def get_request(self):
        accepted = super().get_request()
        if not self.ignored:
            self.ignored.append(accepted)
            return super().get_request()
        return accepted

Server(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
"""
"""Program that accepts its first connection and never answers it."""


class NoState(msgspec.Struct, frozen=True):
    """State of an application that stores nothing."""


def create_data(_program: Program, folder: Path) -> None:
    """Create a file, so that the data can be recognised."""
    (folder / "index.html").write_text("ready", encoding="ascii")


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:  # noqa: ARG001  protocol
    """Return the command that serves the folder."""
    return [sys.executable, "-c", SILENT_AT_FIRST, str(port)]


def read_state(_folder: Path) -> NoState:
    """Return the empty state."""
    return NoState()


SILENT = Application(
    name="silent",
    title="Silent",
    purpose="nothing",
    license="MIT",
    toolkit="Python",
    manager="pip",
    packages=(),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=NoState,
)


def test_request_that_is_never_answered_does_not_delay_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that never answers its first request is ready when it answers another one."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    data = tmp_path / SILENT.name / "data"
    data.mkdir(parents=True)
    create_data(Program(tmp_path, "pip"), data)
    source = hash_code(Path(__file__).read_text(encoding="utf-8"))
    record = msgspec.json.encode(InstallationRecord(SILENT.packages, source))
    (data.parent / "installed.json").write_bytes(record)
    with closing(AppServer(SILENT, free_ports(["silent"])["silent"], start_cap_sec=START_CAP_SEC)) as server:
        server.reset()
        assert server.read_state() == NoState()
