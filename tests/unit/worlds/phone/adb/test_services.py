"""The services of the phone: shells with and without packets, files, the screen, reboot."""

from __future__ import annotations

import stat
import struct
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_phone import PlainPhone
from raw_client import Client

from onscreen_practice.phone.adb.packet import CLSE, OKAY, OPEN, WRTE, Packet
from onscreen_practice.phone.adb.terminal import LineReader
from onscreen_practice.phone.phone_errors import PhoneGone
from onscreen_practice.phone.phone_server import PhoneServer


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """Cut what a shell of the second version wrote into its packets."""
    found = []
    while data:
        kind, length = struct.unpack("<BI", data[:5])
        found.append((kind, data[5 : 5 + length]))
        data = data[5 + length :]
    return found


def frame(kind: int, data: bytes = b"") -> bytes:
    """Return a packet of the shell's second version."""
    return struct.pack("<BI", kind, len(data)) + data


class Talk:
    """One open stream: what is written to it, and what comes back."""

    def __init__(self, client: Client, service: bytes, *, ours: int = 9) -> None:
        self._client = client
        self._ours = ours
        answer = client.open(service, ours=ours)
        assert answer is not None
        assert answer.command == OKAY
        self._theirs = answer.first

    def send(self, data: bytes) -> None:
        """Write to the stream."""
        self._client.send(Packet(WRTE, self._ours, self._theirs, data))

    def hang_up(self) -> None:
        """Close the stream from this side."""
        self._client.send(Packet(CLSE, self._ours, self._theirs))

    def all(self) -> bytes:
        """Return everything up to the end."""
        pieces = []
        while (packet := self._client.receive()) is not None and packet.command != CLSE:
            if packet.command == WRTE:
                pieces.append(packet.data)
                self._client.send(Packet(OKAY, self._ours, self._theirs))
        return b"".join(pieces)


def test_the_first_shell_mixes_output_and_errors(client: Client) -> None:
    """Without packets of its own, a shell writes both into one stream."""
    assert client.output(b"shell:echo a; foo; echo b") == (
        b"a\n/system/bin/sh: foo: inaccessible or not found\nb\n"
    )


def test_the_second_shell_keeps_them_apart_and_tells_the_status(client: Client) -> None:
    """Output, errors and the exit status come in packets of their own."""
    told = frames(client.output(b"shell,v2,raw:echo a; foo; exit 42"))
    assert told == [(1, b"a\n"), (2, b"/system/bin/sh: foo: inaccessible or not found\n"), (3, b"\x2a")]


def test_a_command_reads_what_the_client_sends(client: Client) -> None:
    """The input reaches the command up to where the client closes it."""
    talk = Talk(client, b"shell,v2,raw:cat | tr a-z A-Z")
    talk.send(frame(5, b"24x80,0x0\0") + frame(0, b"hel"))
    talk.send(frame(0, b"lo\n") + frame(4))
    assert frames(talk.all()) == [(1, b"HELLO\n"), (3, b"\0")]


def test_exec_is_clean_for_bytes(client: Client, phone: PlainPhone) -> None:
    """Not a byte of a picture is changed on the way."""
    assert client.output(b"exec:screencap -p") == phone.picture()


def test_exec_takes_input_until_the_client_closes(client: Client, phone: PlainPhone) -> None:
    """A file can be written through a command's input."""
    talk = Talk(client, b"exec:cat > /sdcard/in.bin")
    talk.send(bytes(range(256)))
    talk.hang_up()
    until = time.monotonic() + 60
    while "/sdcard/in.bin" not in phone.files or phone.files["/sdcard/in.bin"][0] == "":
        assert time.monotonic() < until
        time.sleep(0.01)
    assert client.output(b"exec:cat /sdcard/in.bin", ours=10) == bytes(range(256))


def test_a_script_on_the_input_is_run_line_by_line(client: Client) -> None:
    """A shell without a command runs what it is sent, lists over lines too; its status is the last one."""
    talk = Talk(client, b"shell,v2,TERM=xterm,raw:")
    talk.send(frame(0, b"x=1\nif true; then\necho in $x\nfi\necho 'a\n"))
    talk.send(frame(0, b"b'\nfalse\n") + frame(4))
    assert frames(talk.all()) == [(1, b"in 1\n"), (1, b"a\nb\n"), (3, b"\x01")]


