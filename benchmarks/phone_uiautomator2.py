"""Calls of uiautomator2 on the practice phone; phone_clients.py runs this in its own environment."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from _client_record import Call, Refusal, print_answer, record

REQUEST = json.load(sys.stdin)
os.environ["ANDROID_ADB_SERVER_PORT"] = str(REQUEST["server_port"])

import adbutils  # noqa: E402
import uiautomator2 as u2  # noqa: E402

CLOCK, NOTES, LAUNCHER = "org.practice.clock", "org.practice.notes", "org.practice.launcher"
FIELD = {"resourceId": f"{NOTES}:id/find"}
HINT = "Search your notes"
KEYBOARD = "com.github.uiautomator/.AdbKeyboard"


def device_calls(d: u2.Device) -> list[Call]:
    """Return calls on the device, applications and screen."""
    return [
        ("info", lambda: (d.info["displayWidth"], d.info["sdkInt"]), (1080, 34)),
        ("device_info", lambda: d.device_info["model"], "Practice Phone"),
        ("window_size()", d.window_size, (1080, 2400)),
        ("serial", lambda: d.serial, REQUEST["serial"]),
        ("wlan_ip", lambda: d.wlan_ip, "192.0.2.15"),
        ("shell('echo a b')", lambda: tuple(d.shell("echo a b")), ("a b\n", 0)),
        ("shell('false')", lambda: d.shell("false").exit_code, 1),
        ("app_list()", lambda: CLOCK in d.app_list(), True),
        ("app_list('-3')", lambda: "com.mobilerun.portal" in d.app_list("-3"), False),
        ("app_info(PACKAGE)", lambda: d.app_info(NOTES), {"versionName": "1.0", "versionCode": 1}),
        ("app_info('none')", lambda: d.app_info("none"), Refusal("AppNotFoundError")),
        ("app_start(CLOCK)", lambda: d.app_start(CLOCK, wait=True), None),
        ("app_current()", lambda: d.app_current()["package"], CLOCK),
        ("app_wait(CLOCK, front=True)", lambda: d.app_wait(CLOCK, front=True) > 0, True),
        ("app_list_running()", lambda: CLOCK in d.app_list_running(), True),
        ("wait_activity(...)", lambda: d.wait_activity(f"{CLOCK}.MainActivity", timeout=3), True),
        ("app_stop(CLOCK)", lambda: (d.app_stop(CLOCK), d.app_current()["package"])[1], LAUNCHER),
        ("app_clear(CLOCK)", lambda: d.app_clear(CLOCK), None),
        ("app_install(APK)", lambda: d.app_install(__file__), Refusal("INSTALL_FAILED|AdbInstallError|apk")),
        ("app_uninstall(PACKAGE)", lambda: d.app_uninstall(NOTES), False),
        ("screenshot()", lambda: d.screenshot().size, (1080, 2400)),
        ("screen_off()", lambda: (d.screen_off(), d.info["screenOn"])[1], False),
        ("screen_on()", lambda: (d.screen_on(), d.info["screenOn"])[1], True),
        ("orientation = 'left'", lambda: (setattr(d, "orientation", "left"), d.orientation)[1], "left"),
        ("set_orientation('n')", lambda: (d.set_orientation("n"), d.orientation)[1], "natural"),
        ("freeze_rotation()", lambda: (d.freeze_rotation(), d.freeze_rotation(False))[1], None),
        ("open_notification()", lambda: (d.open_notification(), d(text="Wi-Fi").exists())[1], True),
        ("press('back')", lambda: (d.press("back"), d(text="Wi-Fi").exists())[1], False),
        ("open_quick_settings()", lambda: (d.open_quick_settings(), d(text="Wi-Fi").exists())[1], True),
        ("press('home')", lambda: (d.press("home"), d.app_current()["package"])[1], LAUNCHER),
        ("press(3)", lambda: d.press(3), True),
        ("long_press('home')", lambda: d.long_press("home"), None),
        ("keyevent('home')", lambda: d.keyevent("home"), None),
        ("press('volume_up')", lambda: d.press("volume_up"), True),
        ("last_toast", lambda: str(d.last_toast).startswith("Media volume"), True),
        ("toast.get_message()", lambda: str(d.toast.get_message(1)).startswith("Media volume"), True),
        ("clear_toast()", lambda: (d.clear_toast(), d.last_toast)[1], None),
        ("toast.show('x')", lambda: d.toast.show("x"), Refusal("method not found")),
        (
            "open_url(URL)",
            lambda: (d.open_url("https://example.org"), d.app_current()["package"])[1],
            "org.practice.browser",
        ),
        ("push(FILE), pull(FILE)", lambda: transfer(d), b"content"),
    ]


def transfer(d: u2.Device) -> bytes:
    """Push a file, pull it and return its content."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a", Path(folder) / "b"
        source.write_bytes(b"content")
        d.push(str(source), "/sdcard/Download/a b")
        d.pull("/sdcard/Download/a b", str(target))
        return target.read_bytes()


