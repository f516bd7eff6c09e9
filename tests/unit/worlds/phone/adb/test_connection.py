"""Connections: greetings, streams, and clients that do wrong."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_phone import PlainPhone
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
    VERSION_CHECKED,
    WRTE,
    Packet,
    encoded,
)
from onscreen_practice.phone.phone_server import PhoneServer


def is_alive(server: PhoneServer) -> bool:
    """Whether a new client is served."""
    with Client(server.port) as other:
        return other.greet() is not None and other.output(b"shell:echo well") == b"well\n"


def test_the_greeting_says_what_the_phone_is(server: PhoneServer) -> None:
    """The answer to a greeting names the product, the model and the features."""
    with Client(server.port) as client:
        answer = client.greet()
    assert answer is not None
    assert answer.command == CNXN
    assert answer.data.startswith(b"device::ro.product.name=practice_phone;ro.product.model=Practice Phone;")
    assert b"features=shell_v2,cmd,stat_v2" in answer.data


def test_packets_are_as_small_as_the_client_wants(server: PhoneServer, phone: PlainPhone) -> None:
    """A client that takes 4096 bytes at once never gets more in a packet."""
    phone.tree = "x" * 20_000
    with Client(server.port) as client:
        client.greet(largest=4096)
        client.send(Packet(OPEN, 1, 0, b"exec:uiautomator dump /dev/tty\0"))
        sizes = []
        while (packet := client.receive()) is not None and packet.command != CLSE:
            if packet.command == WRTE:
                sizes.append(len(packet.data))
                client.send(Packet(OKAY, 1, packet.first))
    assert max(sizes) == 4096
    assert sum(sizes) > 20_000


def test_one_packet_is_under_way_at_a_time(client: Client, phone: PlainPhone) -> None:
    """The phone sends no second packet of a stream before the first is acknowledged."""
    phone.tree = "x" * 3_000_000
    client.open(b"exec:uiautomator dump /dev/tty")
    first = client.receive()
    assert first is not None
    client.socket.settimeout(0.3)
    with pytest.raises(TimeoutError):
        client.receive()
    client.socket.settimeout(10)
    client.send(Packet(OKAY, 1, first.first))
    second = client.receive()
    assert second is not None
    assert second.command == WRTE


def test_streams_run_side_by_side(client: Client) -> None:
    """A slow command on one stream does not hold up another."""
    client.send(Packet(OPEN, 1, 0, b"shell:sleep 1; echo slow\0"))
    client.send(Packet(OPEN, 2, 0, b"shell:echo quick\0"))
    said = []
    while len(said) < 2:
        packet = client.receive()
        assert packet is not None
        if packet.command == WRTE:
            said.append(packet.data)
            client.send(Packet(OKAY, packet.second, packet.first))
    assert said == [b"quick\n", b"slow\n"]


def test_an_older_client_gets_checksums(server: PhoneServer) -> None:
    """With the version that checks sums, everything the phone sends carries the right one."""
    with Client(server.port, version=VERSION_CHECKED) as client:
        assert client.greet() is not None
        client.send(Packet(OPEN, 1, 0, b"shell:echo hello\0"))
        for _ in range(2):
            packet = client.receive()
            assert packet is not None
            assert packet.is_sound
    assert packet.data == b"hello\n"


def test_a_wrong_sum_ends_that_connection(server: PhoneServer) -> None:
    """A client that asked for sums and sends a wrong one is let go; the phone serves the next."""
    with Client(server.port, version=VERSION_CHECKED) as client:
        client.greet()
        client.socket.sendall(
            encoded(Packet(OPEN, 1, 0, b"sync:\0"), with_checksum=True).replace(b"sync", b"sink")
        )
        assert client.receive() is None
    assert is_alive(server)


def test_a_wrong_magic_ends_that_connection(server: PhoneServer, client: Client) -> None:
    """A header that contradicts itself ends the connection it came on and no other."""
    with Client(server.port) as other:
        other.greet()
        other.socket.sendall(struct.pack("<6I", OPEN, 1, 0, 0, 0, 12345))
        assert other.receive() is None
    assert client.output(b"shell:echo here") == b"here\n"


def test_an_oversized_length_ends_that_connection(server: PhoneServer) -> None:
    """A packet that announces four gigabytes is not waited for."""
    with Client(server.port) as client:
        client.greet()
        client.socket.sendall(struct.pack("<6I", WRTE, 1, 1, 0xFFFFFFFF, 0, WRTE ^ 0xFFFFFFFF))
        assert client.receive() is None
    assert is_alive(server)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(garbage=st.binary(max_size=300))
def test_garbage_never_ends_the_server(server: PhoneServer, garbage: bytes) -> None:
    """Whatever bytes a client sends, a good client works afterwards."""
    with Client(server.port) as client, contextlib.suppress(ConnectionError):
        client.socket.sendall(garbage)
    assert is_alive(server)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sent=st.lists(
        st.builds(
            Packet,
            command=st.sampled_from([SYNC, CNXN, OPEN, OKAY, CLSE, WRTE, AUTH, STLS]),
            first=st.integers(0, 3) | st.integers(0, 0xFFFFFFFF),
            second=st.integers(0, 3) | st.integers(0, 0xFFFFFFFF),
            data=st.sampled_from([b"shell:echo a\0", b"sync:\0", b"shell,v2:\0", b"exec:cat\0", b"tcp:1\0"])
            | st.binary(max_size=60),
        ),
        max_size=12,
    )
)
def test_packets_in_any_order_never_end_the_server(server: PhoneServer, sent: list[Packet]) -> None:
    """Well-formed packets that make no sense together do no harm."""
    with Client(server.port) as client, contextlib.suppress(ConnectionError):
        client.greet()
        for packet in sent:
            client.send(packet)
    assert is_alive(server)


def test_a_client_that_says_nothing_is_let_go(server: PhoneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection without a greeting ends after a while."""
    monkeypatch.setattr(connection, "GREETING_SEC", 0.2)
    with Client(server.port) as client:
        assert client.receive() is None


