"""Desktop sessions: a private one with a separate display, bus and home folder, or the running one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path

from onscreen.device.child_environment import child_environment
from onscreen.device.linux.dbus_connection import CONNECT_TIMEOUT_SEC, DBusConnection
from onscreen.device.linux.dbus_message import Call
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.process_group import ProcessGroup, find_program
from onscreen.device.linux.x_display import SOCKETS
from onscreen.device.temporary_profile import TemporaryProfile
from onscreen.types.errors import DeviceError

_ACCESSIBILITY = "org.a11y.Bus", "/org/a11y/bus"
_BUS = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"
_STATUS = "org.a11y.Status"
_TRIAL_TIMEOUT_SEC = 10.0

TOOLKIT_ENVIRONMENT: Mapping[str, str] = {
    "GTK_MODULES": "gail:atk-bridge",
    "GTK_A11Y": "atspi",
    "GDK_BACKEND": "x11",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    "QT_ACCESSIBILITY": "1",
    "QT_QPA_PLATFORM": "xcb",
    "SAL_USE_VCLPLUGIN": "gtk3",
    "MOZ_ENABLE_WAYLAND": "0",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "XDG_SESSION_TYPE": "x11",
    "LANG": "C.UTF-8",
}
"""Variables that make toolkits report accessibility trees: GTK 2 and 4, Qt, LibreOffice; and use X11."""

# Inside the sandbox of the desktop, Firefox cannot create another one and shows empty pages.
_SANDBOXED_ENVIRONMENT: Mapping[str, str] = {"MOZ_DISABLE_CONTENT_SANDBOX": "1"}
_GTK_SETTINGS = "[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\ngtk-recent-files-enabled=0\n"


class DesktopSession:
    """A desktop on which programs run.

    `sandbox` is the prefix of program commands that restricts writing to the home folder of a private
    desktop, or () if bubblewrap is not installed or usable. `display` is the X display,
    `accessibility_address` the D-Bus address of the accessibility bus, `environment` the variables of
    programs on the desktop, `home` their home folder, `processes` the group of the started programs.
    """

    def __init__(self, settings: LinuxSettings) -> None:
        """Start a private desktop, or connect to the display given in the settings.

        Raises:
            MissingExtra: a program is not installed; the message names the Debian package.
            DeviceError: the desktop does not start.
        """
        self._folder: TemporaryProfile | None = None
        self._bus: DBusConnection | None = None
        self.sandbox: tuple[str, ...] = ()
        self.processes = ProcessGroup()
        try:
            if settings.display:
                self._use_running(settings.display)
            else:
                self._start_private(settings)
            self.accessibility_address = self._enable_accessibility()
        except (DeviceError, OSError) as error:
            self.close()
            if isinstance(error, DeviceError):
                raise
            raise DeviceError(f"the desktop cannot be started: {error}") from error

    @property
    def is_private(self) -> bool:
        """True if the desktop ends with this object."""
        return self._folder is not None

    def close(self) -> None:
        """End the started programs, and delete a private desktop with its home folder."""
        if self._bus is not None:
            self._bus.close()
        self.processes.close()
        if self._folder is not None:
            self._folder.release()

    def _use_running(self, display: str) -> None:
        self.display, self.home = display, Path.home()
        self.environment: Mapping[str, str] = {**child_environment(), "DISPLAY": display}
        if "DBUS_SESSION_BUS_ADDRESS" not in self.environment:
            raise DeviceError(
                "DBUS_SESSION_BUS_ADDRESS is not set, so the session of the display has no known bus; run "
                "the command in a terminal of that session"
            )

    def _start_private(self, settings: LinuxSettings) -> None:
        """Start the X server and the session bus at the same time, and then the window manager."""
        x_server, window_manager = find_program("Xvfb"), find_program("openbox")
        bus_daemon = find_program("dbus-daemon")
        self._folder = TemporaryProfile()
        self.home = self._folder.path / "home"
        environment = _private_environment(self.home)
        screen = f"{settings.width}x{settings.height}x24"
        command = (
            *(x_server, "-displayfd", "{fd}", "-screen", "0", screen),
            *("-nolisten", "tcp", "-noreset", "-s", "0"),
        )
        with ThreadPoolExecutor(1) as pool:
            number = pool.submit(
                self.processes.start_with_answer,
                command,
                environment=dict(environment),
                timeout_sec=settings.launch_cap_sec,
            )
            prepare_home(self.home, settings.home)
            self.sandbox = sandbox_command(self.home)
            if self.sandbox:
                environment.update(_SANDBOXED_ENVIRONMENT)
            if not Path(SOCKETS).exists():
                wait((number,))
            environment["DBUS_SESSION_BUS_ADDRESS"] = self.processes.start_with_answer(
                (
                    *self.sandbox,
                    *(bus_daemon, "--session", "--nofork", "--nopidfile", "--print-address={fd}"),
                    f"--address=unix:path={self.home}/.runtime/bus",
                ),
                environment=environment,
                timeout_sec=settings.launch_cap_sec,
            )
            self.display = environment["DISPLAY"] = f":{number.result()}"
        self.environment = environment
        self.processes.start((window_manager, "--sm-disable"), environment=environment, folder=str(self.home))
        self._bus = DBusConnection(environment["DBUS_SESSION_BUS_ADDRESS"])
        variables = "DISPLAY", self.display
        call = Call(*_BUS, "UpdateActivationEnvironment", "a{ss}", (variables,))
        self._bus.call(call, timeout_sec=CONNECT_TIMEOUT_SEC)

    def _enable_accessibility(self) -> str:
        """Turn on the accessibility support of the session, and return the address of its bus.

        Raises:
            DeviceError: the session has no accessibility bus.
        """
        self._bus = self._bus or DBusConnection(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        name, path = _ACCESSIBILITY
        address = self._bus.call(Call(name, path, name, "GetAddress"), timeout_sec=CONNECT_TIMEOUT_SEC)
        if not address.text:
            raise DeviceError(
                f"the session has no accessibility bus ({address.error or 'no address'}); install it with: "
                "apt-get install at-spi2-core"
            )
        for switch in ("IsEnabled", "ScreenReaderEnabled"):
            properties = "org.freedesktop.DBus.Properties"
            call = Call(name, path, properties, "Set", "ssv", (_STATUS, switch, True))
            self._bus.call(call, timeout_sec=CONNECT_TIMEOUT_SEC)
        return address.text


def sandbox_command(home: Path) -> tuple[str, ...]:
    """Return the command prefix that runs a program with write access only to a home folder.

    Returns () if bubblewrap is not installed, or may not create the namespaces that it needs.
    """
    program = shutil.which("bwrap")
    if program is None or not _can_create_namespaces(program):
        return ()
    return (
        *(program, "--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--tmpfs", "/tmp"),  # noqa: S108
        *("--bind", str(home), str(home), "--bind-try", SOCKETS, SOCKETS, "--die-with-parent"),
    )


@cache
def _can_create_namespaces(program: str) -> bool:
    """Check whether bubblewrap may create the namespaces that it needs."""
    command = (program, "--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev", "--tmpfs", "/tmp", "true")  # noqa: S108
    try:
        trial = subprocess.run(command, capture_output=True, timeout=_TRIAL_TIMEOUT_SEC, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return not trial.returncode


def prepare_home(home: Path, template: str) -> None:
    """Create a home folder with the content of `template`, and turn off animations and caret blinking.

    Raises:
        OSError: the folder cannot be written.
    """
    if template:
        shutil.copytree(Path(template).expanduser(), home, symlinks=True)
        for lock in home.rglob(".lock"):
            lock.unlink()
    for folder in ("Desktop", "Documents", "Downloads", ".config/gtk-3.0", ".config/gtk-4.0", ".runtime"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    (home / ".runtime").chmod(0o700)
    for version in ("3.0", "4.0"):
        path = home / f".config/gtk-{version}/settings.ini"
        if not path.exists():
            path.write_text(_GTK_SETTINGS, "utf-8")


def _private_environment(home: Path) -> dict[str, str]:
    """Return the environment of a private desktop, without variables of the user's session."""
    kept = {name: value for name, value in child_environment().items() if not name.startswith("XDG_")}
    for name in ("WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "LANGUAGE"):
        kept.pop(name, None)
    return {
        **kept,
        **TOOLKIT_ENVIRONMENT,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home / ".runtime"),
        "XDG_DATA_DIRS": os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share"),
    }
