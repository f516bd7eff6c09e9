"""The Android device: a phone driven through adb."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping

from onscreen.device.android import (
    app_navigation,
    dropdown_options,
    phone_text_input,
    scroll_actions,
    touch_actions,
)
from onscreen.device.android.adb_server import Server
from onscreen.device.android.adb_shell import Link
from onscreen.device.android.android_settings import AndroidSettings
from onscreen.device.android.app_purposes import tools_of
from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.device_lock import Hold
from onscreen.device.android.device_selection import chosen
from onscreen.device.android.installed_apps import App, label_of, named
from onscreen.device.android.phone_observation import moment
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

_DOERS: Mapping[type[Act], Callable[..., str]] = {
    Click: touch_actions.click,
    LongPress: touch_actions.long_press,
    Swipe: touch_actions.swipe,
    Drag: touch_actions.drag,
    Scroll: scroll_actions.scroll,
    Type: phone_text_input.type_text,
    Press: phone_text_input.press,
    Select: dropdown_options.select,
    Open: app_navigation.open_what,
    Back: app_navigation.back,
    Home: app_navigation.home,
    Wait: app_navigation.wait,
}
ACTIONS: frozenset[type[Act]] = frozenset(_DOERS)
"""The classes of action a phone can perform."""

_WAKE = "input keyevent 224; wm dismiss-keyguard"


class AndroidDevice:
    """A phone behind the device port; it is connected to with the first `start`."""

    def __init__(self, settings: AndroidSettings) -> None:
        """Keep the settings; nothing is connected to yet."""
        self.name = "android"
        self.actions = ACTIONS
        self.settings = settings
        self._phone: Phone | None = None
        self._hold: Hold | None = None

    def start(self, start: Start) -> None:
        """Wake the phone, run the script of shell commands, then open the address, or go to the home screen.

        An application that is opened begins anew; what it has stored stays, unless the script sees to that.

        Raises:
            DeviceError: there is no phone, it is not ready, the script fails, or the address does not open.
            MissingExtra: there is no adb; the message holds the command that installs it.
        """
        try:
            phone = self._awake()
            if start.script:
                self._run(phone, start.script)
            self._begin(phone, start.address)
            phone.tree()
        except ActionFailed as error:
            raise DeviceError(f"the phone cannot be brought to the start: {error}") from error

    def tools(self) -> tuple[Tool, ...]:
        """Return the applications of the phone that can be started.

        Raises:
            DeviceError: the phone is gone, or does not list them in time.
        """
        try:
            return tools_of(app_navigation.installed(self._running()))
        except ActionTimeout as error:
            raise DeviceError(f"the phone does not list its applications: {error}") from error

    def observe(self) -> Shot:
        """Return picture and nodes of one moment, once the screen stands still.

        Raises:
            DeviceError: the phone is gone, or gives no picture in time.
        """
        phone = self._running()
        try:
            seen = moment(phone)
        except ActionTimeout as error:
            raise DeviceError(f"the phone shows nothing: {error}") from error
        reading = seen.tree.reading if seen.tree else None
        return Shot(
            seen.picture,
            reading.nodes if reading else (),
            app=label_of(seen.front.package),
            address=seen.front.address,
            taken_at=time.time(),
            beyond=reading.beyond if reading else OffscreenCounts(),
            note=seen.note,
        )

    def perform(self, action: Action) -> str:
        """Do the action; returns the text read back, what was chosen, that nothing moved, ...

        Raises:
            ActionFailed: it could not be done; the phone is as usable as before.
            DeviceError: the phone is gone.
        """
        phone = self._running()
        doer = _DOERS.get(type(action))
        if doer is None:
            raise NotSupported(f"the device 'android' does not do {type(action).__name__}")
        try:
            return doer(phone, action)
        finally:
            phone.seen = None

    def read(self, expression: str) -> str:
        """Run a trusted command in the phone's shell and return what it wrote: JSON as it is, else as a text.

        Raises:
            NotSupported: the command fails or does not come to an end.
            DeviceError: the phone is gone.
        """
        try:
            ran = self._running().link.run(expression)
        except ActionTimeout as error:
            raise NotSupported(f"{expression!r} did not come to an end: {error}") from error
        if ran.status:
            raise NotSupported(f"the phone cannot run {expression!r}: {ran.complaint}")
        try:
            json.loads(ran.text)
        except ValueError:
            return json.dumps(ran.text)
        return ran.text

    def close(self) -> None:
        """Let the phone go; nothing of ours runs on it."""
        self._phone = None
        if self._hold is not None:
            self._hold.let_go()
            self._hold = None

    def _awake(self) -> Phone:
        """Return the phone, woken; one that was lost since the run before is looked for anew."""
        if self._phone is not None:
            try:
                self._phone.link.run(_WAKE)
            except DeviceError:
                self.close()
            else:
                return self._phone
        phone = self._connect()
        phone.link.run(_WAKE)
        return phone

    def _connect(self) -> Phone:
        server = Server(self.settings)
        serial = chosen(server, self.settings)
        self._hold = Hold(serial, server=f"{server.host}:{server.port}")
        try:
            self._phone = Phone(Link(server, serial, cap_sec=self.settings.call_cap_sec), self.settings)
        except (ActionFailed, DeviceError):
            self.close()
            raise
        return self._phone

    def _run(self, phone: Phone, script: str) -> None:
        ran = phone.link.run(script, cap_sec=self.settings.launch_cap_sec)
        if ran.status:
            raise DeviceError(f"the script of the start failed with status {ran.status}: {ran.complaint}")

    def _begin(self, phone: Phone, address: str) -> None:
        if not address:
            if not self.settings.keep_app:
                app_navigation.home(phone)
            return
        app = named(address, app_navigation.installed(phone))
        if app is None and "/" in address and ":" not in address:
            app = App(*address.partition("/")[::2])
        if app is None:
            app_navigation.open_what(phone, Open(address))
            return
        phone.run("am", "force-stop", app.package)
        app_navigation.start_app(phone, app)

    def _running(self) -> Phone:
        if self._phone is None:
            raise DeviceError("the device has not been started; call start first")
        return self._phone
