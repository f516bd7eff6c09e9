"""adb connections: handshake, streams, and invalid client input."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time

import pytest
from fake_phone import FakePhone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from raw_client import Client

from onscreen_practice.phone.adb import connection
from onscreen_practice.phone.adb.packet import (
    AUTH,
    CLSE,
    CNXN,
    OKAY,
    OPEN,
    STLS,
    SYNC,
    VERSION_MIN,
    WRTE,
    Packet,
    encode_packet,
)
from onscreen_practice.phone.phone_server import PhoneServer


def is_alive(server: PhoneServer) -> bool:
    """Whether a new client is served."""
    with Client(server.port) as other:
        return other.connect() is not None and other.output(b"shell:echo well") == b"well\n"


def test_handshake_identifies_the_phone(server: PhoneServer) -> None:
    """The CNXN answer contains the product, the model and the features."""
    with Client(server.port) as client:
        answer = client.connect()
    assert answer is not None
    assert answer.command == CNXN
    assert answer.data.startswith(b"device::ro.product.name=practice_phone;ro.product.model=Practice Phone;")
    assert b"features=shell_v2,cmd,stat_v2" in answer.data


def test_packets_respect_the_client_maximum(server: PhoneServer, phone: FakePhone) -> None:
    """A client with a maximum payload of 4096 bytes never receives more per packet."""
    phone.tree = "x" * 20_000
    with Client(server.port) as client:
        client.connect(max_payload=4096)
        client.send(Packet(OPEN, 1, 0, b"exec:uiautomator dump /dev/tty\0"))
        sizes = []
        while (packet := client.receive()) is not None and packet.command != CLSE:
            if packet.command == WRTE:
                sizes.append(len(packet.data))
                client.send(Packet(OKAY, 1, packet.arg0))
    assert max(sizes) == 4096
    assert sum(sizes) > 20_000


def test_next_packet_waits_for_acknowledgement(client: Client, phone: FakePhone) -> None:
    """The phone sends a stream's next packet only after the previous one is acknowledged."""
    phone.tree = "x" * 3_000_000
    client.open(b"exec:uiautomator dump /dev/tty")
    first = client.receive()
    assert first is not None
    client.socket.settimeout(0.3)
    with pytest.raises(TimeoutError):
        client.receive()
    client.socket.settimeout(10)
    client.send(Packet(OKAY, 1, first.arg0))
    second = client.receive()
    assert second is not None
    assert second.command == WRTE


def test_streams_run_concurrently(client: Client) -> None:
    """A slow command on one stream does not delay another stream."""
    client.send(Packet(OPEN, 1, 0, b"shell:sleep 1; echo slow\0"))
    client.send(Packet(OPEN, 2, 0, b"shell:echo quick\0"))
    outputs = []
    while len(outputs) < 2:
        packet = client.receive()
        assert packet is not None
        if packet.command == WRTE:
            outputs.append(packet.data)
            client.send(Packet(OKAY, packet.arg1, packet.arg0))
    assert outputs == [b"quick\n", b"slow\n"]


def test_older_client_gets_checksums(server: PhoneServer) -> None:
    """Packets to a client with the checksum version have valid checksums."""
    with Client(server.port, version=VERSION_MIN) as client:
        assert client.connect() is not None
        client.send(Packet(OPEN, 1, 0, b"shell:echo hello\0"))
        for _ in range(2):
            packet = client.receive()
            assert packet is not None
            assert packet.has_valid_checksum
    assert packet.data == b"hello\n"


def test_wrong_checksum_ends_the_connection(server: PhoneServer) -> None:
    """A wrong checksum ends the client's connection; the server continues."""
    with Client(server.port, version=VERSION_MIN) as client:
        client.connect()
        client.socket.sendall(
            encode_packet(Packet(OPEN, 1, 0, b"sync:\0"), with_checksum=True).replace(b"sync", b"sink")
        )
        assert client.receive() is None
    assert is_alive(server)


