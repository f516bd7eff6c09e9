"""Navigation actions on Android: open, back, home and wait."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from onscreen.deadline import sleep
from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.installed_apps import (
    LIST_COMMAND,
    App,
    app_label,
    find_app,
    nearest_names,
    parse_apps,
)
from onscreen.device.android.target_lookup import touch_point
from onscreen.device.android.touch_actions import swipe_command, tap
from onscreen.types import Back, Home, Node, Open, Point, Wait
from onscreen.types.errors import ActionHadNoEffect

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S")
_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]\S*)?", re.IGNORECASE)
_COMPONENT = re.compile(r"[\w.]+/[\w.$]+")
_LAUNCHER_FLAGS = "0x10200000"
"""Intent flags of a launcher: FLAG_ACTIVITY_NEW_TASK and FLAG_ACTIVITY_RESET_TASK_IF_NEEDED."""

_MAX_DRAWER_PAGES = 6
_MAX_LISTED = 40
"""Maximum number of applications listed in an error message."""

_POLL_SEC = 0.2
_SWIPE_MS = 200
_ERROR_LINE = re.compile(r"^\s*(?:Error|Exception|java\.|Security).*", re.MULTILINE)


def open_app_or_address(phone: ConnectedPhone, action: Open) -> str:
    """Open an address, or an application given by name, package or component.

    A name that matches no package is looked up among the icons of the launcher.

    Raises:
        ActionHadNoEffect: no application has this name (the message lists the applications), or none opens
            the address.
    """
    name = action.what.strip()
    if not name:
        raise ActionHadNoEffect("there is nothing to open; name an application or an address")
    if _URI.match(name):
        return open_address(phone, name)
    apps = list_apps(phone)
    app = find_app(name, apps)
    if app is None and _COMPONENT.fullmatch(name):
        package, _, activity = name.partition("/")
        app = App(package, activity)
    if app is not None:
        start_app(phone, app)
        return ""
    if _DOMAIN.fullmatch(name) and not re.match(r"com\.|org\.", name):
        return open_address(phone, f"https://{name}")
    return _open_by_icon(phone, name, apps=apps)


def open_address(phone: ConnectedPhone, address: str) -> str:
    """Open an address in the application that handles it.

    Raises:
        ActionHadNoEffect: no application handles the address.
    """
    _start_activity(phone, "-a", "android.intent.action.VIEW", "-d", address, label=repr(address[:200]))
    return ""


def start_app(phone: ConnectedPhone, app: App) -> None:
    """Launch an application, or bring it to the foreground if it is already running.

    Raises:
        ActionHadNoEffect: the application cannot be launched.
    """
    if not app.activity:
        resolved = parse_apps(phone.run("cmd", "package", "resolve-activity", "--brief", app.package).text)
        app = next((each for each in resolved if each.package == app.package), app)
    if app.activity:
        intent = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER")
        flags = ("-f", _LAUNCHER_FLAGS)
        _start_activity(phone, *intent, *flags, "-n", app.component, label=repr(app.component))
        return
    result = phone.run("monkey", "-p", app.package, "-c", "android.intent.category.LAUNCHER", "1")
    if result.status or b"No activities found" in result.stdout + result.stderr:
        raise ActionHadNoEffect(f"the application {app.package!r} has no activity that can be launched")


def list_apps(phone: ConnectedPhone) -> tuple[App, ...]:
    """List the applications that can be launched.

    Raises the same errors as `PhoneShell.run`.
    """
    apps = parse_apps(phone.shell.run(LIST_COMMAND).text)
    return apps or parse_apps(phone.shell.run("pm list packages").text)


def back(phone: ConnectedPhone, _action: Back) -> str:
    """Press the back button."""
    phone.run_all("input keyevent 4")
    return ""


def home(phone: ConnectedPhone, _action: Home | None = None) -> str:
    """Press the home button."""
    phone.run_all("input keyevent 3")
    return ""


def wait(phone: ConnectedPhone, action: Wait) -> str:
    """Wait until the screen changes, for at most `action.seconds`.

    The screen is compared with the last observation.
    """
    deadline = time.monotonic() + action.seconds
    before = phone.last_dump
    while True:
        tree = phone.dump_tree()
        remaining = deadline - time.monotonic()
        if tree is not None and before and tree.dump != before:
            return ""
        before = before or (tree.dump if tree else b"")
        if remaining <= 0:
            return "nothing changed"
        sleep(min(remaining, _POLL_SEC))


def _start_activity(phone: ConnectedPhone, *arguments: str, label: str) -> None:
    result = phone.run("am", "start", "-W", *arguments, timeout_sec=phone.settings.launch_cap_sec)
    output = (result.stdout + b"\n" + result.stderr).decode("utf-8", "replace")
    error = _ERROR_LINE.search(output)
    if result.status or error:
        reason = " ".join((error.group() if error else result.error_text).split())[:300]
        raise ActionHadNoEffect(f"{label} cannot be opened: {reason}")


def _open_by_icon(phone: ConnectedPhone, name: str, *, apps: Sequence[App]) -> str:
    """Find the icon with this name on the home screen or in the app drawer, and tap it."""
    home(phone)
    known_names = [app_label(app.package) for app in apps]
    before = b""
    for page in range(_MAX_DRAWER_PAGES):
        tree = phone.dump_tree()
        nodes = tree.content.nodes if tree else ()
        icon = next((index for index, node in enumerate(nodes) if _is_icon(node, name)), None)
        if icon is not None:
            tap(phone, touch_point(icon, nodes))
            return ""
        known_names += [node.name for node in nodes if node.has("clickable") and node.name]
        if tree is None or (page > 1 and tree.dump == before):
            break
        before = tree.dump
        width, height = phone.display.picture
        start, end = Point(width / 2, height * 0.8), Point(width / 2, height * 0.25)
        phone.run_all(swipe_command(phone.display, start, end=end, duration_ms=_SWIPE_MS))
    home(phone)
    near = nearest_names(name, known_names)
    others = sorted({app_label(app.package) for app in apps} - set(near), key=str.casefold)
    listed = ", ".join(repr(each) for each in others[:_MAX_LISTED])
    more = f" and {len(others) - _MAX_LISTED} more" if len(others) > _MAX_LISTED else ""
    raise ActionHadNoEffect(
        f"no application is called {name!r}; near names are: {', '.join(map(repr, near)) or 'none'}; "
        f"other applications: {listed or 'none'}{more}"
    )


def _is_icon(node: Node, name: str) -> bool:
    """Return whether the node is clickable and has this name, ignoring case and white space."""
    return node.has("clickable") and node.name.casefold().split() == name.casefold().split()
