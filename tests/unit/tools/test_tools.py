"""The scripts behind `make` say what is wrong and what to do, before they change anything."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPTS = [*sorted((ROOT / "tools").glob("*.sh")), ROOT / ".ci" / "run"]
NEEDED = ("bash", "dirname", "mktemp", "rm", "id", "sha256sum", "cut", "cat", "env", "sleep")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the scripts and the project file, and nothing installed."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def bare(folder: Path, *, python: str = "") -> dict[str, str]:
    """Return an environment that knows the basic tools and this text as python3, if any."""
    programs = folder / "programs"
    programs.mkdir()
    for name in NEEDED:
        (programs / name).symlink_to(str(shutil.which(name)))
    if python:
        (programs / "python3").write_text(python)
        (programs / "python3").chmod(0o755)
    return {"PATH": str(programs), "HOME": str(folder)}


def run(script: str, *words: str, folder: Path, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a script of the checkout: exit status and everything it said."""
    command = [str(shutil.which("bash")), str(folder / "tools" / script), *words]
    ran = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_can_be_run(script: Path) -> None:
    """Every script parses, may be executed, and stops at the first error it does not handle."""
    subprocess.run(["/usr/bin/env", "bash", "-n", str(script)], check=True, timeout=20)
    assert script.stat().st_mode & 0o100
    assert re.search(r"^set -(e?)uo pipefail$", script.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("script", ["setup.sh", "check.sh"])
def test_unknown_word_is_said_with_those_there_are(checkout: Path, script: str) -> None:
    """A word the script does not know ends it at once, naming the words it knows."""
    status, said = run(script, "everything", folder=checkout)
    assert status != 0
    assert "'everything'; there are: " in said
    assert not (checkout / ".venv").exists()


def test_missing_python_is_said(checkout: Path) -> None:
    """Without a Python that is new enough, set-up says which is needed and how to get it."""
    status, said = run("setup.sh", "run", folder=checkout, env=bare(checkout))
    assert status == 1
    assert "no Python of 3.11 or newer" in said
    assert "ONSCREEN_PYTHON" in said


def test_old_python_is_named(checkout: Path) -> None:
    """A Python that is too old is named with its version."""
    old = '#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1\n'
    status, said = run("setup.sh", "run", folder=checkout, env=bare(checkout, python=old))
    assert status == 1
    assert "python3 is Python 3.9.2" in said


def test_missing_venv_module_is_said_with_the_command(checkout: Path) -> None:
    """Where venv is missing and nothing may be installed, set-up says what to run."""
    without = '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexit 0\n'
    status, said = run("setup.sh", "run", folder=checkout, env=bare(checkout, python=without))
    assert status == 1
    assert "sudo apt-get install python3-venv" in said


def test_missing_report_is_said(checkout: Path) -> None:
    """A demo that wrote no report is an error that names the folder."""
    status, said = run("open_report.sh", "nowhere", folder=checkout)
    assert status == 1
    assert "no report (*.html) in nowhere" in said


def test_report_is_named(checkout: Path) -> None:
    """The report's path is printed."""
    (checkout / "out").mkdir()
    (checkout / "out" / "report.html").touch()
    status, said = run("open_report.sh", "out", folder=checkout, env={"PATH": "/usr/bin:/bin"})
    assert (status, said.strip()) == (0, "report: out/report.html")


def test_what_is_up_to_date_is_left_alone(checkout: Path) -> None:
    """Set-up that was done is not done again, and says nothing."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    python = checkout / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo "Python 3.11.0"; fi\n')
    python.chmod(0o755)
    kept = (checkout / "pyproject.toml").read_bytes() + b"Python 3.11.0\n"
    (checkout / ".venv" / f".stamp-dev-{hashlib.sha256(kept).hexdigest()[:16]}").touch()
    (checkout / ".venv" / ".stamp-browser").write_text("/bin/sh\n")
    assert run("setup.sh", "dev", folder=checkout) == (0, "")
    assert run("setup.sh", "run", folder=checkout) == (0, "")
