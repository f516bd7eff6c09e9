"""Actions on a practice phone: touch, keys, scrolling, options and navigation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from phone_rig import PhoneSession

from onscreen.deadline import start_limit, within
from onscreen.types import (
    Action,
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
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported, TimeLimitReached

pytestmark = pytest.mark.browser


def test_tap_on_icon_opens_application(session: PhoneSession) -> None:
    """A tap on an icon opens the application; back returns and home shows the launcher."""
    session.do(Click(session.only("listitem", "Clock")))
    assert session.device.observe().app == "Clock"
    session.do(Home())
    assert session.device.observe().app == "Launcher"
    session.do(Open("Settings"))
    session.tap("button", "Search settings")
    session.do(Back(), Back())  # the first one hides the keyboard
    assert "Search settings" in session.names("button")


def test_moved_element_is_tapped_at_its_new_position(session: PhoneSession) -> None:
    """An element observed before the list was scrolled is tapped at its new position."""
    session.do(Open("Settings"))
    display = session.only("button", "Display")
    session.do(Scroll("down", 0.1), Click(display))
    assert "Display" in session.names("heading")


def test_missing_element_raises_without_touching(session: PhoneSession) -> None:
    """An element of a previous screen raises ElementGone, and nothing is touched."""
    clock = session.only("listitem", "Clock")
    session.do(Open("Settings"))
    before = session.device.observe().nodes
    with pytest.raises(ElementGone, match="'Clock' is not on the screen any more"):
        session.do(Click(clock))
    assert session.device.observe().nodes == before


def test_long_press_is_long_enough(session: PhoneSession) -> None:
    """A long press selects a note, even if the action asks for a shorter time than Android needs."""
    session.do(Open("Notes"))
    note = next(e for e in session.look().elements if e.role == "listitem")
    session.do(LongPress(note, seconds=0.1))
    assert "1 selected" in session.names()


def test_mouse_actions_are_not_supported(session: PhoneSession) -> None:
    """Mouse buttons, modifier keys and hovering raise NotSupported."""
    clock = session.only("listitem", "Clock")
    for action in (Click(clock, "right"), Click(clock, modifiers=("Shift",)), Hover(clock)):
        with pytest.raises(NotSupported):
            session.do(action)
    assert session.device.observe().app == "Launcher"


def test_scroll_reports_the_end(session: PhoneSession) -> None:
    """Scrolling reveals content below, and its outcome says when the end is reached."""
    session.do(Open("Settings"))
    top = session.names("button")
    assert "About phone" not in top
    assert session.do(Scroll("down", 50)).startswith("scrolled to the end")
    assert "About phone" in session.names("button")
    assert "nothing moved" in session.do(Scroll("down"))
    session.do(Scroll("up", 50))
    assert session.names("button") == top


def test_swipe_scrolls_by_its_length(session: PhoneSession) -> None:
    """A slow swipe scrolls by the distance between its two points."""
    session.do(Open("Settings"))
    before = session.only("button", "Display").box.top
    session.do(Swipe(Point(500, 1500), Point(500, 1400)))
    assert before - session.only("button", "Display").box.top == pytest.approx(100, abs=8)


def test_drag_sets_a_slider(session: PhoneSession) -> None:
    """Dragging a slider by an offset, or to a point next to its center, changes its value."""
    session.do(Press("Notification"))
    slider = session.only("slider", "Display brightness")
    session.do(Drag(slider, offset=Point(200, 0)))
    more = session.only("slider", "Display brightness")
    assert int(more.value) > int(slider.value)
    session.do(Drag(more, more, Point(-300, 0)))
    assert int(session.only("slider", "Display brightness").value) < int(more.value)


def test_type_number_into_slider(session: PhoneSession) -> None:
    """A number typed into a slider sets it, although the dump does not state its range (0 to 255)."""
    session.do(Press("Notification"))
    for number in ("64", "200", "7"):
        slider = session.only("slider", "Display brightness")
        assert session.do(Type(number, slider)) == f"the slider reads '{number}'"
        assert session.value("s.settings.system.screen_brightness") == f'"{number}"'
    session.do(Type("50%", session.only("slider", "Display brightness")))
    assert 100 < int(session.only("slider", "Display brightness").value) < 155
    with pytest.raises(ActionHadNoEffect, match="does not reach 300; drag it"):
        session.do(Type("300", session.only("slider", "Display brightness")))
    with pytest.raises(NotSupported, match="takes a number"):
        session.do(Type("bright", session.only("slider", "Display brightness")))


def test_slider_with_stated_range(session: PhoneSession) -> None:
    """A slider whose label states its range shows the range and rejects values outside of it."""
    session.do(Open("Settings"))
    session.tap("button", "Sound & vibration")
    slider = next(e for e in session.look().elements if e.role == "slider")
    assert slider.value.endswith(" (0 to 15)")
    assert session.do(Type("11", slider)) == "the slider reads '11 (0 to 15)'"
    with pytest.raises(ActionHadNoEffect, match="takes 0 to 15; found 16"):
        session.do(Type("16", slider))


def test_select_in_dropdown(session: PhoneSession) -> None:
    """The named option is selected; an unknown one raises an error that lists the available options."""
    session.do(Open("Clock"))
    session.tap("button", "More options")
    session.tap("button", "Settings")
    box = session.only("combobox", "Snooze length")
    assert session.do(Select(box, ("5 minutes",))) == "chosen: 5 minutes"
    assert session.value("s.clock.snooze_min") == "5"
    with pytest.raises(ActionHadNoEffect, match="no option '7 minutes'; there are: '1 minute', '5 minutes'"):
        session.do(Select(session.only("combobox", "Snooze length"), ("7 minutes",)))
    assert session.only("combobox", "Snooze length").value == "5 minutes"


def test_a_dropdown_may_show_only_the_first_words_of_its_option(session: PhoneSession) -> None:
    """The option "Size (smallest first)" is selected in a field that reads "Size" afterwards."""
    session.do(Open("Files"))
    session.tap("button", "More options")
    session.tap("button", "Settings")
    box = session.only("combobox", "Sort by")
    assert session.do(Select(box, ("Size (smallest first)",))) == "chosen: Size"


def test_select_in_list_of_checkboxes(session: PhoneSession) -> None:
    """Exactly the named checkboxes are checked; an unknown one raises an error and changes nothing."""
    session.do(Open("Clock"))
    session.tap("tab", "World clock")
    session.tap("button", "Add city")
    cities = session.names("checkbox")[-2:]
    holder = next(e for e in session.look().elements if e.has("scrollable"))
    checked = tuple(e.name for e in session.look().elements if e.has("checked"))
    for wanted in ((*checked, *cities), (*checked, cities[0])):
        session.do(Select(holder, wanted))
        assert {e.name for e in session.look().elements if e.has("checked")} == set(wanted)
    with pytest.raises(ActionHadNoEffect, match="no option 'Atlantis'"):
        session.do(Select(holder, ("Atlantis",)))
    with pytest.raises(NotSupported, match="has no options"):
        session.do(Select(session.only("button", "Navigate up"), ("x",)))


def test_scroll_at_a_row_scrolls_its_list(session: PhoneSession) -> None:
    """Scrolling at an element scrolls the list around it, vertically or horizontally."""
    session.do(Open("Contacts"))
    chip, letter = session.only("radio", "All"), session.only("text", "A")
    session.do(Scroll("down", target=letter))
    assert "A" not in session.names("text")
    session.do(Scroll("up", 20), Scroll("right", target=chip))
    assert "A" in session.names("text")


def test_drag_an_element(session: PhoneSession) -> None:
    """An element is dragged onto another one, or by an offset."""
    one, other = session.only("listitem", "Clock"), session.only("listitem", "Notes")
    assert session.do(Drag(one, to=other)) == ""
    assert session.do(Drag(Point(500, 1500), offset=Point(0, 5))) == ""


def test_actions_work_without_view_hierarchy(session: PhoneSession) -> None:
    """Without a view hierarchy, an element is assumed to be where it was observed."""
    clock = session.only("listitem", "Clock")
    session.do(Press("Sleep"))
    for action in (Click(clock), Type("x", clock), Scroll("down"), Wait(0.1)):
        session.do(action)
    with pytest.raises(ElementGone, match="provides no view hierarchy"):
        session.do(Select(clock, ("x",)))


@pytest.mark.parametrize(
    ("name", "app"),
    [
        ("Settings", "Settings"),
        ("setings", "Settings"),
        ("org.practice.clock", "Clock"),
        ("org.practice.clock/.MainActivity", "Clock"),
        ("tel:+491701234567", "Phone"),
    ],
)
def test_open_by_name_and_by_address(session: PhoneSession, name: str, app: str) -> None:
    """An application opens by name, similar name, package or component; an address opens its handler."""
    session.do(Open(name))
    assert session.device.observe().app == app


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Setup wizard", "no application is called 'Setup wizard'; near names are: "),
        ("nosuch:address", "nothing|unable to resolve"),
        ("com.example.none/.Main", "cannot be opened"),
        ("", "nothing to open"),
        ("Setings and more", "near names are: 'Settings'"),
        ("Quantum flux", "other applications: .*'Clock', .*'Messages'"),
        ("'; rm -rf / #", "no application is called"),
    ],
)
def test_open_unknown_name_lists_the_applications(session: PhoneSession, name: str, message: str) -> None:
    """An unknown application raises an error that lists the others, an unhandled address with the reason."""
    with pytest.raises(ActionHadNoEffect, match=message):
        session.do(Open(name))


def test_system_keys(session: PhoneSession) -> None:
    """Notifications, recent applications, back and home have keys; a misspelt key suggests the right one."""
    session.do(Open("Clock"), Press("Notification"))
    assert session.device.observe().address.startswith("com.android.systemui")
    session.do(Press("GoBack"), Press("AppSwitch"))
    assert "Clock" in session.names()
    session.do(Press("GoHome"))
    assert session.device.observe().app == "Launcher"
    with pytest.raises(NotSupported, match="did you mean 'Enter'"):
        session.do(Press("Enterr"))


def test_point_outside_the_screen_is_clamped(session: PhoneSession) -> None:
    """A point outside the screen is tapped at the nearest edge."""
    session.do(Click(Point(99999, -5)))
    assert session.device.observe().nodes


def test_missing_unnamed_element_raises(session: PhoneSession) -> None:
    """The error for a missing element without a name says that it has none."""
    nameless = Element("button", "", Box(0, 0, 9, 9), locator="none", mark=1, index=0)
    with pytest.raises(ElementGone, match="the button without a name"):
        session.do(Click(nameless))


def test_time_limit_ends_a_wait(session: PhoneSession) -> None:
    """A wait of ten minutes ends at the time limit of the run, and the phone can be used afterwards."""
    with pytest.raises(TimeLimitReached), within(start_limit(1.0)):
        session.device.perform(Wait(600.0))
    assert session.device.observe().app == "Launcher"


@pytest.mark.parametrize("kind", [Click, LongPress, lambda point: Swipe(point, point)])
def test_a_point_on_a_control_that_appeared_is_not_touched(
    session: PhoneSession, kind: Callable[[Point], Action]
) -> None:
    """A point is touched only if the control there is the one that was seen; after another look it is."""
    place = session.only("listitem", "Clock").box.center
    session.device.read("am start -a android.settings.SETTINGS")
    before = session.device.read("dumpsys activity activities")
    with pytest.raises(ElementGone, match="is at this point since the last look"):
        session.device.perform(kind(place))
    assert session.device.read("dumpsys activity activities") == before
