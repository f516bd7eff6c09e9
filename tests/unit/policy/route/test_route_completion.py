"""The policy `route` confirms dialogs, sets sliders, enters stated passwords and plans what was left out."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.route.content_rows import find_subject_rows, is_about_row
from onscreen.policy.route.dialog_confirmation import confirm_dialog
from onscreen.policy.route.place_action import enter_password
from onscreen.policy.route.place_index import index_places
from onscreen.policy.route.place_search import find_places, find_rows
from onscreen.policy.route.remaining_values import plan_remaining
from onscreen.policy.route.slider_action import slide
from onscreen.policy.route.tool_choice import choose_manager, choose_tool
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Box, Click, Element, PastStep, Point, Proposal, Situation, Subtask, Tool, Type
from onscreen.types.slider_value import SliderValue

QUESTION = ("dialog Forget Tower 7?", "  button Cancel [clickable]", "  button Forget [clickable]")
CHOICE = ("dialog Switch to a private account?", "  button Cancel [clickable]", "  button Switch [clickable]")


def situation(text: str, *lines: str, kind: str = "achieve", clicked: str = "") -> Situation:
    """Return the situation of a subtask on a screen, after a click on a button of a name."""
    history = (PastStep(Click(button(clicked))),) if clicked else ()
    screen = build_screen(shot_from_lines(*lines))
    return Situation(
        text, screen, subtask=msgspec.convert({"text": text, "kind": kind}, Subtask), history=history
    )


def button(name: str) -> Element:
    """Return a button of a name."""
    return build_screen(shot_from_lines(f"button {name} [clickable]")).elements[0]


def clicked_name(proposal: Proposal | None) -> str:
    """Return the name of the element that a proposal clicks, "" for none."""
    target = proposal.actions[0].target if proposal and isinstance(proposal.actions[0], Click) else None
    return target.name if isinstance(target, Element) else ""


@pytest.mark.parametrize(
    ("text", "kind", "lines", "clicked", "name"),
    [
        ("make it forget Tower 7", "achieve", QUESTION, "Forget", "Forget"),
        ("connect to Tower 7", "achieve", QUESTION, "Forget", ""),
        ("make it forget Tower 7", "achieve", QUESTION, "Share", ""),
        ("make it forget Tower 7", "set_field", QUESTION, "Forget", ""),
        ("confirm it if a dialog asks", "confirm", CHOICE, "Private account", "Switch"),
        ("confirm it if a dialog asks", "confirm", CHOICE, "Close friends", ""),
        (
            "confirm it if a dialog asks",
            "confirm",
            (*CHOICE, "  button More [clickable]"),
            "Private account",
            "",
        ),
    ],
)
def test_dialog_about_the_last_click_is_confirmed(
    text: str, kind: str, *, lines: tuple[str, ...], clicked: str, name: str
) -> None:
    """A dialog is confirmed only if it asks about the last click, which the subtask requests."""
    asked = situation(text, *lines, kind=kind, clicked=clicked)
    assert clicked_name(confirm_dialog(asked, text)) == name


@pytest.mark.parametrize(
    ("text", "across"),
    [
        ("turn the media volume all the way down", 8),
        ("set the brightness to the maximum", 192),
        ("set it to 50 %", 100),
        ("set the volume to 5", 100),
        ("set the volume to 20", None),
        ("look at the volume", None),
    ],
)
def test_slider_is_set_to_the_named_level(text: str, across: float | None) -> None:
    """Words, percentages and numbers in the range of the slider name a point of its track."""
    slider = msgspec.structs.replace(
        button("Media volume"), role="slider", box=Box(0, 0, 200, 20), slider=SliderValue(2, 0, 10)
    )
    click = slide(slider, text)
    point = click.target if click else None
    assert (point.x if isinstance(point, Point) else None) == (across and pytest.approx(across))


def test_stated_password_is_typed_once() -> None:
    """The password that the instruction states is typed into the only password field."""
    lines = ("dialog Fieldhouse", "  textbox Password [editable password]", "  button Connect [clickable]")
    asked = situation("Join Fieldhouse. Its password is pebble220cactus.", *lines)
    proposal = enter_password(asked)
    assert proposal is not None
    (action,) = proposal.actions
    assert isinstance(action, Type)
    assert action.text == "pebble220cactus"
    assert enter_password(msgspec.structs.replace(asked, history=(PastStep(action),))) is None
    assert enter_password(situation("Join Fieldhouse", *lines)) is None


def screen(title: str, *names: str, role: str = "button", group: str = "") -> MapScreen:
    """Return a screen with a control for each name."""
    return MapScreen(title, title, controls=tuple(MapControl(n, role, n, group=group or n) for n in names))


UNITS = screen("Units", "Celsius (°C)", "Fahrenheit (°F)", "Meters per second", role="radio", group="units")
NETWORKS = screen("Networks", "Hotel Aurora", "Tower 7", "Quiet Corner", group="network")
MAP = AppMap(
    "Settings",
    scope="org.example.settings/",
    screens=(screen("Home", "Units", "Networks", "Hotspot", "Weather", "Clock"), UNITS, NETWORKS),
    actions=(
        MapAction("Home", "opens", "Units", to="Units"),
        MapAction("Home", "opens", "Networks", to="Networks"),
    ),
)
INDEX = index_places(MAP)
OTHER = index_places(AppMap("Weather", screens=(screen("Today", "Humidity"),)))


def test_part_with_an_unused_value_is_planned_once() -> None:
    """A rejected claim leads to a goal for the part of the instruction whose value no step used."""
    text = "Show temperatures in Fahrenheit and the wind in meters per second"
    asked = msgspec.structs.replace(
        situation(text, "heading Units", clicked="Meters per second"), subtask=None
    )
    plan = plan_remaining(asked, INDEX)
    assert [each.text for each in plan] == ["Show temperatures in Fahrenheit", "confirm it if a dialog asks"]
    assert plan_remaining(msgspec.structs.replace(asked, completed=plan), INDEX) == ()
    question = msgspec.structs.replace(asked, instruction="Where is Fahrenheit?")
    assert plan_remaining(question, INDEX) == ()


def test_symbol_of_a_unit_is_no_part_of_a_name() -> None:
    """A name is whole without the symbol of its unit."""
    assert [found.share for found in find_places(INDEX, "show Fahrenheit")][:1] == [1]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Connect the phone to the network Hotel Aurora", "Hotel Aurora"),
        ("connect to hotel aurora", ""),
        ("Forget Tower 7", "Tower 7"),
    ],
)
def test_row_of_content_is_found_by_its_whole_name(text: str, name: str) -> None:
    """A row is found if the query contains its name as written."""
    rows = find_rows(INDEX, text)
    assert (rows[0].place.name if rows else "") == name


def test_choice_of_a_name_is_no_row_to_open() -> None:
    """A choice is found as a row only by a subtask that may set it."""
    names = ("Oslo", "Lima", "Quito")
    choices = screen("Place for alerts", *names, role="radio", group="choice")
    rows = screen("Places", *names, group="place")
    index = index_places(AppMap("Weather", screens=(screen("Today", "Place"), choices, rows)))
    assert [row.place.role for row in find_subject_rows(index, "show me Lima")] == ["button"]
    assert [row.place.role for row in find_subject_rows(index, "choose Lima")] == ["radio", "button"]


def test_subtask_is_about_the_row_that_is_its_object() -> None:
    """The object of a subtask comes before a place that fits as well, unless it was opened."""
    text = "save Tower 7 to the networks of home"
    row, places = find_rows(INDEX, text)[0], find_places(INDEX, text)
    assert is_about_row(situation(text, "heading Home"), row, found=places)
    assert not is_about_row(situation(text, "heading Home", clicked="Tower 7"), row, found=places)


def test_application_is_chosen_by_a_row_that_only_its_map_has() -> None:
    """The application with the named network is chosen, but not by a date or if another one is named."""
    indexes = {"Settings": INDEX, "Weather": OTHER}
    text = "Make it join Hotel Aurora"
    chosen = choose_tool(text, indexes)
    assert chosen is not None
    assert chosen.tool == "Settings"
    assert choose_tool(text, indexes, by_row=False) is None
    assert choose_tool("Make it join Castle Hill", indexes) is None


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("Which hotspot does the Weather app use?", "Settings"),
        ("Open the hotspot in Weather", ""),
        ("Which humidity does the Weather app show?", ""),
        ("Which hotspot does the Shop app use?", ""),
    ],
)
def test_application_that_manages_the_named_one_is_chosen(text: str, tool: str) -> None:
    """The settings list the named application and have a place for the request, which its own map lacks."""
    tools = (Tool("Weather", "w"), Tool("Shop", "s"))
    named = tuple(each.name for each in tools if each.name in text)
    chosen = choose_manager(text, {"Settings": INDEX, "Weather": OTHER}, named=named)
    assert (chosen.tool if chosen else "") == tool
