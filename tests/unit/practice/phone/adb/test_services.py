"""adb services of the phone: shell, exec, sync, framebuffer and reboot."""

from __future__ import annotations

import contextlib
import stat
import struct
import time

import pytest
from fake_phone import FakePhone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from raw_client import Client

from onscreen_practice.phone.adb.line_discipline import LineReader
from onscreen_practice.phone.adb.packet import CLSE, OKAY, OPEN, WRTE, Packet
from onscreen_practice.phone.phone_errors import PhoneError, RendererLost
from onscreen_practice.phone.phone_server import PhoneServer


def parse_shell_packets(data: bytes) -> list[tuple[int, bytes]]:
    """Parse the packets of shell protocol v2."""
    packets = []
    while data:
        kind, length = struct.unpack("<BI", data[:5])
        packets.append((kind, data[5 : 5 + length]))
        data = data[5 + length :]
    return packets


def encode_shell_packet(kind: int, data: bytes = b"") -> bytes:
    """Return a packet of shell protocol v2."""
    return struct.pack("<BI", kind, len(data)) + data


class StreamClient:
    """A client of one open stream."""

    def __init__(self, client: Client, service: bytes, *, local_id: int = 9) -> None:
        self._client = client
        self._local_id = local_id
        answer = client.open(service, local_id=local_id)
        assert answer is not None
        assert answer.command == OKAY
        self._remote_id = answer.arg0

    def send(self, data: bytes) -> None:
        """Write to the stream."""
        self._client.send(Packet(WRTE, self._local_id, self._remote_id, data))

    def close(self) -> None:
        """Close the stream from the client's side."""
        self._client.send(Packet(CLSE, self._local_id, self._remote_id))

    def read_all(self) -> bytes:
        """Return everything up to the end of the stream."""
        chunks = []
        while (packet := self._client.receive()) is not None and packet.command != CLSE:
            if packet.command == WRTE:
                chunks.append(packet.data)
                self._client.send(Packet(OKAY, self._local_id, self._remote_id))
        return b"".join(chunks)


def test_legacy_shell_mixes_output_and_errors(client: Client) -> None:
    """Without protocol v2, stdout and stderr share one stream."""
    assert client.output(b"shell:echo a; foo; echo b") == (
        b"a\n/system/bin/sh: foo: inaccessible or not found\nb\n"
    )


def test_shell_v2_separates_output_errors_and_status(client: Client) -> None:
    """Output, errors and exit status arrive in separate packets."""
    received = parse_shell_packets(client.output(b"shell,v2,raw:echo a; foo; exit 42"))
    assert received == [(1, b"a\n"), (2, b"/system/bin/sh: foo: inaccessible or not found\n"), (3, b"\x2a")]


def test_command_reads_client_input(client: Client) -> None:
    """A command reads the client's input up to its end."""
    talk = StreamClient(client, b"shell,v2,raw:cat | tr a-z A-Z")
    talk.send(encode_shell_packet(5, b"24x80,0x0\0") + encode_shell_packet(0, b"hel"))
    talk.send(encode_shell_packet(0, b"lo\n") + encode_shell_packet(4))
    assert parse_shell_packets(talk.read_all()) == [(1, b"HELLO\n"), (3, b"\0")]


def test_exec_output_is_binary_safe(client: Client, phone: FakePhone) -> None:
    """A screenshot arrives unchanged."""
    assert client.output(b"exec:screencap -p") == phone.screenshot()


def test_exec_reads_input_until_the_client_closes(client: Client, phone: FakePhone) -> None:
    """A file can be written through a command's standard input."""
    talk = StreamClient(client, b"exec:cat > /sdcard/in.bin")
    talk.send(bytes(range(256)))
    talk.close()
    deadline = time.monotonic() + 60
    while "/sdcard/in.bin" not in phone.files or phone.files["/sdcard/in.bin"][0] == "":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert client.output(b"exec:cat /sdcard/in.bin", local_id=10) == bytes(range(256))


