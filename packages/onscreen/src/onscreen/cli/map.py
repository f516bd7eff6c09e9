"""The `onscreen map` command, which draws the map of an application as an HTML page."""

from __future__ import annotations

import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path

from onscreen.app_maps.map_store import load_map, map_folder
from onscreen.report.map_page import MAP_PAGE, write_map

HELP = """Draw the map of an application as a self-contained HTML page: screens as pictures, transitions as
arrows."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("app", metavar="APP", help="name or address of an explored application")
    parser.add_argument("--out", metavar="FILE", help="path of the page (default: map.html beside the map)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(arguments: Namespace) -> int:
    """Write the page and return the exit status.

    Raises:
        UsageError: no valid map of the application is stored, or the page cannot be written.
    """
    folder = map_folder(arguments.app)
    path = Path(arguments.out) if arguments.out else folder / MAP_PAGE
    page = write_map(load_map(folder), folder, path=path)
    print(page)  # noqa: T201
    if arguments.open:
        webbrowser.open(page.resolve().as_uri())
    return 0
