"""Command-line entry point that starts a simulated phone on a TCP port.

For example: python -m onscreen_practice.phone --port 0 --seed 3
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from collections.abc import Iterator, Sequence

from onscreen_practice.phone.chromium_process import Chromium
from onscreen_practice.phone.phone_errors import PhoneError


@contextlib.contextmanager
def start_browser(words: Sequence[str]) -> Iterator[Chromium | None]:
    """Start the browser given on the command line, and close it on exit.

    Yields None if the browser cannot be started; the phone then starts the browser itself and reports the
    error.
    """
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--browser", default="")
    try:
        chromium = Chromium(parser.parse_known_args(words)[0].browser)
    except PhoneError:
        yield None
        return
    with contextlib.closing(chromium):
        yield chromium


def main() -> int:
    """Start the browser, import the phone's modules while the browser starts, and run the phone."""
    with start_browser(sys.argv[1:]) as chromium:
        phone_process = importlib.import_module("onscreen_practice.phone.phone_process")
        status: int = phone_process.main(chromium=chromium)
        return status


if __name__ == "__main__":
    sys.exit(main())
