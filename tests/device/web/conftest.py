"""Fixtures: one real browser shared by all tests here, and a second one with short timeouts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from onscreen.device.web import WebDevice, web
from onscreen.types import CloseTab, Setting, Start

sys.path.insert(0, str(Path(__file__).parent))

from web_pages import Pages


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the pages are served from."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "report.txt").write_text("figures")
    return folder


@pytest.fixture(scope="session")
def browser(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDevice]:
    """Start the shared browser; its timeouts are long enough for a heavily loaded machine."""
    downloads = str(tmp_path_factory.mktemp("downloads"))
    with started(
        folder,
        downloads=downloads,
        uploads=(str(folder),),
        call_cap_sec=20.0,
        settle_cap_sec=20.0,
        load_cap_sec=30.0,
    ) as device:
        yield device


@pytest.fixture(scope="session")
def impatient_browser(folder: Path) -> Iterator[WebDevice]:
    """Start a browser with short timeouts, for pages that never become quiet or never answer."""
    with started(folder, call_cap_sec=2.0, settle_cap_sec=0.5, load_cap_sec=2.0) as device:
        yield device


@pytest.fixture(scope="module")
def figure_pages(folder: Path) -> Iterator[Pages]:
    """Start a browser that describes polygons and figures on canvases, and return a way to write pages."""
    with started(
        folder, describe_figures=True, call_cap_sec=20.0, settle_cap_sec=20.0, load_cap_sec=30.0
    ) as device:
        yield Pages(device, folder)


@pytest.fixture
def pages(browser: WebDevice, folder: Path) -> Iterator[Pages]:
    """Return the shared browser with one tab, and a way to write pages."""
    yield Pages(browser, folder)
    close_other_tabs(browser)


@pytest.fixture
def impatient_pages(impatient_browser: WebDevice, folder: Path) -> Iterator[Pages]:
    """Return the browser with short timeouts, and a way to write pages."""
    yield Pages(impatient_browser, folder)
    close_other_tabs(impatient_browser)


@contextmanager
def started(folder: Path, **settings: Setting) -> Iterator[WebDevice]:
    """Start a browser that serves the folder on three hosts, and close it at the end."""
    sites = tuple(f"{host}.test={folder}" for host in "abc")
    device = web({"sites": sites, "width": 800, "height": 600, "block_domains": ("evil.test",), **settings})
    device.start(Start())
    yield device
    device.close()


def close_other_tabs(device: WebDevice) -> None:
    """Close all tabs but one."""
    while len(device.observe().tabs) > 1:
        device.perform(CloseTab())
