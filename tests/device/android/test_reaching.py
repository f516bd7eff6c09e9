"""Phones that are not there, not ready, slow or gone, each told with what to do."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from phone_rig import Bench, Desk, Practice, begin, device_of, free_port

from onscreen.device.android import android
from onscreen.types import Click, Open, Point, Start
from onscreen.types.errors import ActionTimeout, DeviceError, MissingExtra, NotSupported

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def lonely() -> Iterator[Bench]:
    """An adb server that knows no phone."""
    made = Bench()
    yield made
    made.close()


@pytest.fixture
def own() -> Iterator[Practice]:
    """A phone of one's own, to be broken."""
    made = Practice()
    yield made
    made.close()


def test_no_phone_is_told(lonely: Bench) -> None:
    """Without any phone the message says how to attach one."""
    with (
        device_of(lonely.port) as device,
        pytest.raises(DeviceError, match=r"no phone is attached.*USB debugging"),
    ):
        device.start(Start())


def test_serial_nobody_has_is_told(bench: Bench, practice: Practice) -> None:
    """A serial that no phone has is told with the nearest there is."""
    bench.adb("connect", practice.serial)
    wrong = practice.serial.replace(":", "-")
    with device_of(bench.port, wrong) as device, pytest.raises(DeviceError, match="did you mean '127"):
        device.start(Start())


def test_phone_of_the_network_that_is_not_there(lonely: Bench) -> None:
    """An address where no phone listens says what was tried and what to turn on."""
    serial = f"127.0.0.1:{free_port()}"
    with device_of(lonely.port, serial) as device, pytest.raises(DeviceError, match="wireless debugging"):
        device.start(Start())


def test_phone_that_was_not_asked_yet_is_told(lonely: Bench) -> None:
    """A phone that did not authorise this machine is not used; its person is to accept the question."""
    phone = Practice("--unauthorized")
    try:
        with (
            device_of(lonely.port, phone.serial) as device,
            pytest.raises(DeviceError, match=r"unauthorized.*accept the question"),
        ):
            device.start(Start())
    finally:
        lonely.adb("disconnect")
        phone.close()


def test_phone_that_does_not_speak_is_told(lonely: Bench) -> None:
    """What listens but never answers as a phone does is offline, and is not waited for without end."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        serial = f"127.0.0.1:{silent.getsockname()[1]}"
        with (
            device_of(lonely.port, serial, connect_cap_sec=1.5) as device,
            pytest.raises(DeviceError, match=r"offline|cannot be reached.*no answer in 1.5 s"),
        ):
            device.start(Start())
    lonely.adb("disconnect")


def test_several_phones_are_listed(bench: Bench, practice: Practice, own: Practice) -> None:
    """With several phones and no word which, all are listed with state and model and none is used."""
    for phone in (practice, own):
        bench.adb("connect", phone.serial)
    try:
        with device_of(bench.port) as device, pytest.raises(DeviceError) as told:
            device.start(Start())
        for word in (practice.serial, own.serial, "device", "Practice Phone", "serial="):
            assert word in str(told.value)
    finally:
        bench.adb("disconnect", own.serial)


def test_only_phone_is_used_without_a_word(own: Practice) -> None:
    """One phone alone needs no serial."""
    alone = Bench()
    try:
        alone.adb("connect", own.serial)
        with device_of(alone.port) as device:
            begin(device)
            assert device.observe().nodes
    finally:
        alone.close()


def test_serial_of_the_environment_counts(
    bench: Bench, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ANDROID_SERIAL chooses the phone, as it does for adb."""
    monkeypatch.setenv("ANDROID_SERIAL", f"127.0.0.1:{free_port()}")
    with device_of(bench.port) as device, pytest.raises(DeviceError, match="cannot be reached"):
        device.start(Start())
    del practice


def test_one_run_at_a_time(bench: Bench, own: Practice) -> None:
    """A second run on the same phone is refused by name of the first; afterwards the phone is free."""
    with device_of(bench.port, own.serial) as first, device_of(bench.port, own.serial) as second:
        first.start(Start())
        with pytest.raises(DeviceError, match=rf"in use by another run \(process {os.getpid()}\)"):
            second.start(Start())
        first.close()
        second.start(Start())
        assert second.observe().nodes
    bench.adb("disconnect", own.serial)


