"""Device-level methods of the uiautomator2 server: touch, keys, screen, clipboard."""

from __future__ import annotations

import base64
import io
import time
from collections.abc import Callable, Mapping

import msgspec
from PIL import Image

from onscreen_practice.phone.automation.java_values import (
    NOT_IMPLEMENTED_ERROR,
    JavaError,
    require_text,
    to_boolean,
    to_float,
    to_integer,
    to_text,
)
from onscreen_practice.phone.automation.json_rpc_server import Arguments, MethodTable
from onscreen_practice.phone.automation.uiautomator_parameters import (
    ConfiguratorInfo,
    overloads,
    to_configurator,
    to_integers,
)
from onscreen_practice.phone.automation.view_tree import MAX_DEPTH, dump_tree
from onscreen_practice.phone.shell.command_interface import Result
from onscreen_practice.phone.shell.commands.key_codes import KEY_CODES, keys_of_meta_state
from onscreen_practice.phone.shell.phone_interface import Json, PhoneAccess, get_focus
from onscreen_practice.phone.shell.system_files import PROPERTIES

RunScript = Callable[[str], Result]
LONG_PRESS_MS = 500
CLICK_MS = 100
STEP_MS = 5
"""Duration of one step of a swipe, in milliseconds."""
_BASE_DENSITY = 160
_KEYS: Mapping[str, str] = {
    "home": "HOME",
    "back": "BACK",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "center": "DPAD_CENTER",
    "menu": "MENU",
    "search": "SEARCH",
    "enter": "ENTER",
    "delete": "DEL",
    "del": "DEL",
    "recent": "APP_SWITCH",
    "volume_up": "VOLUME_UP",
    "volume_down": "VOLUME_DOWN",
    "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA",
    "power": "POWER",
}
_ROTATIONS = {"natural": 0, "n": 0, "left": 1, "l": 1, "right": 3, "r": 3}
_CTRL_LEFT, _KEY_A, _KEY_V, _KEY_DELETE = 113, 29, 50, 67
_KEY_WAKE_UP, _KEY_SLEEP = 224, 223
_ACTION_DOWN, _ACTION_UP, _ACTION_MOVE = 0, 1, 2
_POLL_SEC = 0.1


class DeviceInfo(msgspec.Struct, frozen=True, rename="camel"):
    """Result of the method `deviceInfo`: size, rotation and state of the device.

    Sizes are in pixels, or in density-independent pixels if the name contains "dp".
    """

    current_package_name: str
    display_height: int
    display_rotation: int
    display_size_dp_x: int
    display_size_dp_y: int
    display_width: int
    product_name: str
    screen_on: bool
    sdk_int: int
    natural_orientation: bool


class _Touch(msgspec.Struct, frozen=True):
    """A touch in progress: its start position and time, and the time of the first movement."""

    x: float
    y: float
    began: float
    moved: float | None = None


