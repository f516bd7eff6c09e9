"""The stock adb programs with the practice phone: connections, commands and file transfer."""

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
from adb_program import Adb, find_free_port
from apk import make_apk
from PIL import Image

from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

BROUGHT = Path(adbutils.__file__).parent / "binaries" / "adb"
PROGRAMS = list(dict.fromkeys(path for path in (str(BROUGHT), shutil.which("adb") or "") if path))


@pytest.fixture(scope="module", params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Iterator[Adb]:
    """Return each installed adb with its own server."""
    adb = Adb(request.param)
    yield adb
    adb.close()


@pytest.fixture
def adb(program: Adb, handset: Handset) -> Iterator[Adb]:
    """Return an adb connected to the phone in its initial state."""
    handset.call("remove", "/sdcard/Movies", True)
    handset.call("remove", "/sdcard/DCIM", True)
    with PhoneServer(handset) as server:
        program.connect(server.port)
        yield program
        program.disconnect()


def test_phone_is_listed(adb: Adb) -> None:
    """The device list shows the phone with its product and model."""
    listed = adb.run_without_serial("devices", "-l").stdout.decode()
    assert f"{adb.serial} " in listed
    assert "device product:practice_phone model:Practice_Phone device:practice" in listed


def test_command_output_errors_and_status(adb: Adb) -> None:
    """A command's output, errors and status arrive separately."""
    done = adb("shell", "echo out; foo; exit 42")
    assert done.stdout == b"out\n"
    assert done.stderr == b"/system/bin/sh: foo: inaccessible or not found\n"
    assert done.returncode == 42


def test_stdin_reaches_the_command(adb: Adb) -> None:
    """A command reads exactly the bytes piped into adb."""
    data = os.urandom(300_000)
    assert adb("shell", "-T", "cat", stdin=data).stdout == data
    assert adb("shell", stdin=b"x=5\nif true; then\necho $x\nfi\nexit 3\n").returncode == 3


def test_pty_can_be_requested(adb: Adb) -> None:
    """With -t, lines end with CR LF."""
    assert adb("shell", "-t", "-t", "echo a").stdout == b"a\r\n"


def test_screenshot_arrives_unchanged(adb: Adb) -> None:
    """The output of exec-out is binary safe: the screenshot is a PNG of the screen's size."""
    with Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").stdout)) as picture:
        picture.load()
        assert picture.size == (1080, 2400)


def test_large_file_is_pushed_and_pulled(adb: Adb, tmp_path: Path) -> None:
    """A pushed megabyte of random bytes is pulled unchanged."""
    data = os.urandom(1_000_000)
    (tmp_path / "größe a.bin").write_bytes(data)
    assert adb("push", str(tmp_path / "größe a.bin"), "/sdcard/Download/").returncode == 0
    assert adb("shell", "sha256sum '/sdcard/Download/größe a.bin' | cut -c 1-4").returncode == 0
    assert adb("pull", "/sdcard/Download/größe a.bin", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == data


def test_folder_is_pushed_and_pulled(adb: Adb, tmp_path: Path) -> None:
    """A folder with unusual file names is pulled unchanged."""
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


def test_push_errors_are_reported(adb: Adb, tmp_path: Path) -> None:
    """The reason of a failed push is printed."""
    (tmp_path / "a").write_text("a")
    done = adb("push", str(tmp_path / "a"), "/system/a")
    assert done.returncode == 1
    assert b"couldn't create file: Read-only file system" in done.stdout + done.stderr


def test_commands_run_concurrently(adb: Adb) -> None:
    """Eight simultaneous commands each get their own answer without waiting for the slow one."""
    started = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        outputs = list(pool.map(lambda number: adb("shell", f"sleep 5; echo {number}").stdout, range(8)))
    assert outputs == [f"{number}\n".encode() for number in range(8)]
    assert time.monotonic() - started < 8 * 5


def test_phone_can_be_reconnected(adb: Adb) -> None:
    """A disconnected phone can be connected again."""
    for _ in range(5):
        adb.run_without_serial("disconnect", adb.serial)
        assert b"connected to" in adb.run_without_serial("connect", adb.serial).stdout
        assert adb("shell", "echo there").stdout == b"there\n"


def test_restarted_phone_can_be_reconnected(program: Adb, handset: Handset) -> None:
    """Commands fail while the phone is stopped; on the same port it can be reconnected."""
    port = find_free_port()
    with PhoneServer(handset, port=port):
        program.connect(port)
    assert program("shell", "echo a").returncode != 0
    program.disconnect()
    with PhoneServer(handset, port=port):
        program.connect(port)
        assert program("shell", "echo a").stdout == b"a\n"
        program.disconnect()


def test_reboot_restores_the_initial_state(adb: Adb) -> None:
    """After a reboot, changes are lost and the phone can be reconnected."""
    adb("shell", "settings put global changed 1")
    adb("reboot")
    adb.disconnect()
    adb.connect(int(adb.serial.rpartition(":")[2]))
    assert adb("shell", "settings get global changed").stdout == b"null\n"


def test_unauthorized_phone_is_listed_as_such(program: Adb, handset: Handset) -> None:
    """The device list shows the phone as unauthorized and runs nothing on it."""
    with PhoneServer(handset, authorized=False) as server:
        serial = f"127.0.0.1:{server.port}"
        program.run_without_serial("connect", serial)
        until = time.monotonic() + 60
        while (
            b"unauthorized" not in program.run_without_serial("devices").stdout and time.monotonic() < until
        ):
            time.sleep(0.1)
        assert f"{serial}\tunauthorized".encode() in program.run_without_serial("devices").stdout
        refused = subprocess.run(
            program.command("-s", serial, "shell", "id"), capture_output=True, check=False
        )
        program.run_without_serial("disconnect", serial)
    assert refused.returncode == 1
    assert b"unauthorized" in refused.stderr


def test_large_file_is_transferred(adb: Adb, tmp_path: Path) -> None:
    """A file of 200 MB is pushed, listed with its size, moved, and pulled unchanged."""
    data = os.urandom(1 << 20) * 200
    (tmp_path / "big").write_bytes(data)
    for target in ("/sdcard/Download/big", "/data/local/tmp/big"):
        assert adb("push", str(tmp_path / "big"), target).returncode == 0
        assert adb("shell", "stat", "-c", "%s", target).stdout.strip() == str(len(data)).encode()
    assert adb("shell", "mv", "/sdcard/Download/big", "/sdcard/Download/moved").returncode == 0
    assert adb("pull", "/sdcard/Download/moved", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == data


def test_large_file_survives_in_a_snapshot(adb: Adb, tmp_path: Path) -> None:
    """A large file of a snapshot is pulled unchanged after a reset and the restoration of the snapshot."""
    data = os.urandom(9 << 20)
    (tmp_path / "big").write_bytes(data)
    assert adb("push", str(tmp_path / "big"), "/sdcard/Download/big").returncode == 0
    assert adb("shell", "practice snapshot kept; practice reset; practice restore kept").returncode == 0
    assert adb("pull", "/sdcard/Download/big", str(tmp_path / "back")).returncode == 0
    assert (tmp_path / "back").read_bytes() == data


def test_reverse_forwards_are_listed(adb: Adb) -> None:
    """A port of the phone is forwarded to this machine, listed and removed."""
    assert adb("reverse", "tcp:7001", "tcp:7002").returncode == 0
    assert b"tcp:7001 tcp:7002" in adb("reverse", "--list").stdout
    assert adb("reverse", "tcp:0", "tcp:7003").stdout.strip().isdigit()
    assert adb("reverse", "--no-rebind", "tcp:7001", "tcp:7004").returncode == 1
    assert adb("reverse", "--remove", "tcp:7001").returncode == 0
    assert adb("reverse", "--remove-all").returncode == 0
    assert adb("reverse", "--list").stdout.strip() == b""


@pytest.mark.parametrize(
    ("package", "answer"),
    [
        ("com.android.adbkeyboard", "Success"),
        ("org.example.chess", "runs no Android code, so org.example.chess cannot be installed"),
        ("org.practice.clock", "INSTALL_FAILED_UPDATE_INCOMPATIBLE"),
        ("", "INSTALL_PARSE_FAILED_NOT_APK"),
    ],
)
def test_installation_succeeds_only_for_helpers(adb: Adb, tmp_path: Path, package: str, answer: str) -> None:
    """The helpers of clients can be installed; other applications and truncated files fail with a reason."""
    apk = make_apk(package or "com.android.adbkeyboard")
    (tmp_path / "a.apk").write_bytes(apk if package else apk[: len(apk) // 2])
    installed = adb("install", str(tmp_path / "a.apk"))
    assert answer in (installed.stdout + installed.stderr).decode()
    assert installed.returncode == (answer != "Success")


def test_recording_ends_when_it_is_killed(adb: Adb) -> None:
    """A recording in the foreground ends with its process, and problems are reported before it starts."""
    recorder = subprocess.Popen([*adb.command("-s", adb.serial), "shell", "screenrecord", "/sdcard/a.mp4"])
    while adb("shell", "kill -INT $(pidof screenrecord)").returncode:
        pass
    assert recorder.wait(timeout=60) == 0
    assert b"ftyp" in adb("exec-out", "cat /sdcard/a.mp4").stdout[:12]
    assert b"Unable to open" in adb("shell", "screenrecord /system/a.mp4").stderr
    assert b"outside acceptable range" in adb("shell", "screenrecord --time-limit 0 /sdcard/a.mp4").stderr
    assert b"Operation not permitted" in adb("shell", "kill 1").stderr
