"""The browser, the agent and the pages that the attacks of safety.py share."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from onscreen.device.web import WebDevice, web
from onscreen.device.web.placeholder_picture import blank_picture
from onscreen.types import (
    Action,
    Decision,
    Episode,
    Setting,
)

BLANK = blank_picture(100, 50)
Attempts = Iterator[tuple[str, str]]
"""Pairs of what was attempted and how the guarantee failed, "" if it held."""


class Repeater(msgspec.Struct, frozen=True):
    """An agent that repeats one action."""

    action: Action
    name: str = "repeater"

    def act(self, _episode: Episode) -> Decision:
        """Return the action."""
        return Decision(self.action)


def open_browser(site: str, **settings: Setting) -> WebDevice:
    """Return a browser that serves http://a.test/ from a folder."""
    return web({"sites": f"a.test={site}", "load_cap_sec": 5.0, "call_cap_sec": 3.0, **settings})


def write_page(site: str, body: str) -> str:
    """Write a page and return its address."""
    (Path(site) / "page.html").write_text(
        f"<!doctype html><meta charset=utf-8><title>page</title><body>{body}"
    )
    return "http://a.test/page.html"
