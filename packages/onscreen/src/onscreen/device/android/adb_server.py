"""The adb server: the phones it knows, and connections to them."""

from __future__ import annotations

import re
import time

import msgspec
from adbutils import AdbClient, AdbConnection, AdbError, AdbTimeout

from onscreen.device.android.adb_executable import adb_program, is_listening, server_place, start_server
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.types.errors import DeviceError

_ROW = re.compile(r"^(\S+)\s+(no permissions|\S+)(.*)$")
_PAUSE_SEC = 0.05
_HOST_CAP_SEC = 10.0


class Attached(msgspec.Struct, frozen=True):
    """One phone as the server lists it; `state` is device, unauthorized, offline, ..."""

    serial: str
    state: str
    model: str = ""

    def told(self) -> str:
        """Return it in words."""
        return f"{self.serial} ({', '.join(filter(None, (self.state, self.model)))})"


class Server:
    """Speaks to the adb server; every call makes a connection of its own and closes it."""

    def __init__(self, settings: AndroidSettings) -> None:
        """Make sure that the server runs.

        Raises:
            MissingExtra: it does not run, and there is no adb to start it with.
            DeviceError: it does not start, or is on another machine and does not answer.
        """
        self.host, self.port = server_place(settings.server_host, settings.server_port)
        self._client = AdbClient(self.host, self.port)
        if not is_listening(self.host, self.port):
            if self.host not in ("127.0.0.1", "localhost", "::1"):
                raise DeviceError(
                    f"no adb server answers at {self.host}:{self.port}; "
                    "start it there with: adb -a start-server"
                )
            start_server(adb_program(settings.adb), self.port)

    def connection(self, cap_sec: float) -> AdbConnection:
        """Return a new connection to the server, to be closed by the caller.

        Raises:
            DeviceError: the server is gone.
        """
        if not is_listening(self.host, self.port):
            raise DeviceError(f"the adb server at {self.host}:{self.port} is gone; start again")
        connection = self._client.make_connection(timeout=cap_sec)
        connection.conn.settimeout(cap_sec)
        return connection

    def attached(self) -> tuple[Attached, ...]:
        """Return the phones there are, whatever their state.

        Raises:
            DeviceError: the server does not answer.
        """
        rows = (_ROW.match(row) for row in self._asked("host:devices-l").splitlines())
        return tuple(Attached(row[1], row[2], _model(row[3])) for row in rows if row)

    def connect(self, address: str, cap_sec: float) -> str:
        """Have the server connect to a phone of the network; returns what the server says to it.

        Raises:
            DeviceError: the server does not answer.
        """
        try:
            return self._asked(f"host:connect:{address}", cap_sec=cap_sec)
        except NoAnswer:
            return f"it gave no answer in {cap_sec:g} s"

    def disconnect(self, address: str) -> None:
        """Have the server let go of a phone of the network, if it holds it.

        Raises:
            DeviceError: the server does not answer.
        """
        try:
            self._asked(f"host:disconnect:{address}")
        except NoPhone:
            return

    def features(self, serial: str) -> frozenset[str]:
        """Return what the phone's adb can do.

        Raises:
            NoPhone: the phone is not there.
            DeviceError: the server does not answer.
        """
        return frozenset(self._asked(f"host-serial:{serial}:features").split(","))

    def waited(self, serial: str, cap_sec: float, *, grace_sec: float) -> Attached | None:
        """Return the phone once it is ready or its state is final; None when it is not there.

        A phone that is asked for its consent is unauthorized at first: that is final after `grace_sec`.
        """
        start = time.monotonic()
        while True:
            found = next((each for each in self.attached() if each.serial == serial), None)
            passed = time.monotonic() - start
            if found is None or found.state == "device" or passed > cap_sec:
                return found
            if found.state not in ("offline", "connecting", "authorizing") and passed > grace_sec:
                return found
            time.sleep(_PAUSE_SEC)

    def _asked(self, question: str, *, cap_sec: float = _HOST_CAP_SEC) -> str:
        connection = self.connection(cap_sec)
        try:
            connection.send_command(question)
            connection.check_okay()
            return str(connection.read_string_block())
        except AdbTimeout as error:
            raise NoAnswer(
                f"the adb server at {self.host}:{self.port} gave no answer in {cap_sec:g} s"
            ) from error
        except AdbError as error:
            if str(error).startswith("Unknown data"):
                raise DeviceError(
                    f"what listens at {self.host}:{self.port} is no adb server: {error}"
                ) from error
            raise NoPhone(str(error)) from error
        except (OSError, ValueError) as error:
            raise DeviceError(
                f"the adb server at {self.host}:{self.port} does not answer: {error}"
            ) from error
        finally:
            connection.conn.close()


class NoAnswer(DeviceError):
    """The server did not answer in time: a phone it was to reach does not."""


class NoPhone(DeviceError):
    """The server says no: the phone is not there, not authorized, offline, ..."""


def phones_told() -> str:
    """Return which phones are attached, in words; where no server runs none is started to find out.

    Raises:
        DeviceError: the server does not answer.
    """
    host, port = server_place()
    if not is_listening(host, port):
        return f"no adb server runs at {host}:{port} yet, so no phones are known: adb devices"
    there = Server(AndroidSettings()).attached()
    return f"phones: {', '.join(each.told() for each in there)}" if there else "no phone is attached"


def _model(details: str) -> str:
    found = re.search(r"\bmodel:(\S+)", details)
    return found[1].replace("_", " ") if found else ""
