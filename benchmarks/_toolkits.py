"""Test pages built with user interface toolkits from npm, and pages of documentation."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from _pages import CACHE, REAL_PAGES, _apt, _fetch_page, _find_program
from _report import ROOT

PAGES = Path(__file__).parent / "accessibility"
FOLDER = CACHE / "npm"
TOOLS = ("esbuild@0.25",)


def _mkdocs(_: str, folder: Path) -> None:
    """Build this project's documentation into a folder."""
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(folder / "site")]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


DOCUMENTS: Mapping[str, tuple[Callable[[str, Path], None], str, str]] = {
    **{name: page for name, page in REAL_PAGES.items() if not name.startswith("jQuery")},
    "Git manual": (_apt, "git-doc", "usr/share/doc/git-doc/git.html"),
    "Sphinx manual": (_apt, "sphinx-doc", "usr/share/doc/sphinx-doc/html/usage/quickstart.html"),
    "Eigen manual (Doxygen)": (_apt, "libeigen3-doc", "usr/share/doc/libeigen3-dev/html/index.html"),
    "onscreen's manual (Material for MkDocs)": (_mkdocs, "mkdocs", "site/index.html"),
}
DOCUMENTS_TITLE = "documents"


class Toolkit(msgspec.Struct, frozen=True):
    """A toolkit: title, npm packages, and style sheets and scripts relative to node_modules."""

    title: str
    packages: tuple[str, ...]
    files: tuple[str, ...]


class Gallery(msgspec.Struct, frozen=True):
    """A test page: the title of its toolkit, its name, and its path below CACHE."""

    toolkit: str
    page: str
    path: str


def collect_galleries(only: str = "") -> tuple[list[Gallery], list[str]]:
    """Build the pages whose toolkit or name contains `only`; also return a line per failure."""
    (CACHE / "made").mkdir(parents=True, exist_ok=True)
    toolkits = msgspec.convert(tomllib.loads((PAGES / "toolkits.toml").read_text()), dict[str, Toolkit])
    found, missing = [], []
    for name, toolkit in toolkits.items():
        sources = [
            page for page in _sources(name) if only.lower() in f"{name} {toolkit.title} {page.stem}".lower()
        ]
        if not sources:
            continue
        try:
            _install(name, toolkit.packages)
            found += list(_build(name, toolkit, sources=sources))
        except (OSError, subprocess.CalledProcessError) as error:
            missing.append(f"{toolkit.title}: npm or esbuild failed ({type(error).__name__}: {error})")
    for title, (fetch, package, pattern) in DOCUMENTS.items():
        if only.lower() not in f"{DOCUMENTS_TITLE} {title}".lower():
            continue
        try:
            path = _fetch_page(CACHE / f"document-{package}", fetch, package=package, pattern=pattern)
            found.append(Gallery(DOCUMENTS_TITLE, title, str(path.relative_to(CACHE))))
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            missing.append(f"{title}: {package} could not be fetched ({type(error).__name__}: {error})")
    return found, missing


def _sources(name: str) -> list[Path]:
    return sorted((PAGES / name).iterdir())


def _install(name: str, packages: Sequence[str]) -> None:
    """Install npm packages into a folder of the cache, unless the same list was installed before."""
    folder = FOLDER / name
    ready = folder / "ready.json"
    if ready.is_file() and json.loads(ready.read_text()) == list(packages):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private": true}\n')
    print(f"installing {', '.join(packages)}", flush=True)
    options = ("--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", "--silent")
    subprocess.run([_find_program("npm"), "install", *options, *packages], cwd=folder, check=True)
    ready.write_text(json.dumps(list(packages)))


def _build(name: str, toolkit: Toolkit, *, sources: Sequence[Path]) -> Iterator[Gallery]:
    modules = f"/npm/{name}/node_modules"
    _bundle(name, [page for page in sources if page.suffix != ".html"])
    for source in sources:
        path = Path("made") / f"toolkit-{name}-{source.stem}.html"
        text = source.read_text() if source.suffix == ".html" else _root(name, source.stem)
        loaded = "".join(_link(f"{modules}/{file}") for file in toolkit.files)
        (CACHE / path).write_text(_page(toolkit.title, loaded + text.replace("{modules}", modules)))
        yield Gallery(toolkit.title, source.stem, str(path))


def _root(name: str, page: str) -> str:
    bundle = f"/npm/{name}/bundles/{page}"
    styles = _link(f"{bundle}.css") if (CACHE / f"{bundle}.css".lstrip("/")).is_file() else ""
    return f'{styles}<div id="root"></div><script src="{bundle}.js"></script>'


def _bundle(name: str, sources: Sequence[Path]) -> None:
    """Bundle the pages that are newer than their bundle."""
    folder, shared = FOLDER / name, (PAGES / "mount.jsx", PAGES / "bundle.mjs")
    newest = max(path.stat().st_mtime for path in shared)
    outputs = {page: folder / "bundles" / f"{page.stem}.js" for page in sources}
    stale = [
        page
        for page, output in outputs.items()
        if not output.is_file() or output.stat().st_mtime < max(newest, page.stat().st_mtime)
    ]
    if not stale:
        return
    _install("tools", TOOLS)
    (folder / "pages").mkdir(exist_ok=True)
    for path in (*stale, *shared):
        shutil.copy(path, folder / "pages")
    entries = [_entry(folder / "pages" / page.name) for page in stale]
    command = [
        _find_program("node"),
        str(folder / "pages" / "bundle.mjs"),
        str(FOLDER / "tools"),
        str(folder),
    ]
    subprocess.run([*command, str(folder / "bundles"), *(str(entry) for entry in entries)], check=True)


def _entry(page: Path) -> Path:
    """Return the file to bundle: the page itself, or a script that mounts a Svelte component."""
    if page.suffix != ".svelte":
        return page
    entry = page.with_suffix(".js")
    entry.write_text(
        f'import Page from "./{page.name}";\nnew Page({{ target: document.getElementById("root") }});\n'
    )
    return entry


def _page(title: str, body: str) -> str:
    start = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
    return f"{start}<body>{body}</body></html>"


def _link(file: str) -> str:
    address, _, kind = file.partition("#")
    if address.endswith(".css"):
        return f'<link rel="stylesheet" href="{address}">'
    return f'<script src="{address}"{" type=module" if kind else ""}></script>'
