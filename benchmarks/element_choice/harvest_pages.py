"""Record screens of real web pages for training pairs.

    python benchmarks/element_choice/harvest_pages.py --out FILE.jsonl.gz [--pictures FOLDER] [NAME ...]

Pages come from packages of npm and Debian; four programs of Debian (fossil, mercurial, transmission-daemon,
syncthing, which must be installed) run on this machine. None of these applications is in the test.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from formats import FOLDER, write
from harvest import (
    CACHE,
    CLICK,
    SLOW_SETTINGS,
    PackageSource,
    PageSpec,
    fetch_folder,
    record_screen,
    run,
    run_processes,
)

from onscreen.device.web import web
from onscreen.types import Start
from onscreen.types.errors import OnscreenError
from onscreen_train.grounding_dataset import NamedScreen

START_SEC = 6.0

SOURCES = {
    "tabler": PackageSource("Tabler", "npm", "@tabler/preview@1.2.0", "package/dist"),
    "stisla": PackageSource("Stisla", "npm", "stisla@2.3.0", "package"),
    "jquerymobile": PackageSource("jQuery Mobile", "npm", "jquery-mobile@1.4.1", "package/dist/demos"),
    "swagger": PackageSource("Swagger UI", "npm", "swagger-ui-dist@5.35.0", "package"),
    "svgedit": PackageSource("SVG-edit", "npm", "svgedit@7.4.1", "package/dist/editor"),
    "ace": PackageSource("Ace", "npm", "ace-builds@1.45.2", "package"),
    "luckysheet": PackageSource("Luckysheet", "npm", "luckysheet@2.1.13", "package/dist"),
    "quill": PackageSource("Quill", "npm", "quill@2.0.3", "package"),
    "blockly": PackageSource("Blockly", "npm", "blockly@13.3.0", "package"),
    "agency": PackageSource("Agency", "npm", "startbootstrap-agency@7.0.12", "package/dist"),
    "blog": PackageSource("Clean Blog", "npm", "startbootstrap-clean-blog@6.0.9", "package/dist"),
    "gitdoc": PackageSource("Git manual", "apt", "git-doc", "usr/share/doc/git/html"),
    "sqlitedoc": PackageSource("SQLite manual", "apt", "sqlite3-doc", "usr/share/doc/sqlite3"),
}
SERVED_APPS: Mapping[str, tuple[str, int]] = {
    "fossil": ("Fossil", 8741),
    "hg": ("Mercurial", 8742),
    "transmission": ("Transmission web", 8743),
    "syncthing": ("Syncthing", 8744),
}
"""Applications that run as servers, with their ports."""

PAGES = FOLDER / "pages.txt"
HOSTS = FOLDER / "hosts"
HOST_FILES: Mapping[str, tuple[str, str]] = {
    "swagger": ("swagger.js", "swagger-initializer.js"),
    "quill": ("quill.html", "host.html"),
    "blockly": ("blockly.html", "host.html"),
}
"""Host pages of packages without one, by host: file to copy, and its name in the package."""

CLICK_SEPARATOR = " :: "
"""Separator between the name of an additional screen and the selector to click for it."""


def list_pages() -> tuple[PageSpec, ...]:
    """Return all pages to record."""
    pages: list[PageSpec] = []
    for line in PAGES.read_text().splitlines():
        host, description = line.split(maxsplit=1)
        if host == "#":
            continue
        if CLICK_SEPARATOR in description:
            name, selector = description.split(CLICK_SEPARATOR)
            base_page = next(page for page in pages if page.host == host)
            pages.append(PageSpec(f"{host} {name}", host, base_page.path, (CLICK.format(selector),)))
            continue
        paths = [path.removeprefix("/") for path in description.split()]
        pages += [PageSpec(f"{host} {path.replace('/', ' ')}".strip(), host, path) for path in paths]
    return tuple(pages)


def prepare_folder(source: PackageSource, host: str) -> Path:
    """Return the folder of a host's pages, including files added to the package."""
    folder = fetch_folder(source)
    if host in HOST_FILES:
        ours, theirs = HOST_FILES[host]
        shutil.copyfile(HOSTS / ours, folder / theirs)
    return folder


