"""Implementation of the device interface through an operating system's accessibility interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from onscreen.deadline import now
from onscreen.device.native import native_actions
from onscreen.device.native.native_desktop import NativeDesktop
from onscreen.device.native.native_settings import NativeSettings
from onscreen.device.native.operating_system import OperatingSystem
from onscreen.device.native.screen_source import ScreenInput, ScreenSource, load_recording
from onscreen.types import (
    Act,
    Action,
    Click,
    Drag,
    Hover,
    LongPress,
    Open,
    Press,
    Scroll,
    Shot,
    Start,
    Swipe,
    SwitchTab,
    Tab,
    Tool,
    Type,
    Wait,
)
from onscreen.types.errors import ActionFailed, DeviceError, NotSupported

SCREEN_EXPRESSION = "screen"
"""Expression for `read` whose value is the screen in the format of a recording."""
_HANDLERS: Mapping[type[Act], Callable[..., str]] = {
    Click: native_actions.click,
    Drag: native_actions.drag,
    Hover: native_actions.hover,
    LongPress: native_actions.long_press,
    Open: native_actions.open_application,
    Press: native_actions.press,
    Scroll: native_actions.scroll,
    Swipe: native_actions.swipe,
    SwitchTab: native_actions.switch_window,
    Type: native_actions.type_text,
    Wait: native_actions.wait,
}
ACTIONS: frozenset[type[Act]] = frozenset(_HANDLERS)
"""The action classes that the devices `windows` and `macos` support. Tabs are windows."""


class NativeDevice:
    """The user's session of an operating system, or a recording of one."""

    def __init__(self, system: OperatingSystem, settings: NativeSettings) -> None:
        """Store the settings without connecting to the session."""
        self.name = system.device
        self.actions = ACTIONS
        self.settings = settings
        self._system = system
        self._desktop: NativeDesktop | None = None

    def start(self, start: Start) -> None:
        """Connect to the session and open the start address, the name of an application.

        Open windows stay open.

        Raises:
            DeviceError: the session cannot be reached, the application does not open, or the start has a
                script.
            MissingExtra: a package is not installed.
            BadText: the recording cannot be read.
        """
        self.close()
        if start.script:
            raise DeviceError(f"the device {self.name!r} runs no start scripts; found {start.script!r}")
        if self.settings.recording:
            recording = load_recording(Path(self.settings.recording).expanduser())
            source: ScreenSource = recording
            screen_input: ScreenInput = recording
        else:
            source, screen_input = self._system.connect()
        self._desktop = desktop = NativeDesktop(
            source, self._system, screen_input=screen_input, settings=self.settings
        )
        try:
            if start.address:
                native_actions.open_application(desktop, Open(start.address))
        except ActionFailed as error:
            self.close()
            raise DeviceError(f"the desktop cannot be brought to the start: {error}") from error

    def tools(self) -> tuple[Tool, ...]:
        """List the installed applications.

        Raises:
            DeviceError: the device has not been started.
        """
        return self._require_desktop().source.tools()

    def observe(self) -> Shot:
        """Wait for the screen to settle, then capture a screenshot and the nodes of all windows.

        The tabs of the shot are the windows, in the order in which they were opened.

        Raises:
            DeviceError: the operating system does not give access to the screen.
        """
        desktop = self._require_desktop()
        observation = desktop.look()
        front = desktop.front_window()
        tabs = tuple(
            Tab(number, window.title, window.program, current=window == front)
            for number, window in enumerate(native_actions.list_windows(desktop), 1)
        )
        return Shot(
            observation.picture,
            observation.tree.nodes,
            app=front.title if front else "",
            address=front.program if front else "",
            taken_at=now(),
            tabs=tabs,
            warning=observation.tree.warning,
        )

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome, such as the text of a field.

        Raises:
            ActionFailed: the action could not be performed; the desktop remains usable.
            DeviceError: the operating system does not give access to the screen.
        """
        desktop = self._require_desktop()
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise NotSupported(
                f"the device {self.name!r} does not support the action {type(action).__name__}"
            )
        return handler(desktop, action)

    def read(self, expression: str) -> str:
        """Return the screen as JSON text for the expression "screen", so that it can be recorded.

        The content of password fields is left out.

        Raises:
            NotSupported: any other expression.
            DeviceError: the device has not been started.
        """
        if expression != SCREEN_EXPRESSION:
            raise NotSupported(
                f"the device {self.name!r} reads only {SCREEN_EXPRESSION!r}; found {expression!r}"
            )
        screen = self._require_desktop().source.read()
        return msgspec.json.encode(self._system.without_passwords(screen)).decode()

    def close(self) -> None:
        """Release the connection to the session; programs stay open."""
        if self._desktop is not None:
            self._desktop.source.close()
            self._desktop = None

    def _require_desktop(self) -> NativeDesktop:
        if self._desktop is None:
            raise DeviceError("the device has not been started; call start first")
        return self._desktop
