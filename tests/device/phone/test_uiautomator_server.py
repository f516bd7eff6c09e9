"""The uiautomator2 server of the practice phone, spoken to through a stock adb server."""

from __future__ import annotations

import base64
import io
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from adb_program import Adb
from PIL import Image
from uiautomator_client import START, RpcError, UiautomatorClient, select

from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

CLOCK, NOTES = "org.practice.clock", "org.practice.notes"
SEARCH = select(resourceId=f"{NOTES}:id/find")
MAPPING_ERROR = "com.fasterxml.jackson.databind.JsonMappingException"
FORMAT_ERROR = "com.fasterxml.jackson.databind.exc.InvalidFormatException"
NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"


@pytest.fixture
def client(adb: Adb, tmp_path: Path) -> Iterator[UiautomatorClient]:
    """Return a client of the started server."""
    started = UiautomatorClient(adb, tmp_path)
    yield started
    started.close()


def open_app(handset: Handset, package: str) -> None:
    """Launch an application."""
    assert not handset.call("launch", package, None, {})


def describe(client: UiautomatorClient, selector: dict) -> str:
    """Return description or text of the selected view."""
    info = client.call("objInfo", selector)
    assert isinstance(info, dict)
    return info["contentDescription"] or info["text"]


def test_device_is_described(client: UiautomatorClient) -> None:
    """The device info has size, rotation, application, product and version."""
    assert client.call("ping") == "pong"
    assert client.call("deviceInfo") == {
        "currentPackageName": "org.practice.launcher",
        "displayHeight": 2400,
        "displayRotation": 0,
        "displaySizeDpX": 432,
        "displaySizeDpY": 960,
        "displayWidth": 1080,
        "naturalOrientation": True,
        "productName": "practice_phone",
        "screenOn": True,
        "sdkInt": 34,
    }


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"text": "Next alarm in 3 h 34 min"}, "Next alarm in 3 h 34 min"),
        ({"textContains": "alarm in"}, "Next alarm in 3 h 34 min"),
        ({"textMatches": r"0\d:\d{2}"}, "06:00"),
        ({"textStartsWith": "Next"}, "Next alarm in 3 h 34 min"),
        ({"className": "android.widget.Switch"}, "Alarm 06:00"),
        ({"classNameMatches": r".*\.Sw\w+"}, "Alarm 06:00"),
        ({"description": "World clock"}, "World clock"),
        ({"descriptionContains": "06:45"}, "Alarm 06:45"),
        ({"descriptionMatches": "(?i)add ALARM"}, "Add alarm"),
        ({"descriptionStartsWith": "Stop"}, "Stopwatch"),
        ({"resourceId": f"{CLOCK}:id/fab"}, "Add alarm"),
        ({"resourceIdMatches": r".+:id/fab"}, "Add alarm"),
        ({"checkable": True}, "Alarm 06:00"),
        ({"clickable": True, "selected": True}, "Alarm"),
        ({"packageName": CLOCK, "className": "android.widget.Switch"}, "Alarm 06:00"),
        ({"packageNameMatches": r"org\.practice\..*", "description": "Timer"}, "Timer"),
        ({"className": "android.widget.Switch", "instance": 2}, "Alarm 07:00"),
        ({"className": "android.widget.Switch", "textStartsWith": "none"}, None),
        ({"textContains": "ALARM IN"}, None),
        ({"textContains": "ALARM IN", "instance": 0}, "Next alarm in 3 h 34 min"),
    ],
)
def test_selectors_find_views(
    client: UiautomatorClient, handset: Handset, fields: dict, found: str | None
) -> None:
    """Every field of a selector is matched by Android's rules, which ignore case only with an instance."""
    open_app(handset, CLOCK)
    assert client.call("exist", select(**fields)) == (found is not None)
    if found is not None:
        assert describe(client, select(**fields)) == found