def element_calls(d: u2.Device) -> list[Call]:
    """Return calls on UI elements of the alarm list."""
    switch = {"className": "android.widget.Switch"}
    rows = d(className="android.widget.ScrollView")  # all alarms fit, so the list does not scroll
    return [
        ("app_start(CLOCK, stop=True)", lambda: d.app_start(CLOCK, stop=True), None),
        ("dump_hierarchy()", lambda: 'content-desc="Alarm 06:00"' in d.dump_hierarchy(), True),
        (
            "dump_hierarchy(compressed, pretty)",
            lambda: "Alarm" in d.dump_hierarchy(compressed=True, pretty=True),
            True,
        ),
        (
            "dump_hierarchy(max_depth=2)",
            lambda: d.dump_hierarchy(max_depth=2).count("<node"),
            2,
        ),
        ("d(text=...).exists", lambda: d(text="06:45").exists(), True),
        (
            "d(textContains=...).get_text()",
            lambda: d(textContains="alarm in").get_text(),
            "Next alarm in 3 h 34 min",
        ),
        ("d(textMatches=...).get_text()", lambda: d(textMatches=r"0\d:45").get_text(), "06:45"),
        (
            "d(textStartsWith=...).get_text()",
            lambda: d(textStartsWith="Next").get_text(),
            "Next alarm in 3 h 34 min",
        ),
        ("d(description=...).info", lambda: d(description="Timer").info["clickable"], True),
        ("d(className=...).count", lambda: d(**switch).count, 7),
        ("d(className=...)[2].info", lambda: d(**switch)[2].info["contentDescription"], "Alarm 07:00"),
        ("d(className=...)[-1].info", lambda: d(**switch)[-1].info["contentDescription"], "Alarm 16:45"),
        (
            "d(className=..., instance=1).info",
            lambda: d(**switch, instance=1).info["contentDescription"],
            "Alarm 06:45",
        ),
        ("d(className=...).info_list()", lambda: len(d(**switch).info_list()), 7),
        ("child(...).info", lambda: rows.child(**switch).info["contentDescription"], "Alarm 06:00"),
        ("child(...)[1].info", lambda: rows.child(**switch)[1].info["contentDescription"], "Alarm 06:45"),
        (
            "child_by_instance(2, ...)",
            lambda: rows.child_by_instance(2, **switch).info["contentDescription"],
            "Alarm 07:00",
        ),
        (
            "child_by_text('06:45', ...)",
            lambda: rows.child_by_text("06:45", className="android.widget.TextView").info["text"],
            "06:45",
        ),
        (
            "sibling(...).get_text()",
            lambda: d(text="06:45").sibling(textContains="plants").get_text(),
            lambda text: text.startswith("Water"),
        ),
        (
            "d(text=...).right(...)",
            lambda: d(text="06:45").right(**switch).info["contentDescription"],
            "Alarm 06:45",
        ),
        ("d(...).bounds()", lambda: d(description="Timer").bounds(), (432, 2140, 648, 2270)),
        ("d(...).screenshot()", lambda: d(description="Timer").screenshot().size, (216, 130)),
        (
            "d(text='none').get_text()",
            lambda: d(text="none").get_text(timeout=0.2),
            Refusal("UiObjectNotFoundError"),
        ),
        ("d(text='none').wait()", lambda: d(text="none").wait(timeout=0.3), False),
        ("wait_gone()", lambda: d(text="none").wait_gone(timeout=0.3), True),
        ("click_exists()", lambda: d(text="none").click_exists(), False),
        ("xpath(...).all()", lambda: len(d.xpath("//android.widget.Switch").all()), 7),
        (
            "xpath(...).click()",
            lambda: (
                d.xpath('//*[@content-desc="Timer"]').click(),
                d(selected=True).info["contentDescription"],
            )[1],
            "Timer",
        ),
        (
            "d(...).click()",
            lambda: (d(description="Alarm").click(), d(selected=True).info["contentDescription"])[1],
            "Alarm",
        ),
        (
            "click(x, y)",
            lambda: (d.click(540, 2205), d(selected=True).info["contentDescription"])[1],
            "Timer",
        ),
        (
            "click(0.1, 0.92)",
            lambda: (d.click(0.1, 0.92), d(selected=True).info["contentDescription"])[1],
            "Alarm",
        ),
        (
            "double_click(x, y)",
            lambda: (d.double_click(540, 2205), d(selected=True).info["contentDescription"])[1],
            "Timer",
        ),
        (
            "long_click(x, y)",
            lambda: (d.long_click(100, 2205), d(selected=True).info["contentDescription"])[1],
            "Alarm",
        ),
        ("d(...).long_click()", lambda: d(description="Alarm").long_click(), None),
        (
            "touch.down().up()",
            lambda: (d.touch.down(540, 2205).up(540, 2205), d(selected=True).info["contentDescription"])[1],
            "Timer",
        ),
        ("d(...).pinch_in()", lambda: d(description="Timer").pinch_in(), Refusal("NotImplementedException")),
        ("d(...).drag_to(x, y)", lambda: d(description="Timer").drag_to(540, 1000), True),
    ]


