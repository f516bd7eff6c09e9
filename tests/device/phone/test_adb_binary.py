"""The stock adb programs on the practice phone: they connect, run, and carry files as with any phone."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import adbutils
import pytest
from adb_rig import Adb, free_port
from PIL import Image

from onscreen_practice.phone.handset import Handset
from onscreen_practice.phone.phone_server import PhoneServer

pytestmark = pytest.mark.browser

BROUGHT = Path(adbutils.__file__).parent / "binaries" / "adb"
PROGRAMS = list(dict.fromkeys(path for path in (str(BROUGHT), shutil.which("adb") or "") if path))


@pytest.fixture(scope="module", params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Iterator[Adb]:
    """Each adb there is, with a server of its own."""
    adb = Adb(request.param)
    yield adb
    adb.close()


@pytest.fixture
def adb(program: Adb, handset: Handset) -> Iterator[Adb]:
    """An adb that is connected to the phone, which is at its beginning and has room."""
    handset.reset()
    handset.ask("remove", "/sdcard/Movies", True)
    handset.ask("remove", "/sdcard/DCIM", True)
    with PhoneServer(handset) as server:
        program.connect(server.port)
        yield program
        program.disconnect()


def test_the_phone_is_listed(adb: Adb) -> None:
    """It stands in the list of devices with its product and model."""
    listed = adb.plain("devices", "-l").stdout.decode()
    assert f"{adb.serial} " in listed
    assert "device product:practice_phone model:Practice_Phone device:practice" in listed


def test_output_errors_and_status_of_a_command(adb: Adb) -> None:
    """A command's output, its errors and its status arrive apart."""
    done = adb("shell", "echo out; foo; exit 42")
    assert done.stdout == b"out\n"
    assert done.stderr == b"/system/bin/sh: foo: inaccessible or not found\n"
    assert done.returncode == 42


def test_input_reaches_a_command(adb: Adb) -> None:
    """What is piped into adb is what the command reads, byte for byte."""
    data = os.urandom(300_000)
    assert adb("shell", "-T", "cat", given=data).stdout == data
    assert adb("shell", given=b"x=5\nif true; then\necho $x\nfi\nexit 3\n").returncode == 3


def test_a_terminal_can_be_asked_for(adb: Adb) -> None:
    """With -t the lines end as a terminal's do."""
    assert adb("shell", "-t", "-t", "echo a").stdout == b"a\r\n"


def test_a_picture_arrives_whole(adb: Adb) -> None:
    """exec-out is clean for bytes: the picture is a PNG of the size of the screen."""
    with Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").stdout)) as picture:
        picture.load()
        assert picture.size == (1080, 2400)


def test_a_megabyte_is_pushed_and_pulled(adb: Adb, tmp_path: Path) -> None:
    """Random bytes come back as they went."""
    data = os.urandom(1_000_000)
    (tmp_path / "größe a.bin").write_bytes(data)
    assert adb("push", str(tmp_path / "größe a.bin"), "/sdcard/Download/").returncode == 0
    assert adb("shell", "sha256sum '/sdcard/Download/größe a.bin' | cut -c 1-4").returncode == 0
    assert adb("pull", "/sdcard/Download/größe a.bin", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == data


def test_a_folder_is_pushed_and_pulled(adb: Adb, tmp_path: Path) -> None:
    """A folder with names of all kinds comes back as it went."""
    names = ("a b.txt", "ü€😀.txt", "quote'\".txt", "sub/$x.txt", "sub/deep/empty", "-dash")
    for name in names:
        path = tmp_path / "many" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if name.endswith("empty") else f"this is {name}", encoding="utf-8")
    assert adb("push", str(tmp_path / "many"), "/sdcard/Documents").returncode == 0
    assert adb("pull", "/sdcard/Documents/many", str(tmp_path / "back")).returncode == 0
    back = {
        str(each.relative_to(tmp_path / "back")) for each in (tmp_path / "back").rglob("*") if each.is_file()
    }
    assert back == set(names)
    assert all(
        (tmp_path / "back" / name).read_bytes() == (tmp_path / "many" / name).read_bytes() for name in names
    )


def test_a_push_that_cannot_be_is_told(adb: Adb, tmp_path: Path) -> None:
    """The reason reaches the person who pushes."""
    (tmp_path / "a").write_text("a")
    done = adb("push", str(tmp_path / "a"), "/system/a")
    assert done.returncode == 1
    assert b"couldn't create file: Read-only file system" in done.stdout + done.stderr


def test_many_at_once(adb: Adb) -> None:
    """Eight commands at the same time each get their own answer, sooner than one after another."""
    began = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(lambda number: adb("shell", f"sleep 5; echo {number}").stdout, range(8)))
    assert said == [f"{number}\n".encode() for number in range(8)]
    assert time.monotonic() - began < 8 * 5


def test_disconnect_and_connect_again(adb: Adb) -> None:
    """A phone that was let go is there again when it is connected again."""
    for _ in range(5):
        adb.plain("disconnect", adb.serial)
        assert b"connected to" in adb.plain("connect", adb.serial).stdout
        assert adb("shell", "echo there").stdout == b"there\n"


def test_a_phone_that_goes_and_comes_back(program: Adb, handset: Handset) -> None:
    """When the phone is gone commands fail; on the same port it can be connected again."""
    port = free_port()
    with PhoneServer(handset, port=port):
        program.connect(port)
    assert program("shell", "echo a").returncode != 0
    program.disconnect()
    with PhoneServer(handset, port=port):
        program.connect(port)
        assert program("shell", "echo a").stdout == b"a\n"
        program.disconnect()


def test_a_reboot_begins_anew(adb: Adb) -> None:
    """After a reboot what was changed is gone, and the phone can be connected again."""
    adb("shell", "settings put global changed 1")
    adb("reboot")
    adb.disconnect()
    adb.connect(int(adb.serial.rpartition(":")[2]))
    assert adb("shell", "settings get global changed").stdout == b"null\n"


def test_a_phone_that_lets_nobody_in_is_unauthorized(program: Adb, handset: Handset) -> None:
    """Adb shows the phone as unauthorized and runs nothing on it."""
    with PhoneServer(handset, lets_in=False) as server:
        serial = f"127.0.0.1:{server.port}"
        program.plain("connect", serial)
        until = time.monotonic() + 60
        while b"unauthorized" not in program.plain("devices").stdout and time.monotonic() < until:
            time.sleep(0.1)
        assert f"{serial}\tunauthorized".encode() in program.plain("devices").stdout
        refused = subprocess.run(
            program.command("-s", serial, "shell", "id"), capture_output=True, check=False
        )
        program.plain("disconnect", serial)
    assert refused.returncode == 1
    assert b"unauthorized" in refused.stderr
