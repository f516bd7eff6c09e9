"""The embedded brain: instructions are split into what is to be done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.policy.lexical.clause import parse_clause, split_clauses
from onscreen.policy.lexical.clause_outline import SUBMIT, expand_follow_up, subtasks
from onscreen.types import Situation, Turn


def outlined(instruction: str, *said: Turn) -> tuple[str, ...]:
    """Return the subtasks of an instruction."""
    return subtasks(Situation(instruction, said=said))


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
def test_an_instruction_becomes_its_clauses(instruction: str, expected: tuple[str, ...]) -> None:
    """Each clause of an instruction is one subtask, quoted words are never split, lists are written out."""
    assert outlined(instruction) == expected


def test_a_form_without_a_word_about_sending_is_sent() -> None:
    """What was filled in is sent at the end even when the instruction does not say so."""
    assert outlined('Enter "Ann" as the name') == ('Enter "Ann" as the name', SUBMIT)


def test_nothing_to_select_is_no_subtask() -> None:
    """Selecting nothing leaves only what follows."""
    assert outlined("Select nothing and click Submit") == ("click Submit",)


@pytest.mark.parametrize(
    ("follow_up", "expected"),
    [
        ("now do the same for Bob", 'Add a note for Bob and click "Save"'),
        ("do it again", 'Add a note for Ann and click "Save"'),
        ("Open the mail", "Open the mail"),
    ],
)
def test_a_follow_up_is_read_in_the_light_of_what_was_said(follow_up: str, expected: str) -> None:
    """A follow-up repeats the instruction before it with the new name; any other instruction stands."""
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
def test_a_follow_up_replaces_what_the_instruction_was_about(before: str, expected: str) -> None:
    """The new name stands where the old one stood; where there was none, nothing is repeated blindly."""
    assert expand_follow_up("now do the same for Bob", (Turn(before),)) == expected


def test_a_follow_up_of_a_follow_up_goes_back_to_the_first() -> None:
    """A chain of follow-ups keeps meaning the first instruction."""
    said = (Turn("Send mail to Ann"), Turn("the same for Bob"))
    assert expand_follow_up("and the same for Cy", said) == "Send mail to Cy"


@given(st.text(max_size=200))
def test_any_text_is_split_and_read(text: str) -> None:
    """No text breaks the reading of clauses, and none of its words is invented."""
    for piece in split_clauses(text):
        assert parse_clause(piece).text is not None


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=5))
def test_quoted_words_stay_whole(quoted: list[str]) -> None:
    """Quoted words come through splitting unchanged, whatever stands in them."""
    wanted = [f"{text} and then click x" for text in quoted]
    instruction = " and then ".join(f'click "{text}"' for text in wanted)
    assert [parse_clause(piece).quoted[0] for piece in split_clauses(instruction)] == wanted
