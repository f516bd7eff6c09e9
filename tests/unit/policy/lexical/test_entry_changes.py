"""Changes of an existing entry in an application: parsing, plan and steps."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.lexical import lexical
from onscreen.policy.lexical.entry_changes import Change, parse_change, parse_further_fields
from onscreen.policy.lexical.goal_planning import CONFIRM, SAVE, achieve, create, set_to
from onscreen.policy.lexical.instruction_plan import plan_instruction
from onscreen.testing.strategies import blank_picture
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import (
    Click,
    Element,
    Hover,
    Node,
    OffscreenCounts,
    Outcome,
    PastStep,
    Press,
    ScreenChange,
    Shot,
    Situation,
    Subtask,
    Tool,
)
from onscreen.types.action_parser import show

APP = (Tool("Tracker", "http://tracker.example/", "Tracker"),)


def steps_of(instruction: str) -> list[str]:
    """Return the texts of the subtasks planned for an instruction in a web application."""
    screen = build_screen(Shot(blank_picture(), ()))
    situation = Situation(instruction, screen=screen, stage="plan", tools=APP)
    return [subtask.text for subtask in plan_instruction(situation)]


def act(
    subtask: Subtask, *lines: str, history: tuple[PastStep, ...] = (), below: int = 0
) -> tuple[str, bool]:
    """Decide a subtask in a web application: the action as text, and whether it completes the subtask.

    `below` is the number of elements below the view.
    """
    shot = msgspec.structs.replace(shot_from_lines(*lines), beyond=OffscreenCounts(below=below))
    screen = screen_of_all_nodes(shot)
    situation = Situation(subtask.text, screen, subtask=subtask, history=history, tools=APP)
    proposal = lexical("")(situation)
    assert proposal is not None
    return show(proposal.actions[0]) if proposal.actions else "", proposal.finished


@pytest.mark.parametrize(
    ("text", "entry", "kind", "fields"),
    [
        ('Change the priority of "Broken link" to high', "Broken link", "", [("priority", "high")]),
        (
            'set the status of the ticket "A and B" to open, its owner to ann',
            "A and B",
            "ticket",
            [("status", "open"), ("owner", "ann")],
        ),
        ("Update the phone number of Ann Lee to 555-1234", "Ann Lee", "", [("phone number", "555-1234")]),
        ('Replace the whole text of the page "Home" with "Moved."', "Home", "page", [("text", "Moved.")]),
        ('Assign the issue "Leak" to jonas', "Leak", "issue", [("assigned to", "jonas")]),
        ('Add the tag "urgent" to the note "Compost"', "Compost", "note", [("tag", "urgent")]),
        ('Add this comment to the task "Roof" "Ask Ada."', "Roof", "task", [("comment", "Ask Ada.")]),
        (
            "Enter +49 30 12 as your phone number in your details",
            "your details",
            "",
            [("phone number", "+49 30 12")],
        ),
        ('Attach the file /tmp/a.txt to the issue "Leak"', "Leak", "issue", [("file", "/tmp/a.txt")]),
        ('Correct it (The year of "Rivers" should be 2012)', "Rivers", "", [("year", "2012")]),
    ],
)
def test_a_change_of_an_entry_is_parsed(
    text: str, entry: str, kind: str, fields: list[tuple[str, str]]
) -> None:
    """A change names the entry, the word for its kind, and each field with its new value."""
    assert parse_change(text) == Change(entry, kind, tuple(fields))


@pytest.mark.parametrize(
    "text",
    [
        "Set the volume to 50",
        'Add the book "Dune" to the cart',
        "Add Milk to the list",
        'Change the status of "Leak" to open, and then leave the page',
        'Delete the note "Compost"',
    ],
)
def test_other_instructions_are_no_changes_of_an_entry(text: str) -> None:
    """An instruction without an entry, a field and a value, or with something else in it, is not a change."""
    assert parse_change(text) is None


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("set its status to done", [("status", "done")]),
        ("and assign it to ann, give it the label red", [("assigned to", "ann"), ("label", "red")]),
        ("", []),
    ],
)
def test_further_fields_of_the_entry_are_parsed(text: str, fields: list[tuple[str, str]]) -> None:
    """A clause that says "it" or "its" continues the change of the entry before."""
    assert parse_further_fields(text) == tuple(fields)


def test_a_clause_about_something_else_has_no_further_fields() -> None:
    """Closing the entry is not a field."""
    assert parse_further_fields("close it") is None


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (
            'Assign the issue "Leak" to jonas and set its status to open.',
            ['open the issue "Leak"', 'set assigned to to "jonas"', 'set status to "open"', SAVE.text],
        ),
        (
            'Add this note to the issue "Leak": Fixed in the cellar.',
            ['open the issue "Leak"', 'set note to "Fixed in the cellar."', SAVE.text],
        ),
        (
            'Add the label "money" to the task "Roof".',
            ['open the task "Roof"', 'set label to "money"', "press Enter", SAVE.text],
        ),
        (
            'Enter a new ticket "Slow" of the type Incident. Its description is: Since March.',
            ["create a new ticket", 'set name to "Slow"', 'set type to "Incident"',
             'set description to "Since March."', SAVE.text],
        ),
        (
            'Create an issue titled "Slow", priority urgent, and assign it to amara.',
            ["create a new issue", 'set name to "Slow"', 'set priority to "urgent"',
             'set assigned to to "amara"', SAVE.text],
        ),
        (
            "Please create a task titled Rent tents with medium priority, whose owner is not known.",
            ["create a new task", 'set name to "Rent tents"', 'set priority to "medium"', SAVE.text],
        ),
        (
            'We no longer need "Rye". Delete this study.',
            ['Delete the study "Rye" (We no longer need "Rye")', CONFIRM.text],
        ),
        (
            "I don't need night-sky any more. Remove it from the list.",
            ['Remove "night-sky" from the list (I don\'t need night-sky any more)', CONFIRM.text],
        ),
    ],
)  # fmt: skip
def test_a_change_is_planned_step_by_step(instruction: str, expected: list[str]) -> None:
    """An entry is opened, each field is set, a label is taken with Enter, and the form is saved once."""
    assert steps_of(instruction) == expected


def test_an_entry_that_is_not_shown_is_sought_in_the_list_of_its_kind() -> None:
    """The link to all entries of the kind leads to the entry; a button for a new one does not."""
    goal = achieve('open the ticket "Leak"')
    page = ("link New ticket [clickable]", "link All Tickets [clickable]", "link Wiki [clickable]")
    assert act(goal, *page) == ('click 2 "All Tickets"', False)


def test_a_field_below_the_view_is_scrolled_to_before_the_step_fails() -> None:
    """A form can be longer than the view."""
    page = "textbox Title [clickable editable]"
    assert act(set_to("status", "open"), page, below=3) == ("scroll down 0.8", False)
    assert act(set_to("status", "open"), page) == ("", False)


def test_a_text_is_typed_into_the_only_long_field_without_a_name() -> None:
    """Editors of wikis often have no label."""
    page = (
        "button Bold Text [clickable]",
        "textbox [clickable editable multiline]",
        "button Save [clickable]",
    )
    assert act(set_to("text", "Moved."), *page) == ('type "Moved." into 2', True)


def test_the_name_replaces_that_of_a_new_entry() -> None:
    """A new entry often has the name "New note" until it gets one."""
    page = ("textbox =New note [clickable editable]", "textbox field value [clickable editable]")
    assert act(set_to("name", "Berries"), *page) == ('type "Berries" into 1', True)


def test_a_file_is_uploaded_through_the_only_file_field() -> None:
    """A path is a file to upload, not a text to type."""
    nodes = shot_from_lines("button [clickable]", "button Submit Changes [clickable]").nodes
    screen = screen_of_all_nodes(Shot(blank_picture(), (_with_clue(nodes[0], "file"), *nodes[1:])))
    situation = Situation("", screen, subtask=set_to("file", "/tmp/a.txt"), tools=APP)
    proposal = lexical("")(situation)
    assert proposal is not None
    assert show(proposal.actions[0]) == 'upload "/tmp/a.txt" to 1'


def _with_clue(node: Node, clue: str) -> Node:
    return Node(node.role, node.name, node.box, states=node.states, clue=clue)


def test_a_preview_is_followed_by_the_button_that_saves() -> None:
    """A form that asks for a preview is not saved before its save button was clicked."""
    form = ("button Preview [clickable]", "button Cancel [clickable]")
    preview = PastStep(Click(screen_of_all_nodes(shot_from_lines(*form))[1]))
    assert act(SAVE, *form) == ('click 1 "Preview"', False)
    assert act(SAVE, *form, history=(preview,), below=1) == ("scroll down 0.8", False)
    assert act(SAVE, "button Submit [clickable]", *form, history=(preview,)) == ('click 1 "Submit"', True)


def test_a_save_button_whose_click_failed_is_clicked_again() -> None:
    """A form is not saved by a click that nobody approved."""
    form = ("textbox Title [clickable editable]", "button Submit Changes [clickable]")
    click = Click(screen_of_all_nodes(shot_from_lines(*form))[2])
    refused = PastStep(click, Outcome("nobody approved it", "NotAllowed"))
    assert act(SAVE, *form, history=(PastStep(click),)) == ("", True)
    assert act(SAVE, *form, history=(refused,)) == ('click 2 "Submit Changes"', True)


def test_what_enter_took_is_not_added_by_a_button() -> None:
    """A button "Add" beside other fields is not clicked after Enter."""
    page = ("textbox Labels [clickable editable]", "button Add [clickable]")
    assert act(SAVE, *page, history=(PastStep(Press("Enter")),)) == ("", True)


def test_a_button_below_the_word_for_the_kind_creates_an_entry() -> None:
    """Of several buttons "Create New", the one below "Issues" creates an issue."""
    page = (
        "text Issues", "link Create New [clickable]", "link Show All [clickable]",
        "text Keywords", "link Create New [clickable]",
    )  # fmt: skip
    assert act(create("issue"), *page) == ('click 2 "Create New"', True)
    assert act(create("keyword"), *page) == ('click 5 "Create New"', True)


def test_a_sign_that_appears_under_the_pointer_acts_on_the_row() -> None:
    """A cross that a row shows under the pointer deletes the row."""
    nodes = shot_from_lines("text Suppliers", "link \u270f [clickable]", "link \u274c [clickable]").nodes
    row = Element.of(nodes[0], 1, index=0)
    hovered = PastStep(Hover(row), change=ScreenChange(added=nodes[1:]))
    lines = ("text Suppliers", "link \u270f [clickable]", "link \u274c [clickable]")
    assert act(achieve('delete "Suppliers"'), *lines, history=(hovered,)) == ('click 3 "\u274c"', True)


def test_a_button_for_what_is_selected_acts_after_the_row_was_clicked(
    clicked: Callable[..., PastStep],
) -> None:
    """A button "Start Selected Files" starts a file once its row was clicked, and not before."""
    page = ("button Start Selected Files [clickable]", "text kite-plans [clickable]")
    goal = achieve("start the download of kite-plans")
    assert act(goal, *page) == ('click 2 "kite-plans"', False)
    history = (clicked("kite-plans", 2, role="text"),)
    assert act(goal, *page, history=history) == ('click 1 "Start Selected Files"', True)


def test_one_of_several_entries_is_deleted_only_if_the_goal_names_it() -> None:
    """Of several buttons "delete", the one in the row with the words of the goal is clicked, or none."""
    rows = (
        "row", "  text Bread and cheese", "  button delete [clickable]",
        "row", "  text Ice cream", "  button delete [clickable]",
    )  # fmt: skip
    assert act(achieve("remove the bill for ice cream"), *rows)[0].startswith("click 6")
    assert "delete" not in act(achieve("remove the bill for parking"), *rows)[0]
    similar = ("row", "  text Bill for bread", "  button delete [clickable]", *rows[:3])
    assert "delete" not in act(achieve("remove the bill for parking"), *similar)[0]
    assert "delete" not in act(achieve('delete "Bread knife"'), *similar)[0]


def test_a_field_of_the_dialog_is_preferred_to_one_that_the_dialog_covers() -> None:
    """A filter "Priority" behind the dialog of an entry is not its field."""
    page = (
        "combobox Filter by priority [clickable covered]",
        "textbox Title [clickable editable]",
        "combobox Priority [clickable]",
    )
    assert act(set_to("priority", "high"), *page) == ('click 3 "Priority"', False)


def test_a_field_below_the_view_of_a_dialog_is_scrolled_to_in_the_dialog() -> None:
    """The dialog is scrolled, not the page behind it, and a filter that it covers is not clicked."""
    lines = (
        "main [scrollable]",
        "    combobox Filter by priority =All [clickable covered]",
        "dialog Task 3 [scrollable]",
        "    textbox Title [editable clickable]",
    )
    action, is_finished = act(set_to("priority", "high"), *lines, below=8)
    assert (action, is_finished) == ('scroll down 0.8 in 3 "Task 3"', False)


def test_an_option_named_done_does_not_close_a_choice() -> None:
    """Of a status, "Done" is a value; it is not chosen when another field is set."""
    lines = ("combobox Status =To do [clickable]", "  option To do [selected]", "  option Done [clickable]")
    assert "Done" not in act(set_to("color", "red"), *lines)[0]