def test_boolean_fields_and_counts_agree_with_the_dump(client: UiautomatorClient, handset: Handset) -> None:
    """The number of views per attribute is that of the XML dump."""
    open_app(handset, CLOCK)
    xml = str(client.call("dumpWindowHierarchy", False, 50))
    names = {"checked": "checked", "clickable": "clickable", "longClickable": "long-clickable"}
    names |= {"scrollable": "scrollable", "enabled": "enabled", "focusable": "focusable"}
    for field, attribute in names.items():
        assert client.call("count", select(**{field: True})) == xml.count(f' {attribute}="true"'), field
    assert client.call("count", select(focused=True)) == 0
    assert xml.count("visible-to-user=") == xml.count("<node")


def test_relatives_and_instances_are_found(client: UiautomatorClient, handset: Handset) -> None:
    """Children, siblings and indexes are searched in document order."""
    open_app(handset, CLOCK)
    switch = select(className="android.widget.Switch")
    sibling = select(text="06:45") | {"childOrSibling": ["sibling"], "childOrSiblingSelector": [switch]}
    assert client.call("exist", sibling) is False, "the switch is beside the column of the time, not in it"
    alarms = select(resourceId=f"{CLOCK}:id/content")
    second = select(className="android.widget.Switch", instance=1)
    child = {"childOrSibling": ["child"], "childOrSiblingSelector": [second]}
    label = {"childOrSibling": ["sibling"], "childOrSiblingSelector": [select(textStartsWith="water")]}
    assert describe(client, select(text="06:45") | label).startswith("Water the plants")
    assert describe(client, alarms | child) == "Alarm 06:45"
    first = select(index=0, className="android.widget.FrameLayout")
    assert client.call("objInfo", first)["bounds"] == {"left": 0, "top": 0, "right": 1080, "bottom": 2400}
    key = client.call("childByInstance", alarms, switch, 2)
    assert client.call("objInfo", key)["contentDescription"] == "Alarm 07:00"


def test_views_are_clicked_and_typed_into(client: UiautomatorClient, handset: Handset) -> None:
    """A click, a text with any characters, the clipboard and the clear method reach the focused field."""
    open_app(handset, NOTES)
    assert client.call("setText", SEARCH, "Größe 日本") is True
    assert client.call("getText", SEARCH) == "Größe 日本"
    assert client.call("exist", select(focused=True)) is True
    client.call("clearTextField", SEARCH)
    assert client.call("getText", SEARCH) == "Search your notes"
    client.call("setClipboard", None, "pasted 🙂")
    assert client.call("getClipboard") == "pasted 🙂"
    client.call("pasteClipboard")
    assert client.call("getText", SEARCH) == "pasted 🙂"
    client.call("clearInputText")
    assert client.call("getText", SEARCH) == "Search your notes"
    assert client.call("pressKey", "home") is True
    assert client.call("pressKey", "nonsense") is False
    assert client.call("deviceInfo")["currentPackageName"] == "org.practice.launcher"


def test_gestures_reach_the_screen(client: UiautomatorClient, handset: Handset) -> None:
    """Taps, touch events and swipes act at their coordinates; coordinates outside are refused."""
    open_app(handset, CLOCK)
    assert client.call("click", 540, 2205) is True
    assert describe(client, select(selected=True)) == "Timer"
    for action in (0, 1):
        assert client.call("injectInputEvent", action, 100.0, 2205.0, 0) is True
    assert describe(client, select(selected=True)) == "Alarm"
    assert client.call("click", -1, 5) is False
    handset.call("key", 3, [])
    assert client.call("swipe", 540, 2000, 540, 500, 20) is True
    assert client.call("openNotification") is True
    assert client.call("deviceInfo")["currentPackageName"] == "com.android.systemui"


def test_scrolling_finds_a_view_below(client: UiautomatorClient, handset: Handset) -> None:
    """Scrolling to a view brings it onto the screen, and scrolling ends at the end of the list."""
    open_app(handset, "org.practice.settings")
    about, scrollable = select(text="About phone"), select(scrollable=True)
    assert client.call("exist", about) is False
    assert client.call("scrollTo", scrollable, about, True) is True
    assert client.call("exist", about) is True
    assert client.call("flingToEnd", scrollable, True, 50) is True
    assert client.call("scrollForward", scrollable, True, 20) is False
    assert client.call("scrollBackward", scrollable, True, 20) is True
    assert client.call("scrollTo", scrollable, select(text="No such row"), True) is False


