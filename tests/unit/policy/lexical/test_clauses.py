"""Instructions are split into clauses and expanded into subtasks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.policy.lexical.clause import parse_clause, split_clauses
from onscreen.policy.lexical.clause_expansion import expand_follow_up
from onscreen.policy.lexical.instruction_plan import SUBMIT, plan_instruction
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import Situation, Turn

SCREEN = screen_of_all_nodes(shot_from_lines("button Other [clickable]"))


def planned(instruction: str, *turns: Turn) -> tuple[str, ...]:
    """Return the texts of the subtasks of an instruction."""
    situation = Situation(instruction, SCREEN, stage="plan", conversation=turns)
    return tuple(subtask.text for subtask in plan_instruction(situation))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("Click on the 'yes' button.", ("Click on the 'yes' button",)),
        ("Click button ONE, then click button TWO.", ("Click button ONE", "click button TWO")),
        (
            'Find the note "milk and eggs" and delete it',
            ('Find the note "milk and eggs"', "delete it"),
        ),
        ("Open File>Export>PDF", ("Open File>Export>PDF",)),
        ("Select File>Export>PDF", ('hover over "File"', 'hover over "Export"', 'click "PDF"')),
        (
            "Select tea, milk and sugar and click Order",
            ('select "tea"', 'select "milk"', 'select "sugar"', "click Order"),
        ),
        (
            'Enter the username "ann" and the password "s3" into the fields and press login',
            ('type "ann" into the username field', 'type "s3" into the password field', "press login"),
        ),
        (
            'For the user @bob, click on the "Share" button',
            ('click on the "Share" button for the user @bob',),
        ),
        (
            "Copy the text in the textarea below, paste it into the textbox and press Submit",
            ("type the text in the textarea below into textbox", "press Submit"),
        ),
        ("Forward Ann's e-mail to Bob.", (
            "open the email by Ann",
            "click the forward button",
            'type "Bob" into the to field',
            "click the send button",
        )),
    ],
)  # fmt: skip
def test_each_clause_becomes_a_subtask(instruction: str, expected: tuple[str, ...]) -> None:
    """Each clause is a subtask, quoted words are never split, lists and compound verbs are expanded."""
    assert planned(instruction) == expected


def test_a_form_is_submitted_at_the_end() -> None:
    """A form that was filled in is submitted even if the instruction does not ask for it."""
    assert planned('Enter "Ann" as the name') == ('Enter "Ann" as the name', SUBMIT.text)


def test_selecting_nothing_is_no_subtask() -> None:
    """The clause "select nothing" adds no subtask."""
    assert planned("Select nothing and click Submit") == ("click Submit",)


@pytest.mark.parametrize(
    ("follow_up", "expected"),
    [
        ("now do the same for Bob", 'Add a note for Bob and click "Save"'),
        ("do it again", 'Add a note for Ann and click "Save"'),
        ("Open the mail", "Open the mail"),
    ],
)
def test_a_follow_up_repeats_the_earlier_instruction(follow_up: str, expected: str) -> None:
    """A follow-up repeats the instruction before it with the new name; other instructions are unchanged."""
    assert expand_follow_up(follow_up, (Turn('Add a note for Ann and click "Save"'),)) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ('Type "Ann" into Name and click Greet', 'Type "Bob" into Name and click Greet'),
        ("Greet Ann", "Greet Bob"),
        ("Add milk to the list", "Add Bob to the list"),
        ("Scroll down", "now do the same for Bob"),
    ],
)
def test_a_follow_up_replaces_the_object_of_the_instruction(before: str, expected: str) -> None:
    """The new name replaces the old one; an instruction without a name or object is not repeated."""
    assert expand_follow_up("now do the same for Bob", (Turn(before),)) == expected


def test_a_chain_of_follow_ups_repeats_the_first_instruction() -> None:
    """A follow-up of a follow-up repeats the first instruction."""
    said = (Turn("Send mail to Ann"), Turn("the same for Bob"))
    assert expand_follow_up("and the same for Cy", said) == "Send mail to Cy"


@given(st.text(max_size=200))
def test_any_text_can_be_parsed(text: str) -> None:
    """Any text is split into clauses and parsed without an error."""
    for piece in split_clauses(text):
        assert parse_clause(piece).text is not None


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=5))
def test_quoted_words_are_not_split(quoted: list[str]) -> None:
    """Quoted words are unchanged by splitting, even if they contain "and then"."""
    wanted = [f"{text} and then click x" for text in quoted]
    instruction = " and then ".join(f'click "{text}"' for text in wanted)
    assert [parse_clause(piece).quoted[0] for piece in split_clauses(instruction)] == wanted