def test_script_from_stdin_runs_line_by_line(client: Client) -> None:
    """A shell without a command runs its input, including multi-line lists."""
    talk = StreamClient(client, b"shell,v2,TERM=xterm,raw:")
    talk.send(encode_shell_packet(0, b"x=1\nif true; then\necho in $x\nfi\necho 'a\n"))
    talk.send(encode_shell_packet(0, b"b'\nfalse\n") + encode_shell_packet(4))
    assert parse_shell_packets(talk.read_all()) == [(1, b"in 1\n"), (1, b"a\nb\n"), (3, b"\x01")]


def test_terminal_shows_prompt_and_echo(client: Client) -> None:
    """A terminal echoes and edits the typed line, and `exit` ends the shell."""
    talk = StreamClient(client, b"shell,v2,TERM=xterm-256color,pty:")
    talk.send(
        encode_shell_packet(0, b"echo  hx\x7fi\r")
        + encode_shell_packet(0, b"junk\x03")
        + encode_shell_packet(0, b"\x1b[Aexit 7\r")
    )
    received = parse_shell_packets(talk.read_all())
    screen_output = b"".join(data for kind, data in received if kind == 1)
    assert screen_output.startswith(b"practice:/ $ echo  hx\b \bi\r\nhi\r\npractice:/ $ junk^C\r\n")
    assert received[-1] == (3, b"\x07")


def test_control_d_ends_the_shell(client: Client) -> None:
    """Control-D on an empty line ends the shell."""
    talk = StreamClient(client, b"shell:")
    talk.send(b"pwd\r\x04")
    assert talk.read_all() == b"practice:/ $ pwd\r\n/\r\npractice:/ $ "


@given(st.lists(st.binary(max_size=20), max_size=10))
def test_line_reader_accepts_any_input(chunks: list[bytes]) -> None:
    """For any input, the reader returns lines and ends."""
    remaining = [*(chunk for chunk in chunks if chunk), b""]
    reader = LineReader(lambda: remaining.pop(0) if remaining else b"", echo=lambda _data: None)
    for _ in range(sum(map(len, chunks)) + 2):
        line = reader.read_line()
        if line is None:
            break
        assert b"\r" not in line


def request(kind: bytes, data: bytes) -> bytes:
    """Return a sync request."""
    return kind + struct.pack("<I", len(data)) + data


def test_file_is_pushed_and_pulled(client: Client, phone: FakePhone) -> None:
    """A pushed file keeps its content and time; missing folders are created."""
    data = bytes(range(256)) * 600
    talk = StreamClient(client, b"sync:")
    path = "/sdcard/New folder/ümläut.bin".encode()
    talk.send(request(b"SEND", path + b",33188") + request(b"DATA", data[:65536]))
    talk.send(request(b"DATA", data[65536:]) + b"DONE" + struct.pack("<I", 1_700_000_000))
    talk.send(request(b"STAT", path) + request(b"RECV", path) + request(b"QUIT", b""))
    answer = talk.read_all()
    assert answer[:8] == b"OKAY\0\0\0\0"
    kind, mode, size, mtime = struct.unpack("<4sIII", answer[8:24])
    assert (kind, stat.S_ISREG(mode), size, mtime) == (b"STAT", True, len(data), 1_700_000_000)
    fetched, rest = b"", answer[24:]
    while rest[:4] == b"DATA":
        (length,) = struct.unpack("<I", rest[4:8])
        fetched, rest = fetched + rest[8 : 8 + length], rest[8 + length :]
    assert fetched == data
    assert rest == b"DONE\0\0\0\0"
    assert "/sdcard/New folder" in phone.files


