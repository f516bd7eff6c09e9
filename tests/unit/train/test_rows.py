"""Episodes become rows, and rows survive being a file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa
from pyarrow import parquet

from onscreen.store.episodes import FILE, save
from onscreen.testing.strategies import blank
from onscreen.train.examples import hindsight
from onscreen.train.rows import Left, Row, read_episodes, read_rows, rewarded, rows_of, write_rows
from onscreen.types import (
    Box,
    Click,
    Decision,
    Element,
    Episode,
    Node,
    Outcome,
    Score,
    Shot,
    Stop,
    Task,
    Type,
)
from onscreen.types.errors import UsageError

FIELD = Node("textbox", "Name", Box(0, 0, 90, 18), states=("editable",), locator="a")
BUTTON = Node("button", "Send", Box(0, 20, 90, 38), states=("clickable",), locator="b")


def episode(*, reward: float | None = 1.0) -> Episode:
    """Return an episode of two steps: a name typed, then sent."""
    before = Shot(blank(), (FIELD, BUTTON))
    typed = Shot(blank(), (msgspec.structs.replace(FIELD, value="Ada"), BUTTON))
    field, button = Element.of(FIELD, 1, index=0), Element.of(BUTTON, 2, index=1)
    return Episode(
        Task('Type "Ada" and send it', name="send"),
        (before, typed, typed),
        (Decision(Type("Ada", field)), Decision(Click(button))),
        (Outcome(), Outcome()),
        Stop("done"),
        Score(reward),
    )


def weigh(run: Episode, _folder: Path) -> tuple[float, ...]:
    """Count what was rewarded, nothing else."""
    return (float(rewarded(run)),) * len(run.decisions)


def test_a_row_holds_what_was_known_at_its_step() -> None:
    """Each row has the screen before the step and the deeds before it with their feedback."""
    first, second = rows_of(episode(), origin="here")
    assert (first.deeds, first.lines) == ((), ())
    assert second.deeds == (first.action,)
    assert second.seen.nodes[0].value == "Ada"
    assert "Ada" in second.lines[0]


def test_rows_survive_a_file(tmp_path: Path) -> None:
    """What is read from Parquet is what was written."""
    rows = tuple(rows_of(episode(), origin="here"))
    assert write_rows(iter(rows), tmp_path / "rows.parquet") == 2
    assert tuple(read_rows(tmp_path / "rows.parquet")) == rows


def test_broken_and_unrewarded_episodes_are_named_and_left_out(tmp_path: Path) -> None:
    """An episode that is damaged, or reached no reward, is left out with its folder and the reason."""
    save(episode(), tmp_path / "good")
    save(episode(reward=0.0), tmp_path / "failed")
    save(episode(reward=None), tmp_path / "unjudged")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / FILE).write_text('{"type": "begin", "task": 3}\n')
    folders = [tmp_path / name for name in ("good", "failed", "unjudged", "broken", "missing")]
    found = list(read_episodes(folders, weigh=weigh))
    assert [len(each) if isinstance(each, tuple) else "left" for each in found] == [2, *["left"] * 4]
    reasons = {Path(each.origin).name: each.why for each in found if isinstance(each, Left)}
    assert "not rewarded" in reasons["failed"]
    assert "not rewarded" in reasons["unjudged"]
    assert "line 1" in reasons["broken"]
    assert "no episode" in reasons["missing"]


def test_steps_of_no_weight_are_left_out() -> None:
    """A step that was judged bad is no row, but is still among the deeds of those after it."""
    (row,) = rows_of(episode(), origin="here", weights=(0.0, 2.0))
    assert row.weight == 2
    assert len(row.deeds) == 1


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """A damaged file, or a table of something else, is a clear error."""
    (tmp_path / "torn.parquet").write_bytes(b"PAR1 and nothing else")
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    for name, why in (("torn", "cannot read"), ("other", "no table of decisions"), ("none", "cannot read")):
        with pytest.raises(UsageError, match=why):
            list(read_rows(tmp_path / f"{name}.parquet"))


def test_what_was_clicked_is_the_answer_to_being_asked_for_it() -> None:
    """In hindsight a click on a named element is asked for by that name; typing and twins are not."""
    typed, clicked = rows_of(episode(), origin="here")
    assert hindsight(typed) is None
    found = hindsight(clicked)
    assert isinstance(found, Row)
    assert "Send" in found.instruction
    assert (found.action, found.deeds) == (clicked.action, ())
    twins = msgspec.structs.replace(clicked.seen, nodes=(FIELD, BUTTON, BUTTON))
    assert hindsight(msgspec.structs.replace(clicked, seen=twins)) is None
