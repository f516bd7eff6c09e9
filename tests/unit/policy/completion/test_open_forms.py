"""Evidence from forms against the claim that a task is done."""

from __future__ import annotations

import msgspec
import pytest
from contradiction_runs import kinds, run_of

from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.types import Outcome, Plan, Subtask

PAGE = ("button Songs [clickable]", "button Add folder [clickable]", "button Ann's phone [clickable]")
SHARING = ("heading Add folder", "checkbox Ann's phone [clickable]")
CHECKED = ("heading Add folder", "checkbox Ann's phone [clickable checked]")
BUTTONS = ("button Save [clickable]", "button Close [clickable]")
EDITOR = ("button Bold text [clickable]", "button Save [clickable]", "textbox Search [editable clickable]")
OLD = "textbox Page =The trip starts at nine [editable clickable multiline]"
BOLD = "textbox Page =**Bold**The trip starts at nine [editable clickable multiline]"


@pytest.mark.parametrize(
    "buttons", [BUTTONS, ("button Save [clickable disabled]", "button Cancel [clickable]")]
)
def test_a_choice_in_a_form_that_is_still_open_contradicts(buttons: tuple[str, ...]) -> None:
    """A box that was checked in a form the run opened has no effect before the form is saved."""
    did = [("Songs", ""), ("Add folder", ""), ("Ann's phone", ""), ("Ann's phone", "")]
    screens = (PAGE, PAGE, (*SHARING, *buttons), (*CHECKED, *buttons))
    run = run_of("Share Songs with Ann's phone", *screens, did=did[:3])
    assert "open form" in kinds(run)


def test_a_choice_in_a_dialog_without_buttons_contradicts() -> None:
    """A dialog that the run opened and changed must be closed, whatever buttons it has."""
    opened = (*PAGE, "dialog Sharing", "  checkbox Tablet [clickable]")
    checked = (*PAGE, "dialog Sharing", "  checkbox Tablet [clickable checked]")
    did = [("Songs", ""), ("Tablet", "")]
    assert "open form" in kinds(run_of("Share Songs with Tablet", PAGE, opened, checked, did=did))


def test_a_choice_in_a_form_that_was_saved_does_not_contradict() -> None:
    """A form that is gone after a click on Save was saved."""
    did = [("Songs", ""), ("Ann's phone", ""), ("Save", "")]
    screens = (PAGE, (*SHARING, *BUTTONS), (*CHECKED, *BUTTONS), (*PAGE, "text Shared"))
    assert kinds(run_of("Share Songs with Ann's phone", *screens, did=did)) == set()


def test_a_choice_on_the_first_page_does_not_contradict() -> None:
    """A page of settings that was there from the start applies a choice at once."""
    run = run_of("Check Ann's phone", SHARING, CHECKED, did=[("Ann's phone", "")])
    assert kinds(run) == set()


def test_a_text_that_rejects_the_value_beside_its_field_contradicts() -> None:
    """A message about an invalid value is an error, however long and whatever its role."""
    page = ("textbox Device ID [editable clickable]", "text It can be found in the menu.")
    message = (
        "The entered device ID does not look valid. It should be a string of 52 characters of letters"
        " and numbers, spaces and dashes being optional."
    )
    typed = "textbox Device ID =7UUR [editable clickable]"
    rejected = run_of(
        "Set the device ID to 7UUR", page, (typed, f"text {message}"), did=[("Device ID", "7UUR")]
    )
    accepted = run_of("Set the device ID to 7UUR", page, (typed, "text Checked"), did=[("Device ID", "7UUR")])
    assert "error message" in kinds(rejected)
    assert "error message" not in kinds(accepted)


def test_a_click_that_inserts_text_into_an_editor_contradicts() -> None:
    """A formatting button that changed the text changed what nobody asked for."""
    instruction = "Save the page"
    run = run_of(
        instruction, (*EDITOR, OLD), (*EDITOR, BOLD), ("text Saved",), did=[("Bold text", ""), ("Save", "")]
    )
    assert "unrequested change" in kinds(run)


@pytest.mark.parametrize(
    ("instruction", "undo"), [("Click Bold text and save the page", ""), ("Save the page", "Undo")]
)
def test_an_insertion_that_was_asked_for_or_undone_does_not_contradict(instruction: str, undo: str) -> None:
    """The button may be asked for, and its effect may be taken back."""
    page = (*EDITOR, "button Undo [clickable]")
    screens = [(*page, OLD), (*page, BOLD), *([(*page, OLD)] if undo else []), ("text Saved",)]
    did = [("Bold text", ""), *([(undo, "")] if undo else []), ("Save", "")]
    assert "unrequested change" not in kinds(run_of(instruction, *screens, did=did))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [("Replace the text of the page with: Cancelled.", True), ("Search for Cancelled.", False)],
)
def test_a_text_in_a_search_field_is_not_entered(instruction: str, expected: bool) -> None:
    """A new text that was typed into the search field did not replace anything."""
    typed = ("textbox Search =Cancelled. [editable clickable]", *EDITOR[:2])
    plan = Plan(subtasks=(Subtask("set text", kind="set_field", subject="text", value="Cancelled."),))
    run = run_of(instruction, EDITOR, typed, did=[("Search", "Cancelled.")], plan=plan)
    assert ("unused value" in kinds(run)) == expected


