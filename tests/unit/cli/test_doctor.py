"""`onscreen doctor`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from onscreen.cli.doctor import Finding, check_parts, report_lines
from onscreen.cli.main import main
from onscreen.types.errors import MissingExtra


def test_missing_parts_come_with_a_fix() -> None:
    """Every missing part is listed with the command that fixes it."""
    findings = tuple(check_parts())
    assert {"python", "browser", "display", "adb", "folder"} <= {f.part for f in findings}
    assert any(f.part.startswith("package ") for f in findings)
    assert any(f.part.startswith("model local:") for f in findings)
    assert all(f.details for f in findings)
    assert all(f.fix for f in findings if not f.found and f.part != "folder")


def test_missing_required_part_gives_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a browser the defaults cannot run, and the exit status is 1."""
    for name in ("PATH", "HOME", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(name, str(tmp_path))
    if any(Path("/usr/bin").glob("*chrom*")):
        monkeypatch.setattr("onscreen.cli.doctor.executable", _none)
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "MISSING  browser" in out
    assert "fix with: apt install chromium" in out
    assert out.strip().endswith("cannot run, missing: browser.")


def _none() -> str:
    raise MissingExtra("no Chromium or Chrome was found")


def test_required_and_optional_parts_are_separate() -> None:
    """What the defaults need is listed first; a missing optional part is no error."""
    findings = (
        Finding("python", True, "3.11", needed=True),
        Finding("adb", False, "none", "apt install adb"),
        Finding("browser", False, "none", "apt install chromium", needed=True),
    )
    assert report_lines(findings) == [
        "Required by the default device, agent and model:",
        "  found    python   3.11",
        "  MISSING  browser  none",
        "                    fix with: apt install chromium",
        "",
        "Optional:",
        "  missing  adb      none",
        "                    add with: apt install adb",
        "",
        "The default device, agent and model cannot run, missing: browser.",
    ]


def test_missing_sandbox_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the user root, the browser has no sandbox, which is reported with a fix; for others it is on."""
    for user, found in ((0, False), (1000, True)):
        monkeypatch.setattr("os.geteuid", lambda user=user: user)
        (finding,) = (each for each in check_parts() if each.part == "browser sandbox")
        assert finding.found is found
        assert ("root" in finding.details) is not found
        assert "su agent" in finding.fix


def test_findings_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The findings are available as JSON."""
    main(["doctor", "--json"])
    assert json.loads(capsys.readouterr().out)[0]["part"] == "python"


def test_key_is_never_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor reports that a key exists, never the key."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-secret-key")
    main(["doctor"])
    out = capsys.readouterr().out
    assert "sk-a-secret-key" not in out


def test_last_line_lists_what_the_defaults_need() -> None:
    """The last line says whether the defaults can run and what is missing."""
    fine, lost = (
        Finding("python", True, "3.11", needed=True),
        Finding("adb", False, "none", "apt install adb"),
    )
    assert report_lines((fine, lost))[-1] == "The default device, agent and model can run."
    assert sys.version_info >= (3, 11)


@pytest.fixture
def fake_apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the programs of the machine by an apt-get that fails; return the file with its arguments."""
    arguments = tmp_path / "arguments"
    for name in ("apt-get", "sudo"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "$@" > {arguments}\nexit 3\n')
        program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    return arguments


@pytest.mark.parametrize(
    ("options", "included", "left_out"), [((), "xvfb", "kate"), (("--programs",), "kate", "nothing")]
)
def test_desktop_packages_are_installed(
    fake_apt: Path, options: tuple[str, ...], included: str, left_out: str
) -> None:
    """Missing packages are installed by apt-get, with --programs those of the suite too."""
    assert main(["doctor", "--fix", "desktop", *options]) == 3
    installed = fake_apt.read_text().split()
    assert included in installed
    assert left_out not in installed
    assert len(installed) == len({*installed})


def test_programs_are_installed_only_with_a_fix(capsys: pytest.CaptureFixture[str]) -> None:
    """The option for programs alone is an error that shows the complete command."""
    assert main(["doctor", "--programs"]) == 2
    assert "onscreen doctor --fix desktop --programs" in capsys.readouterr().err
