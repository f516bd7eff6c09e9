"""Virtual environments of other projects for comparison, created once, and the requests to their scripts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

from _pages import CACHE

from onscreen.device.chromium_executable import executable

FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
"""Flags of Chromium that other projects start it with, as we do."""
REST_SEC = 1.0
"""Time that each page has to finish loading before it is measured."""


def make_request(addresses: Mapping[str, str], size: tuple[int, int], **more: object) -> dict[str, object]:
    """Return the request to a script that opens pages, by their names, in a window of a width and height."""
    width, height = size
    return {
        "pages": dict(addresses),
        "executable": executable(),
        "flags": FLAGS,
        "width": width,
        "height": height,
        "rest_sec": REST_SEC,
        **more,
    }


def make_environment(name: str, packages: Sequence[str], *, any_python: Sequence[str] = ()) -> Path:
    """Return the Python interpreter of a virtual environment, which is created if it is missing.

    The environment variable ONSCREEN_BENCH_NAME overrides it.

    The packages in `any_python` are installed even if they require a newer version of Python, for projects of
    which only a part needs that version.

    Raises:
        CalledProcessError: pip could not install the packages.
    """
    override = os.environ.get(f"ONSCREEN_BENCH_{name.upper()}")
    if override:
        return Path(override)
    folder = CACHE / f"venv-{name}"
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.exists():
        print(f"installing {', '.join([*packages, *any_python])} in {folder} (once)", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        pip_install = [str(python), "-m", "pip", "install", "-q"]
        if any_python:
            subprocess.run([*pip_install, "--no-deps", "--ignore-requires-python", *any_python], check=True)
        dependencies = [each for package in any_python for each in list_dependencies(python, package)]
        subprocess.run([*pip_install, *packages, *dependencies], check=True)
        ready.touch()
    return python


def make_node_folder(name: str, packages: Sequence[str]) -> Path:
    """Return the folder with npm packages, which are installed if the folder is missing.

    Install scripts do not run, so no browser is downloaded. The environment variable ONSCREEN_BENCH_NAME
    overrides the folder.

    Raises:
        CalledProcessError: npm could not install the packages.
    """
    override = os.environ.get(f"ONSCREEN_BENCH_{name.upper()}")
    if override:
        return Path(override)
    folder = CACHE / f"node-{name}"
    ready = folder / "ready"
    if not ready.exists():
        print(f"installing {', '.join(packages)} in {folder} (once)", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm") or "npm"
        subprocess.run([npm, "install", "--ignore-scripts", "--prefix", str(folder), *packages], check=True)
        ready.touch()
    return folder


def list_dependencies(python: Path, package: str) -> list[str]:
    """Return the requirements of an installed package, without those of its extras."""
    code = f"import importlib.metadata as m; print(*m.requires({package!r}) or (), sep='\\n')"
    lines = subprocess.run([str(python), "-c", code], check=True, capture_output=True, text=True).stdout
    return [line for line in lines.splitlines() if line and "extra ==" not in line]


def package_version(python: Path, package: str) -> str:
    """Return the version of a package that is installed in an environment."""
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run(
        [str(python), "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()


def run_script(python: Path, script: str, *, request: Mapping[str, object], timeout_sec: float) -> dict:
    """Run a script of this folder in an environment and return its JSON answer.

    Raises:
        RuntimeError: the script failed, or gave no answer within `timeout_sec`.
    """
    command, request_json = [str(python), str(Path(__file__).parent / script)], json.dumps(request)
    try:
        process = subprocess.run(
            command, input=request_json, capture_output=True, text=True, check=False, timeout=timeout_sec
        )
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"{script} gave no answer within {timeout_sec:.0f} seconds") from error
    for line in process.stdout.splitlines():
        if line.startswith("ANSWER "):
            return json.loads(line.removeprefix("ANSWER "))
    raise RuntimeError(f"{script} gave no answer: {(process.stderr or process.stdout)[-800:]}")
