"""The browser process: its environment and its temporary profile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from onscreen.device.browser_process import BrowserPipe
from onscreen.device.child_environment import child_environment
from onscreen.device.chromium_executable import executable
from onscreen.device.kept_profile import KeptProfile
from onscreen.device.temporary_profile import TemporaryProfile
from onscreen.device.web import web
from onscreen.device.web.browser import Browser
from onscreen.device.web.chromium_flags import flags
from onscreen.device.web.web_settings import WebSettings
from onscreen.types import Start
from onscreen.types.errors import DeviceError

pytestmark = pytest.mark.browser


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserPipe]:
    """Start a browser from a process whose environment holds an API key and a secret of a task."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-top-secret-1")
    monkeypatch.setenv("SHOP_PASSWORD", "top-secret-2")
    started = BrowserPipe(executable(), flags(WebSettings(), resolver_rules=""), profile="")
    yield started
    started.close(2.0)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads environments from /proc")
def test_browser_gets_no_secrets(pipe: BrowserPipe) -> None:
    """The environment of the browser holds neither API keys nor secrets of a task."""
    while not (environment := Path(f"/proc/{pipe.pid}/environ").read_bytes()):
        time.sleep(0.01)  # the process has just started
    assert b"PATH=" in environment
    assert b"top-secret" not in environment


def test_child_environment_has_only_variables_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that a device starts get the variables of the system, such as the PATH, and no others."""
    monkeypatch.setenv("MY_TOKEN", "top-secret-3")
    passed_on = child_environment()
    assert passed_on["PATH"] == os.environ["PATH"]
    assert "MY_TOKEN" not in passed_on


START_BROWSER = """
import sys, time
from onscreen.device.browser_process import BrowserPipe
from onscreen.device.web.browser import Browser
from onscreen.device.chromium_executable import executable
from onscreen.device.web.chromium_flags import flags
from onscreen.device.web.web_settings import WebSettings
from onscreen.types import Start
from onscreen.types.errors import DeviceError
pipe = BrowserPipe(executable(), flags(WebSettings(), resolver_rules=""), profile="")
print("started", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def browser_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """Start a process with a browser whose temporary files are in a folder of their own."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    command = [sys.executable, "-c", START_BROWSER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        yield process
        process.kill()


def test_profile_of_a_killed_process_is_removed_at_the_next_start(
    browser_owner: subprocess.Popen[str], tmp_path: Path
) -> None:
    """The profile of a living process stays; that of a killed one is removed when a browser starts."""
    (profile,) = tmp_path.glob("onscreen-browser-*")
    TemporaryProfile().release()
    assert profile.exists()
    browser_owner.send_signal(signal.SIGKILL)
    browser_owner.wait()
    deadline = time.monotonic() + 60
    while profile.exists() and time.monotonic() < deadline:  # the browser may still write while it exits
        TemporaryProfile().release()
    assert list(tmp_path.glob("onscreen-*")) == []


def test_profile_is_used_by_one_browser_at_a_time(tmp_path: Path) -> None:
    """A profile that another browser uses is refused; it can be used when that one is closed."""
    folder = tmp_path / "profile"
    first = KeptProfile(str(folder))
    with pytest.raises(DeviceError, match="is used by another browser"):
        web({"profile": str(folder)}).start(Start())
    first.release()
    (folder / "SingletonLock").symlink_to(f"host-{os.getpid()}")
    with pytest.raises(DeviceError, match="is used by another browser"):
        KeptProfile(str(folder))
    (folder / "SingletonLock").unlink()
    KeptProfile(str(folder)).release()


def test_folder_that_is_not_a_profile_is_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link with the name of a profile and a folder without a lock are left alone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    target = tmp_path / "documents"
    target.mkdir()
    (target / "letter.txt").write_text("x")
    (target / "onscreen.lock").touch()
    (tmp_path / "onscreen-browser-x").symlink_to(target)
    unlocked = tmp_path / "onscreen-browser-y"
    unlocked.mkdir()
    TemporaryProfile().release()
    assert (target / "letter.txt").read_text() == "x"
    assert unlocked.exists()


class _Target(msgspec.Struct, frozen=True):
    type: str


class _Targets(msgspec.Struct, frozen=True, rename="camel"):
    target_infos: tuple[_Target, ...]


def test_resets_in_quick_succession_leave_no_page_behind() -> None:
    """Every reset uses the page that the reset before has prepared, even if it is not ready yet."""
    browser = Browser(WebSettings())
    try:
        for _ in range(5):
            browser.reset()
        found = browser.connection.call("Target.getTargets", result_type=_Targets)
        pages = [target for target in found.target_infos if target.type == "page"]
        assert len(pages) <= 2, "more than the open page and the prepared one"
    finally:
        browser.close()
