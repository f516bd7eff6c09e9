"""The policy `route` chooses the entry of a setting, and reads the chosen value of a list."""

from __future__ import annotations

import pytest

from onscreen.app_maps.map_extension import observe_screen
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.route.chosen_values import choose_entry, choose_state, read_choice
from onscreen.policy.route.place_index import index_places
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, Done, Element, PastStep, Proposal, Situation, Subtask

CITIES = (
    "heading Cities",
    "list",
    *(f"  button {city} [clickable]" for city in ("Oslo", "Turin", "Vilnius")),
)
SETTINGS = ("heading Forecast", "combobox City =Oslo [clickable]", "combobox Sound =Bell [clickable]")
OPTIONS = ("dialog City", *(f"  radio {city} [clickable]" for city in ("Oslo", "Turin")))
INDEX = index_places(
    observe_screen(
        AppMap("Weather", scope="org.example.weather/"),
        shot_from_lines(*CITIES, address="org.example.weather/.Main"),
    ).app_map
)
QUESTION = "Which sound is chosen?"


def situation(text: str, *lines: str, clicked: Element | None = None, kind: str = "achieve") -> Situation:
    """Return the situation of a subtask on a screen of these lines, after a click."""
    subtask = Subtask(text, kind="find_answer" if kind == "find_answer" else "achieve")
    history = (PastStep(Click(clicked)),) if clicked else ()
    return Situation(text, build_screen(shot_from_lines(*lines)), subtask=subtask, history=history)


def clicks(proposal: Proposal | None) -> str:
    """Return the name of the element that a proposal clicks, "" for none."""
    action = proposal.actions[0] if proposal and proposal.actions else None
    return action.target.name if isinstance(action, Click) and isinstance(action.target, Element) else ""


@pytest.mark.parametrize(
    ("text", "lines", "clicked", "name"),
    [
        ("send me the forecast of Turin", SETTINGS, "", "City"),
        ("send me the forecast of Oslo", SETTINGS, "", ""),
        ("send me the forecast", SETTINGS, "", ""),
        ("show me Turin", SETTINGS, "", ""),
        ("send me the forecast of Turin", OPTIONS, "City", "Turin"),
        ("send me the forecast of Turin", OPTIONS, "Sound", ""),
    ],
)
def test_dropdown_gets_the_named_entry(text: str, lines: tuple[str, ...], *, clicked: str, name: str) -> None:
    """A dropdown that holds another entry than the goal names is opened, and the named entry is chosen."""
    elements = build_screen(shot_from_lines(*SETTINGS)).elements
    opener = next((each for each in elements if each.name == clicked), None)
    asked = situation(text, *lines, clicked=opener)
    assert clicks(choose_entry(asked, INDEX, query=text)) == name


@pytest.mark.parametrize(("chosen", "answer"), [(("Chime",), "Chime"), ((), ""), (("Bell", "Chime"), "")])
def test_chosen_value_of_an_opened_list_is_the_answer(chosen: tuple[str, ...], answer: str) -> None:
    """A question about a setting is answered with the only value that is switched on in its list."""
    names = ("Bell", "Chime")
    states = {name: "clickable checked" if name in chosen else "clickable" for name in names}
    lines = ("dialog Sound", *(f"  radio {name} [{states[name]}]" for name in names))
    opener = build_screen(shot_from_lines(*SETTINGS)).elements[-1]
    proposal = read_choice(situation(QUESTION, *lines, clicked=opener, kind="find_answer"))
    action = proposal.actions[0] if proposal else None
    assert (action.answer if isinstance(action, Done) else "") == answer


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("turn the flash on", "On"),
        ("turn off the flash", "Off"),
        ("turn the timer on", ""),
        ("use the flash", ""),
    ],
)
def test_state_of_the_opened_control_is_chosen(text: str, name: str) -> None:
    """In the list that a control such as "Flash: Auto" opened, the state of a goal about it is chosen."""
    lines = ("dialog Flash", "  radio Auto [clickable]", "  radio On [clickable]", "  radio Off [clickable]")
    opener = build_screen(shot_from_lines("button Flash: Auto [clickable]")).elements[0]
    assert clicks(choose_state(situation(text, *lines, clicked=opener), text)) == name
