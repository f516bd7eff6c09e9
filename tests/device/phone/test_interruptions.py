"""Interruptions of the phone: permission dialogs, pop-ups, ads, low battery, calls and a lost network."""

from __future__ import annotations

import io

import pytest
from phone_driver import PhoneDriver
from PIL import Image

from onscreen_practice.phone.phone_errors import PhoneError

pytestmark = pytest.mark.browser

MOST_INPUTS = 80


def with_interruptions(driver: PhoneDriver, *names: str) -> PhoneDriver:
    """Return the driver with these interruptions enabled."""
    driver.handset.call("interruptions", list(names))
    return driver


def focused_window(driver: PhoneDriver) -> str:
    """Return the focused window."""
    found = driver.handset.call("focus")
    assert isinstance(found, dict)
    return str(found["window"])


def wait_for(driver: PhoneDriver, *words: str) -> str:
    """Reopen the clock until one of these texts is visible, and return it."""
    for _ in range(MOST_INPUTS):
        driver.open("Clock")
        shown = driver.visible_texts()
        found = [each for each in words if any(each in text for text in shown)]
        if found:
            return found[0]
        driver.press("Home")
    raise AssertionError(f"none of {words} came up in {MOST_INPUTS} rounds")


def test_no_dialogs_without_interruptions(driver: PhoneDriver) -> None:
    """Without interruptions, all permissions are granted and the application opens directly."""
    driver.open("Weather")
    assert "permission" not in focused_window(driver)


def test_unknown_interruption_is_refused(driver: PhoneDriver) -> None:
    """An unknown interruption is refused with the list of known names."""
    with pytest.raises(
        PhoneError, match='unknown interruption "noise"; expected one of: permissions, popups, ads'
    ):
        with_interruptions(driver, "noise")


def test_application_requests_its_permission(driver: PhoneDriver) -> None:
    """The first launch shows Android's permission dialog; after consent it never appears again."""
    with_interruptions(driver, "permissions").open("Weather")
    assert "com.android.permissioncontroller" in focused_window(driver)
    asked = "Allow Weather to access this device's location?"
    assert {asked, "While using the app", "Only this time", "Don't allow"} <= driver.visible_texts()
    driver.tap("While using the app")
    assert driver.state("s.system.granted") == ["weather:Location"]
    driver.press("Home")
    driver.open("Weather")
    assert asked not in driver.visible_texts()


def test_refused_permission_is_requested_twice(driver: PhoneDriver) -> None:
    """After two refusals an application no longer asks, and nothing is granted."""
    with_interruptions(driver, "permissions")
    for times in range(3):
        driver.open("Weather")
        assert ("Don't allow" in driver.visible_texts()) is (times < 2)
        if times < 2:
            driver.tap("Don't allow")
        driver.press("Home")
    assert driver.state("s.system.granted") == []


def test_several_permissions_are_requested_in_turn(driver: PhoneDriver) -> None:
    """Two permissions are requested one after the other; Back refuses one."""
    with_interruptions(driver, "permissions").open("Messages")
    assert "Allow Messages to access your contacts?" in driver.visible_texts()
    driver.back()
    assert "Allow Messages to send and view SMS messages?" in driver.visible_texts()
    driver.tap("Allow")
    assert driver.state("s.system.granted") == ["messages:SMS"]
    assert "Messages" in driver.visible_texts()


def test_granted_permission_is_not_requested(driver: PhoneDriver) -> None:
    """A permission granted through adb is not requested; an unknown one is an error."""
    with_interruptions(driver, "permissions")
    assert driver.handset.call("grant", "org.practice.weather", "android.permission.LOCATION") == ""
    driver.open("Weather")
    assert "Only this time" not in driver.visible_texts()
    assert "has not requested" in str(driver.handset.call("grant", "org.practice.weather", "Camera"))


def test_pop_up_is_shown_once(driver: PhoneDriver) -> None:
    """A pop-up appears after some inputs, is closed by an answer, and does not return."""
    with_interruptions(driver, "popups")
    words = ("Enjoying Clock?", "Update available", "Turn on notifications?")
    first = wait_for(driver, *words)
    driver.back()
    assert first not in driver.visible_texts()
    for _ in range(10):
        driver.open("Clock")
        assert not set(words) & driver.visible_texts()


def test_interruptions_are_deterministic(driver: PhoneDriver) -> None:
    """Interruptions depend only on the seed and the inputs."""

    def met() -> list[str]:
        driver.reset(1)
        with_interruptions(driver, "permissions", "popups", "ads", "lowbattery", "calls")
        seen = []
        for label in ("Clock", "Weather", "Messages", "Clock", "Notes") * 3:
            driver.open(label)
            seen.append(str(driver.handset.call("dump", False)))
            driver.back()
        return seen

    assert met() == met()


