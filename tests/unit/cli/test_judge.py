"""A person's word on an episode is kept beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.cli.main import main
from onscreen.store.episode_store import EPISODE_FILE, save_episode
from onscreen.store.judgements import load_judgements
from onscreen.testing.sample_episodes import click_episode


def test_a_judgement_is_kept_beside_the_episode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole, or one step, is judged by the episode's folder or file; every word is kept in order."""
    save_episode(click_episode(2), tmp_path)
    assert main(["judge", str(tmp_path), "bad"]) == 0
    assert main(["judge", str(tmp_path / EPISODE_FILE), "good", "2"]) == 0
    assert [(each.verdict, each.step) for each in load_judgements(tmp_path)] == [("bad", None), ("good", 2)]
    assert "step 2 of 2 is good" in capsys.readouterr().out


def test_what_is_not_there_cannot_be_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A step beyond the last, a folder without an episode, another word: one line each, nothing is kept."""
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
