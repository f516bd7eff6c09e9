"""Fixtures for tests of the rules: decide a subtask on a screen written as lines of text."""

from collections.abc import Callable

import pytest

from onscreen.policy.lexical import lexical
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Box, Click, Element, Node, PastStep, Situation, Subtask
from onscreen.types.action_parser import show


@pytest.fixture
def decide() -> Callable[..., tuple[str, bool]]:
    """Return a function that decides a subtask: the action as text, and whether it completes the subtask.

    `steps` is the number of past steps for the subtask, by default all of them.
    """

    def decide_on(
        subtask: str | Subtask, *lines: str, history: tuple[PastStep, ...] = (), steps: int | None = None
    ) -> tuple[str, bool]:
        if isinstance(subtask, str):
            subtask = Subtask(subtask)
        screen = screen_of_all_nodes(shot_from_lines(*lines))
        count = len(history) if steps is None else steps
        situation = Situation(subtask.text, screen, subtask=subtask, history=history, subtask_steps=count)
        proposal = lexical("")(situation)
        assert proposal is not None
        return show(proposal.actions[0]) if proposal.actions else "", proposal.finished

    return decide_on


@pytest.fixture
def clicked() -> Callable[..., PastStep]:
    """Return a function that builds the past step of a click on an element of a name and mark."""

    def click_on(name: str, mark: int = 1, *, role: str = "button") -> PastStep:
        node = Node(role, name, Box(0, 0, 10, 10), locator=f"row {mark - 1}")
        return PastStep(Click(Element.of(node, mark, index=mark - 1)))

    return click_on
