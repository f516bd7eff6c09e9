"""Episodes become rows, and rows are stored as Parquet."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa
from pyarrow import parquet

from onscreen.store.episode_recorder import save_episode
from onscreen.store.episode_store import EPISODE_FILE
from onscreen.store.judgements import JUDGEMENTS_FILE, Judgement, add_judgement
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
from onscreen_train.decision_rows import Skipped, read_rows, rows_of_episode, write_rows
from onscreen_train.hindsight import relabel_click, relabel_sequence
from onscreen_train.step_weights import step_weights
from onscreen_train.training_data import rows_from_corrections, rows_from_episodes

FIELD = Node("textbox", "Name", Box(0, 0, 90, 18), states=("editable",), locator="a")
BUTTON = Node("button", "Send", Box(0, 20, 90, 38), states=("clickable",), locator="b")


def make_episode(*, reward: float | None = 1.0, seed: int = 1000) -> Episode:
    """Return an episode of two steps: type a name, then click Send."""
    before = Shot(blank_picture(), (FIELD, BUTTON))
    after_typing = Shot(blank_picture(), (msgspec.structs.replace(FIELD, value="Ada"), BUTTON))
    field, button = Element.of(FIELD, 1, index=0), Element.of(BUTTON, 2, index=1)
    return Episode(
        Task('Type "Ada" and send it', name="send", start=Start(seed=seed)),
        (before, after_typing, after_typing),
        (Decision(Type("Ada", field)), Decision(Click(button))),
        (Outcome(), Outcome()),
        Stop("done"),
        Score(reward),
    )


def test_row_holds_screen_and_history_of_its_step() -> None:
    """Each row has the screen before its step and the history of the earlier steps."""
    first, second = rows_of_episode(make_episode(), origin="here")
    assert first.history == ()
    assert second.history == (StepSummary(first.action, failed=False, had_effect=True),)
    assert second.seen.nodes[0].value == "Ada"


def test_rows_round_trip_through_parquet(tmp_path: Path) -> None:
    """Rows read from Parquet equal those written."""
    rows = tuple(rows_of_episode(make_episode(), origin="here"))
    assert write_rows(iter(rows), tmp_path / "rows.parquet") == 2
    assert tuple(read_rows(tmp_path / "rows.parquet")) == rows


def test_rows_of_nodes_with_fewer_fields_still_load(tmp_path: Path) -> None:
    """Rows written before nodes had sliders, measurements and attributes are read with their defaults."""
    rows = tuple(rows_of_episode(make_episode(), origin="here"))
    write_rows(iter(rows), tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    seen = [json.loads(each) for each in table["seen"].to_pylist()]
    for node in (node for each in seen for node in each["nodes"]):
        for field in ("slider", "appearance", "attributes"):
            del node[field]
    old = pa.array([json.dumps(each).encode() for each in seen], pa.binary())
    column = table.schema.get_field_index("seen")
    parquet.write_table(table.set_column(column, table.schema.field(column), old), tmp_path / "old.parquet")
    assert tuple(read_rows(tmp_path / "old.parquet")) == rows


def test_broken_and_unrewarded_episodes_are_skipped_with_reason(tmp_path: Path) -> None:
    """A damaged or unrewarded episode is skipped with its folder and the reason."""
    save_episode(make_episode(), tmp_path / "good")
    save_episode(make_episode(reward=0.0), tmp_path / "failed")
    save_episode(make_episode(reward=None), tmp_path / "unjudged")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / EPISODE_FILE).write_text('{"type": "begin", "task": 3}\n')
    save_episode(make_episode(), tmp_path / "altered")
    altered = tmp_path / "altered" / EPISODE_FILE
    altered.write_bytes(b"".join(altered.read_bytes().splitlines(keepends=True)[:-1]))
    save_episode(make_episode(seed=999), tmp_path / "kept for evaluation")
    folders = [tmp_path / name for name in ("good", "failed", "unjudged", "broken", "altered", "missing")]
    results = list(rows_from_episodes([*folders, tmp_path / "kept for evaluation"], weight_of=step_weights))
    assert isinstance(results[0], tuple)
    assert [row.action for row in results[0]][:2] == [d.action for d in make_episode().decisions]
    assert all(isinstance(result, Skipped) for result in results[1:])
    reasons = {Path(result.origin).name: result.reason for result in results if isinstance(result, Skipped)}
    assert "not rewarded" in reasons["failed"]
    assert "not rewarded" in reasons["unjudged"]
    assert "line 1" in reasons["broken"]
    assert "was altered: 1 line" in reasons["altered"]
    assert "no episode" in reasons["missing"]
    assert "evaluation only" in reasons["kept for evaluation"]


def test_human_rating_overrides_the_reward(tmp_path: Path) -> None:
    """A good rating doubles the weight, a bad one sets it to 0, and the latest rating wins."""
    save_episode(make_episode(), tmp_path)
    assert step_weights(make_episode(), tmp_path) == (1, 1)
    add_judgement(tmp_path, Judgement("bad"))
    assert step_weights(make_episode(), tmp_path) == (0, 0)
    add_judgement(tmp_path, Judgement("good", 2))
    assert step_weights(make_episode(), tmp_path) == (0, 2)
    assert step_weights(make_episode(reward=0.0), tmp_path) == (0, 2)


def test_episode_with_damaged_judgements_is_skipped(tmp_path: Path) -> None:
    """An episode with an unreadable file of judgements is skipped, and the reason names the file."""
    save_episode(make_episode(), tmp_path)
    (tmp_path / JUDGEMENTS_FILE).write_text("very good\n")
    (skipped,) = rows_from_episodes([tmp_path], weight_of=step_weights)
    assert isinstance(skipped, Skipped)
    assert JUDGEMENTS_FILE in skipped.reason


def test_teacher_relabels_every_situation(tmp_path: Path) -> None:
    """Every situation of an episode, rewarded or not, becomes a row with the teacher's action."""
    save_episode(make_episode(reward=0.0), tmp_path)
    (rows,) = rows_from_corrections([tmp_path], teacher=lambda so_far: Done() if so_far.decisions else None)
    assert isinstance(rows, tuple)
    assert [(row.step, row.action) for row in rows] == [(1, Done())]
    assert [past.action for past in rows[0].history] == [make_episode().decisions[0].action]


