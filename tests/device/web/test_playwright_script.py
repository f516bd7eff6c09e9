"""Playwright scripts made from episodes, run against the page of the episode."""
# ruff: noqa: E501 - the pages are HTML as text

from __future__ import annotations

import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from web_pages import Pages

from onscreen.convert.playwright_script import to_playwright
from onscreen.device.chromium_executable import executable
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Decision, Episode, Outcome, Start, Task
from onscreen.types.action_parser import parse

pytestmark = pytest.mark.browser

PAGE = """<label>Name <input id=who></label><label>Size <select id=size><option>Small<option>Large</select></label>
<label><input type=checkbox id=gift> Gift</label><button onclick="out.textContent += ' left'">Add</button>
<button onclick="out.textContent += ' right'">Add</button><p id=out>Added:</p><a href="/next.html">Finish</a>
<script>addEventListener('pagehide', () => navigator.sendBeacon('/state', [who.value, size.value, gift.checked, out.textContent].join('|')))</script>"""


class _StateServer(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and keeps what pages send to /state."""

    states: list[str]

    def do_POST(self) -> None:
        """Keep the state."""
        self.states.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve the page; return its address and the states that were sent."""
    (tmp_path / "index.html").write_text(f"<!doctype html><meta charset=utf-8><title>Order</title>{PAGE}")
    (tmp_path / "next.html").write_text("<!doctype html><title>Finished</title><h1>Thank you</h1>")
    states: list[str] = []
    handler = type("StateServer", (_StateServer,), {"states": states})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=tmp_path)) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/index.html", states
        running.shutdown()


def test_script_repeats_the_run(pages: Pages, server: tuple[str, list[str]], tmp_path: Path) -> None:
    """A script made from an episode brings the page to the state that the episode brought it to."""
    address, states = server
    pages.device.start(Start(address))
    episode = Episode(Task("Order", start=Start(address)), (pages.device.observe(),), device="web")
    for text in (
        'type "Ada \\"Countess\\" Lovelace" into NAME',
        'select "Large" in SIZE',
        "click GIFT",
        "click FIRST",
        "click SECOND",
        "click FINISH",
    ):
        screen = build_screen(episode.last)
        added = [e.mark for e in screen.elements if (e.role, e.name) == ("button", "Add")]
        named = {(e.role, e.name): e.mark for e in screen.elements}
        marks = {
            "NAME": named.get(("textbox", "Name")),
            "SIZE": named.get(("combobox", "Size")),
            "GIFT": named.get(("checkbox", "Gift")),
            "FIRST": added[0],
            "SECOND": added[1],
            "FINISH": named.get(("link", "Finish")),
        }
        word = text.split()[-1]
        action = parse(text.replace(word, str(marks[word])), screen)
        message = pages.device.perform(action)
        episode = episode.then(Decision(action), Outcome(message), shot=pages.device.observe())
    script = tmp_path / "script.py"
    script.write_text(to_playwright(episode))
    environment = {**os.environ, "HEADLESS": "1", "CHROMIUM": executable()}
    subprocess.run([sys.executable, script], env=environment, check=True, timeout=120)
    assert states == ['Ada "Countess" Lovelace|Large|true|Added: left right'] * 2
