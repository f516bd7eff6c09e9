"""The Mobilerun Portal of the practice phone, through a stock adb server: content provider and HTTP."""

from __future__ import annotations

import base64
import json
from http.client import HTTPConnection

import pytest
from adb_program import Adb

from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

URI = "content://com.mobilerun.portal"
NOTES = "org.practice.notes"
KEYBOARD = "com.mobilerun.portal/.input.MobilerunKeyboardIME"


def query(adb: Adb, path: str) -> dict:
    """Return the answer of the content provider."""
    output = adb("shell", f"content query --uri {URI}/{path}").stdout
    assert output.startswith(b"Row: 0 result="), output
    return json.loads(output.partition(b"result=")[2])


def request(port: int, method: str, path: str, *, token: str = "", body: object = None) -> tuple[int, dict]:
    """Send a request to the Portal's HTTP server."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, {"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def focus_search(adb: Adb) -> None:
    """Open Notes and tap its search field."""
    assert adb("shell", f"monkey -p {NOTES} 1; input tap 480 145").returncode == 0


def test_state_describes_screen_and_application(adb: Adb) -> None:
    """The full state has the view tree, the application in front and the screen's size."""
    focus_search(adb)
    state = query(adb, "state_full")["result"]
    assert state["phone_state"]["packageName"] == NOTES
    assert state["phone_state"]["currentApp"] == "Notes"
    assert state["phone_state"]["isEditable"] is True
    assert state["phone_state"]["focusedElement"]["resourceId"] == f"{NOTES}:id/find"
    assert state["device_context"]["screen_bounds"] == {"width": 1080, "height": 2400}
    tree = state["a11y_tree"]
    assert tree["boundsInScreen"] == {"left": 0, "top": 0, "right": 1080, "bottom": 2400}
    assert json.dumps(tree).count('"isFocused": true') == 1
    assert query(adb, "state")["result"]["a11y_tree"][0]["index"] == 0


def test_packages_and_version_are_reported(adb: Adb, handset: Handset) -> None:
    """The launchable applications are listed with their labels, and the Portal is installed."""
    apps = handset.call("apps")
    assert isinstance(apps, list)
    labels = {app["package"]: app["label"] for app in apps if isinstance(app, dict) and app["launchable"]}
    packages = query(adb, "packages")["result"]
    assert {each["packageName"]: each["label"] for each in packages} == labels
    assert query(adb, "version") == {"status": "success", "result": "0.7.11"}
    assert b"package:com.mobilerun.portal\n" in adb("shell", "pm list packages").stdout


def test_keyboard_types_any_text(adb: Adb) -> None:
    """The keyboard replaces or continues the focused text, and reads and writes the clipboard."""
    assert adb("shell", f"ime enable {KEYBOARD}; ime set {KEYBOARD}").returncode == 0
    focus_search(adb)
    for text, clear in (("Größe", "true"), (" 日本", "false")):
        encoded = base64.b64encode(text.encode()).decode()
        values = f'--bind base64_text:s:"{encoded}" --bind clear:b:{clear}'
        typed = adb("shell", f'content insert --uri "{URI}/keyboard/input" {values}')
        assert typed.stdout == b""
    assert query(adb, "phone_state")["result"]["focusedElement"]["text"] == "Größe 日本"
    assert adb("shell", f"content insert --uri {URI}/clipboard/set --bind text:s:copied").stdout == b""
    assert query(adb, "clipboard/get") == {"status": "success", "result": "copied"}
    adb("shell", f"content insert --uri {URI}/keyboard/key --bind key_code:i:3")
    assert query(adb, "phone_state")["result"]["packageName"] == "org.practice.launcher"


def test_http_server_needs_the_token(adb: Adb) -> None:
    """After the server is switched on, it answers requests with the token and refuses all others."""
    adb("shell", f"content insert --uri {URI}/toggle_socket_server --bind enabled:b:true")
    port = int(adb("forward", "tcp:0", "tcp:8080").stdout)
    token = query(adb, "auth_token")["result"]
    assert request(port, "GET", "/ping")[0] == 401
    assert request(port, "GET", "/ping", token=token) == (200, {"status": "success", "result": "pong"})
    focus_search(adb)
    body = {"base64_text": base64.b64encode("über".encode()).decode(), "clear": True}
    assert request(port, "POST", "/keyboard/input", token=token, body=body)[0] == 200
    state = request(port, "GET", "/state_full", token=token)[1]["result"]
    assert state["phone_state"]["focusedElement"]["text"] == "über"
    picture = request(port, "GET", "/screenshot", token=token)[1]["result"]
    assert base64.b64decode(picture).startswith(b"\x89PNG")
    assert request(port, "GET", "/none", token=token)[0] == 404
    assert request(port, "POST", "/keyboard/input", token=token, body=[1])[0] == 400
    adb("forward", "--remove-all")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"query --uri {URI}/none", "Unknown endpoint: /none"),
        (f"query --uri {URI}/clipboard/get", "Clipboard is empty or access was denied"),
        (f"insert --uri {URI}/keyboard/input --bind base64_text:s:YQ==", "No focused text field"),
        (f"insert --uri {URI}/keyboard/input --bind base64_text:s:!", "No focused text field"),
        (f"insert --uri {URI}/keyboard/key --bind key_code", "Binding not well formed: key_code"),
        (f"insert --uri {URI}/keyboard/key --bind key_code:i:x", "invalid literal"),
        ("query --uri content://org.example/x", "Could not find provider: org.example"),
        ("query", "Unsupported argument"),
    ],
)
def test_wrong_requests_are_explained(adb: Adb, command: str, message: str) -> None:
    """An unknown path, provider or value is answered with its reason."""
    done = adb("shell", f"content {command}")
    assert message in (done.stdout + done.stderr).decode()
