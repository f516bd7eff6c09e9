"""The scripts behind `make` report what is wrong and what to do before they change anything."""

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


def minimal_environment(folder: Path, *, python: str = "") -> dict[str, str]:
    """Return an environment with basic tools, and this text as python3 if one is given."""
    programs = folder / "programs"
    programs.mkdir()
    for name in NEEDED:
        (programs / name).symlink_to(str(shutil.which(name)))
    if python:
        (programs / "python3").write_text(python)
        (programs / "python3").chmod(0o755)
    return {"PATH": str(programs), "HOME": str(folder)}


def run(script: str, *words: str, folder: Path, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a script of the checkout and return its exit status and output."""
    command = [str(shutil.which("bash")), str(folder / "tools" / script), *words]
    ran = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_can_be_run(script: Path) -> None:
    """Every script parses, is executable, and stops at the first unhandled error."""
    subprocess.run(["/usr/bin/env", "bash", "-n", str(script)], check=True, timeout=20)
    assert script.stat().st_mode & 0o100
    assert re.search(r"^set -(e?)uo pipefail$", script.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("script", ["setup.sh", "check.sh"])
def test_unknown_argument_is_reported(checkout: Path, script: str) -> None:
    """An unknown argument ends the script, which lists the valid ones."""
    status, output = run(script, "everything", folder=checkout)
    assert status != 0
    assert "'everything'; available: " in output
    assert not (checkout / ".venv").exists()


def test_missing_python_is_reported(checkout: Path) -> None:
    """Without a recent Python, setup names the required version and how to install it."""
    status, output = run("setup.sh", "run", folder=checkout, env=minimal_environment(checkout))
    assert status == 1
    assert "no Python 3.11 or newer" in output
    assert "ONSCREEN_PYTHON" in output


def test_old_python_is_reported(checkout: Path) -> None:
    """A Python that is too old is reported with its version."""
    old = '#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1\n'
    status, output = run("setup.sh", "run", folder=checkout, env=minimal_environment(checkout, python=old))
    assert status == 1
    assert "python3 is Python 3.9.2" in output


def test_missing_venv_module_is_reported(checkout: Path) -> None:
    """If venv is missing and cannot be installed, setup prints the command to run."""
    without = '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexit 0\n'
    status, output = run(
        "setup.sh", "run", folder=checkout, env=minimal_environment(checkout, python=without)
    )
    assert status == 1
    assert "sudo apt-get install python3-venv" in output


def test_missing_report_is_an_error(checkout: Path) -> None:
    """A demo without a report is an error that names the folder."""
    status, output = run("open_report.sh", "nowhere", folder=checkout)
    assert status == 1
    assert "no report (*.html) in nowhere" in output


def test_report_path_is_printed(checkout: Path) -> None:
    """The report's path is printed."""
    (checkout / "out").mkdir()
    (checkout / "out" / "report.html").touch()
    status, output = run("open_report.sh", "out", folder=checkout, env={"PATH": "/usr/bin:/bin"})
    assert (status, output.strip()) == (0, "report: out/report.html")


def test_demo_without_a_network_plays_the_practice_pages(checkout: Path) -> None:
    """If an application cannot be installed, the demo says so and plays the tasks on practice pages."""
    program = checkout / ".venv" / "bin" / "onscreen"
    program.parent.mkdir(parents=True)
    program.write_text(
        '#!/bin/sh\n[ "$1" = apps ] && { echo "no network" >&2; exit 2; }\n'
        'echo "$1 $2" >calls; mkdir out; touch out/index.html\n'
    )
    program.chmod(0o755)
    status, output = run("demo.sh", "out", folder=checkout)
    assert status == 0
    assert "'roundup' cannot be installed" in output
    assert "practice pages of this repository instead" in output
    assert "report: out/index.html\n" in output
    assert (checkout / "calls").read_text() == "bench demo\n"


def test_finished_setup_is_not_repeated(checkout: Path) -> None:
    """A finished setup is not repeated and prints nothing."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    python = checkout / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo "Python 3.11.0"; fi\n')
    python.chmod(0o755)
    stamped = (checkout / "pyproject.toml").read_bytes() + b"Python 3.11.0\n"
    (checkout / ".venv" / f".stamp-dev-{hashlib.sha256(stamped).hexdigest()[:16]}").touch()
    (checkout / ".venv" / ".stamp-browser").write_text("/bin/sh\n")
    (checkout / ".venv" / ".stamp-application").touch()
    (checkout / ".venv" / ".stamp-desktop").touch()
    assert run("setup.sh", "dev", folder=checkout) == (0, "")
    assert run("setup.sh", "run", folder=checkout) == (0, "")