def test_wrong_magic_ends_the_connection(server: PhoneServer, client: Client) -> None:
    """An invalid header ends its own connection and no other."""
    with Client(server.port) as other:
        other.connect()
        other.socket.sendall(struct.pack("<6I", OPEN, 1, 0, 0, 0, 12345))
        assert other.receive() is None
    assert client.output(b"shell:echo here") == b"here\n"


def test_oversized_length_ends_the_connection(server: PhoneServer) -> None:
    """A packet that announces four gigabytes ends the connection."""
    with Client(server.port) as client:
        client.connect()
        client.socket.sendall(struct.pack("<6I", WRTE, 1, 1, 0xFFFFFFFF, 0, WRTE ^ 0xFFFFFFFF))
        assert client.receive() is None
    assert is_alive(server)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(garbage=st.binary(max_size=300))
def test_garbage_never_ends_the_server(server: PhoneServer, garbage: bytes) -> None:
    """After any bytes from a client, the next client is served."""
    with Client(server.port) as client, contextlib.suppress(ConnectionError):
        client.socket.sendall(garbage)
    assert is_alive(server)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sent=st.lists(
        st.builds(
            Packet,
            command=st.sampled_from([SYNC, CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS]),
            arg0=st.integers(0, 3) | st.integers(0, 0xFFFFFFFF),
            arg1=st.integers(0, 3) | st.integers(0, 0xFFFFFFFF),
            data=st.sampled_from([b"shell:echo a\0", b"sync:\0", b"shell,v2:\0", b"exec:cat\0", b"tcp:1\0"])
            | st.binary(max_size=60),
        ),
        max_size=12,
    )
)
def test_packets_in_any_order_never_end_the_server(server: PhoneServer, sent: list[Packet]) -> None:
    """After any sequence of valid packets, the next client is served."""
    with Client(server.port) as client, contextlib.suppress(ConnectionError):
        client.connect()
        for packet in sent:
            client.send(packet)
    assert is_alive(server)


