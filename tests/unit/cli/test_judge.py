"""`onscreen judge`."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.cli.main import main
from onscreen.store.episode_recorder import save_episode
from onscreen.store.episode_store import EPISODE_FILE
from onscreen.store.judgements import load_judgements
from onscreen.testing.sample_episodes import click_episode


def test_judgement_is_stored_in_the_episode_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A judgement of the episode or of one step is appended to the file in its folder."""
    save_episode(click_episode(2), tmp_path)
    assert main(["judge", str(tmp_path), "bad"]) == 0
    assert main(["judge", str(tmp_path / EPISODE_FILE), "good", "2"]) == 0
    assert [(each.verdict, each.step) for each in load_judgements(tmp_path)] == [("bad", None), ("good", 2)]
    assert "step 2 of 2 is judged good" in capsys.readouterr().out


def test_invalid_judgement_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing step, episode or an invalid verdict gives a one-line error, and nothing is stored."""
    save_episode(click_episode(2), tmp_path / "run")
    for words, said in (
        (["run", "good", "3"], "has 2 steps, found step 3"),
        (["run", "good", "0"], "above 0"),
        (["nowhere", "good"], "no episode"),
        (["run", "so-so"], "good"),
    ):
        assert main(["judge", str(tmp_path / words[0]), *words[1:]]) == 2
        assert said in capsys.readouterr().err
    assert load_judgements(tmp_path / "run") == ()