@pytest.mark.parametrize("answer", ["Not shared", "Password", "Open a folder"])
def test_a_label_is_not_a_thing_of_the_kind_asked_for(answer: str) -> None:
    """A question for a folder is not answered by a state in words of the question or the label of a field."""
    page = (
        "text Songs",
        "textbox Password [disabled]",
        "textbox Not shared [disabled]",
        "link Open a folder",
    )
    assert kinds(run_of("Which folder is shared?", page), answer) == {"no answer"}
    assert kinds(run_of("Which folder is shared?", page), "Songs") == set()


def test_a_measure_is_a_number() -> None:
    """A question for a population is not answered by a part of a sentence."""
    page = ("text Population", "text 4,100", "text The river runs through it.")
    assert kinds(run_of("What is the population?", page), "runs through it.") == {"no answer"}
    assert kinds(run_of("What is the population?", page), "4,100") == set()


NOTES = ("textbox Notes [editable clickable]", "button Save [clickable]")
TYPED = ("textbox Notes =Lock 8 [editable clickable]", "button Save [clickable]")


@pytest.mark.parametrize(
    ("message", "is_saved"),
    [
        ("Successfully saved row", True),
        ("Your changes were saved.", True),
        ("Draft", False),
        ("An article on sailing that says somewhere between its many words that they saved money", False),
    ],
)
def test_a_message_that_something_was_saved_counts_although_the_form_stays_open(
    message: str, is_saved: bool
) -> None:
    """Many applications keep the form open after saving and say so."""
    screens = (NOTES, TYPED, (*TYPED, f"text {message}"))
    run = run_of("Replace the notes by Lock 8", *screens, did=[("Notes", "Lock 8"), ("Save", "")])
    assert ("open form" not in kinds(run)) is is_saved


def test_a_label_that_left_its_field_and_is_shown_was_taken() -> None:
    """A field for labels is empty after Enter, and the label stands beside it."""
    page = ("link Task 8 [clickable]", "button Search [clickable]")
    form = ("textbox Labels [editable clickable]", *BUTTONS)
    typed = ("textbox Labels =money [editable clickable]", *BUTTONS)
    taken = (*form, "text money")
    did = [("Task 8", ""), ("Labels", "money"), ("Labels", "\n")]
    assert kinds(run_of("Add the label money to Task 8", page, form, typed, taken, did=did)) == set()
    assert "open form" in kinds(run_of("Add the label money to Task 8", page, form, typed, typed, did=did))


def test_a_dialog_that_asks_again_is_open_whatever_its_role() -> None:
    """A click on Remove that shows "Remove files" and "Cancel" has removed nothing yet."""
    page = ("row night-sky [clickable]", "button Remove [clickable]")
    asking = (*page, "button Remove files [clickable]", "button Cancel [clickable]")
    run = run_of("Remove night-sky", page, page, asking, did=[("night-sky", ""), ("Remove", "")])
    assert "open dialog" in kinds(run)


def test_the_opposite_of_what_is_asked_contradicts() -> None:
    """An entry that says "minimize" is not one to maximize."""
    page = ("textbox Name [editable clickable]", "button Create [clickable]")
    screens = (page, ("textbox Name =Rye [editable clickable]", "button Create [clickable]"))
    did = [("Name", "Rye"), ("Create", "")]
    wrong, right = ("text Rye Direction: MINIMIZE",), ("text Rye Direction: MAXIMIZE",)
    instruction = 'Create a study called "Rye", which is to maximize the result.'
    assert "ignored qualifier" in kinds(run_of(instruction, *screens, wrong, did=did))
    assert "ignored qualifier" not in kinds(run_of(instruction, *screens, right, did=did))


def test_switch_with_the_opposite_of_what_is_asked_contradicts() -> None:
    """A list saved while the switch "Private" was on is not public."""
    page = ("button New list [clickable]",)
    form = (
        "textbox Name [editable clickable]",
        "switch Private [clickable checked]",
        "button Create [clickable]",
    )
    filled = ("textbox Name =Rye [editable clickable]", *form[1:])
    did = [("New list", ""), ("Name", "Rye"), ("Create", "")]
    run = run_of('Create a public list called "Rye"', page, form, filled, ("text Rye",), did=did)
    assert "ignored qualifier" in kinds(run)


def test_a_search_is_no_entry_in_a_form() -> None:
    """Text that was typed into the search field was not typed into the field of the subtask."""
    page = ("searchbox Search [editable clickable]", "link Kites [clickable]")
    typed = ("searchbox Search =Kites [editable clickable]", "link Kites [clickable]", "text 1 hit")
    for text, is_missing in (
        ('type "Kites" into the owner field', True),
        ('type "Kites" into Search', False),
    ):
        plan = Plan(subtasks=(Subtask(text),))
        run = run_of(text, page, typed, did=[("Search", "Kites")], plan=plan)
        assert ("open clause" in kinds(run)) is is_missing


@pytest.mark.parametrize(("later", "is_open"), [(False, True), (True, False)])
def test_an_action_that_was_refused_contradicts_unless_it_was_performed_later(
    later: bool, is_open: bool
) -> None:
    """Saving that nobody approved has not saved."""
    page = ("combobox Owner [clickable]", "button Submit [clickable]")
    gone = ("text Thank you",)
    did = [("Owner", ""), ("Submit", ""), *([("Submit", "")] if later else [])]
    episode, plan = run_of("Submit the form", page, page, page, *([gone] if later else []), did=did)
    refused = Outcome("'Submit' looks irreversible", "NotAllowed")
    outcomes = tuple(refused if number == 1 else each for number, each in enumerate(episode.outcomes))
    episode = msgspec.structs.replace(episode, outcomes=outcomes)
    texts = [each.text for each in find_contradictions(episode, plan, answer="")]
    assert any("was refused" in text for text in texts) is is_open
