"""The browser process: its environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen.device.browser_process import BrowserPipe
from onscreen.device.child_environment import child_environment
from onscreen.device.web.chromium_executable import executable, flags
from onscreen.device.web.web_settings import WebSettings

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
    environment = Path(f"/proc/{pipe.pid}/environ").read_bytes()
    assert b"PATH=" in environment
    assert b"top-secret" not in environment


def test_child_environment_has_only_variables_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that a device starts get the variables of the system, such as the PATH, and no others."""
    monkeypatch.setenv("MY_TOKEN", "top-secret-3")
    passed_on = child_environment()
    assert passed_on["PATH"] == os.environ["PATH"]
    assert "MY_TOKEN" not in passed_on
