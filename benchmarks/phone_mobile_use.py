"""Calls of mobile-use's device layer on the practice phone, run by phone_clients.py."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections.abc import Coroutine
from pathlib import Path

from _client_record import Call, print_answer, record

REQUEST = json.load(sys.stdin)
os.environ["ANDROID_ADB_SERVER_PORT"] = str(REQUEST["server_port"])
os.environ["PATH"] = f"{Path(REQUEST['adb']).parent}{os.pathsep}{os.environ['PATH']}"  # it calls `adb`

from adbutils import AdbClient  # noqa: E402
from minitap.mobile_use.clients.ui_automator_client import UIAutomatorClient, get_client  # noqa: E402
from minitap.mobile_use.context import DeviceContext, DevicePlatform, MobileUseContext  # noqa: E402
from minitap.mobile_use.controllers import platform_specific_commands_controller as commands  # noqa: E402
from minitap.mobile_use.controllers.types import (  # noqa: E402
    CoordinatesSelectorRequest,
    PercentagesSelectorRequest,
    SwipeRequest,
    SwipeStartEndCoordinatesRequest,
    SwipeStartEndPercentagesRequest,
)
from minitap.mobile_use.controllers.unified_controller import UnifiedMobileController  # noqa: E402
from minitap.mobile_use.services.accessibility import get_accessibility_tree  # noqa: E402

CLOCK, NOTES, SETTINGS = "org.practice.clock", "org.practice.notes", "org.practice.settings"
LAUNCHER, BROWSER = "org.practice.launcher", "org.practice.browser"
FIELD = f"{NOTES}:id/find"
HINT = "Search your notes"
PNG = b"\x89PNG"


class Session:
    """A connected controller, whose coroutines run on one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.client: UIAutomatorClient = get_client(REQUEST["serial"])
        device = DeviceContext(
            host_platform="LINUX",
            mobile_platform=DevicePlatform.ANDROID,
            device_id=REQUEST["serial"],
            device_width=1080,
            device_height=2400,
        )
        adb_client = AdbClient(host="127.0.0.1", port=REQUEST["server_port"])
        self.context = MobileUseContext.model_construct(  # without the models of its agents
            trace_id="phone", device=device, adb_client=adb_client, ui_adb_client=self.client
        )
        self.phone = UnifiedMobileController(self.context)
        self.controller = self.phone.controller

    def run(self, call: Coroutine[object, object, object]) -> object:
        """Return the result of a coroutine."""
        return self._loop.run_until_complete(call)

    def front(self) -> str | None:
        """Return the package of the foreground application."""
        return commands.get_current_foreground_package(self.context)

    def find(self, **criteria: object) -> dict:
        """Return the element that matches, or an empty one if nothing matches."""
        element, _ = self.run(self.phone.find_element(**criteria))
        return element or {}

    def field_text(self) -> str:
        """Return the text of the search field of the notes."""
        return self.find(resource_id=FIELD)["text"]


