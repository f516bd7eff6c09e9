"""Calls of Mobilerun's Android driver on the practice phone, run by phone_clients.py."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from _client_record import Call, Refusal, print_answer, record

REQUEST = json.load(sys.stdin)
os.environ["ANDROID_ADB_SERVER_PORT"] = str(REQUEST["server_port"])

from mobilerun_core_local.driver.android import AndroidDriver  # noqa: E402

NOTES = "org.practice.notes"


def driver_calls(loop: asyncio.AbstractEventLoop, *, use_tcp: bool) -> list[Call]:
    """Return the calls of a driver that uses the content provider or the HTTP server."""
    d = AndroidDriver(serial=REQUEST["serial"], use_tcp=use_tcp, portal_mode="required")
    way = "HTTP" if use_tcp else "content provider"

    def run(call):  # noqa: ANN001, ANN202
        return loop.run_until_complete(call)

    def phone_state() -> dict:
        return run(d.get_ui_tree())["phone_state"]

    return [
        (f"connect() over {way}", lambda: (run(d.connect()), d.portal.tcp_available)[1], use_tcp),
        ("get_apps()", lambda: {"package": NOTES, "label": "Notes"} in run(d.get_apps()), True),
        ("list_packages()", lambda: NOTES in run(d.list_packages()), True),
        ("start_app(PACKAGE)", lambda: run(d.start_app(NOTES)), lambda text: text.startswith("App started")),
        ("get_ui_tree()", lambda: phone_state()["currentApp"], "Notes"),
        (
            "get_ui_tree(), screen",
            lambda: run(d.get_ui_tree())["device_context"]["screen_bounds"]["width"],
            1080,
        ),
        ("tap(x, y)", lambda: (run(d.tap(480, 145)), phone_state()["isEditable"])[1], True),
        (
            "input_text(TEXT, clear=True)",
            lambda: (run(d.input_text("Größe", clear=True)), phone_state()["focusedElement"]["text"])[1],
            "Größe",
        ),
        (
            "input_text(TEXT)",
            lambda: (run(d.input_text(" 日本")), phone_state()["focusedElement"]["text"])[1],
            "Größe 日本",
        ),
        (
            "set_clipboard(), get_clipboard()",
            lambda: (run(d.set_clipboard("ä€")), run(d.get_clipboard()))[1],
            "ä€",
        ),
        ("swipe(...)", lambda: run(d.swipe(540, 1500, 540, 700, 100)), None),
        ("screenshot()", lambda: run(d.screenshot())[:4], b"\x89PNG"),
        ("get_date()", lambda: "2026" in run(d.get_date()), True),
        (
            "open_deep_link(URL)",
            lambda: (run(d.open_deep_link("https://example.org")), phone_state()["packageName"])[1],
            "org.practice.browser",
        ),
        (
            "press_key_code(3)",
            lambda: (run(d.press_key_code(3)), phone_state()["packageName"])[1],
            "org.practice.launcher",
        ),
        ("clear_app_data(PACKAGE)", lambda: run(d.clear_app_data(NOTES)), None),
        ("stop_app(PACKAGE)", lambda: run(d.stop_app(NOTES)), f"Stopped {NOTES}"),
        ("uninstall_app(PACKAGE)", lambda: run(d.uninstall_app(NOTES)), lambda text: "DELETE_FAILED" in text),
        ("drag(...)", lambda: run(d.drag(1, 2, 3, 4)), Refusal("NotImplementedError")),
    ]


def main() -> None:
    """Make all calls over the content provider and over HTTP, and print their outcomes."""
    loop = asyncio.new_event_loop()
    print_answer(record([*driver_calls(loop, use_tcp=False), *driver_calls(loop, use_tcp=True)]))
    loop.close()


if __name__ == "__main__":
    main()