def test_full_screen_ad_is_closed(driver: PhoneDriver) -> None:
    """An ad covers the application; its button closes it, a tap elsewhere opens a store."""
    with_interruptions(driver, "ads")
    wait_for(driver, "Advertisement")
    driver.tap("Close ad")
    assert "Alarms" in driver.visible_texts()
    wait_for(driver, "Advertisement")
    driver.handset.call("tap", 540, 900)
    assert "Contains ads" in driver.visible_texts()
    driver.tap("Navigate up")
    assert "Alarms" in driver.visible_texts()


def test_banner_is_closed(driver: PhoneDriver) -> None:
    """A banner stays at the bottom of an application until it is closed."""
    with_interruptions(driver, "ads").open("Contacts")
    driver.back()
    driver.open("Contacts")
    if "Close ad" in driver.visible_texts():
        driver.tap("Close ad")
    driver.tap("Close banner")
    assert "Close banner" not in driver.visible_texts()
    driver.press("Home")
    assert "Close banner" not in driver.visible_texts()


def test_low_battery_is_reported(driver: PhoneDriver) -> None:
    """Low battery is reported, and Battery Saver can be enabled."""
    with_interruptions(driver, "lowbattery")
    wait_for(driver, "Low battery")
    assert "com.android.systemui" in focused_window(driver)
    driver.tap("Turn on")
    assert driver.state("s.system.battery") == 15
    assert driver.state("s.settings.global.low_power") == "1"


def test_call_is_answered_and_ended(driver: PhoneDriver) -> None:
    """An incoming call covers the screen; an answered call is ended by its button."""
    with_interruptions(driver, "calls")
    wait_for(driver, "Incoming call")
    driver.tap("Answer")
    assert "End call" in driver.visible_texts()
    driver.tap("End call")
    assert "Alarms" in driver.visible_texts()


def test_missed_call_is_reported(driver: PhoneDriver) -> None:
    """Back lets a call ring out; the missed call is shown as a notification."""
    with_interruptions(driver, "calls")
    wait_for(driver, "Incoming call")
    driver.back()
    notifications = driver.handset.call("notifications")
    assert isinstance(notifications, list)
    assert [each["title"] for each in notifications if isinstance(each, dict)] == ["Missed call"]
    over = Image.open(io.BytesIO(driver.handset.screenshot())).getpixel((540, 120))
    driver.handset.call("tap", 540, 160)
    assert focused_window(driver).startswith("org.practice.phone/")
    assert over is not None


def test_home_leaves_a_permission_dialog(driver: PhoneDriver) -> None:
    """Home leaves a permission dialog unanswered, and the home screen is usable."""
    with_interruptions(driver, "permissions").open("Weather")
    driver.press("Home")
    assert focused_window(driver).startswith("org.practice.launcher/")
    driver.tap("Clock")
    assert focused_window(driver).startswith("org.practice.clock/")


def answer_call(driver: PhoneDriver, *buttons: str) -> object:
    """Plan a call, tap these buttons when it comes in, and return the kind of the last call."""
    driver.handset.call("interrupt", "call", 1, "")
    driver.open("Clock")
    for button in buttons:
        driver.tap(button)
    assert not {"Decline", "End call"} & driver.visible_texts()
    return driver.state("s.phone.calls[0].kind")


def test_interrupting_call_is_logged(driver: PhoneDriver) -> None:
    """A declined call is rejected in the call history, an answered one incoming, an ignored one missed."""
    calls = driver.state("s.phone.calls.length")
    assert isinstance(calls, int)
    assert answer_call(driver, "Decline") == "rejected"
    assert answer_call(driver, "Answer", "End call") == "incoming"
    driver.handset.call("interrupt", "call", 1, "")
    driver.open("Clock")
    driver.back()
    assert driver.state("s.phone.calls[0].kind") == "missed"
    assert driver.state("s.phone.calls.length") == calls + 3


def test_planned_interruption_waits_for_an_application(driver: PhoneDriver) -> None:
    """A planned interruption appears after its number of inputs, over an application and not over home."""
    driver.handset.call("interrupt", "update", 1, "")
    driver.press("Home")
    driver.press("Home")
    assert "Update available" not in driver.visible_texts()
    driver.open("Clock")
    assert "Update available" in driver.visible_texts()
    driver.tap("Update")
    assert driver.state("s.system.accepted") == ["update clock"]


def test_lost_network_is_restored(driver: PhoneDriver) -> None:
    """When the network is lost, Wi-Fi is off until the user turns it on."""
    driver.handset.call("interrupt", "network", 1, "")
    driver.open("Mail")
    assert "No internet connection" in driver.visible_texts()
    assert driver.state("s.settings.global.wifi_on") == "0"
    driver.tap("Turn on Wi-Fi")
    assert driver.state("s.settings.global.wifi_on") == "1"
    assert "Compose" in driver.visible_texts()


def test_unknown_planned_interruption_is_refused(driver: PhoneDriver) -> None:
    """An unknown interruption or caller is refused."""
    with pytest.raises(PhoneError, match='unknown interruption "noise"; expected one of: call, ad, battery'):
        driver.handset.call("interrupt", "noise", 1, "")
    with pytest.raises(PhoneError, match='nobody is named "Nobody"'):
        driver.handset.call("interrupt", "call", 1, "Nobody")
