"""The camera of the phone: what a user of it relies on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.phone_state import build_phone_state

pytestmark = pytest.mark.browser
COUNT = len(build_phone_state(1).files)
NEWEST = "Object.values(s.files).filter(f => f.about?.lens).sort((a, b) => b.mtime - a.mtime)[0].about"


def test_photo_is_in_the_gallery(driver: PhoneDriver) -> None:
    """A photo that was taken is the newest of the gallery."""
    driver.open("Camera")
    driver.tap("Take photo")
    driver.open("Gallery")
    assert driver.find("Photo of").name.endswith("March 12, 2026, 09:41")
    assert driver.state("Object.keys(s.files).length") == COUNT + 1


def test_photo_is_taken_as_the_camera_is_set(driver: PhoneDriver) -> None:
    """Lens, shape, flash and timer are those of the photo."""
    driver.open("Camera")
    driver.tap("Switch to front camera")
    driver.tap("4:3")
    driver.tap("1:1")
    driver.tap("Flash: ")
    driver.tap("On")
    driver.tap("Timer: Off")
    driver.tap("3 seconds")
    driver.tap("Take photo")
    assert driver.state(f"(a => [a.lens, a.ratio, a.flash, a.timer])({NEWEST})") == [
        "front",
        "1:1",
        "On",
        "3 s",
    ]


def test_video_is_as_long_as_it_was_recorded(driver: PhoneDriver) -> None:
    """A video ends when it is stopped, and Back stops it, too."""
    driver.open("Camera")
    driver.tap("Video")
    driver.tap("Start recording")
    assert "Stop recording" in driver.shown()
    driver.back()
    assert driver.state(f"[{NEWEST}.kind, Number({NEWEST}.seconds) > 0]") == ["video", True]


def test_modes_are_swiped(driver: PhoneDriver) -> None:
    """A swipe over the viewfinder changes the mode."""
    driver.open("Camera")
    driver.swipe("Viewfinder", "left")
    assert "Viewfinder, back camera, Video mode" in driver.shown()


def test_settings_are_kept_until_a_reset(driver: PhoneDriver) -> None:
    """What is set stays when the application is left; a reset of the phone forgets it."""
    driver.open("Camera")
    driver.tap("Camera settings")
    driver.tap("Date stamp")
    driver.press("Home")
    driver.open("Camera")
    assert driver.checked("Date stamp")
    driver.reset()
    assert driver.state("s.camera.watermark") is False


def test_camera_without_a_photo_opens_the_gallery(driver: PhoneDriver) -> None:
    """Where no photo is there, the button of the last photo still leads to the gallery."""
    driver.handset.call(
        "alter", "Object.keys(s.files).filter(p => s.files[p].about?.kind).forEach(p => delete s.files[p])"
    )
    driver.open("Camera")
    driver.tap("Open Gallery")
    assert "Nothing here yet" in driver.shown()
