"""Short commands on a phone and on a Linux desktop, each in a process of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen.device.linux.process_group import missing_packages
from onscreen.store.episode_store import load_episode

ONSCREEN = [sys.executable, "-m", "onscreen.cli.start"]
WAIT_SEC = 60
MISSING = [*missing_packages(), *(name for name in ("mousepad",) if shutil.which(name) is None)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the working directory of the commands; the session is closed at the end."""
    monkeypatch.delenv("ONSCREEN_SESSION", raising=False)
    with tempfile.TemporaryDirectory(prefix="onscreen-") as runtime:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        yield tmp_path
        sessions = Path(runtime, "onscreen", "sessions")
        if list(sessions.glob("*.json")):
            subprocess.run([*ONSCREEN, "close"], cwd=tmp_path, check=False)
        deadline = time.monotonic() + WAIT_SEC
        while list(sessions.glob("*")) and time.monotonic() < deadline:
            time.sleep(0.05)


def onscreen(*words: str, cwd: Path) -> str:
    """Run a command in a process of its own, and return its output."""
    ran = subprocess.run([*ONSCREEN, *words], cwd=cwd, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.browser
def test_commands_operate_a_phone(folder: Path) -> None:
    """A contact is created on the practice phone by its names on the screen, and read back."""
    assert 'button "Create contact"' in onscreen("open", "phone", "Contacts", "--out", "rec", cwd=folder)
    onscreen("do", 'click "Create contact"', cwd=folder)
    saved = onscreen("do", 'type "Ada" into "First name"', 'click "Save"', cwd=folder)
    assert saved.startswith("2 actions performed\n")
    assert "Ada" in onscreen("look", cwd=folder)
    onscreen("close", cwd=folder)
    assert len(load_episode(folder / "rec").decisions) == 3


@pytest.mark.skipif(bool(MISSING), reason=f"needs the Debian packages {', '.join(MISSING)}")
def test_commands_operate_a_program_on_the_desktop(folder: Path) -> None:
    """A text is typed into an editor on a private desktop, and the screen shows it."""
    shown = onscreen("open", "linux", "mousepad", cwd=folder)
    mark = shown.partition("] textbox")[0].rpartition("[")[2]
    assert '="milk, bread"' in onscreen("do", f'type "milk, bread" into {mark}', cwd=folder)
    assert "the condition holds" in onscreen("wait", 'element textbox ""', cwd=folder)
    assert onscreen("close", cwd=folder).startswith("closed; the record is in ")
