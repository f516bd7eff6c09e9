"""The `onscreen doctor` command, which checks the installation and suggests fixes."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, cast

import msgspec

from onscreen.device.chromium_executable import NO_SANDBOX_WARNING, executable, is_sandboxed
from onscreen.device.linux.process_group import missing_packages
from onscreen.model.local_catalog import known_models
from onscreen.plugins import EXTRAS, import_attribute
from onscreen.store.episode_store import MIN_FREE_MB, check_writable
from onscreen.types.errors import CannotWrite, DeviceError, MissingExtra, ModelUnavailable, UsageError

HELP = "List what is installed and what is missing, with the command to fix it."
MIN_PYTHON = (3, 11)
BROWSER_TIMEOUT_SEC = 20.0
NATIVE_PLATFORMS: Mapping[str, str] = {"windows": "win32", "macos": "darwin"}
"""Device for the user's own desktop -> value of `sys.platform` there. The extra has the same name."""


class Finding(msgspec.Struct, frozen=True):
    """Result of checking one part of the installation, with a command to fix it.

    `fix` is a shell command. The default device, agent and model do not run without the parts with
    `needed` set.
    """

    part: str
    found: bool
    details: str
    fix: str = ""
    needed: bool = False


class Manifest(Protocol):
    """Protocol for the manifest of the embedded net's weights."""

    made: Mapping[str, object]


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("--json", action="store_true", help="print JSON only")
    parser.add_argument(
        "--fix",
        choices=["desktop"],
        help="install the Debian packages that the device 'linux' needs, with apt-get",
    )
    parser.add_argument(
        "--programs",
        action="store_true",
        help="with --fix desktop: also install the programs used by the tasks of the suite 'desktop'",
    )


def run(arguments: Namespace) -> int:
    """Check every part of the installation and return the exit status.

    Returns 0 if everything that the defaults need was found, otherwise 1. With --fix, missing Debian packages
    are installed first; if this fails, its exit status is returned.

    Raises:
        UsageError: --programs is given without --fix, or the suite is not installed.
    """
    if arguments.programs and not arguments.fix:
        raise UsageError(
            "--programs is an option of --fix desktop; run: onscreen doctor --fix desktop --programs"
        )
    if arguments.fix and (status := _install_packages(with_programs=arguments.programs)):
        return status
    findings = tuple(check_parts())
    if arguments.json:
        print(msgspec.json.encode(findings).decode())  # noqa: T201
    else:
        print("\n".join(report_lines(findings)))  # noqa: T201
    return 0 if all(finding.found for finding in findings if finding.needed) else 1


def check_parts() -> Iterator[Finding]:
    """Check the Python version, the browser, the API keys and the other parts of the installation."""
    yield _python()
    yield _browser()
    yield _sandbox()
    yield _display()
    yield _adb()
    yield _desktop()
    yield from map(_native_desktop, NATIVE_PLATFORMS)
    yield _folder()
    yield _embedded()
    for module, extra in EXTRAS.items():
        if NATIVE_PLATFORMS.get(extra, sys.platform) == sys.platform:
            yield _package(module, extra)
    for model in known_models():
        found, fix = model.path, f"onscreen models fetch {model.name}"
        details = str(found) if found else f"{model.size / 1e6:.0f} MB, not downloaded"
        yield Finding(f"model local:{model.name}", found is not None, details, fix)
    yield from _keys()


def report_lines(findings: tuple[Finding, ...]) -> list[str]:
    """Format the findings as lines of text.

    The last line states whether the default device, agent and model can run.
    """
    width = max(len(finding.part) for finding in findings)
    lines = []
    for title, needed in (("Required by the default device, agent and model:", True), ("Optional:", False)):
        lines += [title, *_section_lines([f for f in findings if f.needed is needed], width), ""]
    missing = [finding.part for finding in findings if finding.needed and not finding.found]
    verdict = f"cannot run, missing: {', '.join(missing)}" if missing else "can run"
    return [*lines, f"The default device, agent and model {verdict}."]


def _section_lines(findings: Sequence[Finding], width: int) -> Iterator[str]:
    """Yield a line for each finding, and the command that installs a missing part."""
    for finding in findings:
        mark = "found  " if finding.found else "MISSING" if finding.needed else "missing"
        yield f"  {mark}  {finding.part:<{width}}  {finding.details}"
        if not finding.found and finding.fix:
            yield f"  {'':<{width + 9}}  {'fix with' if finding.needed else 'add with'}: {finding.fix}"


def _python() -> Finding:
    required = ".".join(map(str, MIN_PYTHON))
    details = f"{platform.python_version()} at {sys.executable}"
    return Finding(
        "python", sys.version_info >= MIN_PYTHON, details, f"apt install python{required}", needed=True
    )


def _browser() -> Finding:
    try:
        path = executable()
    except MissingExtra as error:
        return Finding("browser", False, str(error), "apt install chromium", needed=True)
    try:
        version = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=BROWSER_TIMEOUT_SEC, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Finding("browser", False, f"{path} does not run: {error}", "apt install chromium", needed=True)
    return Finding("browser", True, f"{version.stdout.strip()} at {path}", needed=True)


