"""The policy `route` opens rows, acts on entries by known controls, and creates entries."""

from __future__ import annotations

import msgspec
import pytest
from learned_map import element, learn, shot

from onscreen.app_maps.map_extension import observe_screen
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.route.entry_actions import act_on_entry, find_creating_places
from onscreen.policy.route.place_index import index_places
from onscreen.policy.route.route_policy import RoutePolicy
from onscreen.types import Click, Element, PastStep, Proposal, Situation, Subtask, SubtaskKind, Type

PEOPLE = (
    "heading People",
    "list",
    "  button Ada Lind [clickable]",
    "  button Bo Roth [clickable]",
    "  button Cy Moss [clickable]",
)
DETAILS = ("heading Details", "button Edit [clickable]", "button More options [clickable]")
MENU = ("dialog", "button Share [clickable]", "button Delete [clickable]", "button Discard [clickable]")
ALBUM = (
    "heading Album",
    "list",
    "  button Blue Lantern [clickable]",
    "  button Distant Kitchen [clickable]",
    "  button Postcard [clickable]",
    "toolbar",
    "  button Options of Blue Lantern [clickable]",
    "  button Options of Distant Kitchen [clickable]",
)
ACTIONS = ("heading Actions", "button Remove [clickable]", "button Queue [clickable]")


PEOPLE_MAP = learn(
    (PEOPLE, "Ada Lind", DETAILS), (PEOPLE, "Cy Moss", DETAILS), (DETAILS, "More options", MENU)
)
ALBUM_MAP = learn((ALBUM, "Options of Blue Lantern", ACTIONS), (ALBUM, "Options of Distant Kitchen", ACTIONS))


def propose(
    app_map: AppMap, text: str, *lines: str, clicked: Element | None = None, kind: SubtaskKind = "achieve"
) -> Proposal | None:
    """Query the policy with a map on a screen of these lines, after a click."""
    history = (PastStep(Click(clicked)),) if clicked else ()
    screen = build_screen(shot(*lines))
    asked = Situation(text, screen, subtask=Subtask(text, kind=kind), history=history)
    return RoutePolicy((app_map,))(msgspec.structs.replace(asked, subtask_steps=len(history)))


def target_name(proposal: Proposal | None) -> str:
    """Return the name of the element that a proposal clicks, "" for none."""
    action = proposal.actions[0] if proposal and proposal.actions else None
    return action.target.name if isinstance(action, Click) and isinstance(action.target, Element) else ""


@pytest.mark.parametrize(("text", "name"), [("Delete Bo Roth", "Bo Roth"), ("Delete Di Voss", "")])
def test_named_row_of_a_list_is_opened(text: str, name: str) -> None:
    """A row that the goal names is clicked where the map knows that the rows open a screen."""
    assert target_name(propose(PEOPLE_MAP, text, *PEOPLE)) == name


def test_row_is_left_to_others_if_another_control_has_its_name() -> None:
    """A second control with the name of the row is a doubt, unless it begins with another verb."""
    lines = (*PEOPLE, "button Options of Bo Roth [clickable]")
    assert propose(PEOPLE_MAP, "Delete Bo Roth", *lines) is None
    called = (*PEOPLE, "button Call Bo Roth [clickable]")
    assert target_name(propose(PEOPLE_MAP, "Delete Bo Roth", *called)) == "Bo Roth"


def test_control_that_acts_on_an_entry_is_found_in_its_menu() -> None:
    """After the entry was opened, the menu with the verb of the goal is opened, then the control is used."""
    opened = element("Bo Roth", *PEOPLE)
    assert target_name(propose(PEOPLE_MAP, "Delete Bo Roth", *DETAILS, clicked=opened)) == "More options"
    acting = propose(PEOPLE_MAP, "Delete Bo Roth", *MENU, clicked=opened)
    assert target_name(acting) == "Delete"
    assert acting is not None
    assert acting.finished


