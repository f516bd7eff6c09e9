"""The device in a Chromium that is already running, which belongs to the user."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

import onscreen
from onscreen.device.chromium_executable import executable, is_sandboxed
from onscreen.device.web import WebDevice, web
from onscreen.types import Start
from onscreen.types.errors import BadText, DeviceError

pytestmark = pytest.mark.browser
WAIT_SEC = 60
OWN_PAGE = "data:text/html,<title>Own</title><h1>Inbox</h1><iframe srcdoc='<button>Reply</button>'></iframe>"
FORM = (
    "data:text/html,<title>Form</title><label>Name <input></label>"
    "<button onclick=\"document.body.append('Hello '+document.querySelector('input').value)\">Greet</button>"
    "<button onclick=\"window.open('').document.body.innerHTML='<h1>Second window'\">Window</button>"
)


class UserBrowser(msgspec.Struct):
    """Browser that the user started: its process and its debugging port."""

    process: subprocess.Popen[bytes]
    port: int

    def pages(self) -> list[str]:
        """Return the titles of the open pages."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/list", timeout=WAIT_SEC) as answer:
            return sorted(page["title"] for page in json.load(answer) if page["type"] == "page")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[UserBrowser]:
    """Start a browser with a debugging port and a page of the user."""
    profile = tmp_path / "profile"
    as_root = () if is_sandboxed() else ("--no-sandbox",)
    command = [executable(), "--remote-debugging-port=0", f"--user-data-dir={profile}", *as_root, OWN_PAGE]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        port_file = profile / "DevToolsActivePort"
        deadline = time.monotonic() + WAIT_SEC
        while not port_file.exists() or not port_file.read_text():
            assert time.monotonic() < deadline, "the browser did not start"
            time.sleep(0.05)
        yield UserBrowser(process, int(port_file.read_text().split()[0]))
        process.kill()


def wait_for_pages(browser: UserBrowser, titles: list[str]) -> None:
    """Wait until exactly these pages are open, and fail after a minute."""
    deadline = time.monotonic() + WAIT_SEC
    while browser.pages() != titles:
        assert time.monotonic() < deadline, browser.pages()
        time.sleep(0.05)


def test_page_opens_in_a_new_tab_and_the_browser_stays(browser: UserBrowser) -> None:
    """A start address opens a tab beside the user's; closing the device closes this tab only."""
    wait_for_pages(browser, ["Own"])
    with onscreen.open("web", FORM, settings={"attach": browser.port}) as screen:
        assert "+ Hello bob" in screen.do('type "bob" into 1', "click 2")
        assert browser.pages() == ["Form", "Own"]
    wait_for_pages(browser, ["Own"])
    assert browser.process.poll() is None


def test_page_of_the_user_is_used_without_a_start(browser: UserBrowser) -> None:
    """Without a start address, the page that is open is operated with its frames and stays open."""
    wait_for_pages(browser, ["Own"])
    with onscreen.open("web", settings={"attach": f"http://127.0.0.1:{browser.port}"}) as screen:
        assert "# Inbox" in screen.text
        assert '"Reply"' in screen.text
    assert browser.pages() == ["Own"]


def test_window_that_the_page_opens_comes_to_the_front(browser: UserBrowser) -> None:
    """A window that the page opens is a tab of the device."""
    with onscreen.open("web", FORM, settings={"attach": browser.port}) as screen:
        screen.do("click 3")
        assert "# Second window" in screen.text
        assert len(screen.screen.shot.tabs) == 2


def test_tab_that_the_user_opens_is_not_touched(browser: UserBrowser) -> None:
    """A tab that the user opens meanwhile loads as usual and is no tab of the device."""
    with closing(web({"attach": str(browser.port)})) as device:
        device.start(Start(FORM))
        request = urllib.request.Request(
            f"http://127.0.0.1:{browser.port}/json/new?data:text/html,<title>News</title>", method="PUT"
        )
        urllib.request.urlopen(request, timeout=WAIT_SEC).close()  # noqa: S310  http
        wait_for_pages(browser, ["Form", "News", "Own"])
        assert len(device.observe().tabs) == 1


def test_end_of_the_browser_is_reported(browser: UserBrowser) -> None:
    """If the user ends the browser, the device says so."""
    with closing(web({"attach": browser.port})) as device:
        device.start(Start(FORM))
        browser.process.kill()
        browser.process.wait()
        with pytest.raises(DeviceError, match="the browser is gone"):
            device.observe()


@pytest.mark.parametrize("address", [1, "127.0.0.1:1", "ws://127.0.0.1:1/devtools/browser/x"])
def test_address_without_a_browser_is_reported(address: str | int) -> None:
    """An address at which no browser answers is an error that names it."""
    with closing(web({"attach": address})) as device, pytest.raises(DeviceError, match=r"127\.0\.0\.1:1\b"):
        device.start(Start(FORM))


@pytest.mark.parametrize("address", ["x", "http://a", "ftp://a:1", "a:b", "1:2:3", "127.0.0.1:99999"])
def test_wrong_address_is_reported(address: str) -> None:
    """A setting that is not an address is refused."""
    device: WebDevice = web({"attach": address})
    with closing(device), pytest.raises(BadText, match="attach is a port, HOST:PORT or a URL"):
        device.start(Start(FORM))


def test_attach_excludes_settings_of_a_new_browser() -> None:
    """A profile or flags cannot be set for a browser that is running already."""
    with pytest.raises(BadText, match="leave out profile, executable, flags"):
        web({"attach": 9222, "profile": "x"})
