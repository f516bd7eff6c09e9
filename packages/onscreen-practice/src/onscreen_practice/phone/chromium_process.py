"""Chromium process with a remote debugging pipe."""

from __future__ import annotations

from onscreen.device.browser_process import BrowserPipe
from onscreen.device.chromium_executable import NO_SANDBOX_FLAG, executable, is_sandboxed
from onscreen.types.errors import DeviceError, MissingExtra
from onscreen_practice.phone.phone_errors import PhoneError, RendererLost

FLAGS = (
    "--headless", "--disable-gpu", "--disable-frame-rate-limit", "--in-process-gpu", "--no-first-run",
    "--no-default-browser-check", "--disable-background-networking", "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding", "--disable-breakpad", "--disable-crash-reporter",
    "--disable-component-update", "--disable-default-apps", "--disable-dev-shm-usage", "--disable-extensions",
    "--disable-field-trial-config", "--disable-hang-monitor", "--disable-lcd-text", "--disable-quic",
    "--disable-checker-imaging", "--enable-features=NetworkServiceInProcess2",
    "--disable-sync", "--disable-site-isolation-trials", "--disable-smooth-scrolling", "--mute-audio",
    "--force-color-profile=srgb", "--hide-scrollbars", "--metrics-recording-only", "--password-store=basic",
    "--renderer-process-limit=1", "--window-size=16,16",
    "--disable-features=Translate,MediaRouter,PaintHolding,BackForwardCache,SpareRendererForSitePerProcess",
)  # fmt: skip
"""Flags of the browser.

The window is small because the browser draws its content again for each screenshot, at the size of the
emulated display; frames between screenshots are then neither drawn nor stored at full size.
"""
_NO_ZYGOTE_FLAG = "--no-zygote"
"""Saves the memory of the processes that prepare the sandbox of a renderer; not allowed with a sandbox."""


class Chromium:
    """Chromium process that renders the phone, controlled through its remote debugging pipe.

    `path` is the path of the browser.
    """

    def __init__(self, browser: str = "") -> None:
        """Start the browser with an empty profile, without waiting until it responds.

        An empty `browser` starts an installed one.

        Raises:
            PhoneError: no browser was found, or it cannot be started.
        """
        try:
            self.path = executable(browser)
        except MissingExtra as missing:
            raise PhoneError(str(missing)) from missing
        as_root = () if is_sandboxed() else (NO_SANDBOX_FLAG, _NO_ZYGOTE_FLAG)
        try:
            self._pipe = BrowserPipe(self.path, (*FLAGS, *as_root, "about:blank"), profile="")
        except DeviceError as error:
            raise PhoneError(str(error)) from error

    @property
    def pid(self) -> int:
        """Process ID of the browser, or 0 after `close`.

        The browser is the leader of its process group.
        """
        return self._pipe.pid

    def send(self, message: bytes) -> None:
        """Write one message to the debugging pipe.

        Raises:
            RendererLost: the browser has exited.
        """
        try:
            self._pipe.send(message)
        except DeviceError as error:
            raise RendererLost(f"the browser that renders the phone has exited: {error}") from error

    def receive(self, deadline: float) -> bytes | None:
        """Wait for the next message from the browser and return it.

        Returns None if no message arrives before the monotonic time `deadline`.

        Raises:
            RendererLost: the browser has exited.
        """
        try:
            return self._pipe.receive(deadline)
        except DeviceError as error:
            raise RendererLost(f"the browser that renders the phone has exited: {error}") from error

    def close(self, grace_sec: float = 0.0) -> None:
        """Close the debugging pipe and kill the browser if it is running after `grace_sec` seconds.

        Calling this method again has no effect.
        """
        self._pipe.close(grace_sec)
