"""Installation of web applications from packages, each into a separate folder.

An application's folder contains its packages (`program`), its initial data (`data`) and, once both are
complete, a record of what was installed.
"""

from __future__ import annotations

import ast
import fcntl
import hashlib
import inspect
import os
import re
import shutil
import subprocess
import venv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from onscreen.types.errors import DeviceError, MissingExtra, UsageError
from onscreen_practice.apps.application import Application, Manager, Program

FOLDER_VARIABLE = "ONSCREEN_APPS"
_RECORD = "installed.json"
_SHOWN_LINES = 15
_NODE_HINT = "Node.js and npm are not installed; install them with: sudo apt install nodejs npm"
_UNPACKED = "packages.txt"
"""Name of the file that lists the names and versions of the unpacked Debian packages."""


class InstallationRecord(msgspec.Struct, frozen=True):
    """What was installed: the required packages, their versions, and a hash of the code that creates data."""

    packages: tuple[str, ...]
    data_source: str
    versions: Mapping[str, str] = {}


class Installation(msgspec.Struct, frozen=True):
    """Folder in which one application is installed, or will be."""

    application: Application
    folder: Path

    @property
    def program(self) -> Program:
        """Folder with the application's installed packages."""
        return Program(self.folder / "program", self.application.manager)

    @property
    def data(self) -> Path:
        """Folder of the initial data, which is copied at each reset and never changed."""
        return self.folder / "data"

    @property
    def record(self) -> InstallationRecord | None:
        """Record of what was installed, or None if the installation is missing or incomplete."""
        try:
            content = (self.folder / _RECORD).read_bytes()
        except OSError:
            return None
        try:
            return msgspec.json.decode(content, type=InstallationRecord)
        except msgspec.MsgspecError:
            return None

    @property
    def is_current(self) -> bool:
        """Whether the installed packages and data match the application's description."""
        record = self.record
        application = self.application
        return (
            record is not None
            and record.packages == application.packages
            and record.data_source == _data_source(application)
        )


def apps_folder() -> Path:
    """Return the folder of all applications: `$ONSCREEN_APPS` or, by default, a user cache folder."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).expanduser().absolute()
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "onscreen" / "apps"


def installation_of(application: Application) -> Installation:
    """Return the folder in which an application is or would be installed."""
    return Installation(application, apps_folder() / application.name)


def require_installed(application: Application) -> Installation:
    """Return the installation of an application if it is up to date.

    Raises:
        MissingExtra: the application is missing or outdated; the message contains the command to install it.
    """
    require_all_installed((application,))
    return installation_of(application)


def require_all_installed(applications: Iterable[Application]) -> None:
    """Check that all the given applications are installed.

    Raises:
        MissingExtra: some are missing or outdated; the message lists them, with the command to install them.
    """
    missing = [each for each in applications if not installation_of(each).is_current]
    if not missing:
        return
    names = [each.name for each in missing]
    is_outdated = any(installation_of(each).record for each in missing)
    found = "not installed, or in another version" if is_outdated else "not installed"
    subject = "the application" if len(names) == 1 else "the applications"
    verb = "is" if len(names) == 1 else "are"
    raise MissingExtra(
        f"{subject} {', '.join(map(repr, names))} {verb} {found}; install with: "
        f"onscreen apps install {' '.join(names)}"
    )


def install(application: Application, *, report: Callable[[str], None]) -> Installation:
    """Install an application's packages and create its data, unless the installation is up to date.

    If another process is installing the application, waits until it ends. `report` is called with a message
    before each long step.

    Raises:
        UsageError: the package manager is missing, or the packages cannot be installed.
        DeviceError: the application's data cannot be created.
    """
    with _lock(apps_folder() / f".{application.name}.lock"):
        return _install(installation_of(application), report=report)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Wait until no other process holds the lock of a file, and hold it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(installation: Installation, *, report: Callable[[str], None]) -> Installation:
    application = installation.application
    if installation.is_current:
        return installation
    record = installation.record
    (installation.folder / _RECORD).unlink(missing_ok=True)
    if record is None or record.packages != application.packages:
        shutil.rmtree(installation.folder, ignore_errors=True)
        installation.folder.mkdir(parents=True)
        report(f"{application.name}: installing {', '.join(application.packages)}")
        _INSTALLERS[application.manager](application.packages, installation.program.folder)
    report(f"{application.name}: creating the initial data")
    shutil.rmtree(installation.data, ignore_errors=True)
    installation.data.mkdir()
    application.create_data(installation.program, installation.data)
    versions = _VERSIONS[application.manager](installation.program)
    new = InstallationRecord(application.packages, _data_source(application), versions)
    (installation.folder / _RECORD).write_bytes(msgspec.json.format(msgspec.json.encode(new)))
    return installation


def remove(application: Application) -> bool:
    """Delete an application's packages and data; return whether it was installed."""
    folder = installation_of(application).folder
    if not folder.exists():
        return False
    shutil.rmtree(folder)
    return True


