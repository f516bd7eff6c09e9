"""Screens are recognized although their content changed, and steps are recorded with their effects."""

from __future__ import annotations

import pytest

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.map_extension import observe_screen, record_step
from onscreen.app_maps.screen_map import AppMap, MapAction, find_path
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Element, Shot

ADDRESS = "org.example.clock/.Main"
START = AppMap("Clock", home="Clock", scope="org.example.clock/")


def shot(*lines: str, address: str = ADDRESS) -> Shot:
    """Return a shot of the application."""
    return shot_from_lines(*lines, address=address)


def alarms(*times: str, states: str = "clickable") -> Shot:
    """Return the list of alarms."""
    rows = [f"    button {time} [clickable]" for time in times]
    return shot("heading Alarms", "list", *rows, f"switch Vibrate [{states}]", "button Add alarm [clickable]")


def named(screen: Shot, name: str) -> Element:
    """Return the element with a name."""
    return next(element for element in build_screen(screen).elements if element.name == name)


def step(app_map: AppMap, before: Shot, name: str, after: Shot) -> tuple[AppMap, MapAction]:
    """Record a click on the element with this name, and return the map and the recorded action."""
    seen = observe_screen(app_map, before)
    recorded = record_step(
        seen.app_map, before, after=after, screen_id=seen.screen, target=named(before, name), verb="click"
    )
    return recorded.app_map, recorded.app_map.actions[-1]


@pytest.mark.parametrize("times", [("07:00",), ("06:15", "09:30", "11:00"), ("21:45",) * 9])
def test_list_of_any_length_is_one_screen(times: tuple[str, ...]) -> None:
    """A list with other rows, or with another number of rows, is the same screen."""
    first = observe_screen(START, alarms("07:00", "08:30"))
    again = observe_screen(first.app_map, alarms(*times))
    assert (again.screen, again.is_new) == (first.screen, False)


@pytest.mark.parametrize(("rows", "kept"), [(16, 16), (40, 24)])
def test_long_menu_is_kept_whole_and_a_longer_list_in_part(rows: int, kept: int) -> None:
    """A menu has at most a few dozen entries; further rows of a list say nothing new."""
    names = [f"{chr(97 + row // 26)}{chr(97 + row % 26)}" for row in range(rows)]
    seen = observe_screen(START, shot("heading Menu", *(f"button {name} [clickable]" for name in names)))
    assert len(seen.app_map.screens[0].controls) == kept


def test_other_title_is_another_screen() -> None:
    """Two screens of the same structure with different titles are two screens."""
    first = observe_screen(START, shot("heading Sound", "switch On [clickable]"))
    other = observe_screen(first.app_map, shot("heading Display", "switch On [clickable]"))
    assert other.is_new
    assert [screen.title for screen in other.app_map.screens] == ["Sound", "Display"]


def test_page_of_another_version_is_one_screen() -> None:
    """The hash of a version in the address and in the names of links is content, but a word is not."""
    seen = [
        observe_screen(
            START,
            shot("heading Version", f"link {number} [clickable]", address=f"http://a.test/info/{number}"),
        )
        for number in ("6cc10929d1df", "0ef13a7")
    ]
    assert seen[0].app_map.screens[0].labels == seen[1].app_map.screens[0].labels
    other = shot("heading Version", "link facade [clickable]", address="http://a.test/info/facade")
    assert observe_screen(START, other).app_map.screens[0].labels != seen[0].app_map.screens[0].labels


def test_page_by_a_parameter_is_another_screen() -> None:
    """A page with another parameter, such as the editor of a wiki page, is another screen."""
    page = ("heading Trips", "link Edit [clickable]")
    places = (
        "http://a.test/doku?id=oste",
        "http://a.test/doku?id=brill",
        "http://a.test/doku?id=oste&do=edit",
    )
    labels = [observe_screen(START, shot(*page, address=place)).app_map.screens[0].labels for place in places]
    assert labels[0] == labels[1] != labels[2]


def test_control_that_a_click_reveals_names_its_openers() -> None:
    """The items of a menu, and those of a menu in it, name the controls to click before they appear."""
    closed = shot("heading Bills", "button Account [clickable]")
    account = shot("heading Bills", "button Account [clickable]", "menu", "  menuitem Share [clickable]")
    share = shot(
        "heading Bills", "button Account [clickable]", "menu", "  menuitem Share [clickable]", "link Feed"
    )
    app_map = step(START, closed, "Account", account)[0]
    app_map = step(app_map, account, "Share", share)[0]
    keys = {control.name: control.key for control in app_map.screens[0].controls}
    assert app_map.screens[0].openers(keys["Feed"]) == (keys["Account"], keys["Share"])
    assert app_map.screens[0].openers(keys["Account"]) == ()


def test_heading_of_the_main_part_is_the_title() -> None:
    """Pages with the name of the site in their header differ in the heading of their main part."""
    header = ("banner", "    heading Cycling club", "main")
    first = observe_screen(START, shot(*header, "    heading Trips"))
    other = observe_screen(first.app_map, shot(*header, "    heading Workshop"))
    assert [screen.title for screen in other.app_map.screens] == ["Trips", "Workshop"]


