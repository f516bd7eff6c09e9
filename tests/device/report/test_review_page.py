"""The page of `onscreen review` in a real browser: a person decides with the keyboard and the mouse."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from onscreen.cli.review_server import ReviewServer, serve_review
from onscreen.device.chromium_executable import executable
from onscreen.store.episode_recorder import save_episode
from onscreen.store.judgements import last_verdict
from onscreen.store.review_items import ReviewItem, read_decisions, read_items, write_item
from onscreen.store.run_review import run_item
from onscreen.testing.sample_episodes import click_episode
from onscreen.types import Episode

pytestmark = pytest.mark.browser

FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
ATTACK = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
TIMEOUT_MS = 60_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser of the person."""
    as_root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=[*FLAGS, *as_root])
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path, shop: Episode) -> Iterator[ReviewServer]:
    """Serve two subtasks, one with hostile text, and a run."""
    picture = click_episode(0).last.picture.png
    (tmp_path / "before.png").write_bytes(picture)
    (tmp_path / "after.png").write_bytes(click_episode(1).last.picture.png)
    write_item(tmp_path, ReviewItem("a1", "subtask", ATTACK, ATTACK, "before.png", "after.png"))
    write_item(tmp_path, ReviewItem("b2", "subtask", "Turn Repeat on", "Repeat is on", "before.png"))
    save_episode(shop, tmp_path / "shop")
    item = run_item(tmp_path, tmp_path / "shop", instruction=shop.task.instruction, reason="few steps")
    write_item(tmp_path, msgspec.structs.replace(item, id="c3"))
    with serve_review(tmp_path, read_items(tmp_path), by="Ada") as server:
        yield server


def test_a_person_reviews_with_the_keyboard(browser: Browser, server: ReviewServer) -> None:
    """Keys move between the items and decide; an edited instruction is stored; hostile text stays text."""
    page = browser.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(server.url)
    expect(page.locator("#instruction")).to_have_text(ATTACK, timeout=TIMEOUT_MS)
    expect(page.locator("#pictures img")).to_have_count(2, timeout=TIMEOUT_MS)
    assert page.title().startswith("Review of")
    page.keyboard.press("n")
    expect(page.locator("#instruction")).to_have_text("Turn Repeat on", timeout=TIMEOUT_MS)
    page.keyboard.press("e")
    page.locator("#text").fill("Turn on Repeat for all songs")
    page.locator("#save").click()
    expect(page.locator("#kind")).to_have_text("run", timeout=TIMEOUT_MS)
    expect(page.locator("#evidence li").first).to_have_text("In doubt: few steps.")
    expect(page.locator("#change")).to_be_hidden()
    page.keyboard.press("e")
    expect(page.locator("#edit")).to_be_hidden()
    page.locator("#accept").click()
    expect(page.locator("#status")).to_have_text("all decided", timeout=TIMEOUT_MS)
    page.keyboard.press("k")
    expect(page.locator("#decided")).to_contain_text("edit by Ada", timeout=TIMEOUT_MS)
    page.keyboard.press("q")
    expect(page.locator("#status")).to_have_text("ended", timeout=TIMEOUT_MS)
    page.close()
    assert server.ended.wait(60)
    decisions = read_decisions(server.folder)
    assert [(each.decision, each.by) for each in decisions.values()] == [
        ("reject", "Ada"),
        ("edit", "Ada"),
        ("accept", "Ada"),
    ]
    assert decisions["b2"].instruction == "Turn on Repeat for all songs"
    assert last_verdict(server.folder / "shop") == "good"
    assert not decisions["a1"].instruction


def test_the_page_without_the_token_shows_nothing(browser: Browser, server: ReviewServer) -> None:
    """Someone who only knows the port sees no item, and the page states why."""
    page = browser.new_page()
    page.goto(server.url.partition("#")[0])
    expect(page.locator("#message")).to_contain_text("the token is missing", timeout=TIMEOUT_MS)
    expect(page.locator("#item")).to_be_hidden()
    page.close()
