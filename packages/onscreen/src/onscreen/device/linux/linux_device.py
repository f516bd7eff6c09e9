"""Implementation of the device interface for a Linux desktop with X11."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from onscreen.deadline import now
from onscreen.device.linux import desktop_actions, file_actions, option_selection
from onscreen.device.linux.applications import as_tools, list_applications
from onscreen.device.linux.clipboard import read_clipboard, write_clipboard
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.device.linux.linux_settings import LinuxSettings
from onscreen.device.linux.next_desktop import NextDesktop
from onscreen.types import (
    Act,
    Action,
    Click,
    CloseTab,
    Download,
    Drag,
    Hover,
    LongPress,
    Open,
    Press,
    Scroll,
    Select,
    Shot,
    Start,
    Swipe,
    SwitchTab,
    Tab,
    Tool,
    Type,
    Upload,
    Wait,
)
from onscreen.types.errors import ActionFailed, ActionTimeout, DeviceError, NotSupported

_HANDLERS: Mapping[type[Act], Callable[..., str]] = {
    Click: desktop_actions.click,
    CloseTab: desktop_actions.close_window,
    Download: file_actions.download,
    Drag: desktop_actions.drag,
    Hover: desktop_actions.hover,
    LongPress: desktop_actions.long_press,
    Open: desktop_actions.open_application,
    Press: desktop_actions.press,
    Scroll: desktop_actions.scroll,
    Select: option_selection.select,
    Swipe: desktop_actions.swipe,
    SwitchTab: desktop_actions.switch_window,
    Type: desktop_actions.type_text,
    Upload: file_actions.upload,
    Wait: desktop_actions.wait,
}
_SETTINGS: Mapping[type[Act], str] = {Download: "downloads", Upload: "uploads"}
ACTIONS: frozenset[type[Act]] = frozenset(_HANDLERS) - frozenset(_SETTINGS)
"""The action classes that every desktop supports. Tabs are its windows."""


class LinuxDevice:
    """Linux desktop with X11: a private one created by each start, or the user's running session."""

    def __init__(self, settings: LinuxSettings) -> None:
        """Store the settings without starting a desktop."""
        self.name = "linux"
        self.actions: frozenset[type[Act]] = ACTIONS.union(
            {Download} if settings.downloads else (), {Upload} if settings.uploads else ()
        )
        self.settings = settings
        self._desktop: LinuxDesktop | None = None
        self._next = NextDesktop(settings)

    @property
    def home(self) -> Path:
        """Home folder of the programs.

        Raises:
            DeviceError: the device has not been started.
        """
        return self._require_desktop().session.home

    @property
    def shared_folder(self) -> Path | None:
        """The home folder of a private desktop; None for a running session, whose files are the user's.

        Raises:
            DeviceError: the device has not been started.
        """
        return None if self.settings.display else self.home

    @property
    def sandboxed(self) -> bool:
        """True if programs can write only to their home folder.

        Raises:
            DeviceError: the device has not been started.
        """
        return bool(self._require_desktop().session.sandbox)

    def front_process(self) -> int:
        """Return the process id of the program in front, 0 if unknown.

        Raises:
            DeviceError: the device has not been started.
        """
        front = self._require_desktop().front_window()
        return front.process_id if front else 0

    def start(self, start: Start) -> None:
        """Start a new desktop, run the start script in its home folder, and open the start address.

        The address is an application: its name or identifier, or a command. In a running session, open
        windows stay open.

        Raises:
            DeviceError: the desktop, the script or the application does not start.
            MissingExtra: a program is not installed; the message contains the command to install it.
        """
        self._close_desktop()
        self._desktop = desktop = self._next.take()
        try:
            if start.script:
                self._run_start_script(desktop, start.script)
            if start.address:
                desktop.open_address(start.address)
        except ActionFailed as error:
            self.close()
            raise DeviceError(f"the desktop cannot be brought to the start: {error}") from error

    def tools(self) -> tuple[Tool, ...]:
        """List the installed applications.

        Raises:
            DeviceError: the device has not been started.
        """
        return as_tools(list_applications(self._require_desktop().session.environment))

    def observe(self) -> Shot:
        """Wait for the screen to settle, then capture a screenshot and the nodes of all windows.

        The tabs of the shot are the windows, in the order in which they were opened.

        Raises:
            DeviceError: the desktop is gone.
        """
        desktop = self._require_desktop()
        tree, picture = desktop.look()
        front = desktop.front_window()
        tabs = tuple(
            Tab(
                number,
                window.title,
                window.program,
                current=front is not None and front.number == window.number,
            )
            for number, window in enumerate(desktop_actions.list_windows(desktop), 1)
        )
        return Shot(
            picture,
            tree.nodes,
            app=front.title if front else "",
            address=front.program if front else "",
            taken_at=now(),
            tabs=tabs,
            warning=tree.warning,
        )

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome, such as the text of a field.

        Raises:
            ActionFailed: the action could not be performed; the desktop remains usable.
            DeviceError: the desktop is gone.
        """
        desktop = self._require_desktop()
        handler = _HANDLERS.get(type(action))
        if handler is None or type(action) not in self.actions:
            setting = _SETTINGS.get(type(action))
            advice = f" without the setting {setting!r}" if setting else ""
            kind = type(action).__name__
            raise NotSupported(f"the device 'linux' does not support the action {kind}{advice}")
        return handler(desktop, action)

    def read(self, expression: str) -> str:
        """Run a trusted shell command in the home folder and return its output as JSON text.

        Output that is not JSON is returned as a JSON string.

        Raises:
            NotSupported: the command fails or does not end in time.
            DeviceError: the desktop is gone.
        """
        desktop = self._require_desktop()
        try:
            result = desktop.run_script(expression, timeout_sec=self.settings.launch_cap_sec)
        except ActionTimeout as error:
            raise NotSupported(str(error)) from error
        if result.returncode:
            raise NotSupported(f"the command {expression!r} failed: {result.stderr.strip()[:500]}")
        try:
            json.loads(result.stdout)
        except ValueError:
            return json.dumps(result.stdout)
        return result.stdout

    def read_clipboard(self) -> str:
        """Return the text on the clipboard, "" if it is empty or contains no text.

        Raises:
            DeviceError: the device has not been started.
        """
        return read_clipboard(environment=self._require_desktop().session.environment)

    def write_clipboard(self, text: str) -> None:
        """Put a text on the clipboard, for pasting with Control+v.

        Raises:
            ActionFailed: the clipboard cannot be set.
            DeviceError: the device has not been started.
        """
        write_clipboard(text, environment=self._require_desktop().session.environment)

    def close(self) -> None:
        """End a private desktop and all started programs."""
        self._close_desktop()
        self._next.close()

    def _close_desktop(self) -> None:
        if self._desktop is not None:
            self._desktop.close()
            self._desktop = None

    def _run_start_script(self, desktop: LinuxDesktop, script: str) -> None:
        result = desktop.run_script(script, timeout_sec=self.settings.launch_cap_sec)
        if result.returncode:
            message = result.stderr.strip()[:500]
            raise DeviceError(f"the start script failed with status {result.returncode}: {message}")

    def _require_desktop(self) -> LinuxDesktop:
        if self._desktop is None:
            raise DeviceError("the device has not been started; call start first")
        return self._desktop
