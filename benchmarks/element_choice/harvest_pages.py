"""Keep the screens of real pages, for training pairs.

    python benchmarks/element_choice/harvest_pages.py --out FILE.jsonl.gz [--pictures FOLDER] [NAME ...]

Pages come from packages of npm and Debian; four programs of Debian answer on this machine (fossil, mercurial,
transmission-daemon, syncthing, to be installed before). None of these applications is in the test.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from formats import FOLDER, write
from harvest import CACHE, CLICK, PATIENT, Page, Place, folder_of, kept

from onscreen.device.web import web
from onscreen.train.pairs import NamedScreen
from onscreen.types import Start
from onscreen.types.errors import OnscreenError

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
        paths = [path.strip("/") for path in told.split()]
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
    running = [_started(host, home / host) for host in sorted(wanted)]
    time.sleep(STARTED_SEC if running else 0)
    try:
        yield
    finally:
        for process in running:
            process.terminate()
            process.wait()


def _started(host: str, home: Path) -> subprocess.Popen[bytes]:
    port = str(SERVED[host][1])
    if not home.exists():
        _made(host, home)
    repository = str(home / "garden.fossil")
    commands = {
        "fossil": ["fossil", "server", repository, "--localauth", "--localhost", "--port", port],
        "hg": ["hg", "serve", "--name", "garden", "-R", str(home / "garden"), "-p", port, "-a", "127.0.0.1"],
        "transmission": ["transmission-daemon", "-f", "-g", str(home), "-p", port, "-r", "127.0.0.1", "-T"],
        "syncthing": ["syncthing", "serve", "--no-browser", "--no-restart", f"--home={home}",
                      f"--gui-address=127.0.0.1:{port}"],
    }  # fmt: skip
    return subprocess.Popen(
        commands[host], env=_told(home), stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )


def _told(home: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(home), "USER": "rosa", "HGUSER": "rosa"}


def _made(host: str, home: Path) -> None:
    """Make something small to look at."""
    home.mkdir(parents=True)
    steps: Mapping[str, Sequence[Sequence[str]]] = {
        "fossil": (
            ("fossil", "init", "garden.fossil"),
            ("fossil", "open", "--force", "garden.fossil"),
            ("fossil", "add", "plan.txt", "beds.txt"),
            ("fossil", "commit", "-m", "Where the beds are to be", "--no-warnings"),
        ),
        "hg": (
            ("hg", "init", "garden"),
            ("cp", "plan.txt", "beds.txt", "garden"),
            ("hg", "commit", "-R", "garden", "-A", "-m", "Where the beds are to be"),
            ("hg", "tag", "-R", "garden", "spring"),
        ),
    }
    (home / "plan.txt").write_text("Two rows of beans\nOne of peas\n")
    (home / "beds.txt").write_text("north 4 m\nsouth 6 m\n")
    for step in steps.get(host, ()):
        done = subprocess.run(step, cwd=home, env=_told(home), capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(home)
            sys.exit(f"{' '.join(step)} ended with {done.returncode}: {done.stderr.strip()}")


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
