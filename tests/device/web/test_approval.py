"""Approval of irreversible actions on real pages, from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onscreen import run_task
from onscreen.types.errors import NotAllowed

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
