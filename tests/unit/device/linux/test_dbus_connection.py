"""A D-Bus connection answers calls in order of arrival, and ends its waiting when the peer fails."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from onscreen.device.linux.dbus_connection import ConnectionLost, DBusConnection, Request
from onscreen.device.linux.dbus_message import Call, Message, split_message

CALL = Call("", "/object", "org.example.Interface", "Method")


def reply(serial: int, text: str) -> bytes:
    """Encode a reply that holds a text."""
    fields = b"\x05\x01u\0" + struct.pack("<I", serial) + b"\x08\x01g\0\x01s\0"
    body = struct.pack("<I", len(text)) + text.encode() + b"\0"
    header = struct.pack("<cBBBIII", b"l", 2, 0, 1, len(body), 1, len(fields)) + fields
    return header + b"\0" * (-len(header) % 8) + body


@contextmanager
def peer(folder: Path, serve: Callable[[socket.socket], None]) -> Iterator[DBusConnection]:
    """Yield a connection to a peer that runs `serve` after the authentication."""
    path = folder / "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def run() -> None:
            with listener.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(b"OK 0123\r\n")
                assert connection.recv(7) == b"BEGIN\r\n"
                serve(connection)

        thread = threading.Thread(target=run)
        thread.start()
        connection = DBusConnection(f"unix:path={path}", is_bus=False)
        try:
            yield connection
        finally:
            connection.close()
            thread.join()


def receive(connection: socket.socket, count: int) -> None:
    """Receive this number of calls."""
    buffer, seen = bytearray(), 0
    while seen < count:
        buffer += connection.recv(65536)
        while split_message(buffer) is not None:
            seen += 1


def test_calls_are_pipelined_and_answered_in_any_order(tmp_path: Path) -> None:
    """Several calls are sent at once, and each handler receives the reply to its call."""
    texts: dict[int, str] = {}

    def serve(connection: socket.socket) -> None:
        receive(connection, 3)
        connection.sendall(b"".join(reply(serial, f"answer {serial}") for serial in (3, 1, 2)))

    def keep(number: int) -> Callable[[Message], tuple[Request, ...]]:
        def handle(message: Message) -> tuple[Request, ...]:
            texts[number] = message.text
            return ()

        return handle

    with peer(tmp_path, serve) as connection:
        requests = [Request(CALL, keep(number)) for number in (1, 2, 3)]
        assert connection.run(requests, deadline=time.monotonic() + 60)
    assert texts == {1: "answer 1", 2: "answer 2", 3: "answer 3"}


def test_a_handler_can_add_requests(tmp_path: Path) -> None:
    """The requests that a handler returns are sent, and their replies are waited for."""
    texts: list[str] = []

    def serve(connection: socket.socket) -> None:
        for serial in (1, 2):
            receive(connection, 1)
            connection.sendall(reply(serial, str(serial)))

    def handle(message: Message) -> tuple[Request, ...]:
        texts.append(message.text)
        return (Request(CALL, handle),) if len(texts) == 1 else ()

    with peer(tmp_path, serve) as connection:
        assert connection.run((Request(CALL, handle),), deadline=time.monotonic() + 60)
    assert texts == ["1", "2"]


def test_a_peer_that_does_not_answer_ends_the_waiting(tmp_path: Path) -> None:
    """A call without a reply raises ConnectionLost after its timeout, which names the method."""
    done = threading.Event()

    def serve(_connection: socket.socket) -> None:
        done.wait(60)

    with peer(tmp_path, serve) as connection:
        with pytest.raises(ConnectionLost, match=r"did not answer Method in 0.05 s"):
            connection.call(CALL, timeout_sec=0.05)
        done.set()


def test_a_peer_that_ends_is_an_error(tmp_path: Path) -> None:
    """A peer that closes the connection in the middle of a message raises ConnectionLost."""

    def serve(connection: socket.socket) -> None:
        receive(connection, 1)
        connection.sendall(reply(1, "text")[:20])

    with peer(tmp_path, serve) as connection, pytest.raises(ConnectionLost, match="the program ended"):
        connection.call(CALL, timeout_sec=60)


def test_a_peer_that_sends_something_else_is_an_error(tmp_path: Path) -> None:
    """Bytes that are not D-Bus raise ConnectionLost."""

    def serve(connection: socket.socket) -> None:
        receive(connection, 1)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    with peer(tmp_path, serve) as connection, pytest.raises(ConnectionLost, match="unusable"):
        connection.call(CALL, timeout_sec=60)


@pytest.mark.parametrize("address", ["", "tcp:host=localhost", "unix:path=/nowhere/bus"])
def test_an_address_without_a_bus_is_an_error(address: str) -> None:
    """An address at which nothing answers raises ConnectionLost, which states the address."""
    with pytest.raises(ConnectionLost, match="cannot connect to the D-Bus address"):
        DBusConnection(address)
