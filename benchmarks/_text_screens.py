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
from onscreen.types import Box, Node, Open, Point, Shot, Start
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
PHONES = (
    ("1080x2400", 420, "light"),
    ("720x1280", 320, "light"),
    ("720x1280", 320, "dark"),
    ("720x1280", 320, "large text"),
)
PHONE_THEMES = {
    "light": "",
    "dark": "cmd uimode night yes",
    "large text": "settings put system font_scale 1.3",
}
WIDEST_CHAR_EM, LINE_EM = 0.6, 1.2
"""Average width of a character of a wide font, and height of a line, relative to the size of the font."""
ONE_LINE_CHARS = 12
"""Length of a text that is not cut off: a label."""
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
    """A screen with its visible words and the areas in which all words are known."""

    name: str
    kind: str
    shot: Shot
    words: tuple[KnownWord, ...]
    areas: tuple[Box, ...]

    def covers(self, point: Point) -> bool:
        """Check whether all words at a point are known."""
        return any(area.contains(point) for area in self.areas)


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
                        areas = (Box(0, 0, *shot.picture.size),)
                        yield TextScreen(name, kind, shot, tuple(filter(has_letters, words)), areas)


def collect_phone_screens() -> Iterator[TextScreen]:
    """Yield the first screen of every application of the practice phone in several sizes and themes."""
    for size, density, theme in PHONES:
        with closing(practice_phone({"size": size, "density": density})) as device:
            device.start(Start(script=PHONE_THEMES[theme]))
            for tool in device.tools():
                device.perform(Open(tool.address))
                yield _phone_screen(device.observe(), tool.name, kind=f"phone {size} {theme}")


def _phone_screen(shot: Shot, name: str, *, kind: str) -> TextScreen:
    words = tuple(word for node in shot.nodes for word in phone_words(node) if has_letters(word))
    area = next((n.box for n in shot.nodes if n.box.area), Box(0, 0, *shot.picture.size))
    return TextScreen(f"{name} {kind}", kind, shot, words, (area,))


def phone_words(node: Node) -> Iterator[KnownWord]:
    """Yield the words of a node of the phone; those that may be a description or cut off are optional.

    A text may be longer than its node shows. As many characters as fit into one line of the height of the
    node are certain.
    """
    text = f"{node.name} {node.value}".strip()
    certain = node.box.width / (WIDEST_CHAR_EM * max(1.0, node.box.height) / LINE_EM)
    end = 0
    for word in text.split():
        end = text.index(word, end) + len(word)
        yield KnownWord(word, node.box, node.role != "text" or end > max(certain, ONE_LINE_CHARS))


def has_letters(word: KnownWord) -> bool:
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
