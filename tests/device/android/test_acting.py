"""What a finger and the keys do on a phone."""

from __future__ import annotations

import pytest
from phone_rig import Desk

from onscreen.types import (
    Back,
    Box,
    Click,
    Drag,
    Element,
    Home,
    Hover,
    LongPress,
    Open,
    Point,
    Press,
    Scroll,
    Select,
    Swipe,
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported

pytestmark = pytest.mark.browser


def test_tap_opens_what_it_hits(desk: Desk) -> None:
    """A tap on an icon opens the application; back and home lead home."""
    desk.do(Click(desk.only("listitem", "Clock")))
    assert desk.device.observe().app == "Clock"
    desk.do(Home())
    assert desk.device.observe().app == "Launcher"
    desk.do(Open("Settings"))
    desk.tap("button", "Search settings")
    desk.do(Back())
    assert "Search settings" in desk.names("button")


def test_element_that_moved_is_found_where_it_is_now(desk: Desk) -> None:
    """An element seen before the list was scrolled is touched at its new place."""
    desk.do(Open("Settings"))
    display = desk.only("button", "Display")
    desk.do(Scroll("down", 0.1), Click(display))
    assert "Display" in desk.names("heading")


def test_element_that_is_gone_is_told(desk: Desk) -> None:
    """An element of another screen is not there any more, and nothing is touched."""
    clock = desk.only("listitem", "Clock")
    desk.do(Open("Settings"))
    before = desk.device.observe().nodes
    with pytest.raises(ElementGone, match="'Clock' is not on the screen any more"):
        desk.do(Click(clock))
    assert desk.device.observe().nodes == before


def test_long_press_opens_what_a_tap_does_not(desk: Desk) -> None:
    """Holding a note selects it, however short the action says to hold."""
    desk.do(Open("Notes"))
    note = next(e for e in desk.look().elements if e.role == "listitem")
    desk.do(LongPress(note, seconds=0.1))
    assert "1 selected" in desk.names()


def test_what_a_finger_cannot_do_is_refused(desk: Desk) -> None:
    """Buttons of a mouse, held keys and hovering are not supported, and say so."""
    clock = desk.only("listitem", "Clock")
    for action in (Click(clock, "right"), Click(clock, modifiers=("Shift",)), Hover(clock)):
        with pytest.raises(NotSupported):
            desk.do(action)
    assert desk.device.observe().app == "Launcher"


def test_scrolling_says_when_nothing_moved(desk: Desk) -> None:
    """Scrolling brings what is below into view, and says where the end is."""
    desk.do(Open("Settings"))
    top = desk.names("button")
    assert "About phone" not in top
    assert desk.do(Scroll("down", 50)).startswith("scrolled to the end")
    assert "About phone" in desk.names("button")
    assert "nothing moved" in desk.do(Scroll("down"))
    desk.do(Scroll("up", 50))
    assert desk.names("button") == top


def test_swipe_goes_from_point_to_point(desk: Desk) -> None:
    """A swipe moves the screen by as much as its two points are apart."""
    desk.do(Open("Settings"))
    before = desk.only("button", "Display").box.top
    desk.do(Swipe(Point(500, 1500), Point(500, 1400)))
    assert before - desk.only("button", "Display").box.top == pytest.approx(100, abs=8)


def test_slider_is_dragged(desk: Desk) -> None:
    """Dragging a slider sets it, by so far or onto a place beside a middle."""
    desk.do(Press("Notification"))
    slider = desk.only("slider", "Display brightness")
    desk.do(Drag(slider, offset=Point(200, 0)))
    more = desk.only("slider", "Display brightness")
    assert int(more.value) > int(slider.value)
    desk.do(Drag(more, more, Point(-300, 0)))
    assert int(desk.only("slider", "Display brightness").value) < int(more.value)


def test_option_of_a_drop_down_is_chosen(desk: Desk) -> None:
    """The option named is chosen and nothing else; one that is not there is told with those there are."""
    desk.do(Open("Clock"))
    desk.tap("button", "More options")
    desk.tap("button", "Settings")
    box = desk.only("combobox", "Snooze length")
    assert desk.do(Select(box, ("5 minutes",))) == "chosen: 5 minutes"
    assert desk.value("s.clock.snooze_min") == "5"
    with pytest.raises(ActionHadNoEffect, match="no option '7 minutes'; there are: '1 minute', '5 minutes'"):
        desk.do(Select(desk.only("combobox", "Snooze length"), ("7 minutes",)))
    assert desk.only("combobox", "Snooze length").value == "5 minutes"


def test_options_of_a_list_are_ticked(desk: Desk) -> None:
    """In a list of boxes those named are ticked and no others; one that is not there changes nothing."""
    desk.do(Open("Clock"))
    desk.tap("tab", "World clock")
    desk.tap("button", "Add city")
    cities = desk.names("checkbox")[-2:]
    holder = next(e for e in desk.look().elements if e.has("scrollable"))
    already = tuple(e.name for e in desk.look().elements if e.has("checked"))
    for wanted in ((*already, *cities), (*already, cities[0])):
        desk.do(Select(holder, wanted))
        assert {e.name for e in desk.look().elements if e.has("checked")} == set(wanted)
    with pytest.raises(ActionHadNoEffect, match="no option 'Atlantis'"):
        desk.do(Select(holder, ("Atlantis",)))
    with pytest.raises(NotSupported, match="holds no options"):
        desk.do(Select(desk.only("button", "Navigate up"), ("x",)))


def test_rows_scroll_what_they_stand_in(desk: Desk) -> None:
    """Scrolling at an element scrolls the list it lies in, across where that is how it scrolls."""
    desk.do(Open("Contacts"))
    chip, letter = desk.only("radio", "All"), desk.only("text", "A")
    desk.do(Scroll("down", target=letter))
    assert "A" not in desk.names("text")
    desk.do(Scroll("up", 20), Scroll("right", target=chip))
    assert "A" in desk.names("text")


def test_elements_are_dragged(desk: Desk) -> None:
    """An element is held and moved onto another, or by a distance, and old Android does what it can."""
    one, other = desk.only("listitem", "Clock"), desk.only("listitem", "Notes")
    assert desk.do(Drag(one, to=other)) == ""
    assert desk.do(Drag(Point(500, 1500), offset=Point(0, 5))) == ""


def test_screen_without_a_tree_is_acted_on_all_the_same(desk: Desk) -> None:
    """Where the phone gives no tree, an element is taken to be where it was seen."""
    clock = desk.only("listitem", "Clock")
    desk.do(Press("Sleep"))
    for action in (Click(clock), Type("x", clock), Scroll("down"), Wait(0.1)):
        desk.do(action)
    with pytest.raises(ElementGone, match="gives no tree"):
        desk.do(Select(clock, ("x",)))


@pytest.mark.parametrize(
    ("what", "app"),
    [
        ("Settings", "Settings"),
        ("setings", "Settings"),
        ("org.practice.clock", "Clock"),
        ("org.practice.clock/.MainActivity", "Clock"),
        ("tel:+491701234567", "Phone"),
    ],
)
def test_applications_and_addresses_open(desk: Desk, what: str, app: str) -> None:
    """An application opens by name, near name, package or component, an address in what takes it."""
    desk.do(Open(what))
    assert desk.device.observe().app == app


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("Setup wizard", "no application is called 'Setup wizard'; near names are: "),
        ("nosuch:address", "nothing|unable to resolve"),
        ("com.example.none/.Main", "cannot be opened"),
        ("", "nothing to open"),
        ("'; rm -rf / #", "no application is called"),
    ],
)
def test_what_cannot_be_opened_is_told(desk: Desk, what: str, told: str) -> None:
    """A name that no application has, and an address that none takes, are told with what is near."""
    with pytest.raises(ActionHadNoEffect, match=told):
        desk.do(Open(what))


def test_keys_of_the_phone(desk: Desk) -> None:
    """Notifications, recent applications and home have keys of their own."""
    desk.do(Open("Clock"), Press("Notification"))
    assert desk.device.observe().address.startswith("com.android.systemui")
    desk.do(Press("GoBack"), Press("AppSwitch"))
    assert "Clock" in desk.names()
    desk.do(Press("GoHome"))
    assert desk.device.observe().app == "Launcher"
    with pytest.raises(NotSupported, match="did you mean 'Enter'"):
        desk.do(Press("Enterr"))


def test_point_outside_the_screen_harms_nothing(desk: Desk) -> None:
    """A point beyond the edge is touched at the edge."""
    desk.do(Click(Point(99999, -5)))
    assert desk.device.observe().nodes


def test_element_without_a_name_is_found_by_its_place(desk: Desk) -> None:
    """What never had a name is told as such when it is gone."""
    nameless = Element("button", "", Box(0, 0, 9, 9), locator="none", mark=1, index=0)
    with pytest.raises(ElementGone, match="the button without a name"):
        desk.do(Click(nameless))
