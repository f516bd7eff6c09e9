"""Python adb clients with the practice phone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import adbutils
import cv2
import pytest
from adb_program import Adb
from adb_shell.adb_device import AdbDeviceTcp
from adb_shell.exceptions import DeviceAuthError
from PIL import Image, ImageChops, ImageStat
from ppadb.client import Client as PpadbClient
from ppadb.device import Device as PpadbDevice

from onscreen_practice.phone.phone_server import PhoneServer
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    # adbutils leaves the socket of framebuffer() open
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CLOCK = "org.practice.clock"


@pytest.fixture
def server(handset: Handset) -> Iterator[PhoneServer]:
    """Serve the phone in its initial state on a port."""
    for folder in ("/sdcard/Movies", "/sdcard/DCIM"):
        handset.call("remove", folder, True)
    with PhoneServer(handset) as serving:
        yield serving


@pytest.fixture
def device(program: Adb, server: PhoneServer) -> Iterator[adbutils.AdbDevice]:
    """Return the phone as an adbutils device."""
    program.connect(server.port)
    yield adbutils.AdbClient("127.0.0.1", program.port).device(program.serial)
    program.disconnect()


@pytest.fixture
def ppadb(program: Adb, server: PhoneServer) -> Iterator[PpadbDevice]:
    """Return the phone as a pure-python-adb device."""
    program.connect(server.port)
    yield PpadbClient("127.0.0.1", program.port).device(program.serial)
    program.disconnect()


def test_adbutils_observes_and_acts(device: adbutils.AdbDevice) -> None:
    """Size, screenshot, hierarchy, focus, typing and keys work through adbutils."""
    assert device.window_size() == (1080, 2400)
    assert device.screenshot(error_ok=False).size == device.framebuffer().size == (1080, 2400)
    assert "<hierarchy" in device.dump_hierarchy()
    device.app_start(CLOCK)
    assert device.app_current().package == CLOCK
    device.app_stop(CLOCK)
    device.keyevent("HOME")
    assert device.app_current().package == "org.practice.launcher"
    assert device.is_screen_on()
    assert device.rotation() == 0
    assert device.battery().level in range(101)


def test_adbutils_quoting_is_preserved(device: adbutils.AdbDevice) -> None:
    """A list of arguments arrives unchanged, with all shell metacharacters."""
    words = ["a  b", "$x", "quote'\"", "back\\slash", "new\nline", "semi;colon", "ümläut", "*"]
    for word in words:
        assert device.shell(["echo", word]) == word
    assert device.shell2("exit 9", v2=True).returncode == 9
    assert device.shell2("foo").returncode == 127


def test_adbutils_reads_packages(device: adbutils.AdbDevice) -> None:
    """Installed packages and the details of one package are read correctly."""
    assert CLOCK in device.list_packages()
    info = device.app_info(CLOCK)
    assert info is not None
    assert (info.version_name, info.version_code) == ("1.0", 1)
    assert device.app_info("org.missing") is None


def test_adbutils_transfers_files(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    """Pushed bytes are pulled unchanged, and listing and stat are correct."""
    data = os.urandom(1_000_000)
    assert device.sync.push(data, "/sdcard/Download/a b.bin", check=True) == len(data)
    assert device.sync.read_bytes("/sdcard/Download/a b.bin") == data
    assert device.sync.stat("/sdcard/Download/a b.bin").size == len(data)
    assert "a b.bin" in [each.path for each in device.sync.list("/sdcard/Download")]
    assert not device.sync.exists("/sdcard/none")
    device.sync.pull("/sdcard/Download", tmp_path / "all")
    assert (tmp_path / "all" / "a b.bin").read_bytes() == data
    with pytest.raises(adbutils.AdbError, match="No such file or directory"):
        device.sync.read_bytes("/sdcard/none")


def test_adb_shell_connects_without_a_server(server: PhoneServer, tmp_path: Path) -> None:
    """The package adb_shell speaks the protocol with checksums directly to the port."""
    device = AdbDeviceTcp("127.0.0.1", server.port, default_transport_timeout_s=20)
    assert device.connect()
    try:
        assert device.shell("echo 'a  b'; getprop ro.product.model") == "a  b\nPractice Phone\n"
        assert list(device.streaming_shell("echo 1; echo 2")) == ["1\n", "2\n"]
        assert device.exec_out("screencap -p", decode=False).startswith(b"\x89PNG\r\n\x1a\n")
        data = os.urandom(300_000)
        (tmp_path / "a").write_bytes(data)
        device.push(str(tmp_path / "a"), "/sdcard/Download/b", mtime=1_700_000_000)
        assert device.stat("/sdcard/Download/b")[1:] == (len(data), 1_700_000_000)
        assert b"b" in [each.filename for each in device.list("/sdcard/Download")]
        device.pull("/sdcard/Download/b", str(tmp_path / "c"))
        assert (tmp_path / "c").read_bytes() == data
    finally:
        device.close()


def test_adb_shell_without_key_is_refused(handset: Handset) -> None:
    """An unauthorized client without a key gets an error."""
    with PhoneServer(handset, authorized=False) as server:
        device = AdbDeviceTcp("127.0.0.1", server.port, default_transport_timeout_s=5)
        with pytest.raises(DeviceAuthError):
            device.connect()
        device.close()


def test_pure_python_adb_observes_and_acts(ppadb: PpadbDevice, tmp_path: Path) -> None:
    """Screenshots, hierarchy and input work through pure-python-adb."""
    assert ppadb.get_state() == "device"
    assert ppadb.wm_size() == (1080, 2400)
    assert ppadb.screencap().startswith(b"\x89PNG\r\n\x1a\n")
    ppadb.shell(f"monkey -p {CLOCK} 1")
    assert ppadb.get_top_activities()[-1].package == CLOCK
    assert ppadb.is_installed(CLOCK)
    assert not ppadb.is_installed("org.missing")
    assert ppadb.get_package_version_name(CLOCK) == "1.0"
    assert ppadb.get_pid(CLOCK).isdigit()
    assert ppadb.cpu_count() == 8
    (tmp_path / "a").write_bytes(b"abc" * 50_000)
    ppadb.push(str(tmp_path / "a"), "/sdcard/Download/a b")
    ppadb.pull("/sdcard/Download/a b", str(tmp_path / "b"))
    assert (tmp_path / "b").read_bytes() == b"abc" * 50_000
    with pytest.raises(RuntimeError, match="production builds"):
        ppadb.root()


def test_adbutils_exchanges_data_with_a_running_command(device: adbutils.AdbDevice) -> None:
    """A command answers what it has read although its input is still open."""
    with device.open_shell("cat") as connection:
        for word in (b"first", b"second"):
            connection.send(word)
            assert connection.read_exact(len(word)) == word
    with device.open_shell('read word; echo "$word was read"; cat') as connection:
        connection.send(b"tea\nand ")
        assert connection.read_exact(len("tea was read\nand ")) == b"tea was read\nand "
        connection.send(b"cake")
        assert connection.read_exact(4) == b"cake"


def test_adbutils_records_the_screen(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    """A recording is a playable video with a frame for each screen, and leaves no video on the phone."""
    device.start_recording(str(tmp_path / "a.mp4"))
    while not device.shell("pidof screenrecord"):
        pass
    device.app_start(CLOCK)
    clock = device.screenshot()
    device.stop_recording()
    video, frames = cv2.VideoCapture(str(tmp_path / "a.mp4")), []
    while (frame := video.read())[0]:
        frames.append(Image.fromarray(frame[1][:, :, ::-1]))
    assert len(frames) >= 2
    difference = ImageStat.Stat(ImageChops.difference(frames[-1], clock.convert("RGB")))
    assert max(difference.mean) < 5
    assert device.shell("ls /sdcard/*.mp4; pidof screenrecord").endswith("No such file or directory")
