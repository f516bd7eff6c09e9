"""Items to review and decisions in a folder that other programs write to as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onscreen.store.episode_recorder import save_episode
from onscreen.store.review_items import (
    DECISIONS_FILE,
    BadReview,
    ReviewDecision,
    ReviewItem,
    add_decision,
    item_file,
    read_decisions,
    read_items,
    write_item,
)
from onscreen.store.reward_log import REWARD_FILE
from onscreen.store.run_review import decide, run_item
from onscreen.testing.sample_episodes import click_episode
from onscreen.types.errors import UsageError


def test_items_of_other_programs_are_read(tmp_path: Path) -> None:
    """An item needs id, kind and instruction; further keys are ignored."""
    (tmp_path / "items").mkdir()
    item = {"id": "clock-1", "kind": "subtask", "instruction": "Turn Repeat on", "status": "accepted"}
    (tmp_path / "items" / "clock-1.json").write_text(json.dumps(item))
    write_item(tmp_path, ReviewItem("run-1", "run", "Set an alarm"))
    assert [each.id for each in read_items(tmp_path)] == ["clock-1", "run-1"]


@pytest.mark.parametrize(
    "content", ["{", '{"id": "a"}', '{"id": "b", "kind": "subtask", "instruction": ""}', "\udcff"]
)
def test_a_damaged_item_is_named(tmp_path: Path, content: str) -> None:
    """A file that is no item is an error that names the file."""
    (tmp_path / "items").mkdir()
    (tmp_path / "items" / "a.json").write_text(content, errors="surrogateescape")
    with pytest.raises(BadReview, match=r"a\.json"):
        read_items(tmp_path)


def test_the_last_decision_counts_and_all_are_kept(tmp_path: Path) -> None:
    """Decisions are appended, also after a line that was cut off by a full disk."""
    add_decision(tmp_path, ReviewDecision("a", "reject", "Ada", 1.0))
    add_decision(tmp_path, ReviewDecision("a", "edit", "Bo", 2.0, "Turn Repeat on"))
    assert read_decisions(tmp_path)["a"].by == "Bo"
    file = tmp_path / DECISIONS_FILE
    assert len(file.read_text().splitlines()) == 2
    file.write_text(file.read_text().rstrip("\n"))
    add_decision(tmp_path, ReviewDecision("b", "accept"))
    assert set(read_decisions(tmp_path)) == {"a", "b"}


@pytest.mark.parametrize("path", ["../secret.png", "/etc/passwd", "", "missing.png"])
def test_files_outside_the_folder_are_not_shown(tmp_path: Path, path: str) -> None:
    """An item cannot name a file outside its folder, nor through a link."""
    (tmp_path / "secret.png").write_bytes(b"png")
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    assert item_file(folder, path) is None
    assert item_file(folder, "link.png") is None


def test_a_decision_that_does_not_fit_is_not_stored(tmp_path: Path) -> None:
    """A run cannot be edited, an edit needs a text, a lost run and damaged rewards are errors."""
    subtask = ReviewItem("a", "subtask", "Turn Repeat on")
    run = run_item(tmp_path, tmp_path / "gone", instruction="Set an alarm", reason="")
    for item, decision in (
        (subtask, ReviewDecision("a", "edit", instruction=" ")),
        (run, ReviewDecision(run.id, "edit", instruction="Set two")),
        (run, ReviewDecision(run.id, "accept")),
    ):
        with pytest.raises(BadReview):
            decide(tmp_path, item, decision=decision)
    assert read_decisions(tmp_path) == {}


def test_damaged_rewards_keep_the_decision_from_being_stored(tmp_path: Path) -> None:
    """Nothing is stored if the rewards cannot be corrected, so that the person can decide again."""
    save_episode(click_episode(1), tmp_path / "run")
    (tmp_path / REWARD_FILE).write_bytes(b"{")
    item = run_item(tmp_path, tmp_path / "run", instruction="Press every button.", reason="")
    with pytest.raises(UsageError, match="is damaged"):
        decide(tmp_path, item, decision=ReviewDecision(item.id, "accept"))
    assert read_decisions(tmp_path) == {}
    assert not (tmp_path / "run" / "judgements.jsonl").exists()


def test_ids_are_names_of_files(tmp_path: Path) -> None:
    """An id with a path is refused; runs with similar paths have different ids."""
    with pytest.raises(BadReview, match="cannot be the id"):
        write_item(tmp_path, ReviewItem("../a", "subtask", "Turn Repeat on"))
    ids = {run_item(tmp_path, tmp_path / path, instruction="", reason="").id for path in ("a/b", "a-b", "ü")}
    assert len(ids) == 3
