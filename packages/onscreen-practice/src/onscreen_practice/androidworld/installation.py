"""Installation of AndroidWorld: source code and a virtual environment with the required packages.

AndroidWorld is not on a package index, so its source comes from a checkout of its repository.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from collections.abc import Callable
from pathlib import Path

import msgspec

from onscreen.types.errors import MissingExtra, UsageError

FOLDER_VARIABLE = "ONSCREEN_ANDROIDWORLD"
REPOSITORY = "https://github.com/google-research/android_world"
INSTALL_HINT = (
    f"get its source with: git clone {REPOSITORY}   and install it with: "
    "onscreen androidworld install android_world"
)
PACKAGES = (
    "absl-py==2.1.0",
    "android_env==1.2.3",
    "dm_env",
    "grpcio-tools==1.71.0",
    "immutabledict",
    "matplotlib",
    "numpy",
    "opencv-python-headless",
    "protobuf==5.29.5",
    "pydub",
    "requests",
    "setuptools<80",
)
"""Packages that the supported tasks import, in the versions that AndroidWorld requires."""
_PACKAGE = "android_world"
_PROTOCOL_FOLDER = "android_world/task_evals/information_retrieval/proto"
_PROTOCOLS = ("state.proto", "task.proto")
_READY = "installed.json"
_SHOWN_CHARACTERS = 800


class _Record(msgspec.Struct, frozen=True):
    packages: tuple[str, ...]


class AndroidWorldInstallation(msgspec.Struct, frozen=True):
    """Folder with AndroidWorld's source code and virtual environment."""

    folder: Path

    @property
    def source(self) -> Path:
        """Folder that contains the Python package `android_world`."""
        return self.folder / "source"

    @property
    def python(self) -> Path:
        """Python interpreter of the virtual environment."""
        return self.folder / "venv" / "bin" / "python"

    @property
    def is_complete(self) -> bool:
        """Whether the installation finished and has the required package versions."""
        try:
            found = msgspec.json.decode((self.folder / _READY).read_bytes(), type=_Record)
        except (OSError, msgspec.MsgspecError):
            return False
        return found.packages == PACKAGES


def find_installation() -> AndroidWorldInstallation:
    """Return the folder in which AndroidWorld is or would be installed.

    It is `$ONSCREEN_ANDROIDWORLD` or, by default, a folder in the user's cache.
    """
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return AndroidWorldInstallation(Path(chosen).expanduser().absolute())
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return AndroidWorldInstallation(Path(cache) / "onscreen" / "androidworld")


def require_installation() -> AndroidWorldInstallation:
    """Return the installation of AndroidWorld.

    Raises:
        MissingExtra: AndroidWorld is not installed; the message says how to install it.
    """
    installation = find_installation()
    if not installation.is_complete:
        raise MissingExtra(f"AndroidWorld is not installed in {installation.folder}; {INSTALL_HINT}")
    return installation


def install(checkout: Path, *, report: Callable[[str], None]) -> AndroidWorldInstallation:
    """Install AndroidWorld from a checkout of its repository.

    `report` is called with a message before each long step.

    Raises:
        UsageError: the folder is not a checkout, or a package cannot be installed.
    """
    if not (checkout / _PACKAGE / "registry.py").is_file():
        raise UsageError(f"there is no AndroidWorld in {checkout}; {INSTALL_HINT}")
    installation = find_installation()
    (installation.folder / _READY).unlink(missing_ok=True)
    shutil.rmtree(installation.source, ignore_errors=True)
    report(f"copying the source to {installation.source}")
    ignored = shutil.ignore_patterns("*_test.py", "test_data", "__pycache__")
    shutil.copytree(checkout / _PACKAGE, installation.source / _PACKAGE, ignore=ignored)
    report(f"installing {', '.join(PACKAGES)} in {installation.folder / 'venv'}")
    venv.create(installation.folder / "venv", with_pip=True)
    _run([str(installation.python), "-m", "pip", "install", "-q", *PACKAGES])
    report("generating its protocol buffers")
    protocols = [f"{_PROTOCOL_FOLDER}/{name}" for name in _PROTOCOLS]
    compiler = [str(installation.python), "-m", "grpc_tools.protoc", "-I.", "--python_out=."]
    _run([*compiler, *protocols], folder=installation.source)
    (installation.folder / _READY).write_bytes(msgspec.json.encode(_Record(PACKAGES)))
    return installation


def _run(command: list[str], *, folder: Path | None = None) -> None:
    """Run a command.

    Raises:
        UsageError: the command fails; the message contains the end of its output.
    """
    completed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if completed.returncode:
        output = " ".join((completed.stderr or completed.stdout).split())[-_SHOWN_CHARACTERS:]
        raise UsageError(f"AndroidWorld cannot be installed: {output}")
