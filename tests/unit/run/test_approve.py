"""Approval of irreversible actions."""

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
    """Return a button of this name."""
    return Element(role=role, name=name, box=Box(0, 0, 4, 4), mark=1, index=0)


def step_on(action: Action, screen: Shot | None = None) -> tuple[Episode, Decision]:
    """Return an episode and a decision with this action."""
    return Episode(Task("t"), (screen or make_shot(0),)), Decision(action)


@pytest.mark.parametrize("name", ["Buy now", "Place your order", "DELETE account", "Send", "Pay €5"])
def test_spending_deleting_and_sending_are_irreversible(name: str) -> None:
    """Controls that spend money, delete data or send messages are detected."""
    assert irreversible_control(*step_on(Click(button(name)))) == name


@pytest.mark.parametrize("name", ["Next", "Border", "Payload", "Search", "Sign in", "Order by", ""])
def test_harmless_controls_are_allowed(name: str) -> None:
    """A word that is only part of another word does not match."""
    assert irreversible_control(*step_on(Click(button(name)))) == ""


def test_scrolling_and_typing_are_never_irreversible() -> None:
    """Scrolling and typing need no approval."""
    field = button("Delete reason", "textbox")
    for action in (Type("delete", field), Click(field), Scroll(target=button("Send")), Click(Point(1, 1))):
        assert irreversible_control(*step_on(action)) == ""


def test_key_on_the_focused_button_counts() -> None:
    """Pressing Enter with the focus on Delete counts as pressing Delete."""
    focused = Node("button", "Delete", Box(0, 0, 4, 4), states=("focused",))
    screen = Shot(make_shot(0).picture, (focused,))
    assert irreversible_control(*step_on(Press("Enter"), screen)) == "Delete"
    assert irreversible_control(*step_on(Press("Tab"), screen)) == ""


def test_accepting_a_dialog_counts() -> None:
    """Accepting "Delete all?" counts; dismissing the dialog does not."""
    screen = Shot(make_shot(0).picture, (), dialog=Dialog("confirm", "Delete all?"))
    assert irreversible_control(*step_on(Answer(), screen)) == "Delete all?"
    assert irreversible_control(*step_on(Answer(accept=False), screen)) == ""


@pytest.mark.parametrize(("answer", "done"), [("yes", True), (" Y ", True), ("no", False), ("", False)])
def test_user_answer_decides(answer: str, done: bool) -> None:
    """Only "y" and "yes" approve."""
    asked: list[str] = []

    def person(question: str) -> str:
        asked.append(question)
        return answer

    refusal = ask_before_irreversible(person)(*step_on(Click(button("Buy now"))))
    assert (refusal == "") is done
    assert len(asked) == 1
    assert "'Buy now'" in asked[0]


def test_missing_user_does_not_approve() -> None:
    """Without a user the action is refused."""
    assert "no user is attached" in ask_before_irreversible(no_user)(*step_on(Click(button("Buy now"))))
    assert "irreversible" in refuse_irreversible()(*step_on(Click(button("Buy now"))))
    assert refuse_irreversible()(*step_on(Click(button("Next")))) == ""


def test_words_can_be_replaced() -> None:
    """The caller can pass another word list."""
    decision = step_on(Click(button("Löschen")))
    assert ask_before_irreversible(no_user)(*decision) == ""
    assert ask_before_irreversible(no_user, words=("löschen",))(*decision) != ""
    assert refuse_irreversible(())(*step_on(Click(button("Buy now")))) == ""
