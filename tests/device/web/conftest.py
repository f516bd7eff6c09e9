"""One real browser for all tests here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from onscreen.device.web import WebDevice, web
from onscreen.types import CloseTab, Start

sys.path.insert(0, str(Path(__file__).parent))

from web_desk import Desk


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the pages are served from."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def browser(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDevice]:
    """The shared browser."""
    (folder / "report.txt").write_text("figures")
    device = web(
        {
            "sites": tuple(f"{host}.test={folder}" for host in "abc"),
            "width": 800,
            "height": 600,
            "downloads": str(tmp_path_factory.mktemp("downloads")),
            "uploads": (str(folder),),
            "call_cap_sec": 2.0,
            "settle_cap_sec": 1.0,
            "load_cap_sec": 3.0,
            "block_domains": ("evil.test",),
        }
    )
    device.start(Start())
    yield device
    device.close()


@pytest.fixture
def desk(browser: WebDevice, folder: Path) -> Iterator[Desk]:
    """The shared browser, in one tab, with a way to write pages."""
    yield Desk(browser, folder)
    while len(browser.observe().tabs) > 1:
        browser.perform(CloseTab())
