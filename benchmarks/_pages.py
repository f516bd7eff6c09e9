"""Benchmark pages (two generated from a seed, five from packages) and a server for them."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from platformdirs import user_cache_path

CACHE = user_cache_path("onscreen") / "benchmarks"
SEED = 7
CARDS = 120
ROWS, COLUMNS = 1120, 9
WORDS = (
    "amber",
    "basil",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "harbor",
    "indigo",
    "jasper",
    "kelp",
    "linen",
    "maple",
    "north",
    "ocean",
)
LISTENER_SCRIPT = b"""<script>(() => {
  const known = new WeakSet(); window.__benchmarkListens = (element) => known.has(element);
  const original = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    if (/^(click|mouse(down|up)|pointer(down|up))$/.test(kind) && this instanceof Element) known.add(this);
    return original.call(this, kind, ...rest);
  };
})()</script>"""

CHANGE_TEXT = """(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const box = node.parentElement.getBoundingClientRect();
    if (!/\\w$/.test(node.data) || !box.width || box.top < 0 || box.bottom > innerHeight) continue;
    node.data = node.data.slice(0, -1) + (node.data.endsWith("x") ? "y" : "x");
    return node.data;
  }
})()"""
"""JavaScript that changes the last letter of a visible text, so that the page is repainted."""


def shop_page() -> str:
    """Render the HTML of a shop with 120 product cards, about 2,300 nodes."""
    rng = random.Random(SEED)  # noqa: S311  reproducible sampling, no secrets
    style = (
        "body{font:14px sans-serif;margin:0}header{padding:12px;background:#123;color:#fff}"
        ".grid{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;padding:12px}"
        ".card{border:1px solid #ccc;padding:10px;border-radius:8px}.photo{height:60px;background:#dde}"
    )
    categories = "".join(f'<li><a href="#c{i}">{word.title()}</a></li>' for i, word in enumerate(WORDS))
    cards = "".join(_card(rng, i) for i in range(CARDS))
    return (
        f"<!doctype html><title>Shop</title><style>{style}</style><header><h1>Shop</h1>"
        '<form><input aria-label="Search" type="search"><select aria-label="Sort"><option>Price</option>'
        f"<option>Name</option></select><button>Go</button></form><ul>{categories}</ul></header>"
        f'<main class="grid">{cards}</main>'
    )


def _card(rng: random.Random, number: int) -> str:
    name = f"{rng.choice(WORDS).title()} {rng.choice(WORDS)} {number}"
    price, stars = rng.randint(100, 9999) / 100, rng.randint(1, 5)
    colors = "".join(f'<option value="{w}">{w}</option>' for w in rng.sample(WORDS, 3))
    return (
        f'<article class="card"><div class="photo"></div><h2><a href="#p{number}">{name}</a></h2>'
        f'<p class="price"><span>$</span><b>{price:.2f}</b></p>'
        f"<p><em>{stars}</em> of <u>5</u> <i>stars</i></p>"
        f"<p><label>Colour <select>{colors}</select></label></p>"
        f"<button onclick=\"this.textContent='Added'\">Add to cart</button>"
        f'<a href="#w{number}">Save</a></article>'
    )


def table_page() -> str:
    """Render the HTML of a table with a link and a button per row, about 13,500 nodes."""
    rng = random.Random(SEED)  # noqa: S311  reproducible sampling, no secrets
    head = "".join(f"<th><button>Column {c}</button></th>" for c in range(COLUMNS))
    rows = "".join(_row(rng, number) for number in range(ROWS))
    return (
        "<!doctype html><title>Table</title><style>body{font:13px sans-serif}"
        "td,th{border:1px solid #ccc;padding:3px 8px}table{border-collapse:collapse}</style><h1>Orders</h1>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(rng: random.Random, number: int) -> str:
    cells = "".join(f"<td>{rng.choice(WORDS)} {rng.randint(1, 999)}</td>" for _ in range(COLUMNS - 2))
    return f'<tr><td><a href="#r{number}">Order {number}</a></td>{cells}<td><button>Ship</button></td></tr>'


def _npm(package: str, folder: Path) -> None:
    command = [_find_program("npm"), "pack", "--silent", package]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    _unpack(next(folder.glob("*.tgz")), folder)


def _pip(package: str, folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", package]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _unpack(next(folder.glob("*.tar.gz")), folder)


def _apt(package: str, folder: Path) -> None:
    command = [_find_program("apt-get"), "download", "-q", package]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run(
        [_find_program("dpkg-deb"), "-x", str(next(folder.glob("*.deb"))), "."], cwd=folder, check=True
    )


def _find_program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"the program {name!r} is not installed")
    return path


def _unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")


REAL_PAGES: Mapping[str, tuple[Callable[[str, Path], None], str, str]] = {
    "npm manual, configuration": (_npm, "npm@11", "package/docs/output/using-npm/config.html"),
    "jQuery UI, all widgets": (_npm, "jquery-ui-dist@1.13", "package/index.html"),
    "reveal.js, demo slides": (_npm, "reveal.js@5", "package/demo.html"),
    "docutils, reference document": (
        _pip,
        "docutils",
        "*/test/functional/expected/standalone_rst_html5.html",
    ),
    "Python manual, built-in functions": (
        _apt,
        "python3.11-doc",
        "usr/share/doc/python3.11/html/library/functions.html",
    ),
}


def collect_pages() -> tuple[dict[str, str], list[str]]:
    """Fetch all pages; return their paths below CACHE by name, and a line per failure."""
    generated = CACHE / "made"
    generated.mkdir(parents=True, exist_ok=True)
    (generated / "shop.html").write_text(shop_page())
    (generated / "table.html").write_text(table_page())
    paths, missing = {"shop, 120 cards": "made/shop.html", "table, 1,120 rows": "made/table.html"}, []
    for number, (name, (fetch, package, pattern)) in enumerate(REAL_PAGES.items()):
        folder = CACHE / f"real-{number}-{package.replace('@', '-')}"
        try:
            paths[name] = str(_fetch_page(folder, fetch, package=package, pattern=pattern).relative_to(CACHE))
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            shutil.rmtree(folder, ignore_errors=True)
            missing.append(f"{name}: {package} could not be fetched ({type(error).__name__}: {error})")
    return paths, missing


def _fetch_page(folder: Path, fetch: Callable[[str, Path], None], *, package: str, pattern: str) -> Path:
    if not list(folder.glob(pattern)):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        fetch(package, folder)
    return next(iter(sorted(folder.glob(pattern))))


class _Handler(SimpleHTTPRequestHandler):
    """Handler that serves files and adds a script to HTML pages that records click listeners."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.suffix != ".html" or not path.is_file():
            super().do_GET()
            return
        body = path.read_bytes()
        index = (
            body.lower().find(b"<head>") + len(b"<head>")
            if b"<head>" in body.lower()
            else body.find(b">") + 1
        )
        body = body[:index] + LISTENER_SCRIPT + body[index:]
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Suppress the request log."""


@contextmanager
def serve_pages() -> Iterator[str]:
    """Serve CACHE on a free local port and yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(CACHE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
