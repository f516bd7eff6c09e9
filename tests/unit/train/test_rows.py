"""Episodes become rows, and rows survive being a file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa
from pyarrow import parquet

from onscreen.store.episode_store import EPISODE_FILE, save_episode
from onscreen.store.judgements import JUDGEMENTS_FILE as JUDGED
from onscreen.store.judgements import Judgement, add_judgement
from onscreen.testing.strategies import blank_picture
from onscreen.types import (
    Box,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Node,
    Outcome,
    Score,
    Shot,
    Start,
    Stop,
    Task,
    Type,
)
from onscreen.types.errors import UsageError
from onscreen_reflex.action_history import StepSummary
from onscreen_train.corpus import corrected, episodes
from onscreen_train.episode_rows import Skipped, read_rows, rows_of, write_rows
from onscreen_train.step_weights import worth
from onscreen_train.training_examples import hindsight

FIELD = Node("textbox", "Name", Box(0, 0, 90, 18), states=("editable",), locator="a")
BUTTON = Node("button", "Send", Box(0, 20, 90, 38), states=("clickable",), locator="b")


def episode(*, reward: float | None = 1.0, seed: int = 1000) -> Episode:
    """Return an episode of two steps: a name typed, then sent."""
    before = Shot(blank_picture(), (FIELD, BUTTON))
    typed = Shot(blank_picture(), (msgspec.structs.replace(FIELD, value="Ada"), BUTTON))
    field, button = Element.of(FIELD, 1, index=0), Element.of(BUTTON, 2, index=1)
    return Episode(
        Task('Type "Ada" and send it', name="send", start=Start(seed=seed)),
        (before, typed, typed),
        (Decision(Type("Ada", field)), Decision(Click(button))),
        (Outcome(), Outcome()),
        Stop("done"),
        Score(reward),
    )


def test_a_row_holds_what_was_known_at_its_step() -> None:
    """Each row has the screen before the step and the history of the steps before it."""
    first, second = rows_of(episode(), origin="here")
    assert first.history == ()
    assert second.history == (StepSummary(first.action, failed=False, had_effect=True),)
    assert second.seen.nodes[0].value == "Ada"


def test_rows_survive_a_file(tmp_path: Path) -> None:
    """What is read from Parquet is what was written."""
    rows = tuple(rows_of(episode(), origin="here"))
    assert write_rows(iter(rows), tmp_path / "rows.parquet") == 2
    assert tuple(read_rows(tmp_path / "rows.parquet")) == rows


def test_broken_and_unrewarded_episodes_are_named_and_left_out(tmp_path: Path) -> None:
    """An episode that is damaged, or reached no reward, is left out with its folder and the reason."""
    save_episode(episode(), tmp_path / "good")
    save_episode(episode(reward=0.0), tmp_path / "failed")
    save_episode(episode(reward=None), tmp_path / "unjudged")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / EPISODE_FILE).write_text('{"type": "begin", "task": 3}\n')
    save_episode(episode(seed=999), tmp_path / "kept for evaluation")
    folders = [tmp_path / name for name in ("good", "failed", "unjudged", "broken", "missing")]
    found = list(episodes([*folders, tmp_path / "kept for evaluation"], weigh=worth))
    assert isinstance(found[0], tuple)
    assert [row.action for row in found[0]][:2] == [d.action for d in episode().decisions]
    assert all(isinstance(each, Skipped) for each in found[1:])
    reasons = {Path(each.origin).name: each.why for each in found if isinstance(each, Skipped)}
    assert "not rewarded" in reasons["failed"]
    assert "not rewarded" in reasons["unjudged"]
    assert "line 1" in reasons["broken"]
    assert "no episode" in reasons["missing"]
    assert "evaluation only" in reasons["kept for evaluation"]


def test_a_persons_word_weighs_more_than_the_reward(tmp_path: Path) -> None:
    """What was called good counts twice, bad not at all; the last word on a step is the one that counts."""
    save_episode(episode(), tmp_path)
    assert worth(episode(), tmp_path) == (1, 1)
    add_judgement(tmp_path, Judgement("bad"))
    assert worth(episode(), tmp_path) == (0, 0)
    add_judgement(tmp_path, Judgement("good", 2))
    assert worth(episode(), tmp_path) == (0, 2)
    assert worth(episode(reward=0.0), tmp_path) == (0, 2)


def test_damaged_judgements_leave_the_episode_out(tmp_path: Path) -> None:
    """A file of judgements that holds something else is named as the reason."""
    save_episode(episode(), tmp_path)
    (tmp_path / JUDGED).write_text("very good\n")
    (left,) = episodes([tmp_path], weigh=worth)
    assert isinstance(left, Skipped)
    assert JUDGED in left.why


def test_a_teacher_corrects_what_was_done(tmp_path: Path) -> None:
    """Every situation of an episode, rewarded or not, is learnt with what the teacher would have done."""
    save_episode(episode(reward=0.0), tmp_path)
    (rows,) = corrected([tmp_path], teach=lambda so_far: Done() if so_far.decisions else None)
    assert isinstance(rows, tuple)
    assert [(row.step, row.action) for row in rows] == [(1, Done())]
    assert [past.action for past in rows[0].history] == [episode().decisions[0].action]


def test_steps_of_no_weight_are_left_out() -> None:
    """A step that was judged bad is no row, but is still in the history of those after it."""
    (row,) = rows_of(episode(), origin="here", weights=(0.0, 2.0))
    assert row.weight == 2
    assert len(row.history) == 1


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """A damaged file, or a table of something else, is a clear error."""
    (tmp_path / "torn.parquet").write_bytes(b"PAR1 and nothing else")
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    for name, why in (("torn", "cannot read"), ("other", "no table of decisions"), ("none", "cannot read")):
        with pytest.raises(UsageError, match=why):
            list(read_rows(tmp_path / f"{name}.parquet"))


def test_what_was_clicked_is_the_answer_to_being_asked_for_it() -> None:
    """In hindsight a click on a named element is asked for by that name, and then nothing is left to do."""
    typed, clicked = rows_of(episode(), origin="here")
    assert not list(hindsight(typed))
    (found,) = hindsight(clicked)
    assert "Send" in found.instruction
    assert (found.action, found.history) == (clicked.action, ())
    _, after = hindsight(clicked, clicked)
    assert (after.action, after.instruction) == (Done(), found.instruction)
    twins = msgspec.structs.replace(clicked.seen, nodes=(FIELD, BUTTON, BUTTON))
    assert not list(hindsight(msgspec.structs.replace(clicked, seen=twins)))
