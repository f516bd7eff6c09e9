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
from onscreen.types import OneOf, Prompt, SomeOf
from onscreen.types.errors import BadText, CannotWrite, ModelUnavailable

ONE = Prompt("Which?", "Be quick.", OneOf(("Save", "Delete")), purpose="pick")


def test_recorded_answers_are_replayed_without_network(provider: Provider, tmp_path: Path) -> None:
    """Every recorded answer is replayed unchanged, with its cost, without a request."""
    path = tmp_path / "tape.jsonl"
    model, server = provider(message("Hello"), message(call={"option": "2: Delete"}))
    recorder = record(model, path)
    first, second = recorder(Prompt("Hi")), recorder(ONE)
    player = make_model(f"recorded:{path}")
    assert (player(ONE), player(Prompt("Hi"))) == (second, first)
    assert len(server.asked) == 2


def test_recording_is_resumed(tmp_path: Path) -> None:
    """recorded:PATH=MODEL calls the model only for prompts without a recorded answer."""
    script, path = tmp_path / "s.jsonl", tmp_path / "deep" / "tape.jsonl"
    script.write_text('"one"\n"two"\n')
    name = f"recorded:{path}=scripted:{script}"
    assert make_model(name).name == name
    assert make_model(name)(Prompt("a")).text == "one"
    again = make_model(name)
    assert [again(Prompt(text)).text for text in "aab"] == ["one", "one", "one"]
    assert len(path.read_bytes().splitlines()) == 2


def test_unrecorded_prompt_error_says_how_to_record(tmp_path: Path) -> None:
    """An unrecorded prompt or a missing cassette raises an error that says how to record it."""
    path = tmp_path / "tape.jsonl"
    record(ScriptedModel(["one"]), path)(Prompt("a"))
    with pytest.raises(ModelUnavailable, match=r"'What now\?'; record it with: recorded:.*=MODEL"):
        make_model(f"recorded:{path}")(Prompt("What now?"))
    with pytest.raises(ModelUnavailable, match="record it with"):
        make_model(f"recorded:{tmp_path / 'none'}")


def test_key_is_not_in_the_cassette(provider: Provider, tmp_path: Path) -> None:
    """The provider's key is not stored, even if a call fails."""
    model, _ = provider(message("Hello"), failure(401, f"wrong key {KEY}"))
    recorder = record(model, tmp_path / "tape.jsonl")
    recorder(Prompt("Hi"))
    with pytest.raises(ModelUnavailable):
        recorder(Prompt("Hi again"))
    assert KEY.encode() not in (tmp_path / "tape.jsonl").read_bytes()
    assert len((tmp_path / "tape.jsonl").read_bytes().splitlines()) == 1


def test_incomplete_last_line_is_ignored(tmp_path: Path) -> None:
    """An incomplete last line is ignored, and recording continues after it."""
    path = tmp_path / "tape.jsonl"
    recorder = record(ScriptedModel(["one", "two"]), path)
    recorder(Prompt("a")), recorder(Prompt("b"))
    path.write_bytes(path.read_bytes()[:-9])
    assert make_model(f"recorded:{path}")(Prompt("a")).text == "one"
    record(ScriptedModel(["new"]), path)(Prompt("b"))
    assert make_model(f"recorded:{path}")(Prompt("b")).text == "new"


def test_invalid_cassette_is_reported(tmp_path: Path) -> None:
    """An invalid cassette is reported with the line, an empty name with an example."""
    path = tmp_path / "tape.jsonl"
    path.write_text("nonsense\n")
    with pytest.raises(BadText, match=r"tape\.jsonl:1 is not an entry of a cassette"):
        make_model(f"recorded:{path}")
    with pytest.raises(BadText, match="recorded:PATH"):
        make_model("recorded:")


def test_unwritable_cassette_is_reported(tmp_path: Path) -> None:
    """A cassette that cannot be written raises CannotWrite."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="cannot be written"):
        record(ScriptedModel(["one"]), tmp_path / "file" / "tape.jsonl")(Prompt("a"))


@given(st.text(), st.text(), st.lists(st.text(), min_size=1))
def test_prompt_key_covers_the_whole_prompt(text: str, system: str, options: list[str]) -> None:
    """Two prompts share an answer exactly if they are equal."""
    prompt = Prompt(text, system, OneOf(tuple(options)))
    assert prompt_key(prompt) == prompt_key(msgspec.structs.replace(prompt))
    others = (
        msgspec.structs.replace(prompt, text=text + "x"),
        msgspec.structs.replace(prompt, system=system + "x"),
        msgspec.structs.replace(prompt, form=SomeOf(tuple(options))),
        msgspec.structs.replace(prompt, purpose="pick"),
    )
    assert len({prompt_key(prompt), *(prompt_key(other) for other in others)}) == 5
