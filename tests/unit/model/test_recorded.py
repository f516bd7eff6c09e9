"""A cassette: recorded once, replayed without network."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from provider_server import KEY, Provider, failure, message

from onscreen.model.model_factory import make_model
from onscreen.model.recorded_model import prompt_key, record
from onscreen.model.scripted_model import ScriptedModel
from onscreen.types import OneOf, Prompt, Situation, SomeOf
from onscreen.types.errors import BadText, CannotWrite, ModelUnavailable

ONE = Prompt("Which?", "Be quick.", OneOf(("Save", "Delete")), purpose="pick")


def test_what_was_recorded_is_replayed_without_network(provider: Provider, tmp_path: Path) -> None:
    """Every answer recorded comes back the same, with its cost, without asking anyone."""
    path = tmp_path / "tape.jsonl"
    model, server = provider(message("Hello"), message(call={"option": "2: Delete"}))
    recorder = record(model, path)
    first, second = recorder(Prompt("Hi")), recorder(ONE)
    player = make_model(f"recorded:{path}")
    assert (player(ONE), player(Prompt("Hi"))) == (second, first)
    assert len(server.asked) == 2


def test_recording_goes_on_where_it_ended(tmp_path: Path) -> None:
    """recorded:PATH=MODEL asks the model only what the file has no answer to."""
    script, path = tmp_path / "s.jsonl", tmp_path / "deep" / "tape.jsonl"
    script.write_text('"one"\n"two"\n')
    name = f"recorded:{path}=scripted:{script}"
    assert make_model(name).name == name
    assert make_model(name)(Prompt("a")).text == "one"
    again = make_model(name)
    assert [again(Prompt(text)).text for text in "aab"] == ["one", "one", "one"]
    assert len(path.read_bytes().splitlines()) == 2


def test_an_unseen_question_says_how_to_record(tmp_path: Path) -> None:
    """A question that was not recorded, or a tape that is not there, is refused with the way to record it."""
    path = tmp_path / "tape.jsonl"
    record(ScriptedModel(["one"]), path)(Prompt("a"))
    with pytest.raises(ModelUnavailable, match=r"'What now\?'; record it with: recorded:.*=MODEL"):
        make_model(f"recorded:{path}")(Prompt("What now?"))
    with pytest.raises(ModelUnavailable, match="record it with"):
        make_model(f"recorded:{tmp_path / 'none'}")


def test_the_key_is_not_on_the_tape(provider: Provider, tmp_path: Path) -> None:
    """The provider's key is not stored, also when a call fails."""
    model, _ = provider(message("Hello"), failure(401, f"wrong key {KEY}"))
    recorder = record(model, tmp_path / "tape.jsonl")
    recorder(Prompt("Hi"))
    with pytest.raises(ModelUnavailable):
        recorder(Prompt("Hi again"))
    assert KEY.encode() not in (tmp_path / "tape.jsonl").read_bytes()
    assert len((tmp_path / "tape.jsonl").read_bytes().splitlines()) == 1


def test_a_line_cut_off_does_no_harm(tmp_path: Path) -> None:
    """A last line that was cut off while it was written is forgotten, and recording goes on after it."""
    path = tmp_path / "tape.jsonl"
    recorder = record(ScriptedModel(["one", "two"]), path)
    recorder(Prompt("a")), recorder(Prompt("b"))
    path.write_bytes(path.read_bytes()[:-9])
    assert make_model(f"recorded:{path}")(Prompt("a")).text == "one"
    record(ScriptedModel(["new"]), path)(Prompt("b"))
    assert make_model(f"recorded:{path}")(Prompt("b")).text == "new"


def test_a_file_that_is_no_cassette_is_named(tmp_path: Path) -> None:
    """A file that is no cassette is refused with the line, and an empty name with an example."""
    path = tmp_path / "tape.jsonl"
    path.write_text("nonsense\n")
    with pytest.raises(BadText, match=r"tape\.jsonl:1 is no line of a cassette"):
        make_model(f"recorded:{path}")
    with pytest.raises(BadText, match="recorded:PATH"):
        make_model("recorded:")


def test_a_tape_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A place that cannot be written to is said."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="cannot be written"):
        record(ScriptedModel(["one"]), tmp_path / "file" / "tape.jsonl")(Prompt("a"))


@given(st.text(), st.text(), st.lists(st.text(), min_size=1))
def test_the_key_of_a_prompt_is_all_of_it_but_about(text: str, system: str, options: list[str]) -> None:
    """Two prompts share an answer exactly when all but the data behind them is the same."""
    prompt = Prompt(text, system, OneOf(tuple(options)))
    assert prompt_key(prompt) == prompt_key(msgspec.structs.replace(prompt, about=Situation(text)))
    others = (
        msgspec.structs.replace(prompt, text=text + "x"),
        msgspec.structs.replace(prompt, system=system + "x"),
        msgspec.structs.replace(prompt, form=SomeOf(tuple(options))),
        msgspec.structs.replace(prompt, purpose="pick"),
    )
    assert len({prompt_key(prompt), *(prompt_key(other) for other in others)}) == 5
