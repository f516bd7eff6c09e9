"""Client for the adb server that lists phones and opens connections to them."""

from __future__ import annotations

import re
import time

import msgspec
from adbutils import AdbClient, AdbConnection, AdbError, AdbTimeout

from onscreen.deadline import check_limit, remaining_sec, sleep
from onscreen.device.android.adb_executable import find_adb, is_listening, server_address, start_server
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.types.errors import DeviceError

_DEVICE_ROW = re.compile(r"^(\S+)\s+(no permissions|\S+)(.*)$")
_POLL_SEC = 0.05
_REQUEST_TIMEOUT_SEC = 10.0
_MIN_TIMEOUT_SEC = 0.01


class AttachedPhone(msgspec.Struct, frozen=True):
    """Phone known to the adb server, with its connection state.

    `state` is device, unauthorized, offline, ...
    """

    serial: str
    state: str
    model: str = ""

    def describe(self) -> str:
        """Describe the phone by its serial, state and model."""
        return f"{self.serial} ({', '.join(filter(None, (self.state, self.model)))})"


class AdbServer:
    """Client that sends each request to the adb server over a new connection."""

    def __init__(self, settings: AndroidSettings) -> None:
        """Start the server if none is running on this machine.

        Raises:
            MissingExtra: no server is running and adb is not installed.
            DeviceError: the server does not start, or a remote server does not answer.
        """
        self.host, self.port = server_address(settings.server_host, settings.server_port)
        self._client = AdbClient(self.host, self.port)
        if not is_listening(self.host, self.port):
            if self.host not in ("127.0.0.1", "localhost", "::1"):
                raise DeviceError(
                    f"no adb server answers at {self.host}:{self.port}; "
                    "start it there with: adb -a start-server"
                )
            start_server(find_adb(settings.adb), self.port)

    def connect(self, timeout_sec: float) -> AdbConnection:
        """Open a new connection to the adb server, which the caller must close.

        Raises:
            DeviceError: the server is gone.
        """
        if not is_listening(self.host, self.port):
            raise DeviceError(f"the adb server at {self.host}:{self.port} is gone; start the device again")
        timeout_sec = max(_MIN_TIMEOUT_SEC, min(timeout_sec, remaining_sec()))
        connection = self._client.make_connection(timeout=timeout_sec)
        connection.conn.settimeout(timeout_sec)
        return connection

    def list_phones(self) -> tuple[AttachedPhone, ...]:
        """List all attached phones, including those that are offline or unauthorized.

        Raises:
            DeviceError: the server does not answer.
        """
        rows = (_DEVICE_ROW.match(row) for row in self._request("host:devices-l").splitlines())
        return tuple(AttachedPhone(row[1], row[2], _parse_model(row[3])) for row in rows if row)

    def connect_phone(self, address: str, timeout_sec: float) -> str:
        """Ask the adb server to connect to a phone over the network and return the server's reply.

        Raises:
            DeviceError: the server does not answer.
        """
        try:
            return self._request(f"host:connect:{address}", timeout_sec=timeout_sec)
        except ServerTimeout:
            return f"no answer within {timeout_sec:g} s"

    def disconnect_phone(self, address: str) -> None:
        """Disconnect from a phone that is connected over the network.

        Does nothing if the phone is not connected.

        Raises:
            DeviceError: the server does not answer.
        """
        try:
            self._request(f"host:disconnect:{address}")
        except PhoneUnavailable:
            return

    def features(self, serial: str) -> frozenset[str]:
        """Return the adb features that the phone supports, such as "shell_v2".

        Raises:
            PhoneUnavailable: the phone is not attached.
            DeviceError: the server does not answer.
        """
        return frozenset(self._request(f"host-serial:{serial}:features").split(","))

    def wait_until_ready(
        self, serial: str, timeout_sec: float, *, consent_sec: float
    ) -> AttachedPhone | None:
        """Wait until the phone is ready for use or the timeout expires, and return the phone.

        An unauthorized phone may still be waiting for its user's consent, so it is returned only after
        `consent_sec`. Returns None if the phone is not attached.
        """
        start = time.monotonic()
        while True:
            phone = next((each for each in self.list_phones() if each.serial == serial), None)
            elapsed = time.monotonic() - start
            if phone is None or phone.state == "device" or elapsed > timeout_sec:
                return phone
            if phone.state not in ("offline", "connecting", "authorizing") and elapsed > consent_sec:
                return phone
            sleep(_POLL_SEC)

    def _request(self, service: str, *, timeout_sec: float = _REQUEST_TIMEOUT_SEC) -> str:
        connection = self.connect(timeout_sec)
        try:
            connection.send_command(service)
            connection.check_okay()
            return str(connection.read_string_block())
        except AdbTimeout as error:
            check_limit()
            raise ServerTimeout(
                f"the adb server at {self.host}:{self.port} did not answer within {timeout_sec:g} s"
            ) from error
        except AdbError as error:
            if str(error).startswith("Unknown data"):
                raise DeviceError(
                    f"the program that listens at {self.host}:{self.port} is not an adb server: {error}"
                ) from error
            raise PhoneUnavailable(str(error)) from error
        except (OSError, ValueError) as error:
            raise DeviceError(
                f"the adb server at {self.host}:{self.port} does not answer: {error}"
            ) from error
        finally:
            connection.conn.close()


class ServerTimeout(DeviceError):
    """Raised when the adb server does not answer in time, for example because a phone does not respond."""


class PhoneUnavailable(DeviceError):
    """Raised when the adb server refuses a request, for example because the phone is offline."""


def describe_phones() -> str:
    """Describe the attached phones in one sentence, without starting an adb server.

    Raises:
        DeviceError: the server does not answer.
    """
    host, port = server_address()
    if not is_listening(host, port):
        return f"no adb server is running at {host}:{port}; list the phones with: adb devices"
    phones = AdbServer(AndroidSettings()).list_phones()
    return f"phones: {', '.join(each.describe() for each in phones)}" if phones else "no phone is attached"


def _parse_model(details: str) -> str:
    match = re.search(r"\bmodel:(\S+)", details)
    return match[1].replace("_", " ") if match else ""
