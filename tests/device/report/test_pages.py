"""The report pages in a real browser."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from onscreen.device.chromium_executable import executable
from onscreen.perceive.pixel_array import decode
from onscreen.report.episode_page import MAX_EMBEDDED_STEPS, write_episode
from onscreen.report.suite_page import write_suite
from onscreen.run.suite_summary import summarize
from onscreen.run.trial import Result
from onscreen.store.episode_recorder import save_episode
from onscreen.types import Episode, Picture

pytestmark = pytest.mark.browser

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
Scheme = Literal["light", "dark"]
VIEWS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 390)]
ATTACK = (
    "</script><script>document.title='owned'</script>"
    "<img src=https://elsewhere.example/x onerror=\"document.title='owned'\">"
)
AIM_RGB = (229, 25, 125)
TIMEOUT_SEC = 60.0


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one Chromium for these tests."""
    as_root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=[*FLAGS, *as_root])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory, shop: Episode) -> Path:
    """Write an episode's page, one with hostile text, and a suite of 125 tasks with 10 seeds above them."""
    folder = tmp_path_factory.mktemp("pages")
    write_episode(shop, folder / "episodes" / "shop.lamp-0" / "episode.html")
    task = msgspec.structs.replace(shop.task, instruction=ATTACK, name=ATTACK)
    write_episode(msgspec.structs.replace(shop, task=task), folder / "attack.html")
    results = [
        Result(
            *(f"shop.lamp-{task}" if task else "shop.lamp", seed, None if seed == 9 else seed % 3 > 0),
            *(None if seed == 9 else float(seed % 3 > 0), 1 + task % 9, 0.1 * task, 12, 3000, 90),
            *("stuck" if seed % 3 == 0 else "done", str(folder / "episodes" / f"shop.lamp-{seed}")),
        )
        for task in range(125)
        for seed in range(10)
    ]
    groups = {"all": tuple(f"shop.lamp-{i}" for i in range(125)), "one": ("shop.lamp-7",)}
    write_suite(summarize(results), results, path=folder / "index.html", title="practice", groups=groups)
    return folder


