"""The Settings app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).settings_app
LOCKED = next(net for net in BEGUN.networks if not net.saved and net.password)


def _wifi(driver: PhoneDriver) -> None:
    driver.open("Settings")
    driver.tap("Network & internet")
    driver.tap("Internet")


def test_network_is_joined_with_its_password(driver: PhoneDriver) -> None:
    """With the right password, the phone is connected to this network only."""
    _wifi(driver)
    driver.tap(LOCKED.ssid)
    driver.type("Password", LOCKED.password)
    driver.tap("Connect")
    assert driver.state("s.settings_app.networks.filter(n => n.connected).map(n => n.ssid)") == [LOCKED.ssid]


def test_wrong_password_is_refused(driver: PhoneDriver) -> None:
    """A short password is refused in the dialog; a wrong one does not connect."""
    _wifi(driver)
    driver.tap(LOCKED.ssid)
    driver.tap("Connect")
    assert "The password must have at least 8 characters" in driver.visible_texts()
    driver.type("Password", "not this one")
    driver.tap("Connect")
    assert "Check password and try again" in driver.visible_texts()
    assert driver.state("s.settings_app.networks.find(n => n.connected).id") == "wifi0"


def test_settings_are_stored_under_android_names(driver: PhoneDriver) -> None:
    """Changes are stored in Android's tables under Android's names."""
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


def test_external_changes_are_shown(driver: PhoneDriver) -> None:
    """A setting written through Android's tables is shown on the screen."""
    driver.handset.call("putSetting", "global", "wifi_on", "0")
    _wifi(driver)
    assert not driver.checked("Wi-Fi")
    assert LOCKED.ssid not in driver.visible_texts()


def test_search_finds_settings_by_synonym(driver: PhoneDriver) -> None:
    """A search finds a setting by a synonym, and shows a message without results."""
    driver.open("Settings")
    driver.tap("Search settings")
    driver.type("Search settings", "melody")
    driver.tap("Phone ringtone")
    assert BEGUN.ringtone in driver.visible_texts()
    driver.back()
    driver.type("Search settings", "xyzzy")
    assert 'No results for "xyzzy"' in driver.visible_texts()


def test_pin_must_be_confirmed(driver: PhoneDriver) -> None:
    """A short or unconfirmed PIN is refused; a change requires the current PIN."""
    driver.open("Settings")
    driver.tap("Security & privacy")
    driver.tap("Screen lock")
    driver.tap("PIN")
    driver.tap("Confirm")
    assert "The PIN must have at least 4 digits" in driver.visible_texts()
    driver.type("PIN", "2468")
    driver.type("Confirm PIN", "2469")
    driver.press("Enter")
    assert "The PINs do not match" in driver.visible_texts()
    driver.type("Confirm PIN", "2468")
    driver.press("Enter")
    driver.tap("Screen lock")
    driver.type("PIN", "1111")
    driver.tap("Next")
    assert "Wrong PIN" in driver.visible_texts()


def test_device_is_paired_and_forgotten(driver: PhoneDriver) -> None:
    """A nearby device is paired after showing its code, and forgotten after confirmation."""
    device = next(each for each in BEGUN.devices if not each.paired)
    driver.open("Settings")
    driver.tap("Connected devices")
    driver.tap("Pair new device")
    driver.tap(device.name)
    assert f"Bluetooth pairing code {device.pin}" in driver.visible_texts()
    driver.tap("Pair")
    driver.tap(f"Settings for {device.name}")
    driver.tap("Forget")
    driver.tap("Forget device")
    assert device.name not in driver.visible_texts()


def test_clear_storage_resets_an_application(driver: PhoneDriver) -> None:
    """Clear storage restores an application's initial state."""
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
