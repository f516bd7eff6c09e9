"""The camera app: behaviour that users rely on."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state

pytestmark = pytest.mark.browser
COUNT = len(build_phone_state(1).files)
NEWEST = "Object.values(s.files).filter(f => f.about?.lens).sort((a, b) => b.mtime - a.mtime)[0].about"


def test_photo_is_in_the_gallery(driver: PhoneDriver) -> None:
    """A new photo is the newest one in the gallery."""
    driver.open("Camera")
    driver.tap("Take photo")
    driver.open("Gallery")
    assert driver.find("Photo of").name.endswith("March 12, 2026, 09:41")
    assert driver.state("Object.keys(s.files).length") == COUNT + 1


def test_photo_uses_the_camera_settings(driver: PhoneDriver) -> None:
    """Lens, aspect ratio, flash and timer apply to the photo."""
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


def test_video_ends_when_recording_stops(driver: PhoneDriver) -> None:
    """A video ends when recording is stopped, also by Back."""
    driver.open("Camera")
    driver.tap("Video")
    driver.tap("Start recording")
    assert "Stop recording" in driver.visible_texts()
    driver.back()
    assert driver.state(f"[{NEWEST}.kind, Number({NEWEST}.seconds) > 0]") == ["video", True]


def test_swipe_changes_the_mode(driver: PhoneDriver) -> None:
    """A swipe over the viewfinder changes the mode."""
    driver.open("Camera")
    driver.swipe("Viewfinder", "left")
    assert "Viewfinder, back camera, Video mode" in driver.visible_texts()


def test_settings_are_kept_until_reset(driver: PhoneDriver) -> None:
    """Settings are kept after leaving the app, until a reset."""
    driver.open("Camera")
    driver.tap("Camera settings")
    driver.tap("Date stamp")
    driver.press("Home")
    driver.open("Camera")
    assert driver.checked("Date stamp")
    driver.reset()
    assert driver.state("s.camera.watermark") is False


def test_thumbnail_button_opens_the_gallery_without_photos(driver: PhoneDriver) -> None:
    """Without any photo, the button of the last photo opens the gallery."""
    driver.handset.call(
        "alter", "Object.keys(s.files).filter(p => s.files[p].about?.kind).forEach(p => delete s.files[p])"
    )
    driver.open("Camera")
    driver.tap("Open Gallery")
    assert "Nothing here yet" in driver.visible_texts()
