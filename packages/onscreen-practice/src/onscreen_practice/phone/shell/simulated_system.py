"""Simulated Android system on which shells run, with files, ports and system properties."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock

from onscreen_practice.phone.adb.reverse_forwards import ReverseForwards
from onscreen_practice.phone.device_builds import DeviceBuild
from onscreen_practice.phone.port_listeners import DevicePorts
from onscreen_practice.phone.providers.row_numbers import RowNumbers
from onscreen_practice.phone.shell.file_system import Storage
from onscreen_practice.phone.shell.phone_interface import PhoneAccess
from onscreen_practice.phone.shell.screen_recorder import RecordingProcesses

_START_TIMEOUT_SEC = 60.0
_PRODUCTION_BUILD = DeviceBuild()


class Machine:
    """Simulated Android system of one phone, shared by all shells.

    `on_restart` is called when a reboot, or a restart of adbd, disconnects all clients. `is_adb_root` is True
    while adbd runs as root.
    """

    def __init__(
        self, phone: PhoneAccess, *, on_restart: Callable[[], None], build: DeviceBuild = _PRODUCTION_BUILD
    ) -> None:
        self.phone = phone
        self.build = build
        self.is_adb_root = False
        self.row_numbers = RowNumbers()
        self.provider_lock = Lock()
        self.storage = Storage(phone)
        self.ports = DevicePorts()
        self.reverse_forwards = ReverseForwards()
        self.recordings = RecordingProcesses()
        self._on_restart = on_restart
        self._is_up = Event()
        self._is_up.set()
        self._lock = Lock()
        self._properties: dict[str, str] = {}

    @property
    def properties(self) -> dict[str, str]:
        """All system properties, sorted by name."""
        own = {"service.adb.root": "1"} if self.is_adb_root else {}
        return dict(sorted({**self.build.properties, **own, **self._properties}.items()))

    def set_property(self, name: str, value: str) -> None:
        """Set a system property until the next reset."""
        with self._lock:
            self._properties[name] = value

    def reset(self, seed: int | None = None) -> None:
        """Reset the phone, its files and its properties to the initial state for a random seed.

        The current seed is kept if `seed` is None.
        """
        phone = self.phone
        phone.reset(seed)
        if (phone.shown_size, phone.shown_density) != (phone.size, phone.density):
            phone.resize(None, density=None)
        self.storage.clear_temporary()
        self.row_numbers.clear()
        with self._lock:
            self._properties = {}

    def restart(self) -> None:
        """Reboot the phone, which disconnects all clients and restores the initial state."""
        self._is_up.clear()
        try:
            self._on_restart()
            self.is_adb_root = False
            self.recordings.stop_all()
            self.ports.close_all()
            self.reverse_forwards.clear()
            self.reset()
        finally:
            self._is_up.set()

    def restart_adbd(self, *, as_root: bool) -> None:
        """Restart adbd with or without root access, which disconnects all clients."""
        self.is_adb_root = as_root
        self._on_restart()

    def wait_until_up(self) -> None:
        """Wait at most one minute for a reboot in progress to finish."""
        self._is_up.wait(_START_TIMEOUT_SEC)
