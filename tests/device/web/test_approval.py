"""Approval of irreversible actions on real pages, from Python."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from web_pages import Pages

from onscreen import run_task
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.stop.limits import steps_limit
from onscreen.types import Click, Decision, Episode, Home, Open, Score, Start, Task
from onscreen.types.errors import DeviceError, ElementGone, NotAllowed

PAGE = (
    "data:text/html,<title>Account</title><p>Balance: 5</p>"
    "<button onclick=\"document.title='Gone'\">Delete account</button>"
)


@pytest.mark.parametrize(
    ("instruction", "title"), [("Read my balance", "Account"), ("Delete my account", "Gone")]
)
@pytest.mark.parametrize("action", ["click 2", "click at 20,60"])
def test_a_run_deletes_only_what_was_asked_for(
    tmp_path: Path, instruction: str, title: str, action: str
) -> None:
    """run_task clicks "Delete account", by number or at a point, only if the instruction asks for it."""
    replies = [{"why": "so", "values": [], "plan": [], "actions": [line]} for line in (action, "done")]
    path = tmp_path / "replies.jsonl"
    path.write_text("\n".join(json.dumps(json.dumps(reply)) for reply in replies))
    episode = run_task(instruction, start=PAGE, model=f"scripted:{path}")
    assert episode.last.app == title
    assert (episode.outcomes[0].failed == NotAllowed.__name__) is (title == "Account")


class _Clicker(msgspec.Struct, frozen=True):
    """An agent that clicks the button "Pay"."""

    pages: Pages
    name: str = "clicker"

    def act(self, episode: Episode) -> Decision:
        """Return the click."""
        return Decision(Click(self.pages.get_button(episode.last, "Pay")))


def test_a_page_that_is_left_after_the_approval(pages: Pages) -> None:
    """If the user approves a payment and leaves the page, nothing is paid, and the step says why."""
    pages.open("<button onclick=\"document.title = 'paid'\">Pay</button>")
    other = f"http://a.test/{pages.write('<button onclick=1>Reply</button>')}"

    def approve(_episode: Episode, _decision: Decision) -> str:
        pages.device.perform(Open(other))
        return ""

    episode = run_episode(
        start_episode(Task("Pay the bill"), pages.device, started=True),
        pages.device,
        agent=_Clicker(pages),
        signal=steps_limit(1),
        score=lambda *_: Score(None),
        hooks=RunHooks(approve=approve),
    )
    assert episode.outcomes[0].failed == ElementGone.__name__
    assert pages.evaluate("document.title") == '"Test"'


def test_a_start_page_that_is_blocked(pages: Pages) -> None:
    """A run whose domain rules block its start page does not start; the error names the rule."""
    with pytest.raises((DeviceError, NotAllowed), match="is blocked"):
        pages.device.start(Start("http://evil.test/"))
    pages.open("<p>The browser can be used afterwards</p>")
    assert pages.act(Home()).address == "about:blank"