def test_steps_of_weight_zero_have_no_row() -> None:
    """A step rated bad has no row, but is in the history of later rows."""
    (row,) = rows_of_episode(make_episode(), origin="here", weights=(0.0, 2.0))
    assert row.weight == 2
    assert len(row.history) == 1


def test_other_files_are_rejected(tmp_path: Path) -> None:
    """A damaged file or a table with other content is rejected with a clear error."""
    (tmp_path / "torn.parquet").write_bytes(b"PAR1 and nothing else")
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    for name, reason in (
        ("torn", "cannot read"),
        ("other", "not a table of decisions"),
        ("none", "cannot read"),
    ):
        with pytest.raises(UsageError, match=reason):
            list(read_rows(tmp_path / f"{name}.parquet"))


def test_hindsight_asks_for_the_clicked_element() -> None:
    """Hindsight turns a click on a named element into an instruction for it, then "done"."""
    typed, clicked = rows_of_episode(make_episode(), origin="here")
    assert not list(relabel_click(typed))
    (relabeled,) = relabel_click(clicked)
    assert "Send" in relabeled.instruction
    assert (relabeled.action, relabeled.history) == (clicked.action, ())
    _, done = relabel_click(clicked, clicked)
    assert (done.action, done.instruction) == (Done(), relabeled.instruction)
    twins = msgspec.structs.replace(clicked.seen, nodes=(FIELD, BUTTON, BUTTON))
    assert not list(relabel_click(msgspec.structs.replace(clicked, seen=twins)))


def test_hindsight_asks_for_a_sequence_of_actions() -> None:
    """Hindsight turns consecutive actions on named elements into one instruction for all of them."""
    end = Decision(Done())
    episode = msgspec.structs.replace(
        make_episode(),
        shots=(*make_episode().shots, make_episode().last),
        decisions=(*make_episode().decisions, end),
        outcomes=(*make_episode().outcomes, Outcome()),
    )
    rows = tuple(rows_of_episode(episode, origin="here"))
    relabeled = tuple(relabel_sequence(rows))
    assert [row.action for row in relabeled] == [row.action for row in rows]
    (instruction,) = {row.instruction for row in relabeled}
    assert all(text in instruction for text in ("Ada", "Name", "Send"))
    assert not list(relabel_sequence(rows[:2])), "the result of the last action must be on a screen"
