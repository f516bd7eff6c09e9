"""Other projects, each in a virtual environment of its own that is made once and kept in the cache."""

from __future__ import annotations

import json
import os
import subprocess
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

from _pages import CACHE

MOST_SEC = 600
ATTEMPTS = 2


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


def ask(python: Path, script: str, *, request: Mapping[str, object]) -> Mapping[str, object]:
    """Run a script of this folder there and return its answer; one that hangs is ended and tried once more.

    Raises:
        RuntimeError: it failed; the message ends with what it printed last.
    """
    command = [str(python), str(Path(__file__).parent / script)]
    for attempt in range(ATTEMPTS):
        try:
            done = subprocess.run(
                command,
                input=json.dumps(request),
                capture_output=True,
                text=True,
                check=False,
                timeout=MOST_SEC,
            )
            break
        except subprocess.TimeoutExpired as error:
            if attempt == ATTEMPTS - 1:
                raise RuntimeError(f"{script} gave no answer in {MOST_SEC} seconds, twice") from error
    for line in done.stdout.splitlines():
        if line.startswith("ANSWER "):
            return json.loads(line.removeprefix("ANSWER "))
    raise RuntimeError(f"{script} gave no answer: {(done.stderr or done.stdout)[-800:]}")
