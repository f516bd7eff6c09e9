"""The policy `route` adds entries to collections, and replaces references to earlier goals."""

from __future__ import annotations

import msgspec
import pytest
from learned_map import element, learn, shot

from onscreen.app_maps.map_extension import observe_screen
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.lexical.goal_planning import plan_goals, split_goals
from onscreen.policy.route.collection_actions import add_to_collection
from onscreen.policy.route.dialog_confirmation import confirm_dialog
from onscreen.policy.route.entry_qualities import set_qualities
from onscreen.policy.route.goal_references import name_references
from onscreen.policy.route.place_index import index_places
from onscreen.policy.route.route_policy import RoutePolicy
from onscreen.policy.route.written_texts import plan_texts
from onscreen.types import Click, Element, PastStep, Proposal, Situation, Subtask, Type

PEOPLE = (
    "heading People",
    "list",
    "  button Ada Lind [clickable]",
    "  button Bo Roth [clickable]",
    "  button Cy Moss [clickable]",
    "button Groups [clickable]",
)
PERSON = ("heading Person", "button Edit [clickable]", "button More options [clickable]")
FORM = ("heading Edit", "textbox Name [clickable editable]", "button Save [clickable]")
MENU = ("dialog", "button Share [clickable]", "button Labels [clickable]")
LABELS = ("dialog Labels", "  checkbox Family [clickable]", "  button Cancel [clickable]")
CHOICE = (*LABELS, "  checkbox Club [clickable]", "  button Done [clickable]")
CHOSEN = (*LABELS, "  checkbox Club [clickable checked]", "  button Done [clickable]")
GROUP = (
    "heading Group",
    "list",
    *(f"  button {name} [clickable]" for name in ("Di Voss", "Ed Wirth", "Fay Au")),
)
GROUPS = ("heading Groups", "list", *(f"  button {name} [clickable]" for name in ("Chess", "Choir", "Crew")))
ADD = "add Bo Roth to the label Club"


APP_MAP = learn(
    (PEOPLE, "Ada Lind", PERSON),
    (PEOPLE, "Cy Moss", PERSON),
    (PEOPLE, "Groups", GROUPS),
    (GROUPS, "Chess", GROUP),
    (GROUPS, "Choir", GROUP),
    (PERSON, "Edit", FORM),
    (PERSON, "More options", MENU),
    (MENU, "Labels", LABELS),
)


WRITTEN = 'Review The Old Post with 2 stars and the text "Nice"'


def propose(text: str, *lines: str, history: tuple[PastStep, ...] = ()) -> Proposal | None:
    """Query the policy on a screen of these lines, after past steps of the subtask."""
    screen = build_screen(shot(*lines))
    asked = Situation(text, screen, subtask=Subtask(text, kind="achieve"), history=history)
    return RoutePolicy((APP_MAP,))(msgspec.structs.replace(asked, subtask_steps=len(history)))


def clicks(proposal: Proposal | None) -> str:
    """Return the name of the element that a proposal clicks, "" for none."""
    action = proposal.actions[0] if proposal and proposal.actions else None
    return action.target.name if isinstance(action, Click) and isinstance(action.target, Element) else ""


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        (
            "Create a label called Club and put Ada Lind and Bo Roth in it",
            ["open Ada Lind", "add Ada Lind to the label Club", "open Bo Roth", ADD],
        ),
        (
            'Create the label "Club" and put it on the note "Balcony"',
            ['open note "Balcony"', 'add note "Balcony" to the label "Club"'],
        ),
        (
            "Remove Ada Lind from the favorites and add Bo Roth instead",
            ["Remove Ada Lind from the favorites", "add Bo Roth to the favorites"],
        ),
        ("Call Ada Lind and turn on the speaker. Do not hang up", ["Call Ada Lind", "turn on the speaker"]),
        ("Delete Ada Lind and put Bo Roth in it", ["Delete Ada Lind", "put Bo Roth in it"]),
    ],
)
def test_reference_to_an_earlier_goal_is_replaced_by_a_name(text: str, goals: list[str]) -> None:
    """A collection of an earlier goal is named in the goals that refer to it."""
    plan = name_references(plan_goals(split_goals(text)))
    assert [each.text for each in plan if each.kind == "achieve"] == goals


def test_new_value_of_an_entry_replaces_the_old_one() -> None:
    """A statement that an entry has a new value is planned as a change of the field."""
    goals = split_goals("Ada Lind has a new phone number, 559-23. Replace the old one.")
    plan = name_references(plan_goals(goals))
    assert [each.text for each in plan][:2] == ['open "Ada Lind"', 'set phone number to "559-23"']


def test_opened_entry_is_added_to_the_named_collection() -> None:
    """The nearest control of the kind of collection, the collection and the confirmation are clicked."""
    steps = [PastStep(Click(element("Bo Roth", *PEOPLE)))]
    for lines, name in (
        (PERSON, "More options"),
        (MENU, "Labels"),
        (CHOICE, "Club"),
        (CHOSEN, "Done"),
    ):
        assert clicks(propose(ADD, *lines, history=tuple(steps))) == name
        steps.append(PastStep(Click(element(name, *lines))))
    form = Situation(ADD, build_screen(shot(*FORM)), history=tuple(steps[:1]))
    assert add_to_collection(form, index_places(APP_MAP), query=ADD) is None
    assert clicks(propose("add Di Voss to the label Club", *CHOICE, history=tuple(steps[:3]))) != "Club"


def test_click_on_the_named_row_completes_opening_it() -> None:
    """A goal that opens an entry is complete after the click on its row, unlike one that does more."""
    opening, showing = propose("open Bo Roth", *PEOPLE), propose("Share Bo Roth", *PEOPLE)
    assert opening is not None
    assert showing is not None
    assert (clicks(opening), opening.finished) == ("Bo Roth", True)
    assert (clicks(showing), showing.finished) == ("Bo Roth", False)


