"""Implementation of the device interface for a phone connected through adb."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from onscreen.deadline import now
from onscreen.device.android import (
    app_navigation,
    option_selection,
    phone_text_input,
    scroll_actions,
    touch_actions,
)
from onscreen.device.android.adb_server import AdbServer
from onscreen.device.android.adb_shell import PhoneShell
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.device.android.app_descriptions import build_tools
from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.device_lock import DeviceLock
from onscreen.device.android.device_selection import choose_phone, disconnect
from onscreen.device.android.installed_apps import App, app_label, find_app
from onscreen.device.android.phone_observation import observe_phone
from onscreen.types import (
    Act,
    Action,
    Back,
    Click,
    Drag,
    Home,
    LongPress,
    OffscreenCounts,
    Open,
    Press,
    Scroll,
    Select,
    Shot,
    Start,
    Swipe,
    Tool,
    Type,
    Wait,
)
from onscreen.types.errors import ActionFailed, ActionTimeout, DeviceError, NotSupported

_HANDLERS: Mapping[type[Act], Callable[..., str]] = {
    Click: touch_actions.click,
    LongPress: touch_actions.long_press,
    Swipe: touch_actions.swipe,
    Drag: touch_actions.drag,
    Scroll: scroll_actions.scroll,
    Type: phone_text_input.type_text,
    Press: phone_text_input.press,
    Select: option_selection.select,
    Open: app_navigation.open_app_or_address,
    Back: app_navigation.back,
    Home: app_navigation.home,
    Wait: app_navigation.wait,
}
ACTIONS: frozenset[type[Act]] = frozenset(_HANDLERS)
"""The action classes that a phone supports."""

_WAKE_COMMAND = "input keyevent 224; wm dismiss-keyguard"


class AndroidDevice:
    """Android phone controlled through adb, connected on the first call to `start`."""

    def __init__(self, settings: AndroidSettings) -> None:
        """Store the settings without connecting."""
        self.name = "android"
        self.actions = ACTIONS
        self.settings = settings
        self._phone: ConnectedPhone | None = None
        self._lock: DeviceLock | None = None

    def start(self, start: Start) -> None:
        """Wake the phone, run the start script, and open the start address or home screen.

        The application at the address is restarted; its stored data stays, unless the script removes it.

        Raises:
            DeviceError: no phone is ready, the script fails, or the address does not open.
            MissingExtra: adb is not installed; the message contains the command that installs it.
        """
        try:
            phone = self._wake_phone()
            if start.script:
                self._run_script(phone, start.script)
            self._open_start_address(phone, start.address)
            phone.dump_tree()
        except ActionFailed as error:
            raise DeviceError(f"the phone cannot be brought to the start: {error}") from error

    def tools(self) -> tuple[Tool, ...]:
        """List the applications on the phone that can be launched.

        Raises:
            DeviceError: the phone is gone, or does not list its applications in time.
        """
        try:
            return build_tools(app_navigation.list_apps(self._require_phone()))
        except ActionTimeout as error:
            raise DeviceError(f"the phone does not list its applications: {error}") from error

    def observe(self) -> Shot:
        """Wait for the screen to settle, then capture a screenshot and the matching UI nodes.

        Raises:
            DeviceError: the phone is gone, or provides no screenshot in time.
        """
        phone = self._require_phone()
        try:
            observation = observe_phone(phone)
        except ActionTimeout as error:
            raise DeviceError(f"the phone cannot be observed: {error}") from error
        content = observation.tree.content if observation.tree else None
        return Shot(
            observation.picture,
            content.nodes if content else (),
            app=app_label(observation.foreground.package),
            address=observation.foreground.address,
            taken_at=now(),
            beyond=content.beyond if content else OffscreenCounts(),
            warning=observation.warning,
        )

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome, such as the text of a field.

        Raises:
            ActionFailed: the action could not be performed; the phone remains usable.
            DeviceError: the phone is gone.
        """
        phone = self._require_phone()
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise NotSupported(f"the device 'android' does not support the action {type(action).__name__}")
        try:
            return handler(phone, action)
        finally:
            phone.last_observation = phone.seen_nodes = None

    def read(self, expression: str) -> str:
        """Run a trusted shell command on the phone and return its output as JSON text.

        Output that is not JSON is returned as a JSON string.

        Raises:
            NotSupported: the command fails or does not finish in time.
            DeviceError: the phone is gone.
        """
        try:
            result = self._require_phone().shell.run(expression)
        except ActionTimeout as error:
            raise NotSupported(f"{expression!r} did not finish: {error}") from error
        if result.status:
            raise NotSupported(f"the phone cannot run {expression!r}: {result.error_text}")
        try:
            json.loads(result.text)
        except ValueError:
            return json.dumps(result.text)
        return result.text

    def close(self) -> None:
        """Disconnect from the phone and release its lock.

        Nothing keeps running on the phone.
        """
        self._phone = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def disconnect(self) -> None:
        """Remove a network phone from the adb server's list, before the phone is shut down."""
        disconnect(self.settings)

    def _wake_phone(self) -> ConnectedPhone:
        """Wake the connected phone, or connect again if the connection was lost since the last run."""
        if self._phone is not None:
            try:
                self._phone.shell.run(_WAKE_COMMAND)
            except DeviceError:
                self.close()
            else:
                return self._phone
        phone = self._connect()
        phone.shell.run(_WAKE_COMMAND)
        return phone

    def _connect(self) -> ConnectedPhone:
        server = AdbServer(self.settings)
        serial = choose_phone(server, self.settings)
        self._lock = DeviceLock(serial, server=f"{server.host}:{server.port}")
        try:
            shell = PhoneShell(server, serial, timeout_sec=self.settings.call_cap_sec)
            self._phone = ConnectedPhone(shell, self.settings)
        except (ActionFailed, DeviceError):
            self.close()
            raise
        return self._phone

    def _run_script(self, phone: ConnectedPhone, script: str) -> None:
        result = phone.shell.run(script, timeout_sec=self.settings.launch_cap_sec)
        if result.status:
            raise DeviceError(f"the start script failed with status {result.status}: {result.error_text}")

    def _open_start_address(self, phone: ConnectedPhone, address: str) -> None:
        if not address:
            if not self.settings.keep_app:
                app_navigation.home(phone)
            return
        app = find_app(address, app_navigation.list_apps(phone))
        if app is None and "/" in address and ":" not in address:
            app = App(*address.partition("/")[::2])
        if app is None:
            app_navigation.open_app_or_address(phone, Open(address))
            return
        phone.run("am", "force-stop", app.package)
        app_navigation.start_app(phone, app)

    def _require_phone(self) -> ConnectedPhone:
        if self._phone is None:
            raise DeviceError("the device has not been started; call start first")
        return self._phone
