"""Goals in web applications: controls that the goal does not ask for are left alone."""

from __future__ import annotations

import pytest

from onscreen.policy.cascade import make_cascade
from onscreen.policy.lexical import lexical
from onscreen.policy.lexical.goal_planning import SAVE, achieve, create, plan_goals, set_to
from onscreen.run.run_setup import make_agent
from onscreen.testing.text_screens import screen_of_all_nodes, shot_from_lines
from onscreen.types import (
    Click,
    Decision,
    Done,
    Episode,
    Hover,
    Outcome,
    PastStep,
    Situation,
    Subtask,
    Task,
    Tool,
)
from onscreen.types.action_parser import show

TOOLS = (Tool("Board", "https://board.test", "tasks and documents"),)


def act(subtask: Subtask, *lines: str, instruction: str = "") -> str:
    """Return the action that the rules propose for a subtask on a screen, or "" for none."""
    screen = screen_of_all_nodes(shot_from_lines(*lines))
    proposal = lexical("")(
        Situation(instruction or subtask.text, screen, subtask=subtask, stage="act", tools=TOOLS)
    )
    return show(proposal.actions[0]) if proposal and proposal.actions else ""


@pytest.mark.parametrize(
    ("name", "expected"), [("New task", ""), ("New", 'click 1 "New"'), ("New chat", 'click 1 "New chat"')]
)
def test_an_entry_is_not_created_by_a_button_for_another_kind(name: str, expected: str) -> None:
    """No chat is started with the button "New task"."""
    assert act(create("chat"), f"button {name} [clickable]", instruction="Start a chat") == expected


@pytest.mark.parametrize("name", ["Delete study", "Rename study"])
def test_a_form_is_not_looked_for_behind_a_button_that_changes_an_entry(name: str) -> None:
    """The way to a new study does not lead over "Delete study"."""
    page = (f"button {name} [clickable]", "button Create [clickable]")
    assert act(create("study"), *page, instruction="Create a study") == 'click 2 "Create"'


@pytest.mark.parametrize("goal", ["Share the folder Songs", "Which folder is shared?"])
def test_nothing_is_created_for_a_goal_that_creates_nothing(goal: str) -> None:
    """Neither a share nor an answer is reached by "Add folder"."""
    subtask = achieve(goal) if goal.startswith("Share") else Subtask(goal, kind="find_answer", subject=goal)
    assert act(subtask, "button Add folder [clickable]") != 'click 1 "Add folder"'


def test_a_new_text_is_not_typed_into_the_search_field_of_the_page() -> None:
    """A search field that was there from the start takes no value of an editor."""
    page = ("textbox Search [editable clickable]", "button Save [clickable]")
    assert not act(set_to("whole text", "The trip is cancelled."), *page)


def test_a_label_in_capitals_belongs_to_the_name_of_the_field() -> None:
    """In "with the device ID 7UUR", the value is 7UUR; a hyphenated name may begin in lower case."""
    assert plan_goals(("Add a device called oskar-phone with the device ID 7UUR-2",)) == (
        create("device"),
        set_to("name", "oskar-phone"),
        set_to("device ID", "7UUR-2"),
        SAVE,
    )


def test_after_an_unrequested_insertion_the_run_gives_up() -> None:
    """A button that inserted text into the page is not followed by other buttons, nor by Save."""
    page = ("button Bold text [clickable]", "button Italic text [clickable]", "button Save [clickable]")
    before = shot_from_lines(*page, "textbox Page =The trip starts at nine [editable clickable multiline]")
    after = shot_from_lines(
        *page, "textbox Page =**Bold**The trip starts at nine [editable clickable multiline]"
    )
    instruction = "Save the italic text"
    agent = make_agent("default", make_cascade("lexical"))
    episode = Episode(Task(instruction), (before,))
    plan = agent.act(episode).plan
    bold = screen_of_all_nodes(before).elements[0]
    episode = episode.then(Decision(Click(bold), plan=plan), Outcome(), shot=after)
    action = agent.act(episode).action
    assert isinstance(action, Done)
    assert not action.achieved


@pytest.mark.parametrize("name", ["Bold text", "Plain text"])
def test_a_button_that_only_shares_a_word_does_not_offer_a_text(name: str) -> None:
    """A formatting button offers no values for "whole text"."""
    assert not act(
        set_to("whole text", "Cancelled."), f"button {name} [clickable]", "button Save [clickable]"
    )


def test_an_entry_without_one_of_its_fields_is_not_saved() -> None:
    """If a web application has no field for a value, the attempt ends before the entry is saved."""
    screen = screen_of_all_nodes(
        shot_from_lines("button Save [clickable]", "textbox Title [editable clickable]")
    )
    subtask = set_to("namespace", "trips")
    proposal = lexical("")(Situation(subtask.text, screen, subtask=subtask, stage="act", tools=TOOLS))
    assert proposal is not None
    assert not proposal.finished
    assert not proposal.actions


def test_controls_under_the_pointer_are_looked_for_at_the_row_that_is_named() -> None:
    """To delete "Jam", the pointer is moved over it, and then the button that appeared is clicked."""
    goal = achieve('delete "Jam"')
    rows = ("text Milk [more-on-hover]", "text Jam [more-on-hover]")
    assert act(goal, *rows) == 'hover 2 "Jam"'
    screen = screen_of_all_nodes(shot_from_lines(*rows, "button Delete [clickable]"))
    history = (PastStep(Hover(screen.elements[1])),)
    proposal = lexical("")(
        Situation(goal.text, screen, subtask=goal, stage="act", tools=TOOLS, history=history)
    )
    assert proposal is not None
    assert (show(proposal.actions[0]), proposal.finished) == ('click 3 "Delete"', True)
