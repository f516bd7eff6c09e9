"""Settings of the phone: what a user of them relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
BEGUN = build_phone_state(1).settings_app
LOCKED = next(net for net in BEGUN.networks if not net.saved and net.password)


def _wifi(hand: Hand) -> None:
    hand.open("Settings")
    hand.tap("Network & internet")
    hand.tap("Internet")


def test_network_is_joined_with_its_password(hand: Hand) -> None:
    """With the right password the phone is in the network, and in no other."""
    _wifi(hand)
    hand.tap(LOCKED.ssid)
    hand.type("Password", LOCKED.password)
    hand.tap("Connect")
    assert hand.state("s.settings_app.networks.filter(n => n.connected).map(n => n.ssid)") == [LOCKED.ssid]


def test_wrong_password_is_told(hand: Hand) -> None:
    """A password too short is refused in the dialog, a wrong one leaves the phone where it was."""
    _wifi(hand)
    hand.tap(LOCKED.ssid)
    hand.tap("Connect")
    assert "The password must have at least 8 characters" in hand.shown()
    hand.type("Password", "not this one")
    hand.tap("Connect")
    assert "Check password and try again" in hand.shown()
    assert hand.state("s.settings_app.networks.find(n => n.connected).id") == "wifi0"


def test_settings_are_android_s_own(hand: Hand) -> None:
    """What is set on the screen stands in the table and under the name that Android uses."""
    hand.open("Settings")
    hand.tap("Display")
    hand.tap("Dark theme")
    hand.tap("Screen timeout")
    hand.tap("5 minutes")
    hand.tap("Display size and text")
    hand.tap("Make text larger")
    assert hand.handset.call("setting", "secure", "ui_night_mode") == "2"
    assert hand.handset.call("setting", "system", "screen_off_timeout") == "300000"
    assert hand.handset.call("setting", "system", "font_scale") == "1.15"


def test_settings_made_from_outside_are_shown(hand: Hand) -> None:
    """A setting written through Android's tables shows on the screen."""
    hand.handset.call("putSetting", "global", "wifi_on", "0")
    _wifi(hand)
    assert not hand.checked("Wi-Fi")
    assert LOCKED.ssid not in hand.shown()


def test_search_leads_to_a_setting(hand: Hand) -> None:
    """A search finds a setting by another word for it; one without result says so."""
    hand.open("Settings")
    hand.tap("Search settings")
    hand.type("Search settings", "melody")
    hand.tap("Phone ringtone")
    assert BEGUN.ringtone in hand.shown()
    hand.back()
    hand.type("Search settings", "xyzzy")
    assert 'No results for "xyzzy"' in hand.shown()


def test_pin_must_be_typed_twice_alike(hand: Hand) -> None:
    """A PIN too short or not repeated is refused; a set one is asked for before it can be changed."""
    hand.open("Settings")
    hand.tap("Security & privacy")
    hand.tap("Screen lock")
    hand.tap("PIN")
    hand.tap("Confirm")
    assert "The PIN must have at least 4 digits" in hand.shown()
    hand.type("PIN", "2468")
    hand.type("Confirm PIN", "2469")
    hand.press("Enter")
    assert "The PINs do not match" in hand.shown()
    hand.type("Confirm PIN", "2468")
    hand.press("Enter")
    hand.tap("Screen lock")
    hand.type("PIN", "1111")
    hand.tap("Next")
    assert "Wrong PIN" in hand.shown()


def test_device_is_paired_and_forgotten(hand: Hand) -> None:
    """A device nearby is paired after its code was shown, and forgotten after a question."""
    device = next(each for each in BEGUN.devices if not each.paired)
    hand.open("Settings")
    hand.tap("Connected devices")
    hand.tap("Pair new device")
    hand.tap(device.name)
    assert f"Bluetooth pairing code {device.pin}" in hand.shown()
    hand.tap("Pair")
    hand.tap(f"Settings for {device.name}")
    hand.tap("Forget")
    hand.tap("Forget device")
    assert device.name not in hand.shown()


def test_data_of_an_application_can_be_deleted(hand: Hand) -> None:
    """Clear storage brings an application back to its beginning."""
    hand.open("Calculator")
    hand.tap("8")
    hand.open("Settings")
    hand.tap("Apps")
    hand.tap("See all")
    hand.tap("Calculator")
    hand.tap("Storage & cache")
    hand.tap("Clear storage")
    hand.tap("Delete")
    assert hand.state("s.calculator.expression") == ""
