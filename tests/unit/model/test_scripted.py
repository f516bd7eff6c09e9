"""A model that returns given answers in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.model.model_factory import make_model
from onscreen.model.scripted_model import ScriptedModel
from onscreen.types import OneOf, Prompt, Reply, Schema, SomeOf
from onscreen.types.errors import BadReply, BadText, ModelUnavailable

ONE = Prompt("Which?", form=OneOf(("Save", "Delete", "Delete")))
SOME = Prompt("Which?", form=SomeOf(("Save", "Delete", "Delete"), most=3))


def test_answers_come_in_order_and_in_form() -> None:
    """Texts, indices, option texts and whole replies are returned in order, each in the requested form."""
    model = ScriptedModel(["Hello", 2, "Save", (0, "3: Delete"), (), Reply('{"a":1}', tokens_in=5)])
    assert model(Prompt("Hi")).text == "Hello"
    assert model(ONE).picked == (2,)
    assert model(ONE).picked == (0,)
    assert model(SOME).picked == (0, 2)
    assert model(SOME).picked == ()
    reply = model(Prompt("?", form=Schema("{}")))
    assert (reply.text, reply.tokens_in, reply.model) == ('{"a":1}', 5, "scripted")


def test_error_when_no_answers_are_left() -> None:
    """After the last answer the next prompt raises an error that quotes it."""
    model = ScriptedModel(["Hello"])
    model(Prompt("Hi"))
    with pytest.raises(ModelUnavailable, match=r"has 1 answer and all were used.*And now"):
        model(Prompt("And now?"))


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        (3, ONE),
        (-1, ONE),
        ((0, 1), ONE),
        ("Undo", ONE),
        (Reply(picked=(7,)), ONE),
        (Reply(), ONE),
        ((0, 1, 2, 0), SOME),
        (2, Prompt("Hi")),
        (Reply(picked=(0,)), Prompt("Hi")),
        (0, Prompt("?", form=OneOf(()))),
    ],
)
def test_mismatching_answer_raises_bad_reply(answer: str | int | Reply, prompt: Prompt) -> None:
    """An index out of range, too many picks, or the wrong kind of answer raises BadReply."""
    with pytest.raises(BadReply, match="found"):
        ScriptedModel([answer])(prompt)


def test_script_is_a_file_of_json_lines(tmp_path: Path) -> None:
    """scripted:PATH reads a file with one JSON answer per line; empty lines are skipped."""
    path = tmp_path / "answers.jsonl"
    path.write_text('"Hello"\n\n1\n[0, "3: Delete"]\n{"text": "Bye", "tokens_out": 2}\n')
    model = make_model(f"scripted:{path}")
    assert model(Prompt("Hi")).text == "Hello"
    assert model(ONE).picked == (1,)
    assert model(SOME).picked == (0, 2)
    assert model(Prompt("Hi")).tokens_out == 2
    assert model.name == f"scripted:{path}"


@pytest.mark.parametrize("line", ["nonsense", "1.5", "true", '{"picked": "all"}', "[[1]]"])
def test_invalid_line_is_reported(tmp_path: Path, line: str) -> None:
    """An invalid line is reported with its position in the file."""
    path = tmp_path / "answers.jsonl"
    path.write_text(f'"Hello"\n{line}\n')
    with pytest.raises(BadText, match=r"answers\.jsonl:2"):
        make_model(f"scripted:{path}")


def test_missing_script_is_reported(tmp_path: Path) -> None:
    """A path to a missing file is rejected."""
    for rest in ("", str(tmp_path), str(tmp_path / "none")):
        with pytest.raises(ModelUnavailable, match="no such file"):
            make_model(f"scripted:{rest}")
