"""Wrong input from adb clients: malformed packets, wrong selections, intents with any characters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fake_phone import FakePhone
from raw_client import Client

from onscreen_practice.phone.adb.packet import CLSE, OKAY, OPEN, WRTE, Packet, encode_packet
from onscreen_practice.phone.phone_server import PhoneServer

Run = Callable[..., tuple[str, str, int]]

SUPPORTED = "java.lang.IllegalArgumentException: Supported SQL:"


def test_packet_with_more_data_than_announced_ends_the_connection(server: PhoneServer) -> None:
    """Bytes beyond the announced length are no packet, and end only their own connection."""
    with Client(server.port) as client:
        assert client.connect() is not None
        announced = encode_packet(Packet(OPEN, 1, 0, b"shell:echo a\0"), with_checksum=True)
        client.socket.sendall(announced + b"and more than announced" * 2)
        while client.receive() is not None:
            pass
    with Client(server.port) as again:
        assert again.connect() is not None
        assert again.output(b"shell:echo b") == b"b\n"


def test_truncated_package_is_refused(client: Client, phone: FakePhone) -> None:
    """A package that ends in the middle of its archive is refused, and nothing is installed or left."""
    files, half = dict(phone.files), b"PK\x03\x04" + bytes(1000)
    client.send(Packet(OPEN, 1, 0, f"exec:cmd package 'install' -S {len(half)}\0".encode()))
    opened = client.receive()
    assert opened is not None
    assert opened.command == OKAY
    client.send(Packet(WRTE, 1, opened.arg0, half))
    answers = b""
    while (packet := client.receive()) is not None and packet.command != CLSE:
        if packet.command == WRTE:
            answers += packet.data
            client.send(Packet(OKAY, 1, packet.arg0))
    assert answers.startswith(b"Failure [INSTALL_PARSE_FAILED_NOT_APK")
    assert phone.files == files
    assert client.output(b"shell:echo on", local_id=2) == b"on\n"


def test_client_that_leaves_in_the_middle_of_a_package_changes_nothing(
    client: Client, phone: FakePhone
) -> None:
    """A client that sends half of an announced package and closes the stream leaves the phone usable."""
    files = dict(phone.files)
    client.send(Packet(OPEN, 1, 0, b"exec:cmd package 'install' -S 100000\0"))
    opened = client.receive()
    assert opened is not None
    client.send(Packet(WRTE, 1, opened.arg0, b"PK\x03\x04" + bytes(1000)))
    client.send(Packet(CLSE, 1, opened.arg0))
    while (packet := client.receive()) is not None and packet.command != CLSE:
        pass
    assert client.output(b"shell:echo on", local_id=2) == b"on\n"
    assert phone.files == files


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ("name='x", "name='x"),
        ("1=1; DROP TABLE secure", "1=1; DROP TABLE secure"),
        ("name='a' OR (", "name='a' OR ("),
    ],
)
def test_wrong_selection_is_explained(run: Run, words: str, where: str) -> None:
    """A selection that the settings provider does not support is refused, and changes nothing."""
    for verb in ("query", "delete"):
        stdout, stderr, status = run(f'content {verb} --uri content://settings/global --where "{words}"')
        assert (stdout, status) == ("", 1)
        assert stderr.startswith(f"Error while accessing provider:settings\n{SUPPORTED}")
        assert stderr.endswith(f"where:{where} whereArgs:null\n")
    assert run("settings get global wifi_on")[0] == "1\n"


def test_settings_provider_reads_and_writes(run: Run) -> None:
    """Settings can be queried, inserted and deleted through their content provider."""
    uri = "--uri content://settings/global"
    assert run(f"content query {uri}")[0] == "Row: 0 _id=1, name=wifi_on, value=1\n"
    run(f'content insert {uri} --bind name:s:a\\\'b --bind value:s:"x y"')
    assert run(f"content query {uri} --projection value --where \"name='a'b'\"")[0] == "Row: 0 value=x y\n"
    assert run('settings get global "a\'b"')[0] == "x y\n"
    run(f"content delete {uri} --where \"name='a'b'\"")
    assert run(f"content query {uri} --where \"name='a'b'\"")[0] == "No result found.\n"
    assert "Invalid Uri path:content://settings/none" in run("content query --uri content://settings/none")[1]


@pytest.mark.parametrize(
    ("extra", "error"),
    [
        ("--ei n many", 'java.lang.NumberFormatException: For input string: "many"'),
        ("--eia n 1,2,x", 'java.lang.NumberFormatException: For input string: "x"'),
        ("--ef n '1.5 m'", 'java.lang.NumberFormatException: For input string: "1.5 m"'),
        ("--ez on maybe", "java.lang.IllegalArgumentException: Invalid boolean value: maybe"),
        ("--ecn c nothing", "java.lang.IllegalArgumentException: Bad component name: nothing"),
        ("--es text", 'java.lang.IllegalArgumentException: Argument expected after "text"'),
    ],
)
def test_extra_of_the_wrong_type_is_refused(run: Run, phone: FakePhone, extra: str, error: str) -> None:
    """An intent whose extra does not have the announced type starts nothing."""
    stdout, stderr, status = run(f"am start -n org.example.notes/.MainActivity {extra}")
    assert (stdout, status) == ("", 255)
    assert error in stderr
    assert not phone.arguments_of("launch")


def test_extras_of_all_types_are_accepted(run: Run) -> None:
    """Numbers in all notations of Java are valid extras."""
    extras = "--ei a 0x1F --ei b -5 --eia c 1,2 --el d 99999999999 --ef e 1.5e3 --ez f T --ez g 0 --es h 'x'"
    assert run(f"am start -n org.example.notes/.MainActivity {extras}")[2] == 0


@pytest.mark.parametrize(
    "text", ["it's", 'say "x"', "two\nlines", "$(touch PATH)", "`touch PATH`", "; touch PATH"]
)
def test_intent_text_never_reaches_a_shell(run: Run, phone: FakePhone, tmp_path: Path, text: str) -> None:
    """Quotes, newlines and commands in an intent arrive as text, and no command runs on this machine."""
    path = tmp_path / "reached"
    data = "https://example.org/" + text.replace("PATH", str(path))
    quoted = "'" + data.replace("'", "'\\''") + "'"
    run(f"am start -a android.intent.action.VIEW -d {quoted}")
    assert [arguments[2]["data"] for arguments in phone.arguments_of("launch")] == [data]  # type: ignore[index,call-overload]
    assert not path.exists()


def test_shell_sees_no_file_of_this_machine(run: Run, tmp_path: Path) -> None:
    """Scripts neither read nor write files of this machine."""
    (tmp_path / "secret").write_text("secret")
    assert run(f"cat {tmp_path}/secret")[2] == 1
    assert run(f"echo a > {tmp_path}/made; touch {tmp_path}/made; cp /sdcard/Download {tmp_path}")[2] == 1
    assert run(f"ls {tmp_path}; cat /etc/hostname /proc/self/environ")[0] == ""
    assert not (tmp_path / "made").exists()


def test_missing_package_file_is_reported(run: Run) -> None:
    """Installation of a file that does not exist names the path, as on Android."""
    _, stderr, status = run("pm install -r /sdcard/none.apk")
    assert status == 255
    assert "Consider using a file under /data/local/tmp/" in stderr
    assert "Error: Can't open file: /sdcard/none.apk" in stderr