class DeviceMethods:
    """Implementation of the uiautomator2 server's device-level methods for one phone.

    `run_script` runs a shell script on the phone.
    """

    def __init__(self, phone: PhoneAccess, *, run_script: RunScript) -> None:
        self._phone = phone
        self._run_script = run_script
        self._touch: _Touch | None = None
        self._configurator = ConfiguratorInfo()

    def table(self) -> MethodTable:
        """Return the overloads of each method by method name."""
        return {
            "ping": overloads("-", lambda _: "pong"),
            "deviceInfo": overloads("-", lambda _: self.device_info()),
            "click": overloads("ii iii", self._click),
            "swipe": overloads("iiiii", self._swipe),
            "drag": overloads("iiiii", self._drag),
            "swipePoints": overloads("Ii", self._swipe_points),
            "injectInputEvent": overloads("iffi", self._inject_touch),
            "dumpWindowHierarchy": overloads("b bi bib", self._dump),
            "takeScreenshot": (*overloads("fi", self._screenshot), *overloads("tfi", lambda _: None)),
            "freezeRotation": overloads("b", self._freeze_rotation),
            "setOrientation": overloads("t", self._set_orientation),
            "pressKey": overloads("t", self._press_key),
            "pressKeyCode": overloads("i ii", self._press_key_code),
            "wakeUp": overloads("-", lambda _: self._set_awake(awake=True)),
            "sleep": overloads("-", lambda _: self._set_awake(awake=False)),
            "isScreenOn": overloads("-", lambda _: get_focus(self._phone).awake),
            "openNotification": overloads("-", lambda _: self._open_panel()),
            "openQuickSettings": overloads("-", lambda _: self._open_panel()),
            "getClipboard": overloads("-", lambda _: self._phone.call("clipboard")),
            "setClipboard": overloads("tt", self._set_clipboard),
            "pasteClipboard": overloads("-", lambda _: self._press_with_ctrl(_KEY_V)),
            "clearInputText": overloads("-", self._clear_input),
            "getLastToast": overloads("-", lambda _: self._phone.call("lastToast")),
            "clearLastToast": overloads("-", lambda _: self._phone.call("clearToast")),
            "getLastTraversedText": overloads("-", lambda _: None),
            "clearLastTraversedText": overloads("-", lambda _: None),
            "launchApp": overloads("t", self._launch),
            "executeShellCommand": overloads("ti", self._execute),
            "waitForIdle": overloads("i", lambda _: None),
            "waitForWindowUpdate": overloads("ti", self._wait_for_update),
            "getConfigurator": overloads("-", lambda _: self._configurator),
            "setConfigurator": overloads("c", self._configure),
            **_watcher_methods(),
        }

    def device_info(self) -> DeviceInfo:
        """Return the screen size, rotation, foreground package and other properties of the device."""
        focus = get_focus(self._phone)
        width, height = self._phone.shown_size
        is_natural = focus.rotation in {0, 2}
        if not is_natural:
            width, height = height, width
        density = self._phone.shown_density / _BASE_DENSITY
        is_panel_open = "/" not in focus.window
        return DeviceInfo(
            current_package_name="com.android.systemui" if is_panel_open else focus.package,
            display_height=height,
            display_rotation=focus.rotation,
            display_size_dp_x=round(width / density),
            display_size_dp_y=round(height / density),
            display_width=width,
            product_name=PROPERTIES["ro.product.name"],
            screen_on=focus.awake,
            sdk_int=int(PROPERTIES["ro.build.version.sdk"]),
            natural_orientation=is_natural,
        )

    def _click(self, arguments: Arguments) -> bool:
        x, y, duration_ms = map(to_integer, (*arguments, CLICK_MS)[:3])
        if x < 0 or y < 0:
            return False
        self._phone.call("swipe", x, y, x, y, duration_ms)
        return True

    def _swipe(self, arguments: Arguments) -> bool:
        *ends, steps = map(to_integer, arguments)
        self._phone.call("swipe", *ends, steps * STEP_MS)
        return True

    def _drag(self, arguments: Arguments) -> bool:
        *ends, _steps = map(to_integer, arguments)
        self._phone.call("drag", *ends)
        return True

    def _swipe_points(self, arguments: Arguments) -> bool:
        """Swipe from the first point to the last, ignoring the points in between."""
        points = to_integers(arguments[0])
        if len(points) < len(("x", "y")):
            raise JavaError("java.lang.ArrayIndexOutOfBoundsException", "length=0; index=0")
        end = points[: len(points) // 2 * 2][-2:]
        self._phone.call("swipe", *points[:2], *end, to_integer(arguments[1]) * STEP_MS)
        return True

    def _inject_touch(self, arguments: Arguments) -> bool:
        action, x, y = to_integer(arguments[0]), to_float(arguments[1]), to_float(arguments[2])
        now = time.monotonic()
        touch = self._touch
        if action == _ACTION_DOWN:
            self._touch = _Touch(x, y, now)
        elif action == _ACTION_MOVE and touch and touch.moved is None:
            self._touch = msgspec.structs.replace(touch, moved=now)
        elif action == _ACTION_UP and touch:
            self._touch = None
            self._finish_touch(touch, x, y=y)
        return action in {_ACTION_DOWN, _ACTION_UP, _ACTION_MOVE}

    def _finish_touch(self, touch: _Touch, x: float, *, y: float) -> None:
        """Perform a press or a swipe, or a drag if the finger was held before it moved."""
        held_ms = ((touch.moved or touch.began) - touch.began) * 1000
        if held_ms >= LONG_PRESS_MS:
            self._phone.call("drag", touch.x, touch.y, x, y)
            return
        duration_ms = (time.monotonic() - touch.began) * 1000
        self._phone.call("swipe", touch.x, touch.y, x, y, duration_ms)

    def _dump(self, arguments: Arguments) -> str:
        compressed, max_depth = to_boolean(arguments[0]), to_integer((*arguments, MAX_DEPTH)[1])
        return dump_tree(self._phone, compressed=compressed, max_depth=max_depth)

    def _screenshot(self, arguments: Arguments) -> str:
        """Return the screen as JPEG in base64, scaled and compressed as requested."""
        scale, quality = to_float(arguments[0]), to_integer(arguments[1])
        with Image.open(io.BytesIO(self._phone.screenshot())) as screen:
            picture = screen.convert("RGB")
        if 0 < scale < 1:
            picture = picture.resize(
                (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
            )
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=max(1, min(100, quality)))
        return base64.b64encode(buffer.getvalue()).decode()

    def _freeze_rotation(self, arguments: Arguments) -> None:
        value = "0" if to_boolean(arguments[0]) else "1"
        self._phone.call("putSetting", "system", "accelerometer_rotation", value)

    def _set_orientation(self, arguments: Arguments) -> None:
        """Rotate and freeze the screen; an unknown direction has no effect, as on Android."""
        rotation = _ROTATIONS.get(require_text(arguments[0]).lower())
        if rotation is not None:
            self._freeze_rotation([True])
            self._phone.call("orientation", rotation)

    def _press_key(self, arguments: Arguments) -> bool:
        name = _KEYS.get(require_text(arguments[0]).lower())
        if name is not None:
            self._phone.call("key", KEY_CODES[name], [])
        return name is not None

    def _press_key_code(self, arguments: Arguments) -> bool:
        code, state = map(to_integer, (*arguments, 0)[:2])
        self._phone.call("key", code, [*keys_of_meta_state(state)])
        return True

    def _press_with_ctrl(self, code: int) -> None:
        self._phone.call("key", code, [_CTRL_LEFT])

    def _clear_input(self, _arguments: Arguments) -> None:
        self._press_with_ctrl(_KEY_A)
        self._phone.call("key", _KEY_DELETE, [])

    def _set_awake(self, *, awake: bool) -> None:
        if get_focus(self._phone).awake != awake:
            self._phone.call("key", _KEY_WAKE_UP if awake else _KEY_SLEEP, [])

    def _open_panel(self) -> bool:
        self._phone.call("panel", True)
        return True

    def _set_clipboard(self, arguments: Arguments) -> None:
        self._phone.call("setClipboard", to_text(arguments[1]) or "")

    def _launch(self, arguments: Arguments) -> bool:
        return not self._phone.call("launch", require_text(arguments[0]), None, {})

    def _execute(self, arguments: Arguments) -> dict[str, Json]:
        result = self._run_script(require_text(arguments[0]))
        stdout, stderr = result.stdout.decode(errors="replace"), result.stderr.decode(errors="replace")
        return {"returnCode": result.status, "stderr": stderr, "stdout": stdout}

    def _wait_for_update(self, arguments: Arguments) -> bool:
        before = self._phone.call("changes")
        return wait_until(lambda: self._phone.call("changes") != before, timeout_ms=to_integer(arguments[1]))

    def _configure(self, arguments: Arguments) -> ConfiguratorInfo:
        self._configurator = to_configurator(arguments[0])
        return self._configurator


def wait_until(condition: Callable[[], bool], *, timeout_ms: int) -> bool:
    """Poll a condition until it is true, or return False after the timeout."""
    deadline = time.monotonic() + timeout_ms / 1000
    while not condition():
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_SEC)
    return True


def refuse(reason: str) -> Callable[[Arguments], object]:
    """Create a method implementation that raises a NotImplementedException with a reason."""

    def call(_arguments: Arguments) -> object:
        raise JavaError(NOT_IMPLEMENTED_ERROR, reason)

    return call


def _watcher_methods() -> MethodTable:
    """Return the methods for on-device watchers, which are unsupported apart from `getWatchers`."""
    unsupported = refuse("the practice phone has no watchers; use the watchers of the client")
    signatures = {
        "hasAnyWatcherTriggered": "-",
        "hasWatcherTriggered": "t",
        "registerClickUiObjectWatcher": "tSs",
        "registerPressKeyskWatcher": "tST",
        "removeWatcher": "t",
        "resetWatcherTriggers": "-",
        "runWatchers": "-",
    }
    return {
        **{name: overloads(signature, unsupported) for name, signature in signatures.items()},
        "getWatchers": overloads("-", lambda _: []),
    }