def test_row_is_not_looked_for_in_another_entry_or_after_a_search() -> None:
    """A path through the row of another entry is followed only if the goal names it, and before a search."""
    assert clicks(propose("open Di Voss", *PEOPLE)) == ""
    assert clicks(propose("open Di Voss of Chess", *PEOPLE)) == "Groups"
    assert clicks(propose("open Bo Roth", *GROUPS, history=(PastStep(Type("Bo Roth")),) * 3)) == ""


def test_new_entry_gets_the_described_quality() -> None:
    """A switch named after the opposite of a description of a new entry is turned off before saving."""
    form = ("heading New list", "textbox Name [clickable editable]", "switch Private [clickable checked]")
    index = index_places(observe_screen(AppMap("People", scope="org.example.people/"), shot(*form)).app_map)
    plan = plan_goals(("Create a public playlist named Songs",))
    goals = [each.text for each in set_qualities(plan, index, tool="")]
    assert goals[2:] == ["turn off Private", "save what was entered"]
    plain = plan_goals(("Create a playlist named Songs",))
    assert set_qualities(plain, index, tool="") == plain


@pytest.mark.parametrize(
    ("lines", "kind", "step", "name"),
    [
        (CHOSEN, "confirm", PastStep(Click(element("Club", *CHOICE))), "Done"),
        (CHOSEN[:1] + CHOSEN[3:], "confirm", PastStep(Click(element("Club", *CHOICE))), "Done"),
        (CHOSEN[3:], "confirm", PastStep(Click(element("Club", *CHOICE))), ""),
        (CHOSEN, "confirm", PastStep(Click(element("Share", *MENU))), ""),
        (
            ("textbox Label [clickable editable]", "button Create label [clickable]"),
            "save",
            PastStep(Type("Club", element("Label", "textbox Label [clickable editable]"))),
            "Create label",
        ),
    ],
)
def test_choice_and_entered_name_are_confirmed(
    lines: tuple[str, ...], kind: str, *, step: PastStep, name: str
) -> None:
    """A choice is accepted beside a button that refuses, or in a dialog with a single button."""
    subtask = msgspec.convert({"text": kind, "kind": kind}, Subtask)
    asked = Situation(kind, build_screen(shot(*lines)), subtask=subtask, history=(step,))
    assert clicks(confirm_dialog(asked, kind)) == name


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (WRITTEN, ["open", "create a new review", 'set rating to "2 stars"', 'set review to "Nice"']),
        (
            'Post a review of Old Post in Maps: 3 stars, "Nice"',
            ["open", "create a new review", 'set rating to "3 stars"', 'set review to "Nice"'],
        ),
        ('Write the comment "Nice" under the video "Old Post"', ["open", "create", 'set comment to "Nice"']),
        ("Review The Old Post", []),
    ],
)
def test_text_about_an_entry_is_written_on_its_page(text: str, steps: list[str]) -> None:
    """A comment or a review opens its entry, then a new form, which is filled in and saved."""
    plan = plan_texts((Subtask(text, kind="achieve"),))
    assert len(plan) == len(steps) + 1
    assert all(each.text.startswith(step) for each, step in zip(plan, steps, strict=False))


def test_entry_that_a_suggestion_or_a_card_shows_is_clicked_again() -> None:
    """After a click on a search suggestion, the row of the entry is clicked, but not after its own row."""
    found = ("heading Results", "button Options [clickable]", "button Bo Roth [clickable]")
    suggested = PastStep(Click(element("Bo Roth", "textbox Search [clickable editable]", *PEOPLE)))
    same = PastStep(Click(element("Bo Roth", *found)))
    for step, name in ((suggested, "Bo Roth"), (same, "")):
        screen, done = build_screen(shot(*found)), Subtask("open Bo Roth", kind="achieve")
        subtask = Subtask("create a new comment", kind="create", subject="comment")
        asked = Situation("Comment", screen, subtask=subtask, history=(step,), completed=(done,))
        assert clicks(RoutePolicy((APP_MAP,))(asked)) == name


def test_quoted_text_is_typed_into_the_only_field() -> None:
    """A form with a single field needs no field of the right name for a quoted text."""
    form = ("heading Edit", "textbox Name [clickable editable]", "button Save [clickable]")
    subtask = Subtask('set review to "Nice"', kind="set_field", subject="review", value="Nice")
    asked = Situation(WRITTEN, build_screen(shot(*form)), subtask=subtask)
    proposal = RoutePolicy((APP_MAP,))(asked)
    assert proposal is not None
    assert isinstance(proposal.actions[0], Type)
    assert proposal.actions[0].text == "Nice"
    assert RoutePolicy((APP_MAP,))(msgspec.structs.replace(asked, instruction="Review it")) is None


def test_entry_is_created_with_a_control_or_field_whose_name_has_an_article() -> None:
    """A review is created with "Write a review", and a comment is typed into "Add a comment"."""
    page = ("heading Post", "button Write a review [clickable]", "textbox Add a comment [clickable editable]")
    app_map = observe_screen(AppMap("People", scope="org.example.people/"), shot(*page)).app_map
    screen = build_screen(shot(*page))
    proposals = [
        RoutePolicy((app_map,))(
            Situation(noun, screen, subtask=Subtask(f"create a new {noun}", kind="create", subject=noun))
        )
        for noun in ("review", "comment")
    ]
    assert [clicks(each) for each in proposals] == ["Write a review", ""]
    assert [each is not None and each.finished for each in proposals] == [True, True]
