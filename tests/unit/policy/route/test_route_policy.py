"""The policy `route` follows a known path, and abstains at the first doubt."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from onscreen.app_maps.map_extension import observe_screen, record_step
from onscreen.app_maps.map_store import BadMap, save_map
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import build_policy, make_cascade
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.policy.route.route_policy import RoutePolicy, route
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Back,
    Click,
    Done,
    Element,
    PastStep,
    Proposal,
    ScreenChange,
    Scroll,
    Shot,
    Situation,
    Subtask,
    Tool,
    Type,
)

ADDRESS = "org.example.settings/.Main"
HOME = ("heading Settings", "button Network [clickable]", "button Display [clickable]")
NETWORK = ("heading Network", "switch Airplane mode [clickable]", "button Saved networks [clickable]")
TOOLS = (Tool("Settings", ADDRESS), Tool("Phone", "org.example.phone/.Main"))


def shot(*lines: str) -> Shot:
    """Return a screen of the application."""
    return shot_from_lines(*lines, address=ADDRESS)


def known_map() -> AppMap:
    """Return a map on which a click on "Network" leads to the screen "Network"."""
    home, network = shot(*HOME), shot(*NETWORK)
    seen = observe_screen(AppMap("Settings", home=ADDRESS, scope="org.example.settings/"), home)
    target = build_screen(home).elements[1]
    recorded = record_step(
        seen.app_map, home, after=network, screen_id=seen.screen, target=target, verb="click"
    )
    return recorded.app_map


POLICY = RoutePolicy((known_map(),))


def situation(text: str, *lines: str, history: tuple[PastStep, ...] = ()) -> Situation:
    """Return the situation of acting on a subtask on a screen of these lines."""
    screen = build_screen(shot(*(lines or HOME)))
    return Situation(text, screen, subtask=Subtask(text), history=history, tools=TOOLS)


def target_name(proposal: Proposal | None) -> str:
    """Return the name of the element that a proposal clicks, "" for none."""
    action = proposal.actions[0] if proposal and proposal.actions else None
    return action.target.name if isinstance(action, Click) and isinstance(action.target, Element) else ""


def test_step_towards_the_target_is_proposed() -> None:
    """On the way to a control that the subtask names, the next step of the path is proposed."""
    assert target_name(POLICY(situation("Turn on airplane mode"))) == "Network"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Delete airplane mode", NETWORK),
        ("Turn on airplane mode", ("heading Unknown", "button Network [clickable]")),
        ("Turn on the dark theme", HOME),
        ("Turn on airplane mode", (*HOME, "button Airplane mode [clickable]")),
    ],
)
def test_doubt_leads_to_abstention(text: str, lines: tuple[str, ...]) -> None:
    """It abstains from other verbs, on an unknown screen, without a path, and if the screen fits as well."""
    assert POLICY(situation(text, *lines)) is None


def test_switch_is_set_to_the_requested_state() -> None:
    """On the screen of a switch, the switch is operated, and only if its state differs."""
    on = POLICY(situation("Turn on airplane mode", *NETWORK))
    off = POLICY(situation("Turn airplane mode off", *NETWORK))
    assert on is not None
    assert off is not None
    assert target_name(on) == "Airplane mode"
    assert (on.finished, off.finished, off.actions) == (True, True, ())


def test_step_that_was_made_is_not_repeated() -> None:
    """A step that did not lead on is not proposed again, and entries are not discarded."""
    clicked = PastStep(Click(build_screen(shot(*HOME)).elements[1]))
    assert POLICY(situation("Turn on airplane mode", history=(clicked,))) is None
    assert POLICY(situation("Turn on airplane mode", history=(PastStep(Type("a")),))) is None


@pytest.mark.parametrize("by_model", [True, False])
def test_place_is_not_opened_again_after_a_model_took_over(*, by_model: bool) -> None:
    """A model that saved the form of a place has left it on purpose."""
    opened = PastStep(Click(build_screen(shot(*HOME)).elements[1]))
    others = tuple(PastStep(Scroll("down"), by_model=by_model) for _ in range(3))
    proposal = POLICY(situation("Turn on airplane mode", history=(opened, *others)))
    assert target_name(proposal) == ("" if by_model else "Network")


def test_step_that_another_policy_took_back_is_not_repeated_for_the_same_subtask() -> None:
    """A control is clicked again only for another subtask."""
    clicked = PastStep(Click(build_screen(shot(*HOME)).elements[1]))
    history = (clicked, PastStep(Scroll("down")), PastStep(Back()))
    asked = situation("Turn on airplane mode", history=history)
    assert POLICY(msgspec.structs.replace(asked, subtask_steps=3)) is None
    assert target_name(POLICY(asked)) == "Network"


@pytest.mark.parametrize(("text", "row"), [("Remove the code of Bo", "Bo"), ("Remove the code", "")])
def test_row_of_a_list_is_opened_only_if_it_is_named(text: str, row: str) -> None:
    """On a path through a list, the row that the subtask names is opened, and without a name none."""
    people = ("heading People", "list", "  button Ada [clickable]", "  button Bo [clickable]")
    details = ("heading Details", "button Remove code [clickable]")
    app_map = observe_screen(AppMap("People", scope="org.example.settings/"), shot(*people)).app_map
    for target in build_screen(shot(*people)).elements:
        if target.role == "button":
            app_map = record_step(
                app_map, shot(*people), after=shot(*details), screen_id="people", target=target, verb="click"
            ).app_map
    assert target_name(RoutePolicy((app_map,))(situation(text, *people))) == row


@pytest.mark.parametrize(
    ("text", "name"), [("Show the cache of Maps", ""), ("Show the cache of Mail", "Mail")]
)
def test_row_that_another_list_contains_is_opened_only_if_it_is_named(text: str, name: str) -> None:
    """A single control with the name of a row of content is not clicked for another row."""
    apps = ("heading Apps", "button Mail [clickable]", "tab All [clickable]")
    rows = (
        "heading All apps",
        "list",
        *(f"  button {each} [clickable]" for each in ("Mail", "Maps", "Sheets")),
    )
    app_map = observe_screen(AppMap("Settings", scope="org.example.settings/"), shot(*apps)).app_map
    for number, after in ((1, ("heading Info", "button Cache [clickable]")), (2, rows)):
        target = build_screen(shot(*apps)).elements[number]
        app_map = record_step(
            app_map, shot(*apps), after=shot(*after), screen_id="apps", target=target, verb="click"
        ).app_map
    assert target_name(RoutePolicy((app_map,))(situation(text, *apps))) == name


@pytest.mark.parametrize("title", ["Apps", "All apps"])
def test_row_is_opened_instead_of_a_single_control_that_opens_the_same_page(title: str) -> None:
    """For the cache of "Maps", the list with "Maps" is opened, not "Settings", which was used last."""
    apps = ("heading Apps", "button Settings [clickable]", "tab All [clickable]", "tab Notices [clickable]")
    names = [f"  button {each} [clickable]" for each in ("Mail", "Maps", "Sheets")]
    rows, notices = ("heading All apps", "list", *names), ("heading Notices", "group", *names)
    info = ("heading Info", "button Storage [clickable]")
    storage = ("heading Cache", "button Clear [clickable]")
    steps = (
        (apps, "Settings", info),
        (apps, "All", rows),
        (apps, "Notices", notices),
        (rows, "Mail", info),
        (info, "Storage", storage),
    )
    app_map = observe_screen(AppMap("Settings", scope="org.example.settings/"), shot(*apps)).app_map
    for before, name, after in steps:
        target = next(each for each in build_screen(shot(*before)).elements if each.name == name)
        screen_id = before[0].removeprefix("heading ").lower().replace(" ", "-")
        app_map = record_step(
            app_map, shot(*before), after=shot(*after), screen_id=screen_id, target=target, verb="click"
        ).app_map
    screen, wanted = {"Apps": (apps, "All"), "All apps": (rows, "Maps")}[title]
    asked = situation("How large is the cache of Maps?", *screen)
    subtask = Subtask(asked.instruction, kind="find_answer")
    assert target_name(RoutePolicy((app_map,))(msgspec.structs.replace(asked, subtask=subtask))) == wanted


def test_tab_is_opened_although_a_row_opens_the_same_page() -> None:
    """A tab with the title of a page stands for no entry, even if a content row leads to the page, too."""
    names = [f"  button {each} [clickable]" for each in ("Mail", "Maps", "Sheets")]
    home = ("heading Home", "tab Saved [clickable]", "button All [clickable]")
    rows, saved = ("heading All", "list", *names), ("heading Saved", "button Labels [clickable]")
    app_map = observe_screen(AppMap("Places", scope="org.example.settings/"), shot(*home)).app_map
    steps = ((home, "Saved", saved), (home, "All", rows), (rows, "Mail", saved), (rows, "Maps", saved))
    for before, name, after in steps:
        target = next(each for each in build_screen(shot(*before)).elements if each.name == name)
        screen_id = before[0].removeprefix("heading ").lower()
        app_map = record_step(
            app_map, shot(*before), after=shot(*after), screen_id=screen_id, target=target, verb="click"
        ).app_map
    assert target_name(RoutePolicy((app_map,))(situation("Show the labels", *home))) == "Saved"


def test_value_is_typed_into_the_only_field_behind_the_place() -> None:
    """The only value of the goal is typed into the only field of the opened form, which is submitted."""
    form = ("dialog Save network", "  textbox Network name [editable]", "  button Cancel", "  button Save")
    opened = PastStep(Click(build_screen(shot(*NETWORK)).elements[2]))
    asked = situation('Add "Attic" to the saved networks', *form, history=(opened,))
    asked = msgspec.structs.replace(asked, subtask=Subtask(asked.instruction, kind="achieve"))
    typed = POLICY(asked)
    assert typed is not None
    (action,) = typed.actions
    assert isinstance(action, Type)
    assert action.text == "Attic"
    submitted = POLICY(msgspec.structs.replace(asked, history=(opened, PastStep(action))))
    assert submitted is not None
    assert (target_name(submitted), submitted.finished) == ("Save", True)


def test_back_is_proposed_only_before_other_steps() -> None:
    """The way back to an earlier screen is taken only at the start of a subtask."""
    display = shot(
        "heading Display", "slider Light", "text Colors", "image Bulb", "switch Dark theme [clickable]"
    )
    home = build_screen(shot(*HOME)).elements
    app_map = record_step(
        known_map(), shot(*HOME), after=display, screen_id="settings", target=home[2], verb="click"
    ).app_map
    policy = RoutePolicy((app_map,))
    asked = situation("Turn on the dark theme", *NETWORK)
    proposal = policy(asked)
    assert proposal is not None
    assert proposal.actions == (Back(),)
    assert policy(msgspec.structs.replace(asked, subtask_steps=1)) is None


def test_value_that_was_clicked_and_passwords_are_not_typed() -> None:
    """A name that was used on the way is not typed, and no value is typed into a password field."""
    opened = PastStep(Click(build_screen(shot(*NETWORK)).elements[2]))
    for text, field in (
        ('Join "Saved networks" of the saved networks', "textbox Code [editable]"),
        ('Join "Attic" of the saved networks', "textbox Password [editable password]"),
    ):
        form = ("dialog Join network", f"  {field}", "  button Cancel", "  button Connect")
        asked = situation(text, *form, history=(opened,))
        assert POLICY(msgspec.structs.replace(asked, subtask=Subtask(text, kind="achieve"))) is None


def test_choice_with_another_number_is_found_by_its_form() -> None:
    """Of choices that differ in a number, the map contains one, and the one that the goal names is chosen."""
    lengths = (
        "dialog Snooze length",
        "  radio 5 minutes [clickable checked]",
        "  radio 10 minutes [clickable]",
    )
    app_map = observe_screen(known_map(), shot(*lengths)).app_map
    assert target_name(
        RoutePolicy((app_map,))(situation("Set the snooze length to 10 minutes", *lengths))
    ) == ("10 minutes")


@pytest.mark.parametrize(("time", "name"), [("9:30", "Alarm 9:30"), ("7:00", "")])
def test_of_switches_that_differ_in_their_numbers_the_named_one_is_set(time: str, name: str) -> None:
    """The key of a switch has no digits, so a switch with another time is on the same place of the map."""
    lines = ("heading Alarms", *(f"switch Alarm {each} [clickable, checked]" for each in ("8:15", "9:30")))
    app_map = observe_screen(
        AppMap("Clock", home=ADDRESS, scope="org.example.settings/"), shot(*lines)
    ).app_map
    proposal = RoutePolicy((app_map,))(situation(f"Turn off the alarm at {time}", *lines))
    assert target_name(proposal) == name


@pytest.mark.parametrize(("verb", "name"), [("Open", ""), ("Set the star of", "Star My lentil soup")])
def test_entry_is_not_opened_by_a_control_that_acts_on_it(verb: str, name: str) -> None:
    """The star of a mail has the name of the mail, but the mail is not opened with it."""
    lines = ("heading Inbox", "checkbox Star My lentil soup [clickable]")
    app_map = observe_screen(
        AppMap("Mail", home=ADDRESS, scope="org.example.settings/"), shot(*lines)
    ).app_map
    proposal = RoutePolicy((app_map,))(situation(f'{verb} "My lentil soup"', *lines))
    assert target_name(proposal) == name


def test_hidden_control_is_scrolled_to() -> None:
    """A control of the path that is out of view is scrolled to, until scrolling has no effect."""
    lines = ("heading Settings", "list [scrollable]", "  button Display [clickable]")
    proposal = POLICY(situation("Turn on airplane mode", *lines))
    assert proposal is not None
    assert proposal.actions == (Scroll("down"),)
    stuck = PastStep(Scroll("down"), change=ScreenChange())
    assert POLICY(situation("Turn on airplane mode", *lines, history=(stuck,))) is None


def test_place_is_answered_from_the_map() -> None:
    """The question where something is, is answered with the path to it."""
    question = msgspec.structs.replace(
        situation("Where is airplane mode?"), stage="choose_tools", subtask=None
    )
    proposal = POLICY(question)
    assert proposal is not None
    assert proposal.actions == (Done("Settings > Network > Airplane mode"),)


def is_chosen(policy: RoutePolicy, asked: Situation) -> bool:
    """Check whether a policy chooses an application with enough confidence to precede a language model."""
    proposal = policy(asked)
    return proposal is not None and proposal.confidence >= policy.min_confidence


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("In Phone, show the saved networks", "Phone"),
        ("In the settings of Phone, add Bo from the list of people", "Phone"),
        ("Which network is used?", "Settings"),
        ("Have a look at the network of Phone of Light", "Settings"),
    ],
)
def test_application_shares_most_words_with_the_instruction(text: str, tool: str) -> None:
    """The application in which something is to be done is guessed, otherwise that with the most words."""
    asked = msgspec.structs.replace(situation(text), stage="choose_tools")
    proposal = POLICY(asked)
    assert proposal is not None
    assert proposal.tools == (tool,)
    assert not is_chosen(POLICY, asked)


def test_guessed_application_precedes_the_less_confident_choice_of_the_rules(tmp_path: Path) -> None:
    """Without a language model, the more confident choice of an application counts."""
    save_map(known_map(), tmp_path / "settings")
    asked = msgspec.structs.replace(situation("Which network is used?"), stage="choose_tools")
    policy = build_policy(make_cascade(f"route:{tmp_path}+lexical"), LanguagePolicy)
    proposal = policy(asked)
    assert proposal is not None
    assert proposal.tools == ("Settings",)


def test_application_is_chosen_by_its_map() -> None:
    """Without an application's name, the one whose map contains what is named is chosen."""
    asked = msgspec.structs.replace(situation("Put this phone in airplane mode"), stage="choose_tools")
    proposal = POLICY(asked)
    assert proposal is not None
    assert proposal.tools == ("Settings",)
    named = msgspec.structs.replace(asked, instruction="Turn on airplane mode in Phone")
    assert not is_chosen(POLICY, named)


