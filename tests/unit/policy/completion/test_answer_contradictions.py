"""Evidence against the answer to a question."""

from __future__ import annotations

import pytest
from contradiction_runs import kinds, run_of


@pytest.mark.parametrize("answer", ["", "a quarter", "Which room is the meeting in"])
def test_a_question_needs_an_answer_from_a_screen(answer: str) -> None:
    """An empty answer, one that no screen shows, and the question itself are no answers."""
    run = run_of("Which room is the meeting in?", ("text Room", "text Blue salon"))
    assert kinds(run, answer) == {"no answer"}
    assert kinds(run, "Blue salon") == set()


def test_a_part_of_a_word_of_the_question_may_be_its_answer() -> None:
    """The count 4 does not repeat a name with the year 2024."""
    run = run_of("How many kites did we sell under the brand kite-2024?", ("text 4 kites",))
    assert "no answer" not in kinds(run, "4")
    assert "no answer" in kinds(run, "kites")


@pytest.mark.parametrize(
    ("answer", "expected"), [("9:00", {"no answer"}), ("9:00 and", {"no answer"}), ("9:00; 18:00", set())]
)
def test_each_of_several_questions_needs_an_answer(answer: str, expected: set[str]) -> None:
    """One value does not answer a question for two; each part of the answer must be on a screen."""
    run = run_of("When does it open, and when does it close?", ("text Opens 9:00", "text Closes 18:00"))
    assert kinds(run, answer) == expected


def test_a_question_for_a_number_is_not_answered_by_words() -> None:
    """A sentence without a number is no answer to a question for a number."""
    run = run_of("How many people live there?", ("text The river is long.", "text People 4,100"))
    assert kinds(run, "The river is long.") == {"no answer"}
    assert kinds(run, "4,100") == set()
    run = run_of("What did I pay for the ticket?", ("text Have a good trip", "text Fare $38"))
    assert kinds(run, "Have a good trip") == {"no answer"}
    assert kinds(run, "$38") == set()


def test_a_computed_answer_needs_no_screen() -> None:
    """The result of an arithmetic expression appears on no screen."""
    assert kinds(run_of("What is 12 * 4?", ("text Home",)), "48") == set()


@pytest.mark.parametrize(("answer", "expected"), [("2", {"no answer"}), ("amara", set())])
def test_a_question_for_a_person_is_not_answered_by_a_number(answer: str, expected: set[str]) -> None:
    """Who something is assigned to is a name."""
    run = run_of("Who is the issue assigned to?", ("text 2", "text amara"))
    assert kinds(run, answer) == expected


def test_a_number_that_is_only_a_part_of_another_is_not_shown() -> None:
    """The answer 2 is not on a screen that shows 29."""
    run = run_of("How many kites are there?", ("text 29 kites",))
    assert kinds(run, "2") == {"no answer"}
    assert kinds(run, "29") == set()


def test_an_answer_that_ignores_a_negation_contradicts() -> None:
    """The number beside "Done" is not the number of tasks that are not done."""
    page = ("list", "  heading Done", "  text 2 tasks", "list", "  heading Not done", "  text 3 tasks")
    question = "How many tasks are not done yet?"
    assert kinds(run_of(question, page), "2 tasks") == {"ignored qualifier"}
    assert kinds(run_of(question, page), "3 tasks") == set()


def test_what_need_not_be_done_is_no_negation() -> None:
    """A remark that something need not be done says nothing about the answer."""
    question = "How many tasks are done? They need not be closed."
    assert kinds(run_of(question, ("text 2 tasks done",)), "2 tasks") == set()


def test_the_day_of_an_answer_may_be_abbreviated() -> None:
    """The row "Fri, Mar 20" uses the names "Friday" and "March" of the question."""
    question = "How many percent is the chance of rain on Friday, March 20?"
    page = ("text Fri, Mar 20, 60% rain", "text Sat, Mar 21, 10% rain")
    assert kinds(run_of(question, page), "60") == set()


def test_the_entry_with_the_highest_value_takes_a_superlative_into_account() -> None:
    """The video with the most views is the answer, whatever words are beside it."""
    page = (
        "button Red wind [clickable]",
        "text Kite Channel, 87K views",
        "button Blue glass [clickable]",
        "text Kite Channel, 91K views",
    )
    question = "Which video of Kite Channel has the most views?"
    assert kinds(run_of(question, page), "Blue glass") == set()
    assert "ignored qualifier" in kinds(run_of(question, page), "Red wind")


def test_an_answer_for_a_total_must_be_labeled_as_a_total() -> None:
    """One payment is not the total of all payments."""
    page = ("row", "  text Bakery", "  text 4.20", "row", "  text Total", "  text 9.70")
    assert kinds(run_of("How much did I spend in total?", page), "4.20") == {"ignored qualifier"}
    assert kinds(run_of("How much did I spend in total?", page), "9.70") == set()


def test_the_name_of_a_menu_is_no_answer() -> None:
    """A button that opens a menu is not the file that a question asks for."""
    page = ("button Toggle options [clickable collapsed]", "text notes.txt", "text Add notes")
    run = run_of("Which file did the last change add?", page)
    assert kinds(run, "Toggle options") == {"no answer"}
    assert kinds(run, "notes.txt") == set()


def test_the_answer_must_be_the_value_of_the_label_in_the_question() -> None:
    """The size in the table is not the comment for which the page has a label."""
    page = ("text 801 MiB", "text Comment:", "text Release 4.1")
    run = run_of("What does the comment of the torrent say?", page)
    assert kinds(run, "801 MiB") == {"no answer"}
    assert kinds(run, "Release 4.1") == set()


@pytest.mark.parametrize("answer", ["No search result", "0 matches", "Nothing found"])
def test_a_message_that_nothing_was_found_is_no_answer(answer: str) -> None:
    """The message of an empty search answers no question for a thing."""
    run = run_of("Which variety of tomatoes is noted?", ("text Tomatoes", f"text {answer}"))
    assert kinds(run, answer) == {"no answer"}
    run = run_of("How many items are in the cart?", ("text Cart", "text 0 items"))
    assert kinds(run, "0 items") == set()


def test_a_text_to_enter_is_not_entered_by_a_click() -> None:
    """Opening the two things that an instruction names enters neither of them."""
    instruction = 'Enter "Kites" in the form of "Postage"'
    page = ("link Postage [clickable]", "link Kites [clickable]", "link Help [clickable]")
    did = [("Postage", ""), ("Kites", "")]
    screens = (page, (*page, "text Postage is 5"), (*page, "text Kites fly"))
    assert "open clause" in kinds(run_of(instruction, *screens, did=did))