def run_tool(command: Sequence[str | Path], *, folder: Path, text: str = "") -> str:
    """Run a command with the given standard input and return its standard output.

    Raises:
        DeviceError: the command fails; the message ends with the last lines of its output.
    """
    done = subprocess.run(
        command, cwd=folder, input=text, text=True, capture_output=True, check=False, env=clean_environment()
    )
    if done.returncode:
        name = Path(command[0]).name
        raise DeviceError(f"{name} failed with exit status {done.returncode}:\n{_tail(done)}")
    return done.stdout


def clean_environment() -> dict[str, str]:
    """Return environment variables for an application, without the user's own settings."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "TZ": "UTC", "NO_COLOR": "1", "NO_UPDATE_NOTIFIER": "1"}


def _data_source(application: Application) -> str:
    """Return a hash of the code that creates the application's data."""
    return hash_code(inspect.getsource(inspect.getmodule(application.create_data) or application.create_data))


def hash_code(source: str) -> str:
    """Return a hash of Python source that ignores comments, docstrings and formatting."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not _is_docstring(each)]  # type: ignore[attr-defined]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _install_by_pip(packages: tuple[str, ...], folder: Path) -> None:
    venv.create(folder, with_pip=True, symlinks=True)
    _run_manager([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *packages])


def _install_by_npm(packages: tuple[str, ...], folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise UsageError(_NODE_HINT)
    folder.mkdir()
    _run_manager([npm, "install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", *packages])


def _install_by_apt(packages: tuple[str, ...], folder: Path) -> None:
    """Download Debian packages and their missing dependencies, and unpack them without root rights."""
    named = f"the Debian packages {', '.join(packages)}"
    apt = shutil.which("apt-get")
    if apt is None or shutil.which("dpkg-deb") is None:
        raise UsageError(f"{named} are needed, but apt-get is missing; use Debian or Ubuntu, or a container")
    folder.mkdir()
    archives = folder / "archives"
    archives.mkdir()
    planned = subprocess.run(
        [apt, "install", "--simulate", "--no-install-recommends", *packages],
        text=True,
        capture_output=True,
        check=False,
        env=clean_environment(),
    )
    if planned.returncode:
        raise UsageError(
            f"{named} cannot be installed; update the list of packages with 'sudo apt-get update' and try "
            f"again; apt-get ended with:\n{_tail(planned)}"
        )
    missing = re.findall(r"^Inst (\S+)", planned.stdout, re.MULTILINE)
    _run_manager(["apt-get", "download", *dict.fromkeys([*packages, *missing])], folder=archives)
    unpacked = sorted(archives.glob("*.deb"))
    for archive in unpacked:
        _run_manager(["dpkg-deb", "--extract", archive, folder])
    shown = [run_tool(["dpkg-deb", "--show", archive], folder=archives) for archive in unpacked]
    (folder / _UNPACKED).write_text("".join(shown), encoding="utf-8")
    shutil.rmtree(archives)


def _run_manager(command: Sequence[str | Path], *, folder: Path | None = None) -> None:
    done = subprocess.run(command, text=True, capture_output=True, check=False, cwd=folder)
    if done.returncode:
        raise UsageError(
            f"the packages cannot be installed (is the network available?); {Path(command[0]).name} ended "
            f"with:\n{_tail(done)}"
        )


def _tail(done: subprocess.CompletedProcess[str]) -> str:
    return "\n".join(f"{done.stdout}\n{done.stderr}".strip().splitlines()[-_SHOWN_LINES:])


class _Distribution(msgspec.Struct):
    name: str
    version: str


class _Dependency(msgspec.Struct):
    version: str = ""


class _NodeFolder(msgspec.Struct):
    dependencies: dict[str, _Dependency] = {}


def _pip_versions(program: Program) -> Mapping[str, str]:
    listed = run_tool(
        [program.executable("pip"), "list", "--format", "json", "--disable-pip-version-check"],
        folder=program.folder,
    )
    found = msgspec.json.decode(listed, type=list[_Distribution])
    return {each.name: each.version for each in found}


def _npm_versions(program: Program) -> Mapping[str, str]:
    listed = run_tool(["npm", "ls", "--json", "--depth", "0"], folder=program.folder)
    found = msgspec.json.decode(listed, type=_NodeFolder)
    return {name: each.version for name, each in found.dependencies.items()}


def _apt_versions(program: Program) -> Mapping[str, str]:
    lines = (program.folder / _UNPACKED).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


_INSTALLERS: Mapping[Manager, Callable[[tuple[str, ...], Path], None]] = {
    "pip": _install_by_pip,
    "npm": _install_by_npm,
    "apt": _install_by_apt,
}
_VERSIONS: Mapping[Manager, Callable[[Program], Mapping[str, str]]] = {
    "pip": _pip_versions,
    "npm": _npm_versions,
    "apt": _apt_versions,
}