def _sandbox() -> Finding:
    details = "on" if is_sandboxed() else NO_SANDBOX_WARNING
    return Finding("browser sandbox", is_sandboxed(), details, "adduser agent && su agent -c 'onscreen ...'")


def _display() -> Finding:
    name = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    found = bool(name) or sys.platform in {"darwin", "win32"}
    details = name or ("of the system" if found else "none; the browser runs headless")
    return Finding("display", found, details, "apt install xvfb && xvfb-run onscreen ...")


def _adb() -> Finding:
    """Report which adb is used and which phones are attached, without starting a server."""
    fix = "apt install adb"
    try:
        program = cast(
            "Callable[[], str]", import_attribute("onscreen.device.android.adb_executable:find_adb")
        )
        phones = cast(
            "Callable[[], str]", import_attribute("onscreen.device.android.adb_server:describe_phones")
        )
        return Finding("adb", True, f"{program()}; {phones()}", fix)
    except ModuleNotFoundError:
        path = shutil.which("adb")
        return Finding("adb", path is not None, path or "not on the PATH; needed for Android phones", fix)
    except (MissingExtra, DeviceError) as error:
        return Finding("adb", False, str(error), fix)


def _desktop() -> Finding:
    """Report which programs of the device `linux` are missing."""
    missing = missing_packages()
    details = f"the programs of {', '.join(missing)} are missing" if missing else "private desktops can start"
    return Finding("linux desktop", not missing, details, "onscreen doctor --fix desktop")


def _native_desktop(device: str) -> Finding:
    """Report whether the device `windows` or `macos` can be used; neither was tested on a real machine."""
    is_here = sys.platform == NATIVE_PLATFORMS[device]
    place = "" if is_here else f"; needs {device} (elsewhere only recordings can be played)"
    modules = [module for module, extra in EXTRAS.items() if extra == device]
    found = is_here and all(map(importlib.util.find_spec, modules))
    details = f"not yet tested on a real machine{place}"
    return Finding(f"{device} desktop", found, details, f'pip install "onscreen[{device}]"')


def _missing_programs() -> tuple[str, ...]:
    """Return the missing Debian packages of the device `linux` and the suite `desktop`.

    Raises:
        UsageError: the package with the suite is not installed.
    """
    path = "onscreen_practice.desktop_suite.desktop_suite:missing_suite_programs"
    try:
        find = cast("Callable[[], tuple[str, ...]]", import_attribute(path))
    except ModuleNotFoundError as error:
        raise UsageError(
            "the suite 'desktop' is not installed; install it with: pip install onscreen-practice"
        ) from error
    return find()


def _install_packages(*, with_programs: bool) -> int:
    """Install missing Debian packages of the device `linux`, and return the exit status."""
    missing = _missing_programs() if with_programs else missing_packages()
    if not missing:
        return 0
    as_root = () if os.getuid() == 0 else ("sudo",)
    command = (*as_root, "apt-get", "install", "-y", "--no-install-recommends", *missing)
    print(" ".join(command))  # noqa: T201
    try:
        return subprocess.run(command, check=False).returncode
    except OSError as error:
        print(f"onscreen: {command[0]} cannot be run: {error}", file=sys.stderr)  # noqa: T201
        return 1


def _embedded() -> Finding:
    """Report what the embedded weights were trained on, after verifying but not loading them."""
    part, fix = "policy reflex", "pip install onscreen-reflex"
    try:
        read = cast(
            "Callable[[], Manifest]", import_attribute("onscreen_reflex.weights_manifest:read_manifest")
        )
    except ModuleNotFoundError:
        return Finding(part, False, "not installed; the default model is lexical (rules only)", fix)
    try:
        made = read().made
    except ModelUnavailable as error:
        return Finding(part, False, str(error), f"{fix} --force-reinstall", needed=True)
    return Finding(part, True, f"{made.get('recipe', '')} recipe, seed {made.get('seed', '')}", needed=True)


def _folder() -> Finding:
    folder = Path.cwd()
    try:
        check_writable(folder)
    except CannotWrite as error:
        return Finding("folder", False, str(error), "change to a writable folder", needed=True)
    return Finding("folder", True, f"{folder} is writable, more than {MIN_FREE_MB} MB free", needed=True)


def _package(module: str, extra: str) -> Finding:
    found = importlib.util.find_spec(module) is not None
    details = "installed" if found else "not installed"
    return Finding(f"package {module}", found, details, f'pip install "onscreen[{extra}]"')


def _keys() -> Iterator[Finding]:
    """Report which providers have an API key, without showing the keys."""
    try:
        variables = cast(
            "dict[str, tuple[str, ...]]", import_attribute("onscreen.model.api_keys:KEY_VARIABLES")
        )
        find_key = cast("Callable[[str], str]", import_attribute("onscreen.model.api_keys:find_key"))
    except ModuleNotFoundError:
        return
    for provider, names in variables.items():
        found = bool(find_key(provider))
        details = "present" if found else f"not in the environment ({' or '.join(names)}) or the keyring"
        yield Finding(f"key {provider}", found, details, f"export {names[0]}=...")