def text_calls(d: u2.Device) -> list[Call]:
    """Return calls that type text in the search field of the Notes app, and calls that scroll."""
    field = d(**FIELD)
    rows = d(scrollable=True)
    return [
        ("app_start(NOTES)", lambda: d.app_start(NOTES, stop=True), None),
        ("set_text(TEXT)", lambda: (field.set_text("Größe 日本"), field.get_text())[1], "Größe 日本"),
        ("d(focused=True).info", lambda: d(focused=True).info["text"], "Größe 日本"),
        ("d(...).clear_text()", lambda: (field.clear_text(), field.get_text())[1], HINT),
        ("send_keys(TEXT)", lambda: (d.send_keys("a🙂"), field.get_text())[1], "a🙂"),
        ("send_keys(TEXT, clear=True)", lambda: (d.send_keys("b", clear=True), field.get_text())[1], "b"),
        ("set_clipboard(TEXT)", lambda: (d.set_clipboard("c"), d.clipboard)[1], "c"),
        ("clear_text()", lambda: (d.clear_text(), field.get_text())[1], HINT),
        ("set_input_ime()", lambda: (d.set_input_ime(), d.current_ime())[1], KEYBOARD),
        ("send_keys(TEXT), its keyboard", lambda: (d.send_keys("ä日"), field.get_text())[1], "ä日"),
        ("clear_text(), its keyboard", lambda: (d.clear_text(), field.get_text())[1], HINT),
        ("send_action('search')", lambda: d.send_action("search"), None),
        ("hide_keyboard()", d.hide_keyboard, None),
        (
            "set_input_ime(False)",
            lambda: (d.set_input_ime(enable=False), d.current_ime())[1],
            lambda ime: ime != KEYBOARD,
        ),
        ("swipe(...)", lambda: d.swipe(540, 1500, 540, 700), True),
        ("swipe_ext('up')", lambda: d.swipe_ext("up"), None),
        ("swipe_points(...)", lambda: d.swipe_points([(540, 1500), (540, 900), (540, 700)], 0.2), True),
        ("drag(...)", lambda: d.drag(540, 1500, 540, 900), True),
        ("session(PACKAGE)", lambda: d.session(CLOCK).running(), True),
        ("watcher", lambda: watch(d), True),
        ("app_start(SETTINGS)", lambda: d.app_start("org.practice.settings", stop=True), None),
        (
            "scroll.to(text=...)",
            lambda: (rows.scroll.to(text="About phone"), d(text="About phone").exists())[1],
            True,
        ),
        (
            "scroll.toBeginning()",
            lambda: (rows.scroll.toBeginning(), d(text="About phone").exists())[1],
            False,
        ),
        ("fling.toEnd()", lambda: (rows.fling.toEnd(), d(text="About phone").exists())[1], True),
        ("scroll.forward() at the end", rows.scroll.forward, False),
        ("d(...).swipe('down')", lambda: rows.swipe("down"), None),
        ("screenrecord(FILE)", lambda: d.screenrecord("a.mp4"), Refusal("cv2|imageio|imutils")),
        ("reset_uiautomator()", lambda: (d.reset_uiautomator(), d.info["screenOn"])[1], True),
        ("jsonrpc.unknown()", d.jsonrpc.unknown, Refusal("method not found")),
    ]


def watch(d: u2.Device) -> bool:
    """Return whether a uiautomator2 watcher clicks a UI element when it appears."""
    d.app_start(CLOCK, stop=True)
    d.watcher.when('//*[@content-desc="Stopwatch"]').click()
    d.watcher.run()
    return d(selected=True).info["contentDescription"] == "Stopwatch"


def main() -> None:
    """Connect, make all calls and print their outcomes."""
    adbutils.adb.connect(REQUEST["serial"])
    d = u2.connect(REQUEST["serial"])
    print_answer(record([*device_calls(d), *element_calls(d), *text_calls(d)]))


if __name__ == "__main__":
    main()