@pytest.mark.parametrize("text", ["Delete Di Voss", "Show Bo Roth", "Archive Bo Roth"])
def test_other_entries_and_verbs_are_not_acted_on(text: str) -> None:
    """Without the named entry, or without a control of the verb, the next policy decides."""
    assert target_name(propose(PEOPLE_MAP, text, *MENU, clicked=element("Bo Roth", *PEOPLE))) == ""


@pytest.mark.parametrize(("verb", "name"), [("Remove", "Options of Blue Lantern"), ("Rename", "")])
def test_menu_of_a_row_is_opened_for_a_verb_that_it_offers(verb: str, name: str) -> None:
    """Of the controls of a row, the one is clicked that opens a menu with the verb of the goal."""
    assert target_name(propose(ALBUM_MAP, f"{verb} Blue Lantern", *ALBUM)) == name


def test_menu_of_a_row_is_not_opened_by_a_control_with_another_verb() -> None:
    """Of two controls of a row in the same group, the one whose name is no other action opens the menu."""
    rows = ("Ada Lind", "Bo Roth", "Cy Moss")
    controls = (f"  button {verb} {name} [clickable]" for name in rows for verb in ("Reorder", "Remove"))
    lines = (*PEOPLE, "toolbar", *controls)
    first = ("dialog", "button Move down [clickable]", "button Remove [clickable]")
    last = ("dialog", "button Move up [clickable]", "button Move to top [clickable]")
    app_map = learn((lines, "Reorder Ada Lind", first), (lines, "Reorder Bo Roth", last))
    assert target_name(propose(app_map, "Move Bo Roth to the top", *lines)) == "Reorder Bo Roth"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Delete the alarm labelled Feed the cat", "05:45"),
        ("Delete the alarm labelled Feed the dog", ""),
        ("Move the alarm labelled Feed the cat", ""),
    ],
)
def test_row_is_opened_by_a_text_that_names_the_entry(text: str, name: str) -> None:
    """An alarm is opened by its label, the only text with its name, for a verb that acts on entries."""
    alarms = (
        "heading Alarms",
        "button 05:45 [clickable]",
        "text Feed the cat, Sunday",
        "switch Alarm 05:45 [clickable]",
        "button Add alarm [clickable]",
    )
    app_map = observe_screen(AppMap("Clock", scope="org.example.people/"), shot(*alarms)).app_map
    assert target_name(propose(app_map, text, *alarms)) == name


def test_choice_is_named_by_its_number() -> None:
    """After "Download", the quality "Low 144p" is chosen for a goal with "144p"."""
    page = ("heading Film", "button Download [clickable]")
    qualities = ("dialog Quality", "  radio High 720p [clickable]", "  radio Low 144p [clickable]")
    app_map = learn((PEOPLE, "Bo Roth", page), (PEOPLE, "Cy Moss", page), (page, "Download", qualities))
    history = (
        PastStep(Click(element("Bo Roth", *PEOPLE))),
        PastStep(Click(element("Download", *page))),
    )
    text = "Download Bo Roth in 144p"
    screen = build_screen(shot(*qualities))
    asked = Situation(text, screen, subtask=Subtask(text, kind="achieve"), history=history, subtask_steps=2)
    assert target_name(RoutePolicy((app_map,))(asked)) == "Low 144p"


def test_list_whose_rows_offer_the_verb_is_preferred() -> None:
    """Of two lists with an entry, the one whose rows have a menu with the goal's verb is approached."""
    stops = (*PEOPLE, "button Edit list [clickable]")
    names = ("Ada Lind", "Bo Roth", "Cy Moss")
    edited = ("heading Edit list", "list", *(f"  button {name} [clickable]" for name in names))
    edited += ("toolbar", *(f"  button Reorder {name} [clickable]" for name in names))
    first, last = (("dialog", *(f"button {each} [clickable]" for each in menu)) for menu in (
        ("Move down", "Remove"), ("Move up", "Move down", "Remove"),
    ))  # fmt: skip
    app_map = learn(
        (stops, "Ada Lind", ("heading Ada Lind", "text Details")),
        (stops, "Cy Moss", ("heading Cy Moss", "text Details")),
        (stops, "Edit list", edited),
        (edited, "Reorder Ada Lind", first),
        (edited, "Reorder Bo Roth", last),
    )
    assert target_name(propose(app_map, "Remove Bo Roth from my people", *stops)) == "Edit list"
    assert target_name(propose(app_map, "Show Bo Roth", *stops)) == "Bo Roth"


