"""A private desktop restores the files of its programs and reads them as a state."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from onscreen.device.base import StatefulDevice
from onscreen.device.linux import linux
from onscreen.device.linux.private_linux_device import PrivateLinuxDevice, is_sandboxed
from onscreen.device.linux.process_group import missing_packages
from onscreen.types import Start
from onscreen.types.errors import DeviceError


def test_a_running_session_is_never_restored() -> None:
    """The files of a user's session are not taken for data that a start restores."""
    assert not isinstance(linux({"display": ":0"}), StatefulDevice)
    assert isinstance(linux({}), StatefulDevice)


def test_programs_that_can_write_anywhere_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a sandbox, a discovery on a desktop is refused."""
    monkeypatch.setenv("PATH", "")
    is_sandboxed.cache_clear()
    device = linux({})
    assert isinstance(device, PrivateLinuxDevice)
    with pytest.raises(DeviceError, match="install bubblewrap"):
        device.initial_start("mousepad", seed=0)
    is_sandboxed.cache_clear()


@pytest.mark.skipif(bool(missing_packages()) or not shutil.which("python3"), reason="needs Xvfb and others")
def test_each_start_restores_the_files(tmp_path: Path) -> None:
    """The state has the lines of the text files in the home folder, as they were at the start."""
    (tmp_path / "notes.txt").write_text("Milk\nBread\n", encoding="utf-8")
    (tmp_path / "photo.raw").write_bytes(b"\xff\xfe\x00")
    with closing(linux({"home": str(tmp_path)})) as device:
        assert isinstance(device, PrivateLinuxDevice)
        device.start(Start())
        device.read("echo Eggs >> notes.txt; echo new > other.txt")
        changed = json.loads(device.read(device.state_expression))["files"]
        assert changed["notes.txt"]["lines"] == ["Milk", "Bread", "Eggs"]
        assert changed["other.txt"]["name"] == "other.txt"
        device.start(Start())
        files = json.loads(device.read(device.state_expression))["files"]
    assert files["notes.txt"]["lines"] == ["Milk", "Bread"]
    assert "other.txt" not in files
    assert len(files["photo.raw"]["sha256"]) == 64
