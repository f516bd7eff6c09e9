"""Other projects, each in a virtual environment of its own that is made once and kept in the cache."""

from __future__ import annotations

import json
import os
import subprocess
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

from _pages import CACHE


def environment(name: str, packages: Sequence[str]) -> Path:
    """Return the Python of the environment, made once; ONSCREEN_BENCH_NAME names another to be used.

    Raises:
        CalledProcessError: pip could not install the packages.
    """
    own = os.environ.get(f"ONSCREEN_BENCH_{name.upper()}")
    if own:
        return Path(own)
    folder = CACHE / f"venv-{name}"
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.exists():
        print(f"installing {', '.join(packages)} in {folder} (once)", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", *packages], check=True)
        ready.touch()
    return python


def version(python: Path, package: str) -> str:
    """Return the installed version of a package."""
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run(
        [str(python), "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()


def ask(python: Path, script: str, *, request: Mapping[str, object], most_sec: float) -> dict:
    """Run a script of this folder there and return its answer.

    Raises:
        RuntimeError: it failed, with what it printed last, or gave no answer in `most_sec`.
    """
    command, told = [str(python), str(Path(__file__).parent / script)], json.dumps(request)
    try:
        done = subprocess.run(
            command, input=told, capture_output=True, text=True, check=False, timeout=most_sec
        )
    except subprocess.TimeoutExpired as error:
        raise RuntimeError(f"{script} gave no answer in {most_sec:.0f} seconds") from error
    for line in done.stdout.splitlines():
        if line.startswith("ANSWER "):
            return json.loads(line.removeprefix("ANSWER "))
    raise RuntimeError(f"{script} gave no answer: {(done.stderr or done.stdout)[-800:]}")
