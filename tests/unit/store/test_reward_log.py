"""Rewards of runs in one local file."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.stop.signal_combination import make_signal
from onscreen.stop.similarity_signal import SimilaritySignal
from onscreen.store.episode_recorder import save_episode
from onscreen.store.reward_log import REWARD_FILE, Reward, add_reward, load_rewards
from onscreen.testing.sample_episodes import alarm_episode, click_episode
from onscreen.types.errors import CannotWrite, UsageError


def test_rewards_are_appended(tmp_path: Path) -> None:
    """Rewards are read in the order they were added; without a file there are none."""
    path = tmp_path / REWARD_FILE
    rewards = (Reward("Clock", "Set an alarm", 1.0, "completed excellently"), Reward("Clock", "Stop it", 0.1))
    assert load_rewards(path) == ()
    for reward in rewards:
        add_reward(path, reward)
    assert load_rewards(path) == rewards


@pytest.mark.parametrize("damage", ["truncated", "older", "garbage", "empty"])
def test_damaged_file_is_an_error_and_kept(tmp_path: Path, damage: str) -> None:
    """A truncated file, or one of another version, is an error in one line, and nothing in it is lost."""
    path = tmp_path / REWARD_FILE
    for number in range(3):
        add_reward(path, Reward("Clock", f"Set alarm {number}", 1.0))
    content = path.read_bytes()
    damaged = {
        "truncated": content[:-20],
        "older": content.replace(b'"version":1', b'"version":0'),
        "garbage": content + b"\xff\n",
        "empty": b"",
    }[damage]
    path.write_bytes(damaged)
    with pytest.raises(UsageError, match="is damaged after"):
        load_rewards(path)
    with pytest.raises(UsageError, match="is damaged after"):
        add_reward(path, Reward("Clock", "Set alarm 4", 1.0))
    assert path.read_bytes() == damaged


def test_reward_of_a_run_lowers_the_threshold_of_similar_tasks(tmp_path: Path) -> None:
    """A completed run gets a large reward, which the next similar task relies on; other tasks do not."""
    save_episode(alarm_episode("6:15", started_at=1.0), tmp_path / "run")
    signal, episode = make_signal(f"similar:tree:{tmp_path}"), alarm_episode("7:30", started_at=9.0)
    assert isinstance(signal, SimilaritySignal)
    before = signal.assess(episode).satisfaction
    signal.learn(episode)
    signal.learn(click_episode(2))
    (reward,) = load_rewards(tmp_path / REWARD_FILE)
    assert (reward.application, reward.instruction, reward.reward) == ("Clock", "Set an alarm at 7:30", 1.0)
    again = make_signal(f"similar:tree:{tmp_path}")
    assert isinstance(again, SimilaritySignal)
    assert again.assess(episode).satisfaction < before


def test_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A missing folder is an error that names the file."""
    with pytest.raises(CannotWrite, match=REWARD_FILE):
        add_reward(tmp_path / "none" / REWARD_FILE, Reward("Clock", "Set an alarm", 1.0))
