"""The time limit of a run in a real browser, on pages that never end what they do."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import msgspec
import pytest
from web_pages import Pages

from onscreen.deadline import start_limit
from onscreen.device.web import WebDevice
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.stop.done_signal import done
from onscreen.types import Action, Click, Decision, Episode, Open, Point, Score, Start, Task, Wait

pytestmark = pytest.mark.browser


class Repeater(msgspec.Struct, frozen=True):
    """An agent that repeats one action."""

    action: Action
    name: str = "repeater"

    def act(self, _episode: Episode) -> Decision:
        """Return the action."""
        return Decision(self.action)


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Return a port that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def run(device: WebDevice, action: Action, *, max_sec: float = 1.0) -> Episode:
    """Repeat an action on the page that is open until the time limit."""
    episode = start_episode(Task("wait", start=Start("http://a.test/")), device, started=True)
    return run_episode(
        episode,
        device,
        agent=Repeater(action),
        signal=done,
        score=lambda _episode, device: Score(float(device.read("1"))),
        hooks=RunHooks(),
        limit=start_limit(max_sec),
    )


def assert_time_stop(episode: Episode) -> None:
    """Check that the run was stopped by its time limit, with a score or the reason why it has none."""
    assert episode.stop is not None
    assert episode.stop.reason == "time"
    assert episode.score is not None
    assert episode.score.value == 1 or "was not scored" in episode.score.why


def test_limit_ends_a_wait(pages: Pages) -> None:
    """A wait of ten minutes ends at the time limit."""
    pages.open("<p>nothing happens")
    assert_time_stop(run(pages.device, Wait(600.0)))


def test_limit_ends_the_load_of_a_page(pages: Pages, silent_port: int) -> None:
    """A server that never answers ends the run at its time limit, and the browser can be used afterwards."""
    pages.open("<p>start")
    assert_time_stop(run(pages.device, Open(f"http://127.0.0.1:{silent_port}/")))
    assert pages.find_nodes(pages.open("<p>still here"), name="still here")


@pytest.mark.parametrize(
    "script",
    [
        "while (true) {}",
        "setInterval(() => { for (let i = 0; i < 1e4; i++) history.pushState(i, '', '#' + i) })",
    ],
    ids=["loop", "pushState"],
)
def test_limit_ends_an_action_on_a_hanging_page(impatient_pages: Pages, script: str) -> None:
    """A page whose scripts never end or change the address without end ends the run at its time limit."""
    pages, device = impatient_pages, impatient_pages.device
    pages.open(f'<button style="width:100%;height:100vh" onclick="{script}">hang</button>')
    assert_time_stop(run(device, Click(Point(50, 50))))
    device.start(Start(f"http://a.test/{pages.write('<p>next run')}"))
    assert pages.find_nodes(device.observe(), name="next run")
