"""Entry point of the command line, which imports only what a command needs."""

from __future__ import annotations

import sys
from importlib import import_module

from onscreen.cli.session_client import forward, is_forwarded


def main() -> int:
    """Run the command line and return the exit status.

    A command for an open session is sent to the session process without importing the other modules.
    """
    words = sys.argv[1:]
    if is_forwarded(words):
        return forward(words)
    status: int = import_module("onscreen.cli.main").main(words)
    return status


if __name__ == "__main__":
    sys.exit(main())