def test_half_a_packet_is_not_waited_for_without_end(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A packet that stops in the middle ends the connection after a while."""
    monkeypatch.setattr(connection, "STALL_SEC", 0.3)
    with Client(server.port) as client:
        client.greet()
        client.socket.sendall(encoded(Packet(OPEN, 1, 0, b"shell:echo\0"), with_checksum=True)[:30])
        assert client.receive() is None


def test_packets_for_streams_that_are_not_there_do_no_harm(client: Client) -> None:
    """Unknown numbers of streams are answered or ignored, and the connection goes on."""
    client.send(Packet(OKAY, 7, 99))
    client.send(Packet(CLSE, 7, 99))
    client.send(Packet(WRTE, 7, 99, b"for nobody"))
    answer = client.receive()
    assert answer is not None
    assert (answer.command, answer.second) == (CLSE, 7)
    assert client.output(b"shell:echo on") == b"on\n"


def test_data_after_the_end_of_a_stream_does_no_harm(client: Client) -> None:
    """What a client still sends to a stream that has ended is answered by its end."""
    client.output(b"shell:echo a", ours=1)
    client.send(Packet(WRTE, 1, 1, b"late"))
    answer = client.receive()
    assert answer is not None
    assert (answer.command, answer.second) == (CLSE, 1)
    assert client.output(b"shell:echo b", ours=2) == b"b\n"


def test_requests_to_encrypt_are_passed_over(client: Client) -> None:
    """The phone offers no encryption; a client that asks for it all the same is served without."""
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
def test_services_that_are_not_there_are_refused(client: Client, name: bytes) -> None:
    """A service the phone has not got is refused by its end, with no stream opened."""
    answer = client.open(name)
    assert answer is not None
    assert (answer.command, answer.first, answer.second) == (CLSE, 0, 1)


def test_a_stream_without_a_number_is_refused(client: Client) -> None:
    """The number 0 is no stream of a client."""
    answer = client.open(b"shell:echo", ours=0)
    assert answer is not None
    assert answer.command == CLSE


def test_nothing_is_served_before_the_greeting(server: PhoneServer) -> None:
    """A stream opened before the greeting is passed over; the greeting then works."""
    with Client(server.port) as client:
        client.send(Packet(OPEN, 1, 0, b"shell:echo early\0"))
        answer = client.greet()
    assert answer is not None
    assert answer.command == CNXN


def test_a_client_that_vanishes_while_it_sends_a_file_leaves_no_file(
    server: PhoneServer, phone: PlainPhone
) -> None:
    """A file that was never finished is not there."""
    with Client(server.port) as client:
        client.greet()
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


def test_a_client_that_vanishes_while_it_is_sent_to_does_no_harm(
    server: PhoneServer, phone: PlainPhone
) -> None:
    """The phone gives up on a client that went away in the middle of an answer."""
    phone.tree = "x" * 3_000_000
    with Client(server.port) as client:
        client.greet()
        client.open(b"exec:uiautomator dump /dev/tty")
        client.receive()
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert is_alive(server)


def test_a_hundred_clients_one_after_the_other(server: PhoneServer) -> None:
    """Clients that come and go leave nothing behind."""
    before = threading.active_count()
    for _ in range(100):
        assert is_alive(server)
    until = time.monotonic() + 60
    while threading.active_count() > before + 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert threading.active_count() <= before + 2


def test_two_clients_at_once(server: PhoneServer) -> None:
    """Two clients are served at the same time, each its own answers."""
    with Client(server.port) as one, Client(server.port) as two:
        one.greet()
        two.greet()
        one.open(b"shell:sleep 0.3; echo one")
        assert two.output(b"shell:echo two") == b"two\n"
        answer = one.receive()
    assert answer is not None
    assert answer.data == b"one\n"


def test_more_streams_than_a_phone_has_are_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that opens streams without end is refused further ones."""
    monkeypatch.setattr(connection, "MAX_STREAMS", 3)
    answers = [client.open(b"exec:cat", ours=number) for number in range(1, 6)]
    assert [answer.command for answer in answers if answer] == [OKAY, OKAY, OKAY, CLSE, CLSE]


def test_a_phone_that_lets_nobody_in_asks_for_keys(phone: PlainPhone) -> None:
    """Every signature is answered by another question, and a public key by nothing."""
    with PhoneServer(phone, lets_in=False) as server, Client(server.port) as client:
        asked = client.greet()
        assert asked is not None
        assert (asked.command, asked.first, len(asked.data)) == (AUTH, 1, 20)
        client.send(Packet(AUTH, 2, 0, b"signature"))
        again = client.receive()
        assert again is not None
        assert again.command == AUTH
        client.send(Packet(AUTH, 3, 0, b"public key\0"))
        client.send(Packet(OPEN, 1, 0, b"shell:echo in\0"))
        client.socket.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.receive()


def test_a_port_that_is_taken_is_an_error(server: PhoneServer, phone: PlainPhone) -> None:
    """Two phones cannot listen on one port."""
    with pytest.raises(OSError, match="in use"):
        PhoneServer(phone, port=server.port)
