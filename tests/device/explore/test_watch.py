"""`onscreen watch`: a person operates an application on a page that mirrors its screen, in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from onscreen.app_maps.map_store import load_map
from onscreen.device.chromium_executable import executable
from onscreen.perceive.action_description import describe_action
from onscreen.store.episode_store import load_episode
from onscreen.types import Click, Point

pytestmark = pytest.mark.browser

FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
SECRET = "correct horse"
PAGES = {
    "index.html": (
        "<!doctype html><meta charset=utf-8><title>Shop</title><h1>Sign in</h1>"
        "<p><label>Name <input id=name></label><p><label>Password <input id=code type=password></label>"
        "<p><label>Size <select><option>Small<option>Large</select></label>"
        "<p><button onclick=\"location='orders.html'\">Sign in</button><p style='height:2000px'>"
    ),
    "orders.html": (
        "<!doctype html><title>Shop</title><h1>Orders</h1><button onclick=\"confirm('Sure?')\">Send</button>"
    ),
}
TIMEOUT_MS = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser of the person."""
    as_root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=[*FLAGS, *as_root])
        yield browser
        browser.close()


@contextmanager
def watch(*arguments: str, folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start the command, and yield the address of its page and the process."""
    environment = {**os.environ, "ONSCREEN_MAPS": str(folder / "maps")}
    command = [sys.executable, "-m", "onscreen.cli.main", "watch", *arguments, "--no-open"]
    command += ["--out", str(folder / "run")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        lines: list[str] = []
        while not (found := re.search(r"http://127\.0\.0\.1:\d+/#\S+", lines[-1] if lines else "")):
            lines.append(process.stderr.readline())
            assert lines[-1], "".join(lines)
        try:
            yield found[0], process
            process.stderr.read()
        finally:
            process.terminate()


def serve(folder: Path) -> tuple[str, ...]:
    """Write the pages of the shop, and return the arguments that open it."""
    for name, html in PAGES.items():
        (folder / name).write_text(html)
    return ("http://shop.test/index.html", "--set", f'sites=["shop.test={folder}"]')


def click_element(page: Page, name: str) -> None:
    """Click an element on the mirrored picture, found by the boxes that the page got."""
    wait_until_ready(page)
    x, y = page.evaluate(
        """(name) => {
            const found = state.elements.find((each) => each.label.includes(name));
            const box = document.getElementById("picture").getBoundingClientRect();
            const scale = box.width / document.getElementById("picture").naturalWidth;
            const [x, y] = [found.left + found.width / 2, found.top + found.height / 2];
            return [box.left + x * scale, box.top + y * scale];
        }""",
        name,
    )
    page.mouse.click(x, y)


def wait_until_ready(page: Page) -> None:
    """Wait until the last action was performed and the picture is drawn."""
    expect(page.locator("#status")).to_have_text("ready", timeout=TIMEOUT_MS)
    page.locator("#picture[src^='data:']").evaluate("picture => picture.decode()")


def steps(page: Page) -> Locator:
    """Return the list of the recorded steps."""
    return page.locator("#steps li")


def operate(page: Page) -> None:
    """Fill in and send the form on the mirror, refuse the dialog, click beside all elements, and finish."""
    wait_until_ready(page)
    expect(page.locator("#dialog")).to_be_hidden()
    click_element(page, "Name")
    expect(page.locator("#field")).to_contain_text("Name", timeout=TIMEOUT_MS)
    page.locator("#text").fill("Ada")
    page.locator("#send").click()
    expect(steps(page)).to_have_count(2, timeout=TIMEOUT_MS)
    click_element(page, "Password")
    expect(page.locator("#text")).to_have_attribute("type", "password", timeout=TIMEOUT_MS)
    page.locator("#text").fill(SECRET)
    page.locator("#send").click()
    expect(steps(page)).to_have_count(4, timeout=TIMEOUT_MS)
    click_element(page, "Size")
    expect(page.locator("#options")).to_be_visible(timeout=TIMEOUT_MS)
    page.locator("#options").select_option("Large")
    page.locator("#send").click()
    expect(steps(page)).to_have_count(6, timeout=TIMEOUT_MS)
    click_element(page, "Sign in")
    expect(steps(page)).to_have_count(7, timeout=TIMEOUT_MS)
    click_element(page, "Send")
    expect(page.locator("#dialog-text")).to_have_text("Sure?", timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Cancel").click()
    expect(steps(page)).to_have_count(9, timeout=TIMEOUT_MS)
    wait_until_ready(page)
    box = page.locator("#picture").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 5, box["y"] + box["height"] - 5)
    expect(steps(page)).to_have_count(10, timeout=TIMEOUT_MS)
    wait_until_ready(page)
    page.locator("#finish").click()
    expect(page.locator("#status")).to_have_text("ended", timeout=TIMEOUT_MS)


def test_a_person_is_recorded(browser: Browser, tmp_path: Path) -> None:
    """What a person does on the mirror is performed and becomes notes; passwords are stored nowhere."""
    page = browser.new_page()
    with watch(*serve(tmp_path), "--task", "send an order", folder=tmp_path) as (address, process):
        page.goto(address)
        operate(page)
    assert process.wait() == 0
    page.close()
    episode = load_episode(tmp_path / "run")
    described = [describe_action(decision.action) for decision in episode.decisions]
    assert 'typed "Ada" into "Name"' in described[1]
    assert "{PASSWORD}" in described[3]
    assert "Large" in described[5]
    last = episode.decisions[-2].action
    assert isinstance(last, Click)
    assert isinstance(last.target, Point)
    kept = "".join(path.read_text() for path in tmp_path.rglob("*.jsonl"))
    assert SECRET not in kept
    notes = {note.text for note in load_map(tmp_path / "maps" / "shop.test-index.html").notes}
    assert "clicked by a person for \"send an order\": opens the screen 'Orders'" in notes
    assert not any("Ada" in note for note in notes)
