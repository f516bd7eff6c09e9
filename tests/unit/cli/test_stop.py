"""`onscreen stop`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onscreen.cli.main import main
from onscreen.policy.completion.completion_classifier import CLASSIFIER_FILE
from onscreen.store.episode_recorder import save_episode
from onscreen.testing.sample_episodes import ALARM_STEPS, alarm_episode


@pytest.fixture
def episodes(tmp_path: Path) -> Path:
    """Store finished and unfinished runs of five alarms."""
    for at, time in enumerate(("6:15", "7:30", "8:05", "9:45", "11:20")):
        for steps in (2, ALARM_STEPS):
            episode = alarm_episode(time, steps=steps, started_at=10.0 * at + steps)
            save_episode(episode, tmp_path / f"{at}-{steps}")
    return tmp_path


def test_calibrates_and_evaluates(episodes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Weights are stored beside the episodes, and the evaluation counts right, false and late stops."""
    assert main(["stop", "calibrate", str(episodes)]) == 0
    assert "10 episodes, 5 of them completed" in capsys.readouterr().out
    assert (episodes / CLASSIFIER_FILE).exists()
    names = [f"completed:{episodes}", f"similar:tree:{episodes}", "stuck"]
    words = [word for name in names for word in ("--stop", name)]
    assert main(["stop", "evaluate", str(episodes), *words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["signal"] for row in rows] == names
    assert [row["recall"] for row in rows] == [1.0, 1.0, 0.0]
    assert rows[0]["counts"] == {"episodes": 10, "right": 5, "false": 0, "missed": 0, "late_steps": 0}
    assert main(["stop", "evaluate", str(episodes)]) == 0
    assert "steps late" in capsys.readouterr().out


def test_folders_without_episodes_are_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without episodes is an error in one line, and nothing is written."""
    for action in ("calibrate", "evaluate"):
        assert main(["stop", action, str(tmp_path)]) == 2
        assert "contains no episode" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
