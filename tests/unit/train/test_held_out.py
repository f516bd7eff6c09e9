"""Episodes that training must not use are left out, and listed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow")

from onscreen.store.episode_recorder import save_episode
from onscreen.testing.strategies import blank_picture
from onscreen.types import (
    AllOf,
    Box,
    Click,
    Decision,
    Element,
    Episode,
    Node,
    Outcome,
    Score,
    Shot,
    Start,
    Stop,
    Task,
    TaskNode,
)
from onscreen_practice.site_suite.site_suite import sites
from onscreen_train.decision_rows import Skipped
from onscreen_train.held_out import HELD_OUT_FILE, HeldOutData, HeldOutListing
from onscreen_train.step_weights import step_weights
from onscreen_train.training_data import rows_from_episodes

BUTTON = Node("button", "Send", Box(0, 20, 90, 38), states=("clickable",), locator="b")


def _composed(folder: Path, instruction: str, *, app: str = "Shop", address: str = "") -> Path:
    """Record a composed task that was done."""
    shot = Shot(blank_picture(), (BUTTON,), app, address)
    nodes = (TaskNode("Press Send", app, AllOf(())),)
    episode = Episode(
        Task(instruction, name="graph-1-a", start=Start(seed=1000), nodes=nodes),
        (shot, shot),
        (Decision(Click(Element.of(BUTTON, 1, index=0))),),
        (Outcome(),),
        Stop("done"),
        Score(1.0),
    )
    save_episode(episode, folder)
    return folder


def test_composed_tasks_with_a_hand_written_instruction_are_not_used(tmp_path: Path) -> None:
    """A composed task that says the same as a task of an evaluation suite is left out, and listed."""
    suite = sites()
    name = suite.groups["all"][0]
    written = suite.task(name, 1000).instruction
    folders = [_composed(tmp_path / "same", written), _composed(tmp_path / "other", "Press Send twice")]
    held_out = HeldOutData((suite,))
    same, other = rows_from_episodes(folders, weight_of=step_weights, held_out=held_out)
    assert isinstance(same, Skipped)
    assert name in same.reason
    assert not isinstance(other, Skipped)
    held_out.write(tmp_path)
    listed = msgspec.json.decode((tmp_path / HELD_OUT_FILE).read_bytes(), type=HeldOutListing)
    assert listed.suites == ("sites",)
    assert set(listed.episodes) == {str(tmp_path / "same")}
    assert len(listed.instructions[1000]) == len(suite.groups["all"])


@pytest.mark.parametrize("name", ["mail", "Mail", "mail.localhost"])
def test_a_whole_application_is_held_out(tmp_path: Path, name: str) -> None:
    """No episode that uses a held-out application is used, whether named by task, screen or host."""
    folders = [
        _composed(tmp_path / "screen", "Press it", app="Inbox", address="http://mail.localhost:80/"),
        _composed(tmp_path / "shop", "Press it"),
    ]
    mail, shop = rows_from_episodes(
        folders, weight_of=step_weights, held_out=HeldOutData(applications=(name,))
    )
    assert isinstance(mail, Skipped)
    assert not isinstance(shop, Skipped)
