"""Connection errors: phones that are missing, not ready, slow or gone; each error names a remedy."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from phone_rig import (
    PhoneSession,
    PracticePhoneProcess,
    PrivateAdbServer,
    free_port,
    open_device,
    reset_phone,
)

from onscreen.device.android import android
from onscreen.types import Click, Open, Point, Start
from onscreen.types.errors import ActionTimeout, DeviceError, MissingExtra, NotSupported

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def empty_server() -> Iterator[PrivateAdbServer]:
    """Run an adb server without phones."""
    created = PrivateAdbServer()
    yield created
    created.close()


@pytest.fixture
def disposable_phone() -> Iterator[PracticePhoneProcess]:
    """Run a practice phone that the test may break."""
    created = PracticePhoneProcess()
    yield created
    created.close()


def test_no_phone_attached(empty_server: PrivateAdbServer) -> None:
    """Without any phone, the error says how to attach one."""
    with (
        open_device(empty_server.port) as device,
        pytest.raises(DeviceError, match=r"no phone is attached.*USB debugging"),
    ):
        device.start(Start())


def test_unknown_serial_suggests_the_nearest(
    adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess
) -> None:
    """An unknown serial raises an error that suggests the most similar one."""
    adb_server.adb("connect", practice_phone.serial)
    wrong = practice_phone.serial.replace(":", "-")
    with open_device(adb_server.port, wrong) as device, pytest.raises(DeviceError, match="did you mean '127"):
        device.start(Start())


def test_unreachable_network_phone(empty_server: PrivateAdbServer) -> None:
    """An address on which no phone listens raises an error that says what to turn on."""
    serial = f"127.0.0.1:{free_port()}"
    with (
        open_device(empty_server.port, serial) as device,
        pytest.raises(DeviceError, match="wireless debugging"),
    ):
        device.start(Start())


def test_unauthorized_phone(empty_server: PrivateAdbServer) -> None:
    """An unauthorized phone raises an error that asks to accept the dialog on its screen."""
    phone = PracticePhoneProcess("--unauthorized")
    try:
        with (
            open_device(empty_server.port, phone.serial) as device,
            pytest.raises(DeviceError, match=r"unauthorized.*accept the USB debugging dialog"),
        ):
            device.start(Start())
    finally:
        empty_server.adb("disconnect")
        phone.close()


def test_silent_network_phone(empty_server: PrivateAdbServer) -> None:
    """A server that never answers as a phone is offline, and the wait for it has a timeout."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        serial = f"127.0.0.1:{silent.getsockname()[1]}"
        with (
            open_device(empty_server.port, serial, connect_cap_sec=1.5) as device,
            pytest.raises(DeviceError, match=r"offline|cannot be reached.*no answer within 1.5 s"),
        ):
            device.start(Start())
    empty_server.adb("disconnect")


def test_ambiguous_phone_lists_all(
    adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess, disposable_phone: PracticePhoneProcess
) -> None:
    """With several phones and no serial, the error lists all phones with state and model."""
    for phone in (practice_phone, disposable_phone):
        adb_server.adb("connect", phone.serial)
    try:
        with open_device(adb_server.port) as device, pytest.raises(DeviceError) as raised:
            device.start(Start())
        for word in (practice_phone.serial, disposable_phone.serial, "device", "Practice Phone", "serial="):
            assert word in str(raised.value)
    finally:
        adb_server.adb("disconnect", disposable_phone.serial)


def test_only_phone_needs_no_serial(disposable_phone: PracticePhoneProcess) -> None:
    """If one phone is attached, no serial is needed."""
    alone = PrivateAdbServer()
    try:
        alone.adb("connect", disposable_phone.serial)
        with open_device(alone.port) as device:
            reset_phone(device)
            assert device.observe().nodes
    finally:
        alone.close()


