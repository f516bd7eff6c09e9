"""Settings of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).settings_app
LOCKED = next(net for net in BEGUN.networks if not net.saved and net.password)


def _wifi(driver: PhoneDriver) -> None:
    driver.open("Settings")
    driver.tap("Network & internet")
    driver.tap("Internet")


def test_network_is_joined_with_its_password(driver: PhoneDriver) -> None:
    """With the right password the phone is in the network, and in no other."""
    _wifi(driver)
    driver.tap(LOCKED.ssid)
    driver.type("Password", LOCKED.password)
    driver.tap("Connect")
    assert driver.state("s.settings_app.networks.filter(n => n.connected).map(n => n.ssid)") == [LOCKED.ssid]


def test_wrong_password_is_told(driver: PhoneDriver) -> None:
    """A password too short is refused in the dialog, a wrong one leaves the phone where it was."""
    _wifi(driver)
    driver.tap(LOCKED.ssid)
    driver.tap("Connect")
    assert "The password must have at least 8 characters" in driver.shown()
    driver.type("Password", "not this one")
    driver.tap("Connect")
    assert "Check password and try again" in driver.shown()
    assert driver.state("s.settings_app.networks.find(n => n.connected).id") == "wifi0"


def test_settings_are_android_s_own(driver: PhoneDriver) -> None:
    """What is set on the screen stands in the table and under the name that Android uses."""
    driver.open("Settings")
    driver.tap("Display")
    driver.tap("Dark theme")
    driver.tap("Screen timeout")
    driver.tap("5 minutes")
    driver.tap("Display size and text")
    driver.tap("Make text larger")
    assert driver.handset.call("setting", "secure", "ui_night_mode") == "2"
    assert driver.handset.call("setting", "system", "screen_off_timeout") == "300000"
    assert driver.handset.call("setting", "system", "font_scale") == "1.15"


def test_settings_made_from_outside_are_shown(driver: PhoneDriver) -> None:
    """A setting written through Android's tables shows on the screen."""
    driver.handset.call("putSetting", "global", "wifi_on", "0")
    _wifi(driver)
    assert not driver.checked("Wi-Fi")
    assert LOCKED.ssid not in driver.shown()


def test_search_leads_to_a_setting(driver: PhoneDriver) -> None:
    """A search finds a setting by another word for it; one without result says so."""
    driver.open("Settings")
    driver.tap("Search settings")
    driver.type("Search settings", "melody")
    driver.tap("Phone ringtone")
    assert BEGUN.ringtone in driver.shown()
    driver.back()
    driver.type("Search settings", "xyzzy")
    assert 'No results for "xyzzy"' in driver.shown()


def test_pin_must_be_typed_twice_alike(driver: PhoneDriver) -> None:
    """A PIN too short or not repeated is refused; a set one is asked for before it can be changed."""
    driver.open("Settings")
    driver.tap("Security & privacy")
    driver.tap("Screen lock")
    driver.tap("PIN")
    driver.tap("Confirm")
    assert "The PIN must have at least 4 digits" in driver.shown()
    driver.type("PIN", "2468")
    driver.type("Confirm PIN", "2469")
    driver.press("Enter")
    assert "The PINs do not match" in driver.shown()
    driver.type("Confirm PIN", "2468")
    driver.press("Enter")
    driver.tap("Screen lock")
    driver.type("PIN", "1111")
    driver.tap("Next")
    assert "Wrong PIN" in driver.shown()


def test_device_is_paired_and_forgotten(driver: PhoneDriver) -> None:
    """A device nearby is paired after its code was shown, and forgotten after a question."""
    device = next(each for each in BEGUN.devices if not each.paired)
    driver.open("Settings")
    driver.tap("Connected devices")
    driver.tap("Pair new device")
    driver.tap(device.name)
    assert f"Bluetooth pairing code {device.pin}" in driver.shown()
    driver.tap("Pair")
    driver.tap(f"Settings for {device.name}")
    driver.tap("Forget")
    driver.tap("Forget device")
    assert device.name not in driver.shown()


def test_data_of_an_application_can_be_deleted(driver: PhoneDriver) -> None:
    """Clear storage brings an application back to its beginning."""
    driver.open("Calculator")
    driver.tap("8")
    driver.open("Settings")
    driver.tap("Apps")
    driver.tap("See all")
    driver.tap("Calculator")
    driver.tap("Storage & cache")
    driver.tap("Clear storage")
    driver.tap("Delete")
    assert driver.state("s.calculator.expression") == ""