@contextmanager
def run_servers(requested: set[str]) -> Iterator[None]:
    """Run the servers of the requested applications while the context is active."""
    home = CACHE / "training-servers"
    ports = {host: str(port) for host, (_, port) in SERVED_APPS.items()}
    commands = {
        "fossil": "fossil server garden.fossil --localauth --localhost --port {}",
        "hg": "hg serve --name garden -R garden -a 127.0.0.1 -p {}",
        "transmission": "transmission-daemon -f -T -g transmission -r 127.0.0.1 -p {}",
        "syncthing": "syncthing serve --no-browser --no-restart --home=syncthing --gui-address=127.0.0.1:{}",
    }
    environment_variables = {"HOME": str(home), "USER": "rosa", "HGUSER": "rosa"}
    if requested and not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        _create_sample_repositories(home, environment_variables)
        (home / "ready").touch()
    with run_processes(
        [commands[host].format(ports[host]).split() for host in sorted(requested)],
        home,
        **environment_variables,
    ):
        time.sleep(START_SEC if requested else 0)
        yield


def _create_sample_repositories(home: Path, environment_variables: Mapping[str, str]) -> None:
    """Create a small repository for Fossil and one for Mercurial."""
    for folder in ("garden", "open"):
        (home / folder).mkdir(parents=True)
        (home / folder / "plan.txt").write_text("Two rows of beans\nOne of peas\n")
        (home / folder / "beds.txt").write_text("north 4 m\nsouth 6 m\n")
    commit_message = "Where the beds are to be"
    run(["fossil", "init", "garden.fossil"], home, **environment_variables)
    run(["fossil", "open", "--force", "../garden.fossil"], home / "open", **environment_variables)
    run(["fossil", "add", "plan.txt", "beds.txt"], home / "open", **environment_variables)
    run(["fossil", "commit", "-m", commit_message, "--no-warnings"], home / "open", **environment_variables)
    run(["hg", "init"], home / "garden", **environment_variables)
    run(["hg", "commit", "-A", "-m", commit_message], home / "garden", **environment_variables)
    run(["hg", "tag", "spring"], home / "garden", **environment_variables)


def _anonymize(screen: NamedScreen) -> NamedScreen:
    """Replace the path of the benchmarks' cache folder in a screen by a fictional home folder."""
    encoded = msgspec.json.encode(screen).replace(str(CACHE).encode(), b"/home/rosa")
    return msgspec.json.decode(encoded, type=NamedScreen)


def main() -> None:
    """Open the pages and store their screens; pages that do not open are reported and skipped."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="pages or hosts (default: all)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=Path)
    arguments = parser.parse_args()
    requested = [
        page for page in list_pages() if not arguments.names or {page.name, page.host} & set(arguments.names)
    ]
    unknown = set(arguments.names) - {name for page in requested for name in (page.name, page.host)}
    if unknown:
        parser.error(f"no page or host is called {', '.join(sorted(unknown))}; they are in {PAGES}")
    hosts = {page.host for page in requested}
    folders = tuple(
        f"{host}.test={prepare_folder(SOURCES[host], host)}" for host in sorted(hosts & SOURCES.keys())
    )
    screens: list[NamedScreen] = []
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    with (
        run_servers(hosts & SERVED_APPS.keys()),
        closing(web({**SLOW_SETTINGS, "sites": folders, "height": 800})) as device,
    ):
        for page in requested:
            app, port = SERVED_APPS[page.host] if page.host in SERVED_APPS else (SOURCES[page.host].app, 0)
            base_address = f"http://127.0.0.1:{port}" if port else f"http://{page.host}.test"
            try:
                device.start(Start(f"{base_address}/{page.path}"))
                screens.append(_anonymize(record_screen(page, device, app=app, pictures=arguments.pictures)))
            except OnscreenError as error:
                print(f"{page.name}: skipped: {error}", flush=True)
    write(arguments.out, screens)


if __name__ == "__main__":
    sys.exit(main())