def test_scrolling_stays_on_the_screen() -> None:
    """A screen whose title is scrolled away is the same one."""
    top = shot("heading History", "heading Plots", "button Zoom [clickable]")
    below = shot("heading Importance", "button Save [clickable]")
    seen = observe_screen(START, top)
    recorded = record_step(seen.app_map, top, after=below, screen_id=seen.screen, target=None, verb="scroll")
    assert (recorded.screen, len(recorded.app_map.screens)) == (seen.screen, 1)


def test_tab_that_is_scrolled_away_is_the_same_page() -> None:
    """A screen whose selected tab is scrolled away is the same one; another tab is another screen."""
    top = shot("heading Forecast", "tab Rain [selected]", "button Details [clickable]")
    below = shot("heading Forecast", "text 22:00")
    other = shot("heading Forecast", "tab Wind [selected]", "text 22:00", "button Map [clickable]")
    seen = observe_screen(START, top)
    screens = [
        record_step(seen.app_map, top, after=after, screen_id=seen.screen, target=None, verb="scroll").screen
        for after in (below, other)
    ]
    assert screens[0] == seen.screen != screens[1]


def test_pages_of_two_rows_are_one_screen() -> None:
    """Pages of the same structure that two rows of a list open are one screen: the title is content."""
    people = shot("heading People", "list", "  button Ada [clickable]", "  button Bo [clickable]")
    app_map, _ = step(START, people, "Ada", shot("heading Ada", "button Call [clickable]", "text home"))
    app_map, action = step(app_map, people, "Bo", shot("heading Bo", "button Call [clickable]", "text home"))
    assert [screen.id for screen in app_map.screens] == ["people", "ada"]
    assert (action.to, app_map.screens[1].varies) == ("ada", True)


def test_next_month_stays_on_the_screen() -> None:
    """A control that stays while the title changes does not open another screen."""
    march = shot("heading March", "button Next month [clickable]", "button Today [clickable]")
    april = shot("heading April", "button Next month [clickable]", "button Today [clickable]")
    app_map, action = step(START, march, "Next month", april)
    assert (len(app_map.screens), action.to) == (1, "")


@pytest.mark.parametrize(
    ("name", "after", "effect"),
    [
        ("Add alarm", shot("heading New alarm", "button Save [clickable]"), "opens the screen 'New alarm'"),
        ("Vibrate", alarms("07:00", "08:00", states="clickable checked"), "turns 'Vibrate' on"),
        ("Add alarm", alarms("07:00", "08:00", "09:00"), "adds rows"),
        ("Add alarm", alarms("07:00"), "removes rows"),
        ("Add alarm", alarms("07:00", "08:00"), "has no effect"),
        ("Add alarm", shot("heading Inbox", address="org.example.mail/.Main"), "leaves the application"),
    ],
)
def test_effect_is_derived_from_the_screens(name: str, after: Shot, effect: str) -> None:
    """The effect of a click is described from the screens before and after it."""
    app_map, action = step(START, alarms("07:00", "08:00"), name, after)
    assert describe_effect(action, app_map) == effect


def test_switch_that_is_turned_off_is_described() -> None:
    """A switch that loses its check is described as turned off."""
    before, after = alarms("07:00", states="clickable checked"), alarms("07:00")
    app_map, action = step(START, before, "Vibrate", after)
    assert describe_effect(action, app_map) == "turns 'Vibrate' off"


def test_new_effect_replaces_the_old_one() -> None:
    """An effect that turns out to be another one is corrected, and counted from one again."""
    screen = alarms("07:00", "08:00")
    app_map, _ = step(START, screen, "Add alarm", screen)
    app_map, again = step(app_map, screen, "Add alarm", screen)
    app_map, corrected = step(app_map, screen, "Add alarm", shot("heading New alarm", "textbox Label"))
    assert (again.times, corrected.times, corrected.effect) == (2, 1, "opens")
    assert len(app_map.actions) == 1


def test_typed_text_is_not_stored() -> None:
    """The map holds neither the value of a field nor that of a password."""
    screen = shot(
        "heading Login", "textbox User =ada [editable]", "textbox Code =hunter2 [editable password]"
    )
    stored = repr(observe_screen(START, screen).app_map)
    assert "ada" not in stored
    assert "hunter2" not in stored


def test_shortest_path_is_found() -> None:
    """The path between two screens is the shortest sequence of clicks; None without one."""
    home = alarms("07:00")
    app_map, first = step(START, home, "Add alarm", shot("heading New alarm", "button Sound [clickable]"))
    app_map, second = step(
        app_map,
        shot("heading New alarm", "button Sound [clickable]"),
        "Sound",
        shot("heading Tones", "text a"),
    )
    assert find_path(app_map, "alarms", goals=frozenset({"tones"})) == (first, second)
    assert find_path(app_map, "tones", goals=frozenset({"alarms"})) is None