def test_application_is_not_chosen_by_a_value() -> None:
    """A choice such as "5 minutes" is a value of several applications, even if one map alone contains it."""
    lines = ("heading Stop music after", "radio 5 minutes [clickable]")
    app_map = observe_screen(AppMap("Settings", scope="org.example.settings/"), shot(*lines)).app_map
    asked = msgspec.structs.replace(situation("Stop it after 5 minutes"), stage="choose_tools")
    assert not is_chosen(RoutePolicy((app_map,)), asked)


def test_application_is_not_chosen_by_content() -> None:
    """Names of contacts and what several maps contain do not decide, but a quoted row of a single map."""
    people = ("heading People", "list", "  button Ada Wong [clickable]", "  button Bo Lind [clickable]")
    details = ("heading Details", "button Remove code [clickable]")
    app_map = observe_screen(AppMap("Phone", scope="org.example.settings/"), shot(*people)).app_map
    for target in build_screen(shot(*people)).elements:
        if target.role == "button":
            app_map = record_step(
                app_map, shot(*people), after=shot(*details), screen_id="people", target=target, verb="click"
            ).app_map
    asked = msgspec.structs.replace(situation("Send Ada Wong a message"), stage="choose_tools")
    assert not is_chosen(RoutePolicy((app_map,)), asked)
    only = msgspec.structs.replace(asked, instruction='Remove the code of "Ada Wong"')
    proposal = RoutePolicy((app_map, known_map()))(only)
    assert proposal is not None
    assert proposal.tools == ("Phone",)
    other = msgspec.structs.replace(known_map(), app="Phone", scope="org.example.phone/")
    unclear = msgspec.structs.replace(situation("Put this phone in airplane mode"), stage="choose_tools")
    assert not is_chosen(RoutePolicy((known_map(), other)), unclear)
    quoted = msgspec.structs.replace(situation('Answer "Airplane mode"'), stage="choose_tools")
    assert not is_chosen(POLICY, quoted)


def test_route_precedes_the_policy_that_planned(tmp_path: Path) -> None:
    """In a cascade without a model, the route is queried before the policy that made the plan."""
    save_map(known_map(), tmp_path / "settings")
    policy = build_policy(make_cascade(f"route:{tmp_path}+lexical"), LanguagePolicy)
    planned = msgspec.structs.replace(situation("Turn on airplane mode"), planner="lexical")
    proposal = policy(planned)
    assert proposal is not None
    assert proposal.proposer == f"route:{tmp_path}"


def test_damaged_map_is_reported(tmp_path: Path) -> None:
    """A damaged map is an error when the policy is created, not in the middle of a run."""
    save_map(known_map(), tmp_path / "settings").write_text("{}\n")
    with pytest.raises(BadMap, match="line 1"):
        route(str(tmp_path))