def device_calls(s: Session) -> list[Call]:
    """Return calls about the device, the screen and applications."""
    d, run = s.phone, s.run
    return [
        ("get_first_device()", lambda: commands.get_first_device()[0], REQUEST["serial"]),
        ("get_device_date()", lambda: "2026" in commands.get_device_date(s.context), True),
        ("list_packages()", lambda: NOTES in commands.list_packages(s.context).split("\n"), True),
        ("list_packages_async()", lambda: CLOCK in run(commands.list_packages_async(s.context)), True),
        ("client.get_screen_data()", lambda: screen_size(s.client.get_screen_data()), (1080, 2400)),
        ("client.get_hierarchy()", lambda: "<hierarchy" in s.client.get_hierarchy(), True),
        ("client.get_screenshot()", lambda: s.client.get_screenshot().size, (1080, 2400)),
        ("client.get_screenshot_base64()", lambda: picture(s.client.get_screenshot_base64())[:4], PNG),
        ("client.press_key('home')", lambda: s.client.press_key("home"), True),
        ("client.disconnect()", s.client.disconnect, None),
        ("launch_app(PACKAGE)", lambda: (run(d.launch_app(CLOCK)), s.front()), (True, CLOCK)),
        ("launch_app('none.such')", lambda: (run(d.launch_app("none.such")), s.front()), (True, CLOCK)),
        ("foreground package, async", lambda: run(front_async(s)), CLOCK),
        ("get_screen_data()", lambda: screen_size(run(s.controller.get_screen_data())), (1080, 2400)),
        ("take_screenshot()", lambda: picture(run(d.take_screenshot()))[:4], PNG),
        ("get_compressed_b64_screenshot()", lambda: compressed(s)[:3], b"\xff\xd8\xff"),
        ("get_ui_elements()", lambda: count_switches(run(d.get_ui_elements())), 7),
        (
            "get_accessibility_tree()",
            lambda: "Alarm 06:00" in run(get_accessibility_tree(REQUEST["serial"])),
            True,
        ),
        ("terminate_app(PACKAGE)", lambda: (run(d.terminate_app(CLOCK)), s.front()), (True, LAUNCHER)),
        ("open_url(URL)", lambda: (run(d.open_url("https://example.org")), s.front()), (True, BROWSER)),
        ("terminate_app(None)", lambda: (run(d.terminate_app(None)), s.front()), (True, LAUNCHER)),
        ("launch_app(SETTINGS)", lambda: (run(d.launch_app(SETTINGS)), s.front()), (True, SETTINGS)),
        ("go_home()", lambda: (run(d.go_home()), s.front()), (True, LAUNCHER)),
        ("start_video_recording()", lambda: run(record_video(s)), b"ftyp"),
    ]


def element_calls(s: Session) -> list[Call]:
    """Return calls about elements, on the alarm list and in the settings."""
    d, run = s.phone, s.run

    def selected_tab() -> str:
        return next(
            each["content-desc"] for each in run(d.get_ui_elements()) if each.get("selected") == "true"
        )

    def then_tab(call: Coroutine[object, object, object]) -> tuple[object, str]:
        return run(call).error, selected_tab()

    percent = SwipeStartEndPercentagesRequest(
        start=PercentagesSelectorRequest(x_percent=50, y_percent=70),
        end=PercentagesSelectorRequest(x_percent=50, y_percent=30),
    )
    points = SwipeStartEndCoordinatesRequest(
        start=CoordinatesSelectorRequest(x=540, y=700), end=CoordinatesSelectorRequest(x=540, y=1700)
    )
    swipe_up, swipe_down = SwipeRequest(swipe_mode=percent), SwipeRequest(swipe_mode=points, duration=300)
    return [
        ("launch_app(CLOCK)", lambda: run(d.launch_app(CLOCK)), True),
        ("find_element(text=...)", lambda: s.find(text="06:45")["class"], "android.widget.TextView"),
        ("find_element(text=DESCRIPTION)", lambda: s.find(text="Timer")["clickable"], "true"),
        (
            "find_element(text='none')",
            lambda: run(d.find_element(text="none"))[1],
            "No element found with text='none'",
        ),
        (
            "find_element(resource_id=..., index=1)",
            lambda: s.find(resource_id=f"{CLOCK}:id/alarm_switch", index=1)["content-desc"],
            "Alarm 06:45",
        ),
        ("tap_element(text=...)", lambda: then_tab(d.tap_element(text="Timer")), (None, "Timer")),
        ("tap_at(x, y)", lambda: then_tab(d.tap_at(108, 2205)), (None, "Alarm")),
        ("tap_percentage(50, 92)", lambda: then_tab(d.tap_percentage(50, 92)), (None, "Timer")),
        (
            "tap_element(text='none')",
            lambda: run(d.tap_element(text="none")).error,
            "No element found with text='none'",
        ),
        (
            "tap_at(x, y, long_press=True)",
            lambda: then_tab(d.tap_at(108, 2205, long_press=True)),
            (None, "Alarm"),
        ),
        ("launch_app(SETTINGS)", lambda: run(d.launch_app(SETTINGS)), True),
        (
            "swipe_coords(...)",
            lambda: (run(d.swipe_coords(540, 1800, 540, 300)), bool(s.find(text="About phone"))),
            (None, True),
        ),
        (
            "swipe_request(COORDINATES)",
            lambda: (run(d.swipe_request(swipe_down)), bool(s.find(text="About phone"))),
            (None, False),
        ),
        ("swipe_percentage(...)", lambda: run(d.swipe_percentage(50, 70, 50, 30)), None),
        ("swipe_request(PERCENTAGES)", lambda: run(d.swipe_request(swipe_up)), None),
        ("cleanup()", lambda: run(d.cleanup()), None),
    ]


