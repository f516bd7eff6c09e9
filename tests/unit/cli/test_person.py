"""The user at the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

from onscreen.cli.options import make_approval
from onscreen.cli.terminal_user import ask_at_terminal
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import Box, Click, Decision, Element, Episode, Task
from onscreen.types.errors import NotAllowed


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A pseudo terminal at stdin; bytes written to the descriptor are what the user types."""
    ours, theirs = os.openpty()
    with os.fdopen(theirs, encoding="utf-8", closefd=False) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield ours
    os.close(ours)


def test_user_at_a_terminal_is_asked(terminal: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The question is printed on stderr, the answer is read from the terminal."""
    os.write(terminal, b"yes\nno\n")
    approve = make_approval("ask", ask_at_terminal)
    buy = Element(role="button", name="Buy now", box=Box(0, 0, 4, 4), mark=1, index=0)
    decision = Episode(Task("buy"), (make_shot(0),)), Decision(Click(buy))
    assert approve(*decision) == ""
    assert approve(*decision) == "the user rejected 'Buy now'; try another way, or finish"
    captured = capsys.readouterr()
    assert captured.err.count("'Buy now' looks irreversible") == 2
    assert captured.out == ""


def test_without_a_terminal_the_question_fails() -> None:
    """Without a terminal the question raises NotAllowed."""
    with pytest.raises(NotAllowed, match="no user is attached"):
        ask_at_terminal("Which number?")


def test_escape_sequences_in_questions_are_shown(terminal: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Escape sequences in a question are shown, not sent to the terminal."""
    os.write(terminal, b"42\n")
    assert ask_at_terminal("Which\x1b[2J number?") == "42"
    assert "\x1b" not in capsys.readouterr().err
