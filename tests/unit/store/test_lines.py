"""The lines of a stored episode."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from onscreen.store.episode_records import Made, pictures_of, read_line, write_line
from onscreen.testing.strategies import actions, blank, screens
from onscreen.types import Decision, Exchange, Outcome, Prompt, Reply, Screen, Shot, Type


@settings(max_examples=40, deadline=None)
@given(st.data(), screens(6))
def test_any_action_on_any_screen_reads_back_as_it_was_written(data: st.DataObject, screen: Screen) -> None:
    """Whatever was done on whatever screen, the stored step is the step."""
    line = Made(Decision(data.draw(actions(screen)), why="because"), Outcome("ok"), screen.shot)
    kept = {p.sha256: p.png for p in pictures_of(line)}
    assert read_line(write_line(line), kept.__getitem__) == line


def test_pictures_shown_to_a_model_come_back_with_the_prompt() -> None:
    """What a model was shown can be looked at afterwards."""
    prompt = Prompt("what is this?", pictures=(blank(3, 4), blank(5, 6)))
    line = Made(Decision(Type("x"), asked=(Exchange(prompt, Reply("a table")),)), Outcome())
    written = write_line(line)
    assert b"png" not in written
    assert read_line(written, {p.sha256: p.png for p in pictures_of(line)}.__getitem__) == line


def test_half_a_character_from_a_page_does_not_break_the_line() -> None:
    """A page may hold a lone surrogate, which no JSON can; it is stored as a question mark."""
    line = Made(Decision(Type("a\ud800b")), Outcome(), Shot(blank(), ()))
    read = read_line(write_line(line), lambda _name: blank().png)
    assert read.decision.action.text == "a?b"


def test_a_line_is_one_line() -> None:
    """Line breaks in texts do not break lines."""
    assert b"\n" not in write_line(Made(Decision(Type("one\ntwo\r\n\u2028")), Outcome()))
