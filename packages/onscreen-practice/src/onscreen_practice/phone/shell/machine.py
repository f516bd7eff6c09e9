"""What the shell runs on: the phone, its files, and its system properties."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock

from onscreen_practice.phone.shell.fixed_files import PROPERTIES
from onscreen_practice.phone.shell.phone_facts import Phone
from onscreen_practice.phone.shell.storage import Storage

_START_SEC = 60.0


class Machine:
    """One phone as every shell on it sees it; `restarting` is called when it begins to start anew."""

    def __init__(self, phone: Phone, *, restarting: Callable[[], None]) -> None:
        self.phone = phone
        self.storage = Storage(phone)
        self._restarting = restarting
        self._is_up = Event()
        self._is_up.set()
        self._lock = Lock()
        self._properties: dict[str, str] = {}

    @property
    def properties(self) -> dict[str, str]:
        """Every system property, by name."""
        return dict(sorted({**PROPERTIES, **self._properties}.items()))

    def set_property(self, name: str, value: str) -> None:
        """Set a system property until the phone starts anew."""
        with self._lock:
            self._properties[name] = value

    def reset(self, seed: int | None = None) -> None:
        """Bring the phone back to the beginning of a seed; None: the same one."""
        phone = self.phone
        phone.reset(seed)
        if (phone.shown_size, phone.shown_density) != (phone.size, phone.density):
            phone.resize(None, density=None)
        self.storage.forget_temporary()
        with self._lock:
            self._properties = {}

    def restart(self) -> None:
        """Start anew, as after a reboot: clients are let go, and everything is as it was at the beginning."""
        self._is_up.clear()
        try:
            self._restarting()
            self.reset()
        finally:
            self._is_up.set()

    def wait_until_up(self) -> None:
        """Wait until the phone is not starting."""
        self._is_up.wait(_START_SEC)