def test_waiting_ends_when_the_screen_changes(client: UiautomatorClient, handset: Handset) -> None:
    """A wait returns as soon as another client brings the view, and False after its timeout."""
    answers: list[object] = []
    waiting = threading.Thread(
        target=lambda: answers.append(client.call("waitForExists", select(description="Stopwatch"), 60_000))
    )
    waiting.start()
    assert client.call("waitForExists", select(description="Stopwatch"), 150) is False
    open_app(handset, CLOCK)
    waiting.join(timeout=60)
    assert answers == [True]
    assert client.call("waitUntilGone", select(description="Stopwatch"), 150) is False
    handset.call("key", 3, [])
    assert client.call("waitUntilGone", select(description="Stopwatch"), 60_000) is True


def test_screen_is_captured_and_switched_off(client: UiautomatorClient) -> None:
    """Screenshots are JPEG in base64, scaled as requested; a screen that is off has no views."""
    answer = client.call("takeScreenshot", 1, 80)
    with Image.open(io.BytesIO(base64.b64decode(str(answer)))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1080, 2400))
    with Image.open(io.BytesIO(base64.b64decode(str(client.call("takeScreenshot", 0.5, 30))))) as picture:
        assert picture.size == (540, 1200)
    client.call("sleep")
    assert client.call("isScreenOn") is False
    assert '<hierarchy rotation="0" />' in str(client.call("dumpWindowHierarchy", False, 50))
    client.call("wakeUp")
    assert client.call("deviceInfo")["screenOn"] is True


def test_orientation_is_set(client: UiautomatorClient) -> None:
    """A rotated screen swaps width and height, and an unknown direction has no effect."""
    client.call("setOrientation", "left")
    info = client.call("deviceInfo")
    assert (info["displayRotation"], info["displayWidth"], info["displayHeight"]) == (1, 2400, 1080)
    client.call("setOrientation", "sideways")
    assert client.call("deviceInfo")["displayRotation"] == 1
    client.call("setOrientation", "natural")
    assert client.call("deviceInfo")["naturalOrientation"] is True


def test_last_toast_is_kept_until_cleared(client: UiautomatorClient) -> None:
    """The text of a toast is reported after it disappeared, and again only when a new one appears."""
    assert client.call("getLastToast") is None
    client.call("pressKey", "volume_up")
    shown = client.call("getLastToast")
    assert str(shown).startswith("Media volume ")
    client.call("clearLastToast")
    assert client.call("getLastToast") is None


def test_shell_command_is_executed(client: UiautomatorClient) -> None:
    """A shell command returns status, output and errors."""
    answer = client.call("executeShellCommand", "getprop ro.build.version.sdk", 1000)
    assert answer == {"returnCode": 0, "stderr": "", "stdout": "34\n"}
    assert client.call("executeShellCommand", "foo", 1000)["returnCode"] == 127


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("noSuchMethod", (), (-32601, "method not found", "")),
        ("makeToast", ("x", 1), (-32601, "method not found", "")),
        ("click", (1,), (-32001, MAPPING_ERROR, "Selector out of VALUE_NUMBER_INT")),
        ("click", (1, 2, 3, 4), (-32602, "method parameters invalid", "")),
        ("deviceInfo", (1,), (-32602, "method parameters invalid", "")),
        ("click", ("left", 5), (-32001, FORMAT_ERROR, "not a valid Integer value")),
        ("click", ([1], 5), (-32001, MAPPING_ERROR, "int out of START_ARRAY token")),
        ("freezeRotation", ("perhaps",), (-32001, FORMAT_ERROR, 'only "true" or "false" recognized')),
        ("objInfo", ({"mask": 0, "colour": "red"},), (-32001, "UnrecognizedPropertyException", '"colour"')),
        ("objInfo", (select(text="absent"),), (-32001, NOT_FOUND, "UiSelector[TEXT=absent]")),
        ("objInfo", ("some-key",), (-32001, NOT_FOUND, "UiObject some-key not found!")),
        ("objInfo", (None,), (-32001, "java.lang.NullPointerException", "")),
        ("count", (select(textMatches="("),), (-32001, "PatternSyntaxException", "near index")),
        ("pinchIn", (select(), 50, 10), (-32001, "NotImplementedException", "two fingers")),
    ],
)
def test_errors_are_those_of_the_server(
    client: UiautomatorClient, method: str, arguments: tuple, error: tuple[int, str, str]
) -> None:
    """Wrong calls get jsonrpc4j's codes, or the name of the Java exception."""
    with pytest.raises(RpcError) as caught:
        client.call(method, *arguments)
    code, message, data = error
    assert caught.value.code == code
    assert caught.value.message.endswith(message)
    assert data in caught.value.data
    assert client.answers()


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b'{"jsonrpc": "2.0"', {"code": -32700, "message": "JSON parse error"}),
        (b"\xff\xfe", {"code": -32700, "message": "JSON parse error"}),
        (b"5", {"code": -32600, "message": "invalid request"}),
        (b'{"jsonrpc": "2.0", "id": 1}', {"code": -32601, "message": "method not found"}),
        (
            b'{"jsonrpc": "2.0", "id": 1, "method": "click", "params": {"x": 1}}',
            {"code": -32602, "message": "method parameters invalid"},
        ),
    ],
)
def test_malformed_messages_are_refused(client: UiautomatorClient, body: bytes, answer: dict) -> None:
    """A message that is not a JSON-RPC call gets the error code of the specification."""
    assert client.post(body)["error"] == answer