def text_calls(s: Session) -> list[Call]:
    """Return calls that type text, in the search field of the notes."""
    d, run = s.phone, s.run

    def keyboard() -> str:
        return str(commands.get_adb_device(s.context).shell("settings get secure default_input_method"))

    before = keyboard()
    return [
        ("launch_app(NOTES)", lambda: run(d.launch_app(NOTES)), True),
        (
            "tap_element(resource_id=...)",
            lambda: (run(d.tap_element(resource_id=FIELD)).error, s.find(resource_id=FIELD)["focused"]),
            (None, "true"),
        ),
        ("client.send_text(TEXT)", lambda: (s.client.send_text("Größe "), s.field_text())[1], "Größe "),
        ("type_text(TEXT)", lambda: (run(d.type_text("日本 🙂")), s.field_text()), (True, "Größe 日本 🙂")),
        ("keyboard after type_text", keyboard, before),
        ("erase_text(2)", lambda: (run(d.erase_text(2)), s.field_text()), (True, "Größe 日本")),
        ("erase_text()", lambda: (run(d.erase_text()), s.field_text()), (True, HINT)),
        (
            "type_text(PUNCTUATION)",
            lambda: (run(d.type_text("a 'b' \"c\" $d & %s;")), s.field_text()),
            (True, "a 'b' \"c\" $d & %s;"),
        ),
        ("press_enter()", lambda: run(d.press_enter()), True),
        ("go_back()", lambda: run(d.go_back()), True),
    ]


def screen_size(data: object) -> tuple[int, int]:
    """Return width and height of screen data, which must contain elements."""
    return (data.width, data.height) if data.elements else (0, 0)


def picture(text: str) -> bytes:
    """Decode a picture in base64."""
    return base64.b64decode(text)


def compressed(s: Session) -> bytes:
    """Return a screenshot as JPEG."""
    return picture(s.controller.get_compressed_b64_screenshot(s.run(s.phone.take_screenshot())))


def count_switches(elements: list[dict]) -> int:
    """Return the number of switches among the elements."""
    return sum(each.get("class") == "android.widget.Switch" for each in elements)


async def front_async(s: Session) -> str | None:
    """Return the package of the foreground application, asked from a coroutine."""
    return await commands.get_current_foreground_package_async(s.context)


async def record_video(s: Session) -> object:
    """Record the screen, and return the first kind of box in the file."""
    started = await s.controller.start_video_recording(5)
    while started.success and not s.controller.device.shell("pidof screenrecord"):
        pass
    stopped = await s.controller.stop_video_recording()
    return stopped.video_path.read_bytes()[4:8] if stopped.video_path else stopped.message


def main() -> None:
    """Make all calls and print their outcomes."""
    loop = asyncio.new_event_loop()
    session = Session(loop)
    print_answer(record([*device_calls(session), *element_calls(session), *text_calls(session)]))
    loop.close()


if __name__ == "__main__":
    main()