def test_sync_v2_requests_are_answered(client: Client) -> None:
    """Version 2 requests are answered in their own layout, without compression."""
    talk = StreamClient(client, b"sync:")
    talk.send(request(b"SND2", b"/sdcard/a") + b"SND2" + struct.pack("<II", 0o100644, 0))
    talk.send(request(b"DATA", b"abc") + b"DONE" + struct.pack("<I", 5))
    talk.send(
        request(b"STA2", b"/sdcard/a") + request(b"LST2", b"/sdcard/none") + request(b"LIS2", b"/sdcard")
    )
    talk.send(request(b"RCV2", b"/sdcard/a") + b"RCV2" + struct.pack("<I", 0) + request(b"QUIT", b""))
    answer = talk.read_all()
    layout = struct.Struct("<4sIQQIIIIQqqq")
    assert answer[:8] == b"OKAY\0\0\0\0"
    existing, missing = layout.unpack(answer[8 : 8 + 72]), layout.unpack(answer[80:152])
    assert (existing[0], existing[1], existing[8], existing[10]) == (b"STA2", 0, 3, 5)
    assert (missing[0], missing[1]) == (b"LST2", 2)
    assert b"DNT2" in answer
    assert answer.endswith(b"DATA\3\0\0\0abcDONE\0\0\0\0")


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (request(b"RECV", b"/sdcard/none"), b"open failed: No such file or directory"),
        (request(b"RECV", b"/sdcard"), b"read failed: Is a directory"),
        (
            request(b"SEND", b"/system/a,33188") + b"DONE\0\0\0\0",
            b"couldn't create file: Read-only file system",
        ),
        (
            request(b"SEND", b"/sdcard/Download,33188") + b"DONE\0\0\0\0",
            b"couldn't create file: Is a directory",
        ),
        (
            request(b"SEND", b"/sdcard/full,33188") + b"DONE\0\0\0\0",
            b"couldn't create file: No space left on device",
        ),
        (
            request(b"SEND", b"/sdcard/l,41471") + b"DONE\0\0\0\0",
            b"couldn't create file: Operation not permitted",
        ),
        (b"NOPE\0\0\0\0", b"unknown command b'NOPE'"),
        (b"STAT\xff\xff\xff\xff", b"path of 4294967295 bytes; the maximum is 1024"),
        (
            request(b"SEND", b"/sdcard/a,33188") + b"DATA\xff\xff\xff\xff",
            b"expected DATA of at most 1048576 bytes",
        ),
        (request(b"RCV2", b"/sdcard/a") + b"RCV2\1\0\0\0", b"compression is not supported"),
    ],
)
def test_sync_errors_are_reported(client: Client, sent: bytes, message: bytes) -> None:
    """Every refusal is a FAIL packet with a reason."""
    talk = StreamClient(client, b"sync:")
    talk.send(sent + request(b"QUIT", b""))
    answer = talk.read_all()
    assert answer[:4] == b"FAIL"
    assert message in answer


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(garbage=st.binary(min_size=1, max_size=200))
def test_garbage_ends_only_the_transfer(server: PhoneServer, garbage: bytes) -> None:
    """Invalid sync requests are refused, and the connection continues."""
    with Client(server.port) as client:
        client.connect()
        talk = StreamClient(client, b"sync:")
        talk.send(garbage)
        talk.close()
        talk.read_all()
        assert client.output(b"shell:echo on", local_id=10) == b"on\n"


def test_framebuffer_has_header_and_pixels(client: Client) -> None:
    """The version 2 header contains size and colour layout, followed by the pixels."""
    data = client.output(b"framebuffer:")
    version, bits, _, size, width, height = struct.unpack("<6I", data[:24])
    assert (version, bits, width, height) == (2, 32, 60, 120)
    assert len(data) == 56 + size == 56 + 60 * 120 * 4


def test_reboot_resets_and_disconnects(server: PhoneServer, client: Client, phone: FakePhone) -> None:
    """A reboot restores the initial state and disconnects all clients."""
    client.send(Packet(OPEN, 1, 0, b"reboot:\0"))
    while client.receive() is not None:
        pass
    with Client(server.port) as again:
        assert again.connect() is not None
        assert phone.seeds == [None]


