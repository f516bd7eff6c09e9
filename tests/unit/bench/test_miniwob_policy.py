"""The rules for MiniWoB++ wordings: separate from the general rules, and silent on everything else."""

from collections.abc import Callable

import pytest

from onscreen.policy.lexical import lexical
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Proposal, Situation, Subtask
from onscreen.types.action_parser import show
from onscreen_practice.miniwob.miniwob_policy import NAME, miniwob_rules

SCREEN = screen_of_all_nodes(shot_from_lines("button Other [clickable]"))


def decide(subtask: str, *lines: str) -> str:
    """Return the action that the policy proposes for a subtask of its own plan."""
    screen = screen_of_all_nodes(shot_from_lines(*lines))
    proposal = miniwob_rules("")(Situation("x", screen, subtask=Subtask(subtask), planner=NAME))
    assert proposal is not None
    assert proposal.proposer == NAME
    return show(proposal.actions[0]) if proposal.actions else ""


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ('Enter an item that starts with "Be" and ends with "da".',
         ('type "Be" into the field', 'click the item that starts with "Be", ends with "da"', "submit")),
        ("Drag all circles into the left box, and everything else into the right box.",
         ("Drag all circles into the left box", "drag everything else into the right box",
          "submit the form, if there is a button for it")),
        ('Find the 2nd word in the paragraph, type that into the textbox and press "Submit".',
         ("type the 2nd word in the paragraph into textbox", 'press "Submit"')),
        ('Click on a "textarea" widget.', ('Click on a "textarea" widget',)),
    ],
)  # fmt: skip
def test_special_wordings_are_planned(instruction: str, expected: tuple[str, ...]) -> None:
    """An instruction with a special wording is planned whole, its other clauses as by the general rules."""
    proposal = miniwob_rules("")(Situation(instruction, SCREEN, stage="plan"))
    assert proposal is not None
    assert proposal.plan is not None
    assert tuple(subtask.text for subtask in proposal.plan) == expected


@pytest.mark.parametrize(
    "instruction",
    ['Click "Save"', "Drag Ann into the box", 'Type "word" into the 2nd field', "Sorted by name"],
)
def test_the_policy_abstains_from_other_instructions(instruction: str) -> None:
    """Instructions without a special wording, and plans of other policies, are left to the next policy."""
    policy = miniwob_rules("")
    assert policy(Situation(instruction, SCREEN, stage="plan")) is None
    assert (
        policy(Situation("x", SCREEN, subtask=Subtask('Click on a "radio" widget'), planner="lexical"))
        is None
    )


TEXT_AREA = ("textbox A [editable]", "textbox B [editable multiline]")
TEXT = ("text one two three", "textbox A [editable]")


@pytest.mark.parametrize(
    ("subtask", "lines", "expected"),
    [
        ('click on a "textarea" widget', TEXT_AREA, 'click 2 "B"'),
        ('click the item that starts with "Be"', ("option Aden", "option Bern"), 'click 2 "Bern"'),
        ("type the 2nd word into the textbox", TEXT, 'type "two" into 2 "A"'),
        ("type the last word into the textbox", TEXT, 'type "three" into 2 "A"'),
        ("sort the numbers in increasing order", ("text 3", "text 1"), 'drag 2 "1" onto 1 "3"'),
        ("sort the numbers in decreasing order", ("text 3", "text 1"), ""),
        ("resize the textarea so that it is larger", ("textbox A",), "drag at 317,17 onto at 357,57"),
        ("drag Ann to the bottom", ("text Ann", "text Bob", "text Cy"), 'drag 1 "Ann" onto 3 "Cy"'),
        ('click "Save"', ("button Save [clickable]",), 'click 1 "Save"'),
    ],
)  # fmt: skip
def test_own_plans_are_carried_out(subtask: str, lines: tuple[str, ...], expected: str) -> None:
    """A subtask with a special wording has a rule; the others are decided by the general rules."""
    assert decide(subtask, *lines) == expected


def test_the_general_rules_know_no_special_wording() -> None:
    """Without this policy a special wording is an ordinary clause, so the two can be measured apart."""
    plan: Callable[[Situation], Proposal | None] = lexical("")
    proposal = plan(Situation('Enter an item that starts with "Be"', SCREEN, stage="plan"))
    assert proposal is not None
    assert proposal.plan is not None
    assert proposal.plan[0].text == 'Enter an item that starts with "Be"'
