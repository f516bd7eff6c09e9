"""The home screen and the status bar: on screens of every size, and as the settings want them."""

from __future__ import annotations

import io

import pytest
from phone_driver import PhoneDriver
from PIL import Image, ImageChops, ImageStat

pytestmark = pytest.mark.browser

BEGUN = (1080, 2400), 400
SIZES = [
    ((640, 1136), 320),
    ((720, 1280), 320),
    ((780, 1688), 320),
    BEGUN,
    ((1136, 640), 320),
    ((1280, 720), 320),
    ((2400, 1080), 400),
    ((2000, 1200), 240),
]
STATUS = (0, 0, 1080, 70)
ALIKE = 0.5  # levels on average


def launchable(driver: PhoneDriver) -> dict[str, str]:
    """Return the packages of all applications by their labels."""
    apps = driver.handset.call("apps")
    assert isinstance(apps, list)
    given = [app for app in apps if isinstance(app, dict) and app["launchable"]]
    return {str(app["label"]): str(app["package"]) for app in given}


def package(driver: PhoneDriver) -> object:
    """Return the application in front."""
    found = driver.handset.call("focus")
    assert isinstance(found, dict)
    return found["package"]


def picture(driver: PhoneDriver) -> Image.Image:
    """Return what is shown as a picture."""
    return Image.open(io.BytesIO(driver.handset.screenshot())).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return by how many of 255 levels the two pictures differ on average.

    A browser may draw the edges of letters otherwise each time: they differ by hundredths of a level.
    """
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize(("size", "density"), SIZES)
@pytest.mark.parametrize("scale", ["1.0", "1.3"])
def test_every_icon_opens_its_application(
    driver: PhoneDriver, *, size: tuple[int, int], density: int, scale: str
) -> None:
    """On small, large and turned screens every icon can be tapped and opens what it says."""
    driver.handset.resize(size, density=density)
    driver.handset.call("putSetting", "system", "font_scale", scale)
    try:
        for label, wanted in launchable(driver).items():
            driver.press("Home")
            driver.tap(label)
            assert (label, package(driver)) == (label, wanted)
    finally:
        driver.handset.resize()


@pytest.mark.parametrize(("size", "density"), SIZES)
def test_icons_are_seen_whole(driver: PhoneDriver, *, size: tuple[int, int], density: int) -> None:
    """All icons stand beside each other on the home screen, none under the dock and none too small to hit."""
    driver.handset.resize(size, density=density)
    try:
        labels = launchable(driver)
        icons = [part for part in driver.parts() if part.clickable and part.name in labels]
        assert {part.name for part in icons} == set(labels)
        least = 44 * density / 160
        small = [(part.name, part.bounds) for part in icons if part.bounds[3] - part.bounds[1] < least]
        assert not small
    finally:
        driver.handset.resize()


def test_wallpaper_of_the_gallery_is_drawn(driver: PhoneDriver) -> None:
    """A picture set as wallpaper in the Gallery is behind the icons, until Settings put another there."""
    before = picture(driver)
    paths = driver.state("Object.keys(s.files).filter(f => s.files[f].about?.kind === 'photo')")
    assert isinstance(paths, list)
    driver.handset.call("putSetting", "system", "wallpaper", str(paths[0]))
    photo = picture(driver)
    assert apart(photo, before) > ALIKE
    driver.open("Settings")
    driver.tap("Wallpaper & style")
    assert "Dusk wallpaper, in use" not in driver.shown()
    driver.tap("Dusk wallpaper")
    driver.tap("Set")
    driver.press("Home")
    bounds = (0, 400, 1080, 2000)  # the clock has moved on, and a toast is at the foot
    assert apart(picture(driver).crop(bounds), before.crop(bounds)) <= ALIKE


def test_lost_wallpaper_leaves_the_one_of_settings(driver: PhoneDriver) -> None:
    """Where the picture was deleted, the home screen is drawn with the wallpaper of Settings."""
    before = picture(driver)
    driver.handset.call("putSetting", "system", "wallpaper", "/sdcard/DCIM/gone.jpg")
    assert apart(picture(driver), before) <= ALIKE


def test_time_is_shown_in_twelve_hours(driver: PhoneDriver) -> None:
    """Without the 24-hour format, the home screen and the notifications tell the time with AM and PM."""
    driver.handset.call("putSetting", "system", "time_12_24", "12")
    assert "9:41 AM" in driver.shown()
    driver.handset.call("alter", "s.system.now += 12 * 3600000")
    assert "9:41 PM" in driver.shown()
    driver.handset.call("alter", "s.system.now += 3 * 3600000")
    driver.handset.call("panel", True)
    assert "12:41 AM" in driver.shown()
    assert driver.state("document.querySelector('.status-clock').textContent") == "12:41 AM"


def test_battery_saver_is_marked(driver: PhoneDriver) -> None:
    """Battery Saver changes the battery in the status bar."""
    before = picture(driver).crop(STATUS)
    driver.handset.call("putSetting", "global", "low_power", "1")
    saving = apart(picture(driver).crop(STATUS), before)
    driver.handset.call("putSetting", "global", "low_power", "0")
    assert apart(picture(driver).crop(STATUS), before) < saving / 2


def test_what_an_application_offers_to_undo_stays_with_it(driver: PhoneDriver) -> None:
    """A snackbar of the gallery does not lie over the home screen, where a tap would undo a deletion."""
    driver.open("Gallery")
    driver.tap("Photo of")
    driver.tap("Delete")
    driver.tap("Move to bin")
    assert "Undo" in driver.shown()
    driver.press("Home")
    assert "Undo" not in driver.shown()
    driver.tap("Camera")
    assert package(driver) == "org.practice.camera"