def test_a_terminal_shows_a_prompt_and_what_is_typed(client: Client) -> None:
    """With a terminal the typed line is shown, can be corrected, and ends the shell with `exit`."""
    talk = Talk(client, b"shell,v2,TERM=xterm-256color,pty:")
    talk.send(frame(0, b"echo  hx\x7fi\r") + frame(0, b"junk\x03") + frame(0, b"\x1b[Aexit 7\r"))
    told = frames(talk.all())
    shown = b"".join(data for kind, data in told if kind == 1)
    assert shown.startswith(b"practice:/ $ echo  hx\b \bi\r\nhi\r\npractice:/ $ junk^C\r\n")
    assert told[-1] == (3, b"\x07")


def test_the_end_of_input_ends_a_terminal(client: Client) -> None:
    """Control-D on an empty line leaves the shell."""
    talk = Talk(client, b"shell:")
    talk.send(b"pwd\r\x04")
    assert talk.all() == b"practice:/ $ pwd\r\n/\r\npractice:/ $ "


@given(st.lists(st.binary(max_size=20), max_size=10))
def test_any_typing_makes_lines(pieces: list[bytes]) -> None:
    """Whatever is typed, the reader gives lines and comes to an end."""
    left = [*(piece for piece in pieces if piece), b""]
    reader = LineReader(lambda: left.pop(0) if left else b"", echo=lambda _data: None)
    for _ in range(sum(map(len, pieces)) + 2):
        line = reader.next()
        if line is None:
            break
        assert b"\r" not in line


def request(kind: bytes, data: bytes) -> bytes:
    """Return a request for files."""
    return kind + struct.pack("<I", len(data)) + data


def test_a_file_is_sent_and_fetched(client: Client, phone: PlainPhone) -> None:
    """A file arrives as it was sent, in folders that are made on the way, with its time."""
    data = bytes(range(256)) * 600
    talk = Talk(client, b"sync:")
    path = "/sdcard/New folder/ümläut.bin".encode()
    talk.send(request(b"SEND", path + b",33188") + request(b"DATA", data[:65536]))
    talk.send(request(b"DATA", data[65536:]) + b"DONE" + struct.pack("<I", 1_700_000_000))
    talk.send(request(b"STAT", path) + request(b"RECV", path) + request(b"QUIT", b""))
    said = talk.all()
    assert said[:8] == b"OKAY\0\0\0\0"
    kind, mode, size, mtime = struct.unpack("<4sIII", said[8:24])
    assert (kind, stat.S_ISREG(mode), size, mtime) == (b"STAT", True, len(data), 1_700_000_000)
    fetched, rest = b"", said[24:]
    while rest[:4] == b"DATA":
        (length,) = struct.unpack("<I", rest[4:8])
        fetched, rest = fetched + rest[8 : 8 + length], rest[8 + length :]
    assert fetched == data
    assert rest == b"DONE\0\0\0\0"
    assert "/sdcard/New folder" in phone.files