def test_silent_client_is_disconnected(server: PhoneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection without a handshake times out."""
    monkeypatch.setattr(connection, "HANDSHAKE_TIMEOUT_SEC", 0.2)
    with Client(server.port) as client:
        assert client.receive() is None


def test_incomplete_packet_times_out(server: PhoneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A packet that stops in the middle ends the connection after a timeout."""
    monkeypatch.setattr(connection, "STALL_TIMEOUT_SEC", 0.3)
    with Client(server.port) as client:
        client.connect()
        client.socket.sendall(encode_packet(Packet(OPEN, 1, 0, b"shell:echo\0"), with_checksum=True)[:30])
        assert client.receive() is None


def test_packets_for_unknown_streams_are_harmless(client: Client) -> None:
    """Packets for unknown streams are answered or ignored, and the connection continues."""
    client.send(Packet(OKAY, 7, 99))
    client.send(Packet(CLSE, 7, 99))
    client.send(Packet(WRTE, 7, 99, b"for nobody"))
    answer = client.receive()
    assert answer is not None
    assert (answer.command, answer.arg1) == (CLSE, 7)
    assert client.output(b"shell:echo on") == b"on\n"


def test_data_after_the_end_of_a_stream_is_harmless(client: Client) -> None:
    """Data for a closed stream is answered with CLSE."""
    client.output(b"shell:echo a", local_id=1)
    client.send(Packet(WRTE, 1, 1, b"late"))
    answer = client.receive()
    assert answer is not None
    assert (answer.command, answer.arg1) == (CLSE, 1)
    assert client.output(b"shell:echo b", local_id=2) == b"b\n"


def test_encryption_requests_are_ignored(client: Client) -> None:
    """A client that requests TLS is served without encryption."""
    client.send(Packet(STLS, 0x01000000, 0))
    client.send(Packet(SYNC, 1, 1))
    assert client.output(b"shell:echo plain") == b"plain\n"


@pytest.mark.parametrize(
    "name",
    [
        b"tcp:80",
        b"localabstract:x",
        b"jdwp:1",
        b"track-jdwp",
        b"abb:package",
        b"abb_exec:package",
        b"",
        b"\xff\xfe",
        b"exec:",
    ],
)
def test_unknown_services_are_refused(client: Client, name: bytes) -> None:
    """An unknown service is answered with CLSE and opens no stream."""
    answer = client.open(name)
    assert answer is not None
    assert (answer.command, answer.arg0, answer.arg1) == (CLSE, 0, 1)


def test_stream_id_zero_is_refused(client: Client) -> None:
    """Stream id 0 is invalid and refused."""
    answer = client.open(b"shell:echo", local_id=0)
    assert answer is not None
    assert answer.command == CLSE


def test_nothing_is_served_before_the_handshake(server: PhoneServer) -> None:
    """A stream opened before the handshake is ignored; the handshake then works."""
    with Client(server.port) as client:
        client.send(Packet(OPEN, 1, 0, b"shell:echo early\0"))
        answer = client.connect()
    assert answer is not None
    assert answer.command == CNXN


def test_interrupted_push_leaves_no_file(server: PhoneServer, phone: FakePhone) -> None:
    """A file whose transfer was interrupted does not exist."""
    with Client(server.port) as client:
        client.connect()
        client.open(b"sync:")
        request = b"/sdcard/half.bin,33188"
        sent = (
            b"SEND"
            + struct.pack("<I", len(request))
            + request
            + b"DATA"
            + struct.pack("<I", 1000)
            + b"x" * 10
        )
        client.send(Packet(WRTE, 1, 1, sent))
        client.receive()
    assert is_alive(server)
    assert "/sdcard/half.bin" not in phone.files


def test_client_that_disconnects_during_output_is_harmless(server: PhoneServer, phone: FakePhone) -> None:
    """A client that disconnects during a large answer does not affect the server."""
    phone.tree = "x" * 3_000_000
    with Client(server.port) as client:
        client.connect()
        client.open(b"exec:uiautomator dump /dev/tty")
        client.receive()
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert is_alive(server)


def test_hundred_clients_leave_no_threads(server: PhoneServer) -> None:
    """Threads of disconnected clients end."""
    before = threading.active_count()
    for _ in range(100):
        assert is_alive(server)
    deadline = time.monotonic() + 60
    while threading.active_count() > before + 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= before + 2


def test_two_clients_are_served_concurrently(server: PhoneServer) -> None:
    """Two simultaneous clients each receive their own answers."""
    with Client(server.port) as one, Client(server.port) as two:
        one.connect()
        two.connect()
        one.open(b"shell:sleep 0.3; echo one")
        assert two.output(b"shell:echo two") == b"two\n"
        answer = one.receive()
    assert answer is not None
    assert answer.data == b"one\n"


def test_number_of_streams_is_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams beyond the maximum are refused."""
    monkeypatch.setattr(connection, "MAX_STREAMS", 3)
    answers = [client.open(b"exec:cat", local_id=number) for number in range(1, 6)]
    assert [answer.command for answer in answers if answer] == [OKAY, OKAY, OKAY, CLSE, CLSE]


def test_unauthorized_client_is_asked_for_keys(phone: FakePhone) -> None:
    """Signatures are answered with another AUTH packet, public keys with nothing."""
    with PhoneServer(phone, authorized=False) as server, Client(server.port) as client:
        asked = client.connect()
        assert asked is not None
        assert (asked.command, asked.arg0, len(asked.data)) == (AUTH, 1, 20)
        client.send(Packet(AUTH, 2, 0, b"signature"))
        again = client.receive()
        assert again is not None
        assert again.command == AUTH
        client.send(Packet(AUTH, 3, 0, b"public key\0"))
        client.send(Packet(OPEN, 1, 0, b"shell:echo in\0"))
        client.socket.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.receive()


def test_occupied_port_is_an_error(server: PhoneServer, phone: FakePhone) -> None:
    """Two phones cannot listen on the same port."""
    with pytest.raises(OSError, match="in use"):
        PhoneServer(phone, port=server.port)
