"""Initial data, start and stored state of DokuWiki, a wiki in PHP.

Its user interface has an editor with a toolbar, namespaces, old revisions, media files and search.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program


class DokuWikiState(msgspec.Struct, frozen=True):
    """State of the wiki: page texts by page id, such as `trips:brill`, and media file sizes."""

    pages: Mapping[str, str]
    media: Mapping[str, int]


PAGES: Mapping[str, str] = {
    "start": (
        "====== Cycling club ======\n\nWelcome. See our [[trips:brill]], [[trips:oste]], [[trips:fog_lake]], "
        "[[members]] and [[workshop]].\n"
    ),
    "trips:brill": "====== Brill ======\n\nDistance: 48 km. Guide: Piet. Meeting point: water tower.\n",
    "trips:oste": "====== Oste ======\n\nDistance: 73 km. Guide: Hana. Meeting point: east gate.\n",
    "trips:fog_lake": "====== Fog Lake ======\n\nDistance: 31 km. Guide: Luis. Meeting point: bakery.\n",
    "members": "====== Members ======\n\nPiet Donker, Hana Okafor, Luis Prado, Marta Lind.\n",
    "workshop": "====== Workshop ======\n\nThe pump stands in locker 14. The code of the lock is 7102.\n",
    "insurance": "====== Insurance ======\n\nThe number of our policy is NW-5530.\n",
}
_SETTINGS = """<?php
$conf['title'] = 'Cycling club';
$conf['lang'] = 'en';
$conf['license'] = '';
$conf['useacl'] = 0;
$conf['userewrite'] = 0;
$conf['updatecheck'] = 0;
$conf['savedir'] = getenv('WIKI_FOLDER') . '/data';
$conf['disableactions'] = 'subscribe';
$conf['usedraft'] = 0;
"""
_PRELOAD = "<?php\ndefine('DOKU_CONF', getenv('WIKI_FOLDER') . '/conf/');\n"
_SHARE = "/usr/share"
_PACKAGED_PATHS = ("inc/load.php", "inc/parserutils.php", "vendor/composer/*.php")
"""Glob patterns of the package's files that contain the path of the folder of shared libraries."""

_EXTENSIONS = ("ctype", "iconv", "tokenizer", "dom", "xml", "simplexml", "fileinfo", "posix")
_FIRST_CHANGE = 1772355600
"""Modification time of all pages at the start of a task, as a Unix timestamp."""


def create_data(program: Program, folder: Path) -> None:
    """Write the wiki's settings and pages, and assemble the program from its packages."""
    packages = program.folder
    site = packages / "site"
    shutil.rmtree(site, ignore_errors=True)
    links = shutil.ignore_patterns(".htaccess", "tpl", "plugins")
    shutil.copytree(packages / "usr" / "share" / "dokuwiki", site, ignore=links)
    for name in ("plugins", "tpl"):
        source = packages / "var" / "lib" / "dokuwiki" / "lib" / name
        shutil.copytree(source, site / "lib" / name, dirs_exist_ok=True)
    for path in (each for pattern in _PACKAGED_PATHS for each in site.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(_SHARE, f"{packages}{_SHARE}"), encoding="utf-8")
    (site / "inc" / "preload.php").write_text(_PRELOAD, encoding="utf-8")
    shutil.copytree(packages / "etc" / "dokuwiki", folder / "conf", ignore_dangling_symlinks=True)
    (folder / "conf" / "local.php").write_text(_SETTINGS, encoding="utf-8")
    shutil.copytree(packages / "var" / "lib" / "dokuwiki" / "data", folder / "data")
    (folder / "sessions").mkdir()
    for name in ("pages", "media"):
        shutil.rmtree(folder / "data" / name)
        (folder / "data" / name).mkdir()
    for identifier, text in PAGES.items():
        path = folder / "data" / "pages" / f"{identifier.replace(':', '/')}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (_FIRST_CHANGE, _FIRST_CHANGE))


def read_state(folder: Path) -> DokuWikiState:
    """Read the page texts and the media file sizes from a data folder."""
    pages, media = folder / "data" / "pages", folder / "data" / "media"
    return DokuWikiState(
        {_identifier(path, pages).removesuffix(".txt"): _text(path) for path in sorted(pages.rglob("*.txt"))},
        {_identifier(path, media): path.stat().st_size for path in sorted(media.rglob("*.*"))},
    )


def _identifier(path: Path, top: Path) -> str:
    return path.relative_to(top).as_posix().replace("/", ":")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the wiki's server."""
    modules = next((program.folder / "usr" / "lib" / "php").glob("2*"))
    extensions = [word for name in _EXTENSIONS for word in ("-d", f"extension={name}")]
    site = program.folder / "site"
    settings = f"extension_dir={modules}", f"session.save_path={folder / 'sessions'}", "display_errors=0"
    defined = [word for setting in settings for word in ("-d", setting)]
    options = ["-n", *defined, *extensions, "-S", f"127.0.0.1:{port}", "-t", str(site)]
    variables = {"WIKI_FOLDER": str(folder), "PHP_CLI_SERVER_WORKERS": "4"}
    return program.unpacked("php8.2", *options, environment=variables)


DOKUWIKI = Application(
    name="dokuwiki",
    title="Cycling club wiki",
    purpose="wiki of a cycling club: pages in namespaces, search, old revisions, media files",
    license="GPL-2.0-only",
    toolkit="PHP, server-rendered HTML, jQuery UI",
    manager="apt",
    packages=("dokuwiki", "php8.2-cli", "php8.2-xml"),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=DokuWikiState,
    start_path="/doku.php",
    save_delay_sec=1.0,
)