def test_the_second_version_of_sending_and_asking(client: Client) -> None:
    """Newer requests are answered in their own layout, without compression."""
    talk = Talk(client, b"sync:")
    talk.send(request(b"SND2", b"/sdcard/a") + b"SND2" + struct.pack("<II", 0o100644, 0))
    talk.send(request(b"DATA", b"abc") + b"DONE" + struct.pack("<I", 5))
    talk.send(
        request(b"STA2", b"/sdcard/a") + request(b"LST2", b"/sdcard/none") + request(b"LIS2", b"/sdcard")
    )
    talk.send(request(b"RCV2", b"/sdcard/a") + b"RCV2" + struct.pack("<I", 0) + request(b"QUIT", b""))
    said = talk.all()
    layout = struct.Struct("<4sIQQIIIIQqqq")
    assert said[:8] == b"OKAY\0\0\0\0"
    found, missing = layout.unpack(said[8 : 8 + 72]), layout.unpack(said[80:152])
    assert (found[0], found[1], found[8], found[10]) == (b"STA2", 0, 3, 5)
    assert (missing[0], missing[1]) == (b"LST2", 2)
    assert b"DNT2" in said
    assert said.endswith(b"DATA\3\0\0\0abcDONE\0\0\0\0")


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
        (b"STAT\xff\xff\xff\xff", b"path of 4294967295 bytes; the longest is 1024"),
        (
            request(b"SEND", b"/sdcard/a,33188") + b"DATA\xff\xff\xff\xff",
            b"expected DATA of 1048576 bytes at most",
        ),
        (request(b"RCV2", b"/sdcard/a") + b"RCV2\1\0\0\0", b"no compression is known"),
    ],
)
def test_what_cannot_be_done_with_files_is_told(client: Client, sent: bytes, message: bytes) -> None:
    """Every refusal is a FAIL with a message that says why."""
    talk = Talk(client, b"sync:")
    talk.send(sent + request(b"QUIT", b""))
    said = talk.all()
    assert said[:4] == b"FAIL"
    assert message in said


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(garbage=st.binary(min_size=1, max_size=200))
def test_garbage_ends_a_transfer_and_nothing_else(server: PhoneServer, garbage: bytes) -> None:
    """Bytes that are no request are refused, and the connection goes on."""
    with Client(server.port) as client:
        client.greet()
        talk = Talk(client, b"sync:")
        talk.send(garbage)
        talk.hang_up()
        talk.all()
        assert client.output(b"shell:echo on", ours=10) == b"on\n"


def test_the_framebuffer_has_a_header_and_pixels(client: Client) -> None:
    """The second version's header tells size and colours; the pixels follow."""
    data = client.output(b"framebuffer:")
    version, bits, _, size, width, height = struct.unpack("<6I", data[:24])
    assert (version, bits, width, height) == (2, 32, 60, 120)
    assert len(data) == 56 + size == 56 + 60 * 120 * 4


def test_a_reboot_begins_anew_and_lets_go(server: PhoneServer, client: Client, phone: PlainPhone) -> None:
    """After a reboot the phone is as at the beginning; clients have to connect again."""
    client.send(Packet(OPEN, 1, 0, b"reboot:\0"))
    while client.receive() is not None:
        pass
    with Client(server.port) as again:
        assert again.greet() is not None
        assert phone.seeds == [None]


@pytest.mark.parametrize(
    ("service", "answer"),
    [
        (b"root:", b"adbd cannot run as root in production builds\n"),
        (b"remount:", b'Not running as root. Try "adb root" first.\n'),
        (b"reverse:list-forward", b"0000"),
        (b"reverse:forward:tcp:1;tcp:2", b"FAIL0027cannot bind listener: Permission denied"),
    ],
)
def test_a_user_build_refuses_what_needs_rights(client: Client, service: bytes, answer: bytes) -> None:
    """The answers are those of a phone that is not rooted."""
    assert client.output(service) == answer


def test_a_phone_whose_screen_is_gone_still_answers(
    server: PhoneServer, client: Client, phone: PlainPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every service comes to an end and says why where it can, and the server goes on."""

    def gone(*_about: object, **_more: object) -> None:
        raise PhoneGone("the browser that draws the phone is gone")

    for method in ("ask", "picture", "reset"):
        monkeypatch.setattr(phone, method, gone)
    assert client.output(b"shell:input tap 1 1") == b"input: the browser that draws the phone is gone\n"
    assert b"is gone" in client.output(b"shell:ls /sdcard/*", ours=2)
    assert b"is gone" in client.output(b"shell:echo a > /sdcard/a", ours=3)
    assert client.output(b"framebuffer:", ours=4) == b""
    talk = Talk(client, b"sync:", ours=5)
    talk.send(request(b"STAT", b"/sdcard") + request(b"QUIT", b""))
    assert talk.all().startswith(b"FAIL")
    assert client.output(b"shell:echo on", ours=6) == b"on\n"
    client.send(Packet(OPEN, 7, 0, b"reboot:\0"))
    while client.receive() is not None:
        pass
    with Client(server.port) as again:
        assert again.greet() is not None