def test_entry_is_created_with_the_named_control() -> None:
    """A new entry is created by the control of its kind, and the subtask is complete afterwards."""
    clock = ("heading Clock", "button Add alarm [clickable]", "button Add timer [clickable]")
    app_map = observe_screen(AppMap("Clock", scope="org.example.people/"), shot(*clock)).app_map
    proposal = propose(app_map, "create a new timer", *clock, kind="create")
    assert target_name(proposal) == "Add timer"
    assert proposal is not None
    assert proposal.finished
    assert find_creating_places(index_places(app_map), "create a new city") == ()


def test_entry_of_a_menu_is_followed_to_the_screen_of_its_name() -> None:
    """The entries of a menu without a title are no rows of a list, although only one of them was tried."""
    home = ("heading Home", "button More options [clickable]")
    menu = ("button History [clickable]", "button Clear [clickable]", "button Settings [clickable]")
    settings = ("heading Settings", "switch Dark theme [clickable]")
    app_map = learn((home, "More options", menu), (menu, "Settings", settings))
    assert target_name(propose(app_map, "Turn on the dark theme", *menu)) == "Settings"


def test_control_with_the_verb_and_the_entry_is_clicked() -> None:
    """A control such as "Like Ann: Hello" completes a goal; without the entry, it is left to others."""
    posts = (
        "heading Posts",
        "button Like Ann Moss: Hello [clickable]",
        "button Like Bo Roth: Hi [clickable]",
    )
    app_map = observe_screen(AppMap("Posts", scope="org.example.people/"), shot(*posts)).app_map
    proposal = propose(app_map, "like the post of Ann Moss", *posts)
    assert target_name(proposal) == ""
    proposal = propose(app_map, 'like the post of Ann Moss that begins with "Hello"', *posts)
    assert target_name(proposal) == "Like Ann Moss: Hello"
    assert proposal is not None
    assert proposal.finished
    assert target_name(propose(app_map, "like the post of Cy Lind", *posts)) == ""


def test_target_of_an_action_is_chosen_after_its_verb() -> None:
    """After "Save", the list that the goal names is chosen; what the goal does not name is left to others."""
    place = ("heading Old Post", "button Save [clickable]", "button Share [clickable]")
    lists = ("dialog", "button Favorites [clickable]", "button Weekend [clickable]")
    app_map = learn((PEOPLE, "Bo Roth", place), (PEOPLE, "Cy Moss", place), (place, "Save", lists))
    opened = element("Bo Roth", *PEOPLE)
    text = "Save Bo Roth to the list Favorites"
    saving = propose(app_map, text, *place, clicked=opened)
    assert target_name(saving) == "Save"
    assert saving is not None
    assert not saving.finished
    history = (PastStep(Click(opened)), PastStep(Click(element("Save", *place))))
    screen = build_screen(shot(*lists))
    asked = Situation(text, screen, subtask=Subtask(text, kind="achieve"), history=history, subtask_steps=2)
    assert target_name(RoutePolicy((app_map,))(asked)) == "Favorites"


def test_dialog_is_not_taken_for_an_action() -> None:
    """A button "Cancel" of a dialog does not cancel an entry."""
    dialog = ("dialog", "button Cancel [clickable]", "button OK [clickable]")
    app_map = learn((PEOPLE, "Bo Roth", DETAILS), (PEOPLE, "Cy Moss", DETAILS), (DETAILS, "Edit", dialog))
    opened = element("Bo Roth", *PEOPLE)
    asked = Situation(
        "Cancel Bo Roth", build_screen(shot(*DETAILS)), history=(PastStep(Click(opened)),), subtask_steps=1
    )
    assert act_on_entry(asked, index_places(app_map), query="Cancel Bo Roth") is None


