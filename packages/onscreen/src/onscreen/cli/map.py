"""The `onscreen map` command, which draws the map of an application as an HTML page."""

from __future__ import annotations

import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path

from onscreen.app_maps.map_store import load_map, map_folder
from onscreen.cli.map_update import print_learned
from onscreen.report.map_page import MAP_PAGE, write_map
from onscreen.run.map_update import learn_app
from onscreen.store.episode_store import load_episode
from onscreen.types.errors import UsageError

HELP = """Draw the map of an application as a self-contained HTML page: screens as pictures, transitions as
arrows."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("app", metavar="APP", help="name or address of an explored application")
    parser.add_argument(
        "--from",
        dest="episodes",
        nargs="+",
        default=[],
        metavar="EPISODE",
        help="first create or extend the map from the runs in these folders",
    )
    parser.add_argument("--out", metavar="FILE", help="path of the page (default: map.html beside the map)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(arguments: Namespace) -> int:
    """Write the page and return the exit status.

    Raises:
        UsageError: no valid map of the application is stored, an episode cannot be read or does not use the
            application, or the page cannot be written.
    """
    folder = map_folder(arguments.app)
    for path in arguments.episodes:
        learned = learn_app(arguments.app, load_episode(Path(path)))
        if learned is None:
            raise UsageError(f"the run in {path} did not use {arguments.app!r}; choose another run")
        print_learned([learned])
    path = Path(arguments.out) if arguments.out else folder / MAP_PAGE
    page = write_map(load_map(folder), folder, path=path)
    print(page)  # noqa: T201
    if arguments.open:
        webbrowser.open(page.resolve().as_uri())
    return 0