def test_http_faults_do_not_stop_the_server(client: UiautomatorClient) -> None:
    """Unknown paths, empty and malformed requests, and early disconnects leave the server running."""
    assert client.request("GET", "/none") == (404, b"Not Found!!!")
    assert client.request("POST", "/jsonrpc/0") == (500, b"Internal Server Error!!!")
    assert client.request("GET", "/jsonrpc/0") == (500, b"Invalid http post data!")
    for data in (b"nonsense\r\n\r\n", b"GET /\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", client.port), timeout=60) as sock:
            sock.sendall(data)
            assert sock.recv(1000).startswith(b"HTTP/1.1 400 ")
    with socket.create_connection(("127.0.0.1", client.port), timeout=60) as sock:
        sock.sendall(b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 1000\r\n\r\n{")
    batch = client.post(b'[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","id":8,"method":"no"}]')
    assert [each["id"] for each in batch] == [7, 8]


def test_server_lives_as_long_as_its_command(client: UiautomatorClient) -> None:
    """A second server is refused, and the server ends when the client that started it hangs up."""
    second = client.launch()
    assert b"already registered" in second.communicate(timeout=60)[0]
    assert second.returncode == 1
    client.stop()
    client.wait_for_ping(alive=False)
    client.process = client.launch()
    client.wait_for_ping(alive=True)
    assert client.request("GET", "/stop")[0] == 200
    client.wait_for_ping(alive=False)


def test_background_server_outlives_its_command(client: UiautomatorClient) -> None:
    """A server started with & keeps running after the shell has ended."""
    client.stop()
    client.wait_for_ping(alive=False)
    assert client.adb("shell", f"{START} &").returncode == 0
    client.wait_for_ping(alive=True)
    client.request("GET", "/stop")


def test_other_programs_are_refused_with_a_reason(adb: Adb) -> None:
    """app_process explains a missing file, an unknown program, and why scrcpy does not work."""
    missing = adb("shell", START)
    assert missing.returncode == 134
    assert b"ClassNotFoundException" in missing.stderr
    assert adb("shell", "echo PK > /data/local/tmp/scrcpy.jar").returncode == 0
    run = "CLASSPATH=/data/local/tmp/scrcpy.jar app_process / {} 3.1"
    scrcpy = adb("shell", run.format("com.genymobile.scrcpy.Server"))
    assert scrcpy.returncode == 1
    assert b"cannot encode video" in scrcpy.stderr
    assert b"runs no Java code" in adb("shell", run.format("org.example.Main")).stderr
    closed = adb("forward", "tcp:0", "tcp:9008")
    with socket.create_connection(("127.0.0.1", int(closed.stdout)), timeout=60) as sock:
        assert sock.recv(10) == b""
