"""Keep the screens of real pages, for training pairs.

    python benchmarks/element_choice/harvest_pages.py --out FILE.jsonl.gz [--pictures FOLDER] [NAME ...]

Pages come from packages of npm and Debian; four programs of Debian answer on this machine (fossil, mercurial,
transmission-daemon, syncthing, to be installed before). None of these applications is in the test.
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
from harvest import CACHE, CLICK, PATIENT, Page, Place, answering, folder_of, kept, run

from onscreen.device.web import web
from onscreen.types import Start
from onscreen.types.errors import OnscreenError
from onscreen_train.element_pairs import NamedScreen

STARTED_SEC = 6.0

PLACES = {
    "tabler": Place("Tabler", "npm", "@tabler/preview@1.2.0", "package/dist"),
    "stisla": Place("Stisla", "npm", "stisla@2.3.0", "package"),
    "jquerymobile": Place("jQuery Mobile", "npm", "jquery-mobile@1.4.1", "package/dist/demos"),
    "swagger": Place("Swagger UI", "npm", "swagger-ui-dist@5.35.0", "package"),
    "svgedit": Place("SVG-edit", "npm", "svgedit@7.4.1", "package/dist/editor"),
    "ace": Place("Ace", "npm", "ace-builds@1.45.2", "package"),
    "luckysheet": Place("Luckysheet", "npm", "luckysheet@2.1.13", "package/dist"),
    "quill": Place("Quill", "npm", "quill@2.0.3", "package"),
    "blockly": Place("Blockly", "npm", "blockly@13.3.0", "package"),
    "agency": Place("Agency", "npm", "startbootstrap-agency@7.0.12", "package/dist"),
    "blog": Place("Clean Blog", "npm", "startbootstrap-clean-blog@6.0.9", "package/dist"),
    "gitdoc": Place("Git manual", "apt", "git-doc", "usr/share/doc/git/html"),
    "sqlitedoc": Place("SQLite manual", "apt", "sqlite3-doc", "usr/share/doc/sqlite3"),
}
SERVED: Mapping[str, tuple[str, int]] = {
    "fossil": ("Fossil", 8741),
    "hg": ("Mercurial", 8742),
    "transmission": ("Transmission web", 8743),
    "syncthing": ("Syncthing", 8744),
}
"""Applications that run as servers, and their ports."""

PAGES = FOLDER / "pages.txt"
HOSTS = FOLDER / "hosts"
HOSTED: Mapping[str, tuple[str, str]] = {
    "swagger": ("swagger.js", "swagger-initializer.js"),
    "quill": ("quill.html", "host.html"),
    "blockly": ("blockly.html", "host.html"),
}
"""What is put beside a package's files and by which name, so that there is a page to look at."""

OPENED = " :: "
"""Stands between the name of a further screen and what is clicked for it."""


def pages() -> tuple[Page, ...]:
    """Return all pages that are looked at."""
    found: list[Page] = []
    for line in PAGES.read_text().splitlines():
        host, told = line.split(maxsplit=1)
        if host == "#":
            continue
        if OPENED in told:
            name, clicked = told.split(OPENED)
            first = next(page for page in found if page.host == host)
            found.append(Page(f"{host} {name}", host, first.path, (CLICK.format(clicked),)))
            continue
        paths = [path.removeprefix("/") for path in told.split()]
        found += [Page(f"{host} {path.replace('/', ' ')}".strip(), host, path) for path in paths]
    return tuple(found)


def prepared(place: Place, host: str) -> Path:
    """Return the folder of a host's pages, with what is put beside them."""
    folder = folder_of(place)
    if host in HOSTED:
        ours, theirs = HOSTED[host]
        shutil.copyfile(HOSTS / ours, folder / theirs)
    return folder


@contextmanager
def servers(wanted: set[str]) -> Iterator[None]:
    """Start those of the servers that are wanted, and end them."""
    home = CACHE / "training-servers"
    ports = {host: str(port) for host, (_, port) in SERVED.items()}
    commands = {
        "fossil": "fossil server garden.fossil --localauth --localhost --port {}",
        "hg": "hg serve --name garden -R garden -a 127.0.0.1 -p {}",
        "transmission": "transmission-daemon -f -T -g transmission -r 127.0.0.1 -p {}",
        "syncthing": "syncthing serve --no-browser --no-restart --home=syncthing --gui-address=127.0.0.1:{}",
    }
    told = {"HOME": str(home), "USER": "rosa", "HGUSER": "rosa"}
    if wanted and not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        _made(home, told)
        (home / "ready").touch()
    with answering([commands[host].format(ports[host]).split() for host in sorted(wanted)], home, **told):
        time.sleep(STARTED_SEC if wanted else 0)
        yield


def _made(home: Path, told: Mapping[str, str]) -> None:
    """Make two small repositories to look at."""
    for folder in ("garden", "open"):
        (home / folder).mkdir(parents=True)
        (home / folder / "plan.txt").write_text("Two rows of beans\nOne of peas\n")
        (home / folder / "beds.txt").write_text("north 4 m\nsouth 6 m\n")
    said = "Where the beds are to be"
    run(["fossil", "init", "garden.fossil"], home, **told)
    run(["fossil", "open", "--force", "../garden.fossil"], home / "open", **told)
    run(["fossil", "add", "plan.txt", "beds.txt"], home / "open", **told)
    run(["fossil", "commit", "-m", said, "--no-warnings"], home / "open", **told)
    run(["hg", "init"], home / "garden", **told)
    run(["hg", "commit", "-A", "-m", said], home / "garden", **told)
    run(["hg", "tag", "spring"], home / "garden", **told)


def _homeless(screen: NamedScreen) -> NamedScreen:
    """Return the screen with a made-up folder for that of this machine."""
    told = msgspec.json.encode(screen).replace(str(CACHE).encode(), b"/home/rosa")
    return msgspec.json.decode(told, type=NamedScreen)


def main() -> None:
    """Open the pages and keep their screens; a page that does not open is named and left out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="pages or hosts; all unless said")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    wanted = [page for page in pages() if not asked.names or {page.name, page.host} & set(asked.names)]
    unknown = set(asked.names) - {name for page in wanted for name in (page.name, page.host)}
    if unknown:
        parser.error(f"no page or host is called {', '.join(sorted(unknown))}; they are in {PAGES}")
    hosts = {page.host for page in wanted}
    folders = tuple(f"{host}.test={prepared(PLACES[host], host)}" for host in sorted(hosts & PLACES.keys()))
    screens: list[NamedScreen] = []
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    with servers(hosts & SERVED.keys()), closing(web({**PATIENT, "sites": folders, "height": 800})) as device:
        for page in wanted:
            app, port = SERVED[page.host] if page.host in SERVED else (PLACES[page.host].app, 0)
            top = f"http://127.0.0.1:{port}" if port else f"http://{page.host}.test"
            try:
                device.start(Start(f"{top}/{page.path}"))
                screens.append(_homeless(kept(page, device, app=app, pictures=asked.pictures)))
            except OnscreenError as error:
                print(f"{page.name}: left out: {error}", flush=True)
    write(asked.out, screens)


if __name__ == "__main__":
    sys.exit(main())
