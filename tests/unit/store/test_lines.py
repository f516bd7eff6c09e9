"""Records of a stored episode."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from onscreen.store.episode_records import StepRecord, decode_record, encode_record, pictures_in
from onscreen.testing.strategies import actions, blank_picture, screens
from onscreen.types import Decision, Exchange, Outcome, Prompt, Reply, Screen, Shot, Type


@settings(max_examples=40, deadline=None)
@given(st.data(), screens(6))
def test_step_record_survives_round_trip(data: st.DataObject, screen: Screen) -> None:
    """A step with any action on any screen is decoded as it was encoded."""
    line = StepRecord(Decision(data.draw(actions(screen)), why="because"), Outcome("ok"), screen.shot)
    pictures = {p.sha256: p.png for p in pictures_in(line)}
    assert decode_record(encode_record(line), pictures.__getitem__) == line


def test_pictures_of_prompts_are_restored() -> None:
    """The pictures of a prompt are restored."""
    prompt = Prompt("what is this?", pictures=(blank_picture(3, 4), blank_picture(5, 6)))
    line = StepRecord(Decision(Type("x"), asked=(Exchange(prompt, Reply("a table")),)), Outcome())
    written = encode_record(line)
    assert b"png" not in written
    assert decode_record(written, {p.sha256: p.png for p in pictures_in(line)}.__getitem__) == line


def test_lone_surrogate_is_replaced() -> None:
    """A lone surrogate, which JSON cannot encode, is stored as a question mark."""
    line = StepRecord(Decision(Type("a\ud800b")), Outcome(), Shot(blank_picture(), ()))
    read = decode_record(encode_record(line), lambda _name: blank_picture().png)
    assert read.decision.action.text == "a?b"


def test_record_is_one_line() -> None:
    """Line breaks in texts do not break records."""
    assert b"\n" not in encode_record(StepRecord(Decision(Type("one\ntwo\r\n\u2028")), Outcome()))
