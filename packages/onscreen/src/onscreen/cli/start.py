"""Command-line entry point that imports only what a command needs."""

from __future__ import annotations

import sys

from onscreen.cli.session_client import forward, is_forwarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def main() -> int:
    """Run the command line and return the exit status.

    A command for an open session is sent to the session process without importing the other modules;
    the list of sessions does not need them either.
    """
    words = sys.argv[1:]
    if is_forwarded(words):
        return forward(words)
    if words[:1] == ["sessions"]:
        session_list = _import("onscreen.cli.session_list")
        if session_list.is_list(words):
            listed: int = session_list.print_sessions(words)
            return listed
    status: int = _import("onscreen.cli.main").main(words)
    return status


def _import(name: str) -> ModuleType:
    """Import a module with the built-in `__import__`, because importing `importlib` takes time."""
    return __import__(name, fromlist=["*"])


if __name__ == "__main__":
    sys.exit(main())
