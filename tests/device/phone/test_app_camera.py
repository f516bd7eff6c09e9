"""The camera of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_hand import Hand

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
COUNT = len(build_phone_state(1).files)
NEWEST = "Object.values(s.files).filter(f => f.about?.lens).sort((a, b) => b.mtime - a.mtime)[0].about"


def test_photo_is_in_the_gallery(hand: Hand) -> None:
    """A photo that was taken is the newest of the gallery."""
    hand.open("Camera")
    hand.tap("Take photo")
    hand.open("Gallery")
    assert hand.find("Photo of").name.endswith("March 12, 2026, 09:41")
    assert hand.state("Object.keys(s.files).length") == COUNT + 1


def test_photo_is_taken_as_the_camera_is_set(hand: Hand) -> None:
    """Lens, shape, flash and timer are those of the photo."""
    hand.open("Camera")
    hand.tap("Switch to front camera")
    hand.tap("4:3")
    hand.tap("1:1")
    hand.tap("Flash: ")
    hand.tap("On")
    hand.tap("Timer: Off")
    hand.tap("3 seconds")
    hand.tap("Take photo")
    assert hand.state(f"(a => [a.lens, a.ratio, a.flash, a.timer])({NEWEST})") == [
        "front",
        "1:1",
        "On",
        "3 s",
    ]


def test_video_is_as_long_as_it_was_recorded(hand: Hand) -> None:
    """A video ends when it is stopped, and Back stops it, too."""
    hand.open("Camera")
    hand.tap("Video")
    hand.tap("Start recording")
    assert "Stop recording" in hand.shown()
    hand.back()
    assert hand.state(f"[{NEWEST}.kind, Number({NEWEST}.seconds) > 0]") == ["video", True]


def test_modes_are_swiped(hand: Hand) -> None:
    """A swipe over the viewfinder changes the mode."""
    hand.open("Camera")
    hand.swipe("Viewfinder", "left")
    assert "Viewfinder, back camera, Video mode" in hand.shown()


def test_settings_are_kept_until_a_reset(hand: Hand) -> None:
    """What is set stays when the application is left; a reset of the phone forgets it."""
    hand.open("Camera")
    hand.tap("Camera settings")
    hand.tap("Date stamp")
    hand.press("Home")
    hand.open("Camera")
    assert hand.checked("Date stamp")
    hand.reset()
    assert hand.state("s.camera.watermark") is False


def test_camera_without_a_photo_opens_the_gallery(hand: Hand) -> None:
    """Where no photo is there, the button of the last photo still leads to the gallery."""
    hand.handset.call(
        "alter", "Object.keys(s.files).filter(p => s.files[p].about?.kind).forEach(p => delete s.files[p])"
    )
    hand.open("Camera")
    hand.tap("Open Gallery")
    assert "Nothing here yet" in hand.shown()
