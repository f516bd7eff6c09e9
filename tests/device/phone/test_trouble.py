"""What gets in the way on the phone when switched on, and how it goes away."""

from __future__ import annotations

import io

import pytest
from phone_driver import PhoneDriver
from PIL import Image

from onscreen_practice.phone.phone_errors import PhoneError

pytestmark = pytest.mark.browser

MOST_INPUTS = 80


def troubled(driver: PhoneDriver, *names: str) -> PhoneDriver:
    """Return the hand with these troubles switched on."""
    driver.handset.call("trouble", list(names))
    return driver


def front(driver: PhoneDriver) -> str:
    """Return the window in front."""
    found = driver.handset.call("focus")
    assert isinstance(found, dict)
    return str(found["window"])


def wait_for(driver: PhoneDriver, *words: str) -> str:
    """Open the clock again and again until one of these stands on the screen; return which."""
    for _ in range(MOST_INPUTS):
        driver.open("Clock")
        shown = driver.shown()
        found = [each for each in words if any(each in text for text in shown)]
        if found:
            return found[0]
        driver.press("Home")
    raise AssertionError(f"none of {words} came up in {MOST_INPUTS} rounds")


def test_without_troubles_nothing_asks(driver: PhoneDriver) -> None:
    """A phone without troubles grants everything and shows the application at once."""
    driver.open("Weather")
    assert "permission" not in front(driver)


def test_unknown_trouble_is_refused(driver: PhoneDriver) -> None:
    """A trouble that is not known is refused with the names of those that are."""
    with pytest.raises(PhoneError, match='no trouble "noise"; there are permissions, popups, ads'):
        troubled(driver, "noise")


def test_application_asks_for_its_permission(driver: PhoneDriver) -> None:
    """The first launch asks in Android's words, and once allowed it never asks again."""
    troubled(driver, "permissions").open("Weather")
    assert "com.android.permissioncontroller" in front(driver)
    asked = "Allow Weather to access this device's location?"
    assert {asked, "While using the app", "Only this time", "Don't allow"} <= driver.shown()
    driver.tap("While using the app")
    assert driver.state("s.system.granted") == ["weather:Location"]
    driver.press("Home")
    driver.open("Weather")
    assert asked not in driver.shown()


def test_refused_permission_is_asked_for_twice(driver: PhoneDriver) -> None:
    """After two refusals an application does not ask any more, and nothing was granted."""
    troubled(driver, "permissions")
    for times in range(3):
        driver.open("Weather")
        assert ("Don't allow" in driver.shown()) is (times < 2)
        if times < 2:
            driver.tap("Don't allow")
        driver.press("Home")
    assert driver.state("s.system.granted") == []


def test_several_permissions_are_asked_for_one_after_the_other(driver: PhoneDriver) -> None:
    """An application that needs two asks for one after the other; Back refuses one."""
    troubled(driver, "permissions").open("Messages")
    assert "Allow Messages to access your contacts?" in driver.shown()
    driver.back()
    assert "Allow Messages to send and view SMS messages?" in driver.shown()
    driver.tap("Allow")
    assert driver.state("s.system.granted") == ["messages:SMS"]
    assert "Messages" in driver.shown()


def test_permission_granted_from_outside_is_not_asked_for(driver: PhoneDriver) -> None:
    """A permission granted through adb is granted; an unknown one is an error that says so."""
    troubled(driver, "permissions")
    assert driver.handset.call("grant", "org.practice.weather", "android.permission.LOCATION") == ""
    driver.open("Weather")
    assert "Only this time" not in driver.shown()
    assert "has not requested" in str(driver.handset.call("grant", "org.practice.weather", "Camera"))


def test_pop_up_comes_once_and_goes(driver: PhoneDriver) -> None:
    """A pop-up comes after a while, one of its answers closes it, and it does not come again."""
    troubled(driver, "popups")
    words = ("Enjoying Clock?", "Update available", "Turn on notifications?")
    first = wait_for(driver, *words)
    driver.back()
    assert first not in driver.shown()
    for _ in range(10):
        driver.open("Clock")
        assert not set(words) & driver.shown()


def test_same_steps_meet_the_same(driver: PhoneDriver) -> None:
    """What gets in the way follows from the seed and the inputs alone."""

    def met() -> list[str]:
        driver.reset(1)
        troubled(driver, "permissions", "popups", "ads", "lowbattery", "calls")
        seen = []
        for label in ("Clock", "Weather", "Messages", "Clock", "Notes") * 3:
            driver.open(label)
            seen.append(str(driver.handset.call("dump", False)))
            driver.back()
        return seen

    assert met() == met()


def test_advertisement_fills_the_screen_and_is_closed(driver: PhoneDriver) -> None:
    """An advertisement covers the application; its button closes it, a tap elsewhere leads to a store."""
    troubled(driver, "ads")
    wait_for(driver, "Advertisement")
    driver.tap("Close ad")
    assert "Alarms" in driver.shown()
    wait_for(driver, "Advertisement")
    driver.handset.call("tap", 540, 900)
    assert "Contains ads" in driver.shown()
    driver.tap("Navigate up")
    assert "Alarms" in driver.shown()


def test_banner_takes_room_and_is_closed(driver: PhoneDriver) -> None:
    """A banner stands at the foot of an application until it is closed."""
    troubled(driver, "ads").open("Contacts")
    driver.back()
    driver.open("Contacts")
    if "Close ad" in driver.shown():
        driver.tap("Close ad")
    driver.tap("Close banner")
    assert "Close banner" not in driver.shown()
    driver.press("Home")
    assert "Close banner" not in driver.shown()


def test_low_battery_is_told(driver: PhoneDriver) -> None:
    """The battery runs low, and Battery Saver can be turned on."""
    troubled(driver, "lowbattery")
    wait_for(driver, "Low battery")
    assert "com.android.systemui" in front(driver)
    driver.tap("Turn on")
    assert driver.state("s.system.battery") == 15
    assert driver.state("s.settings.global.low_power") == "1"


def test_call_is_answered_and_ended(driver: PhoneDriver) -> None:
    """A call comes over what one does; answered, it is ended by its button."""
    troubled(driver, "calls")
    wait_for(driver, "Incoming call")
    driver.tap("Answer")
    assert "End call" in driver.shown()
    driver.tap("End call")
    assert "Alarms" in driver.shown()


def test_missed_call_is_told(driver: PhoneDriver) -> None:
    """Back lets a call ring out; that it was missed shows at the top and among the notifications."""
    troubled(driver, "calls")
    wait_for(driver, "Incoming call")
    driver.back()
    told = driver.handset.call("notifications")
    assert isinstance(told, list)
    assert [each["title"] for each in told if isinstance(each, dict)] == ["Missed call"]
    over = Image.open(io.BytesIO(driver.handset.screenshot())).getpixel((540, 120))
    driver.handset.call("tap", 540, 160)
    assert front(driver).startswith("org.practice.phone/")
    assert over is not None


def test_home_leaves_what_is_in_the_way(driver: PhoneDriver) -> None:
    """Home leaves a question of permission unanswered, and the home screen can be used."""
    troubled(driver, "permissions").open("Weather")
    driver.press("Home")
    assert front(driver).startswith("org.practice.launcher/")
    driver.tap("Clock")
    assert front(driver).startswith("org.practice.clock/")