@pytest.fixture
def tab(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a tab that fails the test if the page logs an error or requests anything but its own file."""
    scheme, width = getattr(request, "param", ("light", 1280))
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on(
        "request",
        lambda sent: wrong.append(sent.url) if not sent.url.startswith(("file:", "data:")) else None,
    )
    yield page
    context.close()
    assert wrong == []


def open_episode(tab: Page, pages: Path) -> None:
    """Open the episode's page."""
    tab.goto((pages / "episodes" / "shop.lamp-0" / "episode.html").as_uri())


@pytest.mark.parametrize("tab", VIEWS, indirect=True, ids=str)
@pytest.mark.parametrize("name", ["index.html", "episodes/shop.lamp-0/episode.html"])
def test_pages_fit_every_screen(tab: Page, pages: Path, name: str) -> None:
    """On wide and narrow screens, light and dark, nothing scrolls sideways and the background is right."""
    tab.goto((pages / name).as_uri())
    width = tab.viewport_size["width"] if tab.viewport_size else 0
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert len(tab.screenshot()) > 10_000
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    dark = tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert (ground == "rgb(21, 23, 27)") is dark


def test_long_run_links_to_its_screenshots(tab: Page, tmp_path: Path, shop: Episode) -> None:
    """The page of a run of more than 100 steps shows the stored screenshots, and embeds none."""
    repeats = MAX_EMBEDDED_STEPS // len(shop.decisions) + 1
    long = msgspec.structs.replace(
        shop,
        shots=(*shop.shots[:-1] * repeats, shop.last),
        decisions=shop.decisions * repeats,
        outcomes=shop.outcomes * repeats,
    )
    save_episode(long, tmp_path)
    page = write_episode(long, tmp_path / "episode.html")
    assert "data:image" not in page.read_text("utf-8")
    tab.goto(page.as_uri())
    tab.evaluate("document.querySelectorAll('img').forEach((each) => { each.loading = 'eager'; })")
    tab.evaluate("Promise.all([...document.images].map((each) => each.decode()))")
    widths = tab.evaluate("[...document.images].map((each) => each.naturalWidth)")
    assert len(widths) > MAX_EMBEDDED_STEPS
    assert min(widths) > 0


def test_every_picture_is_shown(tab: Page, pages: Path) -> None:
    """Every picture loads; an unchanged one is copied from its first location."""
    open_episode(tab, pages)
    tab.wait_for_function("[...document.images].every((image) => image.complete)")
    widths = tab.evaluate("[...document.querySelectorAll('figure img')].map((image) => image.naturalWidth)")
    assert widths == [1280] * 7


def test_target_is_drawn_on_the_clicked_element(tab: Page, pages: Path) -> None:
    """The box drawn in step 2 surrounds the button in the picture, at any display size."""
    open_episode(tab, pages)
    ring = tab.locator("#step-2 .aim .mark rect").bounding_box()
    image = tab.locator("#step-2 figure img").bounding_box()
    assert ring is not None
    assert image is not None
    scale = image["width"] / 1280
    assert ring["x"] - image["x"] == pytest.approx(77 * scale, abs=2)
    assert ring["width"] == pytest.approx(166 * scale, abs=4)


def test_target_is_visible(tab: Page, pages: Path) -> None:
    """The box has the target colour, and is hidden when targets are turned off."""
    open_episode(tab, pages)
    figure = tab.locator("#step-2 .frame")

    def ringed() -> int:
        return int((decode(Picture(figure.screenshot())) == AIM_RGB).all(axis=2).sum())

    assert ringed() > 300
    tab.click("#marks")
    assert ringed() == 0


def test_targets_can_be_toggled(tab: Page, pages: Path) -> None:
    """A button and a key hide the targets and show them again."""
    open_episode(tab, pages)
    ring = tab.locator("#step-2 .aim")
    assert ring.is_visible()
    tab.click("#marks")
    assert not ring.is_visible()
    tab.keyboard.press("m")
    assert ring.is_visible()


def test_keyboard_navigation(tab: Page, pages: Path) -> None:
    """Keys move to the next and previous step, to the end and the start, and the strip follows."""
    open_episode(tab, pages)
    here = "document.querySelector('.strip [aria-current]').hash"
    for key, place in (
        ("j", "#step-1"),
        ("ArrowRight", "#step-2"),
        ("k", "#step-1"),
        ("End", "#end"),
        ("Home", "#top"),
    ):
        tab.keyboard.press(key)
        assert tab.evaluate(here) == place
    tab.click('.strip a[href="#step-4"]')
    assert tab.evaluate(here) == "#step-4"
    assert tab.evaluate("document.activeElement.id") == "step-4"
    top = tab.locator("#step-4").bounding_box()
    assert top is not None
    assert 40 <= top["y"] <= 120


def test_prompts_are_collapsed_by_default(tab: Page, pages: Path) -> None:
    """A prompt is hidden until its line is opened; one key opens all."""
    open_episode(tab, pages)
    prompt = tab.locator("#step-1 pre", has_text="Which element comes next?")
    assert not prompt.is_visible()
    tab.keyboard.press("o")
    assert prompt.is_visible()
    tab.keyboard.press("o")
    assert not prompt.is_visible()


def test_listed_node_is_highlighted_in_the_picture(tab: Page, pages: Path) -> None:
    """Hovering over a listed node highlights it in the picture."""
    open_episode(tab, pages)
    tab.click("#step-1 .seen summary")
    tab.hover("#step-1 .seen li:nth-child(3)")
    hint = tab.locator("#step-1 .hint rect")
    assert hint.get_attribute("x") == "1130"
    assert hint.is_visible()


def test_theme_can_be_toggled(tab: Page, pages: Path) -> None:
    """The button toggles light and dark whatever the system's setting, and the page stores it."""
    open_episode(tab, pages)
    ground = "getComputedStyle(document.body).backgroundColor"
    tab.click("#theme")
    assert tab.evaluate(ground) == "rgb(21, 23, 27)"
    tab.reload()
    deadline = time.monotonic() + TIMEOUT_SEC
    while tab.evaluate(ground) != "rgb(21, 23, 27)":  # Chromium stores values in the background
        assert time.monotonic() < deadline
        tab.reload()


def test_print_layout_is_light(tab: Page, pages: Path) -> None:
    """Printed from a dark page, the text is dark on white and the strip is omitted."""
    open_episode(tab, pages)
    tab.click("#theme")
    tab.emulate_media(media="print")
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not tab.locator(".strip").is_visible()
    assert tab.pdf().startswith(b"%PDF")


def test_hostile_text_is_not_executed(tab: Page, pages: Path) -> None:
    """Scripts and tags in the text of a run are shown as text and not executed."""
    tab.goto((pages / "attack.html").as_uri())
    assert tab.title().startswith("Partly done: </script>")
    assert tab.locator("h1").inner_text() == ATTACK


def test_policy_blocks_injected_content(browser: Browser, pages: Path) -> None:
    """The Content-Security-Policy blocks injected scripts, pictures and connections."""
    page = browser.new_page()
    page.goto((pages / "attack.html").as_uri())
    page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = "document.title = 'owned'";
          document.body.append(script);
          const image = new Image();
          image.id = 'far';
          image.src = 'https://elsewhere.example/x.png';
          document.body.append(image);
        }"""
    )
    assert page.title() != "owned"
    assert (
        page.evaluate("fetch('https://elsewhere.example').then(() => 'sent', () => 'stopped')") == "stopped"
    )
    page.close()


def test_suite_can_be_filtered(tab: Page, pages: Path) -> None:
    """Text, outcome, stop reason and group filter the tasks, the count is shown, and Clear resets all."""
    tab.goto((pages / "index.html").as_uri())
    count, shown = tab.locator("#count"), tab.locator("tbody tr:visible")
    assert count.inner_text() == "125 of 125 tasks, 1250 of 1250 trials"
    tab.fill("#text", "lamp-12")
    assert shown.count() == 6
    tab.select_option("#verdict", "failure")
    assert count.inner_text() == "6 of 125 tasks, 18 of 1250 trials"
    tab.select_option("#verdict", "unjudged")
    tab.select_option("#stop", "done")
    assert tab.locator("p.empty").is_visible()
    tab.click("button[type=reset]")
    tab.select_option("#group", label="one")
    assert [row.inner_text() for row in shown.locator("th").all()] == ["shop.lamp-7"]
    tab.select_option("#group", label="all groups")
    tab.click('.stop[data-stop="stuck"]')
    assert count.inner_text() == "125 of 125 tasks, 500 of 1250 trials"


def test_suite_can_be_sorted(tab: Page, pages: Path) -> None:
    """A click on a column sorts by it, a second click reverses the order; names sort naturally."""
    tab.goto((pages / "index.html").as_uri())
    first = tab.locator("tbody th").first
    tab.click("button[data-key=seconds]")
    assert first.inner_text() == "shop.lamp-124"
    tab.click("button[data-key=seconds]")
    assert first.inner_text() == "shop.lamp"
    tab.click("button[data-key=task]")
    tab.click("button[data-key=task]")
    assert first.inner_text() == "shop.lamp-124"
    assert tab.locator("th", has_text="Task").get_attribute("aria-sort") == "descending"


def test_trial_links_to_its_episode(tab: Page, pages: Path) -> None:
    """A click on a trial opens the page of its episode."""
    tab.goto((pages / "index.html").as_uri())
    tab.locator("tbody tr").first.locator("a.cell").first.click()
    assert tab.title().startswith("Partly done: Find the brass desk lamp")
