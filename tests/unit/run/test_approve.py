"""What cannot be taken back needs a yes."""

from __future__ import annotations

import pytest

from onscreen.run.approval import ask_before_irreversible, irreversible_control, refuse_irreversible
from onscreen.run.episode_loop import no_user
from onscreen.testing.sample_episodes import make_shot
from onscreen.types import (
    Action,
    Answer,
    Box,
    Click,
    Decision,
    Dialog,
    Element,
    Episode,
    Node,
    Point,
    Press,
    Scroll,
    Shot,
    Task,
    Type,
)


def button(name: str, role: str = "button") -> Element:
    """A control of this name."""
    return Element(role=role, name=name, box=Box(0, 0, 4, 4), mark=1, index=0)


def on(action: Action, screen: Shot | None = None) -> tuple[Episode, Decision]:
    """The action on a screen."""
    return Episode(Task("t"), (screen or make_shot(0),)), Decision(action)


@pytest.mark.parametrize("name", ["Buy now", "Place your order", "DELETE account", "Send", "Pay €5"])
def test_spending_deleting_and_sending_are_irreversible(name: str) -> None:
    """Buttons behind which money goes, things vanish or others are told are found."""
    assert irreversible_control(*on(Click(button(name)))) == name


@pytest.mark.parametrize("name", ["Next", "Border", "Payload", "Search", "Sign in", "Order by", ""])
def test_harmless_controls_go_through(name: str) -> None:
    """A word inside another word is not that word."""
    assert irreversible_control(*on(Click(button(name)))) == ""


def test_looking_and_typing_are_never_irreversible() -> None:
    """What only looks or writes needs nobody's yes."""
    field = button("Delete reason", "textbox")
    for action in (Type("delete", field), Click(field), Scroll(target=button("Send")), Click(Point(1, 1))):
        assert irreversible_control(*on(action)) == ""


def test_a_key_on_the_focused_button_counts() -> None:
    """Pressing Enter where the focus is on Delete is pressing Delete."""
    focused = Node("button", "Delete", Box(0, 0, 4, 4), states=("focused",))
    screen = Shot(make_shot(0).picture, (focused,))
    assert irreversible_control(*on(Press("Enter"), screen)) == "Delete"
    assert irreversible_control(*on(Press("Tab"), screen)) == ""


def test_saying_yes_to_a_question_of_the_page_counts() -> None:
    """Accepting "Delete all?" is deleting; declining is not."""
    screen = Shot(make_shot(0).picture, (), dialog=Dialog("confirm", "Delete all?"))
    assert irreversible_control(*on(Answer(), screen)) == "Delete all?"
    assert irreversible_control(*on(Answer(accept=False), screen)) == ""


@pytest.mark.parametrize(("answer", "done"), [("yes", True), (" Y ", True), ("no", False), ("", False)])
def test_the_persons_word_decides(answer: str, done: bool) -> None:
    """Only a yes is a yes."""
    asked: list[str] = []

    def person(question: str) -> str:
        asked.append(question)
        return answer

    refusal = ask_before_irreversible(person)(*on(Click(button("Buy now"))))
    assert (refusal == "") is done
    assert len(asked) == 1
    assert "'Buy now'" in asked[0]


def test_a_person_who_is_not_there_has_not_said_yes() -> None:
    """Nobody's silence is no approval."""
    assert "nobody is there" in ask_before_irreversible(no_user)(*on(Click(button("Buy now"))))
    assert "irreversible" in refuse_irreversible()(*on(Click(button("Buy now"))))
    assert refuse_irreversible()(*on(Click(button("Next")))) == ""


def test_the_words_are_the_callers_to_choose() -> None:
    """Another language or another trade brings its own list."""
    decision = on(Click(button("Löschen")))
    assert ask_before_irreversible(no_user)(*decision) == ""
    assert ask_before_irreversible(no_user, words=("löschen",))(*decision) != ""
    assert refuse_irreversible(())(*on(Click(button("Buy now")))) == ""
