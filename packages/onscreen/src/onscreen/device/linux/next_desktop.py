"""Private desktop that is started in advance."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.types.errors import DeviceError, OnscreenError


class NextDesktop:
    """Source of desktops; with the setting `prestart`, the next one starts while one is in use."""

    def __init__(self, settings: LinuxSettings) -> None:
        """Store the settings without starting a desktop."""
        self._settings = settings
        self._started: Future[LinuxDesktop] | None = None

    def take(self) -> LinuxDesktop:
        """Return an unused desktop, and start the next one in the background if `prestart` is set.

        Raises:
            MissingExtra: a program is not installed.
            DeviceError: the desktop does not start.
        """
        started, self._started = self._started, None
        desktop = _usable(started.result()) if started is not None else None
        desktop = desktop or LinuxDesktop(self._settings)
        if self._settings.prestart:
            pool = ThreadPoolExecutor(1)
            self._started = pool.submit(LinuxDesktop, self._settings)
            pool.shutdown(wait=False)
        return desktop

    def close(self) -> None:
        """End the desktop that was started in advance."""
        started, self._started = self._started, None
        if started is not None:
            with suppress(OnscreenError):
                started.result().close()


def _usable(desktop: LinuxDesktop) -> LinuxDesktop | None:
    """Return the desktop started in advance; if its display is gone, close the desktop and return None."""
    try:
        desktop.windows()
    except DeviceError:
        desktop.close()
        return None
    return desktop
