"""`onscreen doctor`: what is installed, what is missing, and the command that mends it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol, cast

import msgspec

from onscreen.device.web.chromium_executable import executable
from onscreen.model.local_catalogue import known
from onscreen.plugins import EXTRAS, attribute_of
from onscreen.store.episode_store import LEAST_FREE_MB, check_writable
from onscreen.types.errors import CannotWrite, DeviceError, MissingExtra, ModelUnavailable

HELP = "Say what is installed and what is missing, and the command that mends it."
LEAST_PYTHON = (3, 11)
BROWSER_SEC = 20.0


class Finding(msgspec.Struct, frozen=True):
    """One part: whether it was found, what is known of it, the command that mends it where it was not.

    `needed` are the parts without which the default device, agent and model do not run.
    """

    part: str
    found: bool
    said: str
    mend: str = ""
    needed: bool = False


class Checked(Protocol):
    """The manifest of weights whose files are whole."""

    made: Mapping[str, object]


def add(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--json", action="store_true", help="print JSON, nothing else")


def run(arguments: Namespace) -> int:
    """Look and return the exit status: 0 when what the default needs is there."""
    findings = tuple(look())
    if arguments.json:
        print(msgspec.json.encode(findings).decode())  # noqa: T201
    else:
        print("\n".join(told(findings)))  # noqa: T201
    return 0 if all(finding.found for finding in findings if finding.needed) else 1


def look() -> Iterator[Finding]:
    """Look at every part there is."""
    yield _python()
    yield _browser()
    yield _display()
    yield _adb()
    yield _folder()
    yield _embedded()
    for module, extra in EXTRAS.items():
        yield _package(module, extra)
    for model in known():
        here, mend = model.path, f"onscreen models fetch {model.name}"
        said = str(here) if here else f"{model.size / 1e6:.0f} MB, not here"
        yield Finding(f"model local:{model.name}", here is not None, said, mend)
    yield from _keys()


def told(findings: tuple[Finding, ...]) -> list[str]:
    """Return the findings as lines, and whether the default can run."""
    width = max(len(finding.part) for finding in findings)
    lines = []
    for finding in findings:
        mark = "found  " if finding.found else "MISSING" if finding.needed else "missing"
        lines.append(f"{mark}  {finding.part:<{width}}  {finding.said}")
        if not finding.found and finding.mend:
            lines.append(f"{'':<{width + 9}}  mend it with: {finding.mend}")
    lacking = [finding.part for finding in findings if finding.needed and not finding.found]
    can = f"cannot run: {', '.join(lacking)}" if lacking else "can run"
    return [*lines, f"The default device, agent and model {can}."]


def _python() -> Finding:
    wanted = ".".join(map(str, LEAST_PYTHON))
    said = f"{platform.python_version()} at {sys.executable}"
    return Finding(
        "python", sys.version_info >= LEAST_PYTHON, said, f"apt install python{wanted}", needed=True
    )


def _browser() -> Finding:
    try:
        path = executable()
    except MissingExtra as error:
        return Finding("browser", False, str(error), "apt install chromium", needed=True)
    try:
        version = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=BROWSER_SEC, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Finding("browser", False, f"{path} does not run: {error}", "apt install chromium", needed=True)
    return Finding("browser", True, f"{version.stdout.strip()} at {path}", needed=True)


def _display() -> Finding:
    name = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    here = bool(name) or sys.platform in {"darwin", "win32"}
    said = name or ("of the system" if here else "none; the browser runs without a window")
    return Finding("display", here, said, "apt install xvfb && xvfb-run onscreen ...")


def _adb() -> Finding:
    """Say which adb is used and which phones are attached; no server is started to find out."""
    mend = "apt install adb"
    try:
        program = cast("Callable[[], str]", attribute_of("onscreen.device.android.adb_executable:find_adb"))
        phones = cast("Callable[[], str]", attribute_of("onscreen.device.android.adb_server:describe_phones"))
        return Finding("adb", True, f"{program()}; {phones()}", mend)
    except ModuleNotFoundError:
        path = shutil.which("adb")
        return Finding("adb", path is not None, path or "not on the PATH; drives Android phones", mend)
    except (MissingExtra, DeviceError) as error:
        return Finding("adb", False, str(error), mend)


def _embedded() -> Finding:
    """Report what the embedded weights were trained on; the weights are checked, not loaded."""
    part, fix = "model reflex", "pip install onscreen-reflex"
    try:
        checked = cast("Callable[[], Checked]", attribute_of("onscreen_reflex.manifest:checked"))
    except ModuleNotFoundError:
        return Finding(part, False, "not installed; the default model is lexical, the rules alone", fix)
    try:
        made = checked().made
    except ModelUnavailable as error:
        return Finding(part, False, str(error), f"{fix} --force-reinstall", needed=True)
    return Finding(part, True, f"{made.get('recipe', '')} recipe, seed {made.get('seed', '')}", needed=True)


def _folder() -> Finding:
    here = Path.cwd()
    try:
        check_writable(here)
    except CannotWrite as error:
        return Finding("folder", False, str(error), "cd to a folder you may write in", needed=True)
    return Finding(
        "folder", True, f"{here} can be written, more than {LEAST_FREE_MB} MB are free", needed=True
    )


def _package(module: str, extra: str) -> Finding:
    here = importlib.util.find_spec(module) is not None
    said = "installed" if here else "not installed"
    return Finding(f"package {module}", here, said, f'pip install "onscreen[{extra}]"')


def _keys() -> Iterator[Finding]:
    """Say for which providers a key is there; never the key."""
    try:
        variables = cast("dict[str, tuple[str, ...]]", attribute_of("onscreen.model.api_keys:VARIABLES"))
        find_key = cast("Callable[[str], str]", attribute_of("onscreen.model.api_keys:find_key"))
    except ModuleNotFoundError:
        return
    for provider, names in variables.items():
        here = bool(find_key(provider))
        said = "present" if here else f"not in the environment ({' or '.join(names)}) nor in the keyring"
        yield Finding(f"key {provider}", here, said, f"export {names[0]}=...")
