"""Screens with known words and boxes: practice sites in Chromium and applications of the practice phone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import msgspec

from onscreen.device.web import web
from onscreen.perceive.text_merge import squash
from onscreen.types import Box, Open, Shot, Start
from onscreen_practice.phone_suite.phone_device import practice_phone

SITE_PAGES = (
    "index.html",
    "calculator/index.html",
    "calendar/index.html",
    "mail/index.html",
    "mail/compose.html",
    "notes/index.html",
    "offer/index.html",
    "shop/index.html",
    "shop/cart.html",
    "shop/checkout.html",
    "wiki/index.html",
    "wiki/search.html?q=a",
)
VIEWPORTS = ((1280, 720, 1.0), (800, 600, 1.0), (412, 732, 2.0))
THEMES = {
    "light": "0",
    "dark": "document.documentElement.style.cssText = 'filter:invert(1) hue-rotate(180deg);background:#fff'",
    "large": "document.documentElement.style.zoom = 1.4",
}
PHONES = (("1080x2400", 420), ("720x1280", 320))
WORDS_SCRIPT = (Path(__file__).parent / "_visible_words.js").read_text()


class KnownWord(msgspec.Struct, frozen=True):
    """A word that is visible on a screen, with the box that contains it.

    On the phone, the box is that of the node with the word, which is larger than the word. A word that is
    `optional` may be a description that is not shown as text.
    """

    text: str
    box: Box
    optional: bool = False


class TextScreen(msgspec.Struct, frozen=True):
    """A screen with its visible words and the area for which they are known."""

    name: str
    kind: str
    shot: Shot
    words: tuple[KnownWord, ...]
    area: Box


def collect_web_screens() -> Iterator[TextScreen]:
    """Yield the practice sites in several viewports and themes."""
    with _serve_sites() as base:
        for width, height, ratio in VIEWPORTS:
            with closing(web({"width": width, "height": height, "pixel_ratio": ratio})) as device:
                for page in SITE_PAGES:
                    device.start(Start(f"{base}/{page}"))
                    for theme, script in THEMES.items():
                        device.read(script)
                        shot = device.observe()
                        known = json.loads(device.read(WORDS_SCRIPT))
                        words = [KnownWord(t, Box(*(ratio * v for v in box))) for t, *box in known]
                        name = f"{page} {width}x{height} {theme}"
                        kind = f"web {theme}"
                        area = Box(0, 0, *shot.picture.size)
                        yield TextScreen(name, kind, shot, tuple(filter(_has_letters, words)), area)


def collect_phone_screens() -> Iterator[TextScreen]:
    """Yield the first screen of every application of the practice phone in two sizes."""
    for size, density in PHONES:
        with closing(practice_phone({"size": size, "density": density})) as device:
            device.start(Start(""))
            for tool in device.tools():
                device.perform(Open(tool.address))
                shot = device.observe()
                words = [
                    KnownWord(word, node.box, node.role != "text")
                    for node in shot.nodes
                    for word in f"{node.name} {node.value}".split()
                ]
                area = next((n.box for n in shot.nodes if n.box.area), Box(0, 0, *shot.picture.size))
                yield TextScreen(
                    f"{tool.name} {size}", f"phone {size}", shot, tuple(filter(_has_letters, words)), area
                )


def _has_letters(word: KnownWord) -> bool:
    return any(map(str.isalnum, squash(word.text)))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def _serve_sites() -> Iterator[str]:
    handler = partial(_Quiet, directory=str(files("onscreen_practice") / "sites"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
