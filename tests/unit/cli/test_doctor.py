"""What the doctor says."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from onscreen.cli.doctor import Finding, check_parts, report_lines
from onscreen.cli.main import main
from onscreen.types.errors import MissingExtra


def test_every_part_is_found_or_comes_with_what_mends_it() -> None:
    """Whatever is missing is told with a command."""
    findings = tuple(check_parts())
    assert {"python", "browser", "display", "adb", "folder"} <= {f.part for f in findings}
    assert any(f.part.startswith("package ") for f in findings)
    assert any(f.part.startswith("model local:") for f in findings)
    assert all(f.said for f in findings)
    assert all(f.mend for f in findings if not f.found and f.part != "folder")


def test_a_missing_need_makes_it_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a browser the default cannot run, and the doctor says so in words and status."""
    for name in ("PATH", "HOME", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(name, str(tmp_path))
    if any(Path("/usr/bin").glob("*chrom*")):
        monkeypatch.setattr("onscreen.cli.doctor.executable", _none)
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "MISSING  browser" in out
    assert "mend it with: apt install chromium" in out
    assert out.strip().endswith("cannot run: browser.")


def _none() -> str:
    raise MissingExtra("no Chromium or Chrome was found")


def test_it_is_there_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """A program can read what is missing."""
    main(["doctor", "--json"])
    assert json.loads(capsys.readouterr().out)[0]["part"] == "python"


def test_a_key_is_never_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor says that a key is there, not which."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-secret-key")
    main(["doctor"])
    out = capsys.readouterr().out
    assert "sk-a-secret-key" not in out


def test_the_lines_say_what_the_default_lacks() -> None:
    """The last line is the answer to whether it can run."""
    fine, lost = (
        Finding("python", True, "3.11", needed=True),
        Finding("adb", False, "none", "apt install adb"),
    )
    assert report_lines((fine, lost))[-1] == "The default device, agent and model can run."
    assert sys.version_info >= (3, 11)