def test_field_of_the_name_is_filled_once() -> None:
    """The value of a subtask is typed into the known, empty field of its name."""
    form = ("heading New alarm", "textbox Label [clickable,editable]", "textbox Note [clickable,editable]")
    app_map = observe_screen(AppMap("Clock", scope="org.example.people/"), shot(*form)).app_map
    screen = build_screen(shot(*form))
    subtask = Subtask('set label to "Gym"', kind="set_field", subject="label", value="Gym")
    asked = Situation("Set an alarm", screen, subtask=subtask)
    proposal = RoutePolicy((app_map,))(asked)
    assert proposal is not None
    assert isinstance(proposal.actions[0], Type)
    assert (proposal.actions[0].text, proposal.finished) == ("Gym", True)
    other = msgspec.structs.replace(asked, subtask=msgspec.structs.replace(subtask, subject="title"))
    assert RoutePolicy((app_map,))(other) is None


def test_named_value_of_a_list_is_chosen() -> None:
    """After the control of a setting opened its values, the one that the goal names is chosen."""
    settings = ("heading Settings", "combobox Decimal places [clickable]", "button About [clickable]")
    values = ("dialog", "radio 2 [clickable]", "radio 6 [clickable]")
    app_map = observe_screen(AppMap("Calculator", scope="org.example.people/"), shot(*settings)).app_map
    text = "show 6 decimal places"
    assert target_name(propose(app_map, text, *settings)) == "Decimal places"
    opened = element("Decimal places", *settings)
    assert target_name(propose(app_map, text, *values, clicked=opened)) == "6"
    assert target_name(propose(app_map, "show decimal places", *values, clicked=opened)) == ""


def test_row_is_opened_beside_a_menu_without_the_verb() -> None:
    """The menu of a row is no doubt if the map knows its entries, and none of them is the verb."""
    lines = (
        *PEOPLE,
        "toolbar",
        "  button Options of Ada Lind [clickable]",
        "  button Options of Bo Roth [clickable]",
    )
    menu = ("button Share [clickable]", "button Remove [clickable]")
    app_map = learn(
        (lines, "Ada Lind", DETAILS), (lines, "Cy Moss", DETAILS), (lines, "Options of Ada Lind", menu)
    )
    assert target_name(propose(app_map, "Sort Bo Roth by name", *lines)) == "Bo Roth"
    assert target_name(propose(app_map, "Remove Bo Roth", *lines)) == "Options of Bo Roth"


def test_button_of_one_word_after_another_control_is_ambiguous() -> None:
    """A genre "Pop" is not opened for the preset "Pop" of the equaliser, which the map does not contain."""
    home = ("heading Music", "button Equaliser [clickable]", "button Search [clickable]")
    genres = ("heading Search", "button Pop [clickable]", "button Jazz [clickable]")
    equaliser = ("heading Equaliser", "switch Use equaliser [clickable]", "combobox Preset [clickable]")
    app_map = learn((home, "Search", genres), (home, "Equaliser", equaliser))
    assert target_name(propose(app_map, "open the genre Pop", *home)) == "Search"
    proposal = propose(app_map, "turn the equaliser on with the preset Pop", *genres)
    assert target_name(proposal) != "Pop"


def test_question_about_an_entry_leads_to_its_own_page() -> None:
    """The page of an entry is not reached by the row of another entry."""
    home = ("heading Start", "button Newest: Ada Lind [clickable]", "button Everybody [clickable]")
    page = ("heading Person", "button Storage of messages [clickable]", "button Send [clickable]")
    storage = ("heading Storage", "text Cached pictures", "button Empty cached pictures [clickable]")
    app_map = learn(
        (home, "Newest: Ada Lind", page),
        (home, "Everybody", PEOPLE),
        (PEOPLE, "Ada Lind", page),
        (PEOPLE, "Cy Moss", page),
        (page, "Storage of messages", storage),
    )
    text = "How large are the cached pictures of Bo Roth, if I empty nothing?"
    assert target_name(propose(app_map, text, *home, kind="find_answer")) == "Everybody"
    assert target_name(propose(app_map, text, *PEOPLE, kind="find_answer")) == "Bo Roth"