def test_phone_that_goes_ends_the_run(bench: Bench, own: Practice) -> None:
    """A phone that is gone is told by every method, at once, and nothing hangs."""
    with device_of(bench.port, own.serial, connect_cap_sec=10) as device:
        begin(device)
        own.process.kill()
        own.process.wait(60)
        for use in (
            device.observe,
            lambda: device.perform(Click(Point(5, 5))),
            lambda: device.read("echo 1"),
        ):
            with pytest.raises(DeviceError, match=r"is gone|cannot be reached|broke|offline"):
                use()
    bench.adb("disconnect", own.serial)


def test_connection_that_was_lost_is_made_anew(bench: Bench, own: Practice) -> None:
    """A phone of the network whose connection was lost is connected to again, and the run goes on."""
    with device_of(bench.port, own.serial) as device:
        begin(device)
        bench.adb("disconnect", own.serial)
        device.perform(Open("Clock"))
        assert device.observe().app == "Clock"
    bench.adb("disconnect", own.serial)


def test_slow_phone_is_capped_and_may_recover(bench: Bench, own: Practice) -> None:
    """A phone that hangs costs no more than the cap; when it comes back, so does the run."""
    with device_of(bench.port, own.serial, call_cap_sec=6.0, connect_cap_sec=6.0) as device:
        begin(device)
        with pytest.raises(NotSupported, match="did not come to an end"):
            device.read("sleep 30")
        own.freeze()
        with pytest.raises(ActionTimeout, match="did not answer within 6 s"):
            device.perform(Click(Point(5, 5)))
        with pytest.raises(DeviceError, match="shows nothing"):
            device.observe()
        own.thaw()
        device.start(Start())
        assert device.observe().nodes
    bench.adb("disconnect", own.serial)


def test_connection_that_breaks_in_the_middle_is_told(bench: Bench, own: Practice) -> None:
    """A phone that dies while a command runs is gone, not slow."""
    with device_of(bench.port, own.serial, connect_cap_sec=10) as device:
        begin(device)
        killer = threading.Timer(0.5, own.process.kill)
        killer.start()
        with pytest.raises(DeviceError):
            device.read("sleep 5; echo 1")
        killer.join()
    bench.adb("disconnect", own.serial)


def test_no_adb_names_the_command() -> None:
    """Without adb the message holds the command that installs it."""
    device = android({"adb": "/no/such/adb", "server_port": free_port()})
    with pytest.raises(MissingExtra, match="apt install adb"):
        device.start(Start())


def test_server_that_does_not_start_is_told(tmp_path: Path) -> None:
    """An adb whose server does not start says what it said."""
    broken = tmp_path / "adb"
    broken.write_text("#!/bin/sh\necho cannot bind >&2\nexit 1\n")
    broken.chmod(0o755)
    device = android({"adb": str(broken), "server_port": free_port()})
    with pytest.raises(DeviceError, match=r"cannot be started on port .*cannot bind"):
        device.start(Start())


def test_server_of_another_machine_is_not_started() -> None:
    """A server that is elsewhere and does not answer is told, not started here."""
    device = android({"server_host": "192.0.2.1", "server_port": 5037})
    with pytest.raises(DeviceError, match="start it there"):
        device.start(Start())


def test_what_is_no_adb_server_is_told() -> None:
    """Another program on the port is not taken for a server."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def answer() -> None:
            for _ in range(3):
                line, _ = other.accept()
                with line:
                    line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(DeviceError, match="no adb server"):
            android({"server_port": port}).start(Start())
        thread.join()


def test_server_that_was_ended_is_started_again(own: Practice) -> None:
    """A run whose adb server was ended says so; the next start begins a new one."""
    bench = Bench()
    try:
        with device_of(bench.port, own.serial) as device:
            begin(device)
            bench.close()
            with pytest.raises(DeviceError, match=r"adb server .* is gone"):
                device.observe()
            device.start(Start())
            assert device.observe().nodes
    finally:
        bench.close()


def test_script_that_fails_is_told(desk: Desk) -> None:
    """A start whose script fails says with which status and what was complained."""
    with pytest.raises(DeviceError, match=r"script of the start failed with status 127.*nosuch"):
        desk.device.start(Start(script="nosuch --thing"))
    with pytest.raises(DeviceError, match=r"cannot be brought to the start.*no application is called"):
        desk.device.start(Start("No such application"))
