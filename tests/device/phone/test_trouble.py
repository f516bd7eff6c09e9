"""What gets in the way on the phone when switched on, and how it goes away."""

from __future__ import annotations

import io

import pytest
from phone_hand import Hand
from PIL import Image

from onscreen_practice.phone.phone_errors import PhoneError

pytestmark = pytest.mark.browser

MOST_INPUTS = 80


def troubled(hand: Hand, *names: str) -> Hand:
    """Return the hand with these troubles switched on."""
    hand.handset.call("trouble", list(names))
    return hand


def front(hand: Hand) -> str:
    """Return the window in front."""
    found = hand.handset.call("focus")
    assert isinstance(found, dict)
    return str(found["window"])


def wait_for(hand: Hand, *words: str) -> str:
    """Open the clock again and again until one of these stands on the screen; return which."""
    for _ in range(MOST_INPUTS):
        hand.open("Clock")
        shown = hand.shown()
        found = [each for each in words if any(each in text for text in shown)]
        if found:
            return found[0]
        hand.press("Home")
    raise AssertionError(f"none of {words} came up in {MOST_INPUTS} rounds")


def test_without_troubles_nothing_asks(hand: Hand) -> None:
    """A phone without troubles grants everything and shows the application at once."""
    hand.open("Weather")
    assert "permission" not in front(hand)


def test_unknown_trouble_is_refused(hand: Hand) -> None:
    """A trouble that is not known is refused with the names of those that are."""
    with pytest.raises(PhoneError, match='no trouble "noise"; there are permissions, popups, ads'):
        troubled(hand, "noise")


def test_application_asks_for_its_permission(hand: Hand) -> None:
    """The first launch asks in Android's words, and once allowed it never asks again."""
    troubled(hand, "permissions").open("Weather")
    assert "com.android.permissioncontroller" in front(hand)
    asked = "Allow Weather to access this device's location?"
    assert {asked, "While using the app", "Only this time", "Don't allow"} <= hand.shown()
    hand.tap("While using the app")
    assert hand.state("s.system.granted") == ["weather:Location"]
    hand.press("Home")
    hand.open("Weather")
    assert asked not in hand.shown()


def test_refused_permission_is_asked_for_twice(hand: Hand) -> None:
    """After two refusals an application does not ask any more, and nothing was granted."""
    troubled(hand, "permissions")
    for times in range(3):
        hand.open("Weather")
        assert ("Don't allow" in hand.shown()) is (times < 2)
        if times < 2:
            hand.tap("Don't allow")
        hand.press("Home")
    assert hand.state("s.system.granted") == []


def test_several_permissions_are_asked_for_one_after_the_other(hand: Hand) -> None:
    """An application that needs two asks for one after the other; Back refuses one."""
    troubled(hand, "permissions").open("Messages")
    assert "Allow Messages to access your contacts?" in hand.shown()
    hand.back()
    assert "Allow Messages to send and view SMS messages?" in hand.shown()
    hand.tap("Allow")
    assert hand.state("s.system.granted") == ["messages:SMS"]
    assert "Messages" in hand.shown()


def test_permission_granted_from_outside_is_not_asked_for(hand: Hand) -> None:
    """A permission granted through adb is granted; an unknown one is an error that says so."""
    troubled(hand, "permissions")
    assert hand.handset.call("grant", "org.practice.weather", "android.permission.LOCATION") == ""
    hand.open("Weather")
    assert "Only this time" not in hand.shown()
    assert "has not requested" in str(hand.handset.call("grant", "org.practice.weather", "Camera"))


def test_pop_up_comes_once_and_goes(hand: Hand) -> None:
    """A pop-up comes after a while, one of its answers closes it, and it does not come again."""
    troubled(hand, "popups")
    words = ("Enjoying Clock?", "Update available", "Turn on notifications?")
    first = wait_for(hand, *words)
    hand.back()
    assert first not in hand.shown()
    for _ in range(10):
        hand.open("Clock")
        assert not set(words) & hand.shown()


def test_same_steps_meet_the_same(hand: Hand) -> None:
    """What gets in the way follows from the seed and the inputs alone."""

    def met() -> list[str]:
        hand.reset(1)
        troubled(hand, "permissions", "popups", "ads", "lowbattery", "calls")
        seen = []
        for label in ("Clock", "Weather", "Messages", "Clock", "Notes") * 3:
            hand.open(label)
            seen.append(str(hand.handset.call("dump", False)))
            hand.back()
        return seen

    assert met() == met()


def test_advertisement_fills_the_screen_and_is_closed(hand: Hand) -> None:
    """An advertisement covers the application; its button closes it, a tap elsewhere leads to a store."""
    troubled(hand, "ads")
    wait_for(hand, "Advertisement")
    hand.tap("Close ad")
    assert "Alarms" in hand.shown()
    wait_for(hand, "Advertisement")
    hand.handset.call("tap", 540, 900)
    assert "Contains ads" in hand.shown()
    hand.tap("Navigate up")
    assert "Alarms" in hand.shown()


def test_banner_takes_room_and_is_closed(hand: Hand) -> None:
    """A banner stands at the foot of an application until it is closed."""
    troubled(hand, "ads").open("Contacts")
    hand.back()
    hand.open("Contacts")
    if "Close ad" in hand.shown():
        hand.tap("Close ad")
    hand.tap("Close banner")
    assert "Close banner" not in hand.shown()
    hand.press("Home")
    assert "Close banner" not in hand.shown()


def test_low_battery_is_told(hand: Hand) -> None:
    """The battery runs low, and Battery Saver can be turned on."""
    troubled(hand, "lowbattery")
    wait_for(hand, "Low battery")
    assert "com.android.systemui" in front(hand)
    hand.tap("Turn on")
    assert hand.state("s.system.battery") == 15
    assert hand.state("s.settings.global.low_power") == "1"


def test_call_is_answered_and_ended(hand: Hand) -> None:
    """A call comes over what one does; answered, it is ended by its button."""
    troubled(hand, "calls")
    wait_for(hand, "Incoming call")
    hand.tap("Answer")
    assert "End call" in hand.shown()
    hand.tap("End call")
    assert "Alarms" in hand.shown()


def test_missed_call_is_told(hand: Hand) -> None:
    """Back lets a call ring out; that it was missed shows at the top and among the notifications."""
    troubled(hand, "calls")
    wait_for(hand, "Incoming call")
    hand.back()
    told = hand.handset.call("notifications")
    assert isinstance(told, list)
    assert [each["title"] for each in told if isinstance(each, dict)] == ["Missed call"]
    over = Image.open(io.BytesIO(hand.handset.screenshot())).getpixel((540, 120))
    hand.handset.call("tap", 540, 160)
    assert front(hand).startswith("org.practice.phone/")
    assert over is not None


def test_home_leaves_what_is_in_the_way(hand: Hand) -> None:
    """Home leaves a question of permission unanswered, and the home screen can be used."""
    troubled(hand, "permissions").open("Weather")
    hand.press("Home")
    assert front(hand).startswith("org.practice.launcher/")
    hand.tap("Clock")
    assert front(hand).startswith("org.practice.clock/")
