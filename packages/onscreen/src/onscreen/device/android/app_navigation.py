"""Actions that lead elsewhere: open, back, home, wait."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from onscreen.device.android.connected_phone import Phone
from onscreen.device.android.hit_target import place_on
from onscreen.device.android.installed_apps import LIST as LIST_APPS
from onscreen.device.android.installed_apps import App, all_labels, apps_of, named, nearest
from onscreen.device.android.touch_actions import swiped, tap
from onscreen.types import Back, Home, Node, Open, Point, Wait
from onscreen.types.errors import ActionHadNoEffect

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S")
_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]\S*)?", re.IGNORECASE)
_COMPONENT = re.compile(r"[\w.]+/[\w.$]+")
_NEW_TASK = "0x10200000"
"""Start it as the launcher does: in a task of its own, or bring forward the one there is."""

_DRAWER_PAGES = 6
_PAUSE_SEC = 0.2
_SWIPE_MS = 200
_FAILED = re.compile(r"^\s*(?:Error|Exception|java\.|Security).*", re.MULTILINE)


def open_what(phone: Phone, action: Open) -> str:
    """Open an address, or the application of this name, package or component.

    Raises:
        ActionHadNoEffect: no such application, or nothing opens the address; the message lists near names.
    """
    what = action.what.strip()
    if not what:
        raise ActionHadNoEffect("there is nothing to open; name an application or an address")
    if _ADDRESS.match(what):
        return open_address(phone, what)
    apps = installed(phone)
    app = named(what, apps)
    if app is None and _COMPONENT.fullmatch(what):
        package, _, activity = what.partition("/")
        app = App(package, activity)
    if app is not None:
        start_app(phone, app)
        return ""
    if _DOMAIN.fullmatch(what) and not re.match(r"com\.|org\.", what):
        return open_address(phone, f"https://{what}")
    return _open_by_icon(phone, what, apps=apps)


def open_address(phone: Phone, address: str) -> str:
    """Open an address with whatever application takes it.

    Raises:
        ActionHadNoEffect: none does.
    """
    _started(phone, "-a", "android.intent.action.VIEW", "-d", address, what=repr(address[:200]))
    return ""


def start_app(phone: Phone, app: App) -> None:
    """Start an application, or bring it forward where it runs.

    Raises:
        ActionHadNoEffect: it cannot be started.
    """
    if not app.activity:
        found = apps_of(phone.run("cmd", "package", "resolve-activity", "--brief", app.package).text)
        app = next((each for each in found if each.package == app.package), app)
    if app.activity:
        main = ("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER")
        _started(phone, *main, "-f", _NEW_TASK, "-n", app.component, what=repr(app.component))
        return
    ran = phone.run("monkey", "-p", app.package, "-c", "android.intent.category.LAUNCHER", "1")
    if ran.status or b"No activities found" in ran.out + ran.error:
        raise ActionHadNoEffect(f"the application {app.package!r} has nothing that can be started")


def installed(phone: Phone) -> tuple[App, ...]:
    """Return the applications that can be started; raises what `Link.run` raises."""
    apps = apps_of(phone.link.run(LIST_APPS).text)
    return apps or apps_of(phone.link.run("pm list packages").text)


def back(phone: Phone, _action: Back) -> str:
    """Press the back button."""
    phone.do("input keyevent 4")
    return ""


def home(phone: Phone, _action: Home | None = None) -> str:
    """Press the home button."""
    phone.do("input keyevent 3")
    return ""


def wait(phone: Phone, action: Wait) -> str:
    """Wait for the screen to change since it was last looked at, or for the time to pass."""
    until = time.monotonic() + action.seconds
    before = phone.dump
    while True:
        tree = phone.tree()
        left = until - time.monotonic()
        if tree is not None and before and tree.dump != before:
            return ""
        before = before or (tree.dump if tree else b"")
        if left <= 0:
            return "nothing changed"
        time.sleep(min(left, _PAUSE_SEC))


def _started(phone: Phone, *words: str, what: str) -> None:
    ran = phone.run("am", "start", "-W", *words, cap_sec=phone.settings.launch_cap_sec)
    said = (ran.out + b"\n" + ran.error).decode("utf-8", "replace")
    failed = _FAILED.search(said)
    if ran.status or failed:
        told = " ".join((failed.group() if failed else ran.complaint).split())[:300]
        raise ActionHadNoEffect(f"{what} cannot be opened: {told}")


def _open_by_icon(phone: Phone, what: str, *, apps: Sequence[App]) -> str:
    """Look for the icon of this name on the home screen and in the list of applications, and tap it."""
    home(phone)
    seen = all_labels(apps)
    before = b""
    for page in range(_DRAWER_PAGES):
        tree = phone.tree()
        nodes = tree.reading.nodes if tree else ()
        icon = next((at for at, node in enumerate(nodes) if _is_icon(node, what)), None)
        if icon is not None:
            tap(phone, place_on(icon, nodes))
            return ""
        seen += [node.name for node in nodes if node.has("clickable") and node.name]
        if tree is None or (page > 1 and tree.dump == before):
            break
        before = tree.dump
        width, height = phone.display.picture
        start, end = Point(width / 2, height * 0.8), Point(width / 2, height * 0.25)
        phone.do(swiped(phone.display, start, end=end, ms=_SWIPE_MS))
    home(phone)
    near = ", ".join(repr(name) for name in nearest(what, seen))
    raise ActionHadNoEffect(f"no application is called {what!r}; near names are: {near or 'none'}")


def _is_icon(node: Node, what: str) -> bool:
    return node.has("clickable") and " ".join(node.name.casefold().split()) == " ".join(
        what.casefold().split()
    )