@pytest.mark.parametrize(
    ("service", "answer"),
    [
        (b"root:", b"adbd cannot run as root in production builds\n"),
        (b"remount:", b'Not running as root. Try "adb root" first.\n'),
    ],
)
def test_user_build_refuses_root_services(client: Client, service: bytes, answer: bytes) -> None:
    """The answers are those of a phone without root access."""
    assert client.output(service) == answer


def test_services_report_a_failing_phone(
    server: PhoneServer, client: Client, phone: FakePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the phone fails, every service ends with an error and the server continues."""

    def fail(*_about: object, **_more: object) -> None:
        raise PhoneError("the browser that renders the phone has exited")

    for method in ("call", "screenshot", "reset"):
        monkeypatch.setattr(phone, method, fail)
    assert client.output(b"shell:input tap 1 1") == b"input: the browser that renders the phone has exited\n"
    assert b"has exited" in client.output(b"shell:ls /sdcard/*", local_id=2)
    assert b"has exited" in client.output(b"shell:echo a > /sdcard/a", local_id=3)
    assert client.output(b"framebuffer:", local_id=4) == b""
    talk = StreamClient(client, b"sync:", local_id=5)
    talk.send(request(b"STAT", b"/sdcard") + request(b"STA2", b"/sdcard") + request(b"QUIT", b""))
    answers = talk.read_all()
    assert answers[:16] == b"STAT" + bytes(12), "STAT has no failure, so the file is reported as missing"
    assert answers[16:24] == b"STA2" + (5).to_bytes(4, "little")
    assert client.output(b"shell:echo on", local_id=6) == b"on\n"
    client.send(Packet(OPEN, 7, 0, b"reboot:\0"))
    while client.receive() is not None:
        pass
    monkeypatch.undo()
    with Client(server.port) as again:
        assert again.connect() is not None


def test_lost_phone_drops_off_adb(
    server: PhoneServer, client: Client, phone: FakePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that cannot be rendered disconnects its clients, and accepts new ones once it works again."""

    def fail(*_about: object) -> None:
        raise RendererLost("no new browser starts")

    monkeypatch.setattr(phone, "call", fail)
    client.open(b"shell:input tap 1 1")
    while client.receive() is not None:
        pass
    with Client(server.port) as refused, contextlib.suppress(ConnectionError):
        assert refused.connect() is None
    monkeypatch.undo()
    with Client(server.port) as again:
        assert again.connect() is not None
        assert again.output(b"shell:input tap 1 1") == b""


def test_reverse_forwards_are_kept_until_removed(client: Client) -> None:
    """Reverse forwards are added, listed and removed; impossible requests are refused with a reason."""
    assert client.output(b"reverse:list-forward") == b"0000"
    assert client.output(b"reverse:forward:tcp:1;tcp:2", local_id=2) == b"OKAY"
    assert client.output(b"reverse:forward:tcp:0;tcp:3", local_id=3) == b"OKAY000540000"
    rows = b"host-1 tcp:1 tcp:2\nhost-1 tcp:40000 tcp:3\n"
    assert client.output(b"reverse:list-forward", local_id=4) == b"%04x" % len(rows) + rows
    refused = client.output(b"reverse:forward:norebind:tcp:1;tcp:9", local_id=5)
    assert refused == b"FAIL001dcannot rebind existing socket"
    assert client.output(b"reverse:forward:tcp:1", local_id=6).startswith(b"FAIL")
    assert client.output(b"reverse:killforward:tcp:1", local_id=7) == b"OKAY"
    assert client.output(b"reverse:killforward:tcp:1", local_id=8).startswith(b"FAIL")
    assert client.output(b"reverse:killforward-all", local_id=9) == b"OKAY"
    assert client.output(b"reverse:list-forward", local_id=10) == b"0000"