def test_serial_from_the_environment(
    adb_server: PrivateAdbServer, practice_phone: PracticePhoneProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ANDROID_SERIAL selects the phone, as it does for adb."""
    monkeypatch.setenv("ANDROID_SERIAL", f"127.0.0.1:{free_port()}")
    with open_device(adb_server.port) as device, pytest.raises(DeviceError, match="cannot be reached"):
        device.start(Start())
    del practice_phone


def test_phone_is_locked(adb_server: PrivateAdbServer, disposable_phone: PracticePhoneProcess) -> None:
    """A second run on the same phone raises an error with the process of the first, until that closes."""
    with (
        open_device(adb_server.port, disposable_phone.serial) as first,
        open_device(adb_server.port, disposable_phone.serial) as second,
    ):
        first.start(Start())
        with pytest.raises(DeviceError, match=rf"in use by another run \(process {os.getpid()}\)"):
            second.start(Start())
        first.close()
        second.start(Start())
        assert second.observe().nodes
    adb_server.adb("disconnect", disposable_phone.serial)


def test_lost_phone_raises_in_every_method(
    adb_server: PrivateAdbServer, disposable_phone: PracticePhoneProcess
) -> None:
    """Every method raises DeviceError for a phone that is gone, without hanging."""
    with open_device(adb_server.port, disposable_phone.serial, connect_cap_sec=10) as device:
        reset_phone(device)
        disposable_phone.process.kill()
        disposable_phone.process.wait(60)
        for call in (
            device.observe,
            lambda: device.perform(Click(Point(5, 5))),
            lambda: device.read("echo 1"),
        ):
            with pytest.raises(DeviceError, match=r"is gone|cannot be reached|broke|offline"):
                call()
    adb_server.adb("disconnect", disposable_phone.serial)


def test_lost_connection_is_restored(
    adb_server: PrivateAdbServer, disposable_phone: PracticePhoneProcess
) -> None:
    """After a lost connection to a network phone, the device reconnects and the run continues."""
    with open_device(adb_server.port, disposable_phone.serial) as device:
        reset_phone(device)
        adb_server.adb("disconnect", disposable_phone.serial)
        device.perform(Open("Clock"))
        assert device.observe().app == "Clock"
    adb_server.adb("disconnect", disposable_phone.serial)


def test_unresponsive_phone_times_out_and_recovers(
    adb_server: PrivateAdbServer, disposable_phone: PracticePhoneProcess
) -> None:
    """Calls to an unresponsive phone time out; the device works again once the phone responds."""
    with open_device(
        adb_server.port, disposable_phone.serial, call_cap_sec=3.0, connect_cap_sec=3.0
    ) as device:
        reset_phone(device)
        with pytest.raises(NotSupported, match="did not finish"):
            device.read("sleep 30")
        disposable_phone.freeze()
        with pytest.raises(ActionTimeout, match="did not answer within 3 s"):
            device.perform(Click(Point(5, 5)))
        with pytest.raises(DeviceError, match="cannot be observed"):
            device.observe()
        disposable_phone.thaw()
        device.start(Start())
        assert device.observe().nodes
    adb_server.adb("disconnect", disposable_phone.serial)


def test_connection_lost_during_a_command(
    adb_server: PrivateAdbServer, disposable_phone: PracticePhoneProcess
) -> None:
    """A phone that ends while a command runs raises DeviceError, not a timeout."""
    with open_device(adb_server.port, disposable_phone.serial, connect_cap_sec=10) as device:
        reset_phone(device)
        killer = threading.Timer(0.5, disposable_phone.process.kill)
        killer.start()
        with pytest.raises(DeviceError):
            device.read("sleep 5; echo 1")
        killer.join()
    adb_server.adb("disconnect", disposable_phone.serial)


def test_missing_adb_names_the_install_command() -> None:
    """Without adb, the error contains the command that installs it."""
    device = android({"adb": "/no/such/adb", "server_port": free_port()})
    with pytest.raises(MissingExtra, match="apt install adb"):
        device.start(Start())


def test_server_start_failure(tmp_path: Path) -> None:
    """If the adb server does not start, the error contains its output."""
    broken = tmp_path / "adb"
    broken.write_text("#!/bin/sh\necho cannot bind >&2\nexit 1\n")
    broken.chmod(0o755)
    device = android({"adb": str(broken), "server_port": free_port()})
    with pytest.raises(DeviceError, match=r"cannot be started on port .*cannot bind"):
        device.start(Start())


def test_remote_server_is_not_started() -> None:
    """A remote server that does not answer raises an error; no local server is started."""
    device = android({"server_host": "192.0.2.1", "server_port": 5037})
    with pytest.raises(DeviceError, match="start it there"):
        device.start(Start())


def test_port_of_another_program() -> None:
    """Another program on the port raises an error that says it is not an adb server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def answer() -> None:
            for _ in range(3):
                connection, _ = listener.accept()
                with connection:
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(DeviceError, match="not an adb server"):
            android({"server_port": port}).start(Start())
        thread.join()


def test_stopped_server_is_restarted(disposable_phone: PracticePhoneProcess) -> None:
    """If the adb server was stopped, an observation raises an error and the next start restarts it."""
    adb_server = PrivateAdbServer()
    try:
        with open_device(adb_server.port, disposable_phone.serial) as device:
            reset_phone(device)
            adb_server.close()
            with pytest.raises(DeviceError, match=r"adb server .* is gone"):
                device.observe()
            device.start(Start())
            assert device.observe().nodes
    finally:
        adb_server.close()


def test_start_failures(session: PhoneSession) -> None:
    """A failed start script raises an error with its output, an unknown address one with the reason."""
    with pytest.raises(DeviceError, match=r"start script failed with status 127.*nosuch"):
        session.device.start(Start(script="nosuch --thing"))
    with pytest.raises(DeviceError, match=r"cannot be brought to the start.*no application is called"):
        session.device.start(Start("No such application"))
