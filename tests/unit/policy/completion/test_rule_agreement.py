"""Agreement of a run with the actions that the rules propose."""

from __future__ import annotations

import msgspec
import pytest
from contradiction_runs import FORM, run_of

from onscreen.policy.completion.rule_agreement import Agreement, compare_with_rules, is_same_action
from onscreen.testing.sample_episodes import make_element, make_shot
from onscreen.types import Action, Click, Episode, Point, Press, Scroll, Type

INSTRUCTION = 'Enter "Milk" into Title and click Save'
SHOT = make_shot(0, "Save", "Cancel")
SAVE, CANCEL = make_element(SHOT, 0), make_element(SHOT, 1)


def form_run(*did: tuple[str, str], instruction: str = INSTRUCTION) -> Episode:
    """Return a run on a form with a title, which keeps showing the form."""
    return run_of(instruction, *[FORM] * (len(did) + 1), did=did)[0]


def test_a_run_agrees_with_the_rules() -> None:
    """A run that carries out every part of the instruction as the rules would is complete."""
    found = compare_with_rules(form_run(("Title", "Milk"), ("Save", "")))
    assert found == Agreement(1.0, is_complete=True)


@pytest.mark.parametrize(
    "did",
    [
        [("Title", "Mil"), ("Save", "")],
        [("Save", "")],
        [("Title", "Milk"), ("Cancel", "")],
    ],
)
def test_a_wrong_or_missing_action_leaves_a_subtask(did: list[tuple[str, str]]) -> None:
    """A wrong text, a missing entry and another button leave a subtask without its action."""
    assert compare_with_rules(form_run(*did)) == Agreement(0.5)


def test_an_additional_action_is_not_complete() -> None:
    """A run that carries out every part, but does something else, too, is not complete."""
    found = compare_with_rules(form_run(("Title", "Milk"), ("Cancel", ""), ("Save", "")))
    assert found == Agreement(1.0)


def test_the_order_of_the_actions_does_not_matter() -> None:
    """Actions for different parts of the instruction agree in any order."""
    instruction = 'Click "Title" and click "Amount"'
    form = ("button Title [clickable]", "button Amount [clickable]")
    did = (("Amount", ""), ("Title", ""))
    found = compare_with_rules(run_of(instruction, form, form, form, did=did)[0])
    assert found == Agreement(1.0, is_complete=True)


def test_actions_of_the_rules_are_no_evidence() -> None:
    """A run in which the rules chose an action agrees with nothing."""
    episode = form_run(("Title", "Milk"), ("Save", ""))
    first, second = episode.decisions
    by_rules = msgspec.structs.replace(first, proposer="lexical")
    found = compare_with_rules(msgspec.structs.replace(episode, decisions=(by_rules, second)))
    assert found == Agreement()


def test_a_run_can_be_compared_after_every_step() -> None:
    """Comparisons after the earlier steps, and of another task on the same screens, change no result."""
    episode = form_run(("Title", "Milk"), ("Save", ""))
    other = msgspec.structs.replace(episode, task=msgspec.structs.replace(episode.task, instruction="Wait"))
    for steps in range(3):
        compare_with_rules(episode.so_far(steps))
        compare_with_rules(other.so_far(steps))
    assert compare_with_rules(episode) == compare_with_rules(form_run(("Title", "Milk"), ("Save", "")))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (Click(SAVE), Click(SAVE), True),
        (Click(SAVE), Click(CANCEL), False),
        (Click(SAVE), Click(SAVE, count=2), False),
        (Click(SAVE), Press("Enter", SAVE), False),
        (Type("Milk", SAVE), Type("Milk", SAVE), True),
        (Type("Milk", SAVE), Type("Mil", SAVE), False),
        (Click(Point(1, 2)), Click(Point(1, 3)), False),
        (Scroll("down", pages=0.5), Scroll("down"), True),
    ],
)
def test_same_actions_have_the_same_targets_and_texts(one: Action, other: Action, is_same: bool) -> None:
    """Kind, targets, texts and kind of click are compared, but not how far or how long an action goes."""
    assert is_same_action(one, other) is is_same
