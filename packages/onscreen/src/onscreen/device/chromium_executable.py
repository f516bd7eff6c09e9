"""Location of the Chromium executable, and whether it runs with its sandbox."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import MappingProxyType

from onscreen.types.errors import MissingExtra

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
"""Names of headless builds of Chromium, which start faster and need less memory."""
_WRAPPED = MappingProxyType({"/usr/bin/chromium-headless-shell": "/usr/lib/chromium/chromium-headless-shell"})
"""Mapping from a wrapper script to the browser that the script starts.

Signals sent to Debian's script do not reach the browser, which is a child process of the script.
"""
_PLAYWRIGHT_SHELL_PATTERN = "chromium_headless_shell-*/chrome*/*headless*shell"
_PLAYWRIGHT_PATTERNS = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium",
    "chromium-*/chrome-mac*/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
)
_MACOS_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
_INSTALL_HINT = (
    "install one with: apt install chromium chromium-headless-shell   (or: playwright install chromium)"
)
NO_SANDBOX_FLAG = "--no-sandbox"
NO_SANDBOX_WARNING = (
    "the browser runs without its sandbox, because this user is root: a page that exploits a vulnerability "
    "of the browser gets full access to this machine; run as another user"
)


def executable(name: str = "", *, headless: bool = True) -> str:
    """Find a browser executable by name or path and return its path.

    An empty name searches the usual places. With `headless`, a headless shell is preferred to a full browser.

    Raises:
        MissingExtra: no browser was found; the message contains the command to install one.
    """
    if name:
        path = shutil.which(name)
        if not path:
            raise MissingExtra(f"the browser {name!r} does not exist or cannot be run; {_INSTALL_HINT}")
        return path
    for candidate in _candidates(headless=headless):
        return candidate
    names = (*SHELL_NAMES, *NAMES) if headless else NAMES
    raise MissingExtra(f"no Chromium or Chrome was found (looked for {', '.join(names)}); {_INSTALL_HINT}")


def is_headless_shell(path: str) -> bool:
    """Check whether an executable is a headless build, which shows no browser prompts."""
    return "headless" in Path(path).name


def is_sandboxed() -> bool:
    """Check whether the browser isolates pages in a sandbox, which is impossible for the user root."""
    return not hasattr(os, "geteuid") or os.geteuid() != 0


@cache
def warn_without_sandbox() -> None:
    """Log a warning if the browser has no sandbox, once per process."""
    if not is_sandboxed():
        logging.getLogger(__name__).warning(NO_SANDBOX_WARNING)


def _candidates(*, headless: bool) -> Iterator[str]:
    if headless:
        yield from _installed((_PLAYWRIGHT_SHELL_PATTERN,), SHELL_NAMES)
    yield from _installed(_PLAYWRIGHT_PATTERNS, NAMES)
    if sys.platform == "darwin" and Path(_MACOS_CHROME).exists():
        yield _MACOS_CHROME


def _installed(patterns: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """Yield installed browsers: Playwright's by file pattern, then the system's by name."""
    for folder in _playwright_folders():
        for pattern in patterns:
            yield from map(str, sorted(folder.glob(pattern), reverse=True))
    for name in names:
        if path := shutil.which(name) or shutil.which(f"/usr/bin/{name}"):
            yield shutil.which(_WRAPPED.get(path, path)) or path


def _playwright_folders() -> Iterator[Path]:
    if configured := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        yield Path(configured)
    yield Path.home() / ".cache" / "ms-playwright"
    yield Path.home() / "Library" / "Caches" / "ms-playwright"
