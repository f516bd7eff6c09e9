"""The home screen and status bar at all screen sizes and with changed settings."""

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


def packages_by_label(driver: PhoneDriver) -> dict[str, str]:
    """Return the packages of all applications by label."""
    apps = driver.handset.call("apps")
    assert isinstance(apps, list)
    given = [app for app in apps if isinstance(app, dict) and app["launchable"]]
    return {str(app["label"]): str(app["package"]) for app in given}


def focused_package(driver: PhoneDriver) -> object:
    """Return the package of the focused application."""
    found = driver.handset.call("focus")
    assert isinstance(found, dict)
    return found["package"]


def take_screenshot(driver: PhoneDriver) -> Image.Image:
    """Return the screen as an RGB image."""
    return Image.open(io.BytesIO(driver.handset.screenshot())).convert("RGB")


def mean_difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean absolute difference of two images, in levels of 255.

    Browsers may antialias text differently each time, which gives differences below 0.1.
    """
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize(
    ("size", "density", "scale"), [(*BEGUN, "1.0"), *((*shape, "1.3") for shape in SIZES)]
)
def test_every_icon_opens_its_application(
    driver: PhoneDriver, *, size: tuple[int, int], density: int, scale: str
) -> None:
    """On small, large and rotated screens, every icon opens its application, also with a large font."""
    driver.handset.resize(size, density=density)
    driver.handset.call("putSetting", "system", "font_scale", scale)
    try:
        for label, wanted in packages_by_label(driver).items():
            driver.press("Home")
            driver.tap(label)
            assert (label, focused_package(driver)) == (label, wanted)
    finally:
        driver.handset.resize()


@pytest.mark.parametrize(("size", "density"), SIZES)
def test_icons_are_fully_visible(driver: PhoneDriver, *, size: tuple[int, int], density: int) -> None:
    """All icons are on the home screen, above the dock and large enough to tap."""
    driver.handset.resize(size, density=density)
    try:
        labels = packages_by_label(driver)
        icons = [part for part in driver.nodes() if part.clickable and part.name in labels]
        assert {part.name for part in icons} == set(labels)
        least = 44 * density / 160
        small = [(part.name, part.bounds) for part in icons if part.bounds[3] - part.bounds[1] < least]
        assert not small
    finally:
        driver.handset.resize()


def test_gallery_wallpaper_is_shown(driver: PhoneDriver) -> None:
    """A photo set as wallpaper is shown until Settings change the wallpaper."""
    before = take_screenshot(driver)
    paths = driver.state("Object.keys(s.files).filter(f => s.files[f].about?.kind === 'photo')")
    assert isinstance(paths, list)
    driver.handset.call("putSetting", "system", "wallpaper", str(paths[0]))
    photo = take_screenshot(driver)
    assert mean_difference(photo, before) > ALIKE
    driver.open("Settings")
    driver.tap("Wallpaper & style")
    assert "Dusk wallpaper, in use" not in driver.visible_texts()
    driver.tap("Dusk wallpaper")
    driver.tap("Set")
    driver.press("Home")
    bounds = (0, 400, 1080, 2000)  # the clock has moved on, and a toast is at the foot
    assert mean_difference(take_screenshot(driver).crop(bounds), before.crop(bounds)) <= ALIKE


def test_deleted_wallpaper_falls_back_to_settings(driver: PhoneDriver) -> None:
    """If the wallpaper's file was deleted, the wallpaper of Settings is shown."""
    before = take_screenshot(driver)
    driver.handset.call("putSetting", "system", "wallpaper", "/sdcard/DCIM/gone.jpg")
    assert mean_difference(take_screenshot(driver), before) <= ALIKE


def test_twelve_hour_format_is_applied(driver: PhoneDriver) -> None:
    """In 12-hour format, home screen and notifications show AM and PM."""
    driver.handset.call("putSetting", "system", "time_12_24", "12")
    assert "9:41 AM" in driver.visible_texts()
    driver.handset.call("alter", "s.system.now += 12 * 3600000")
    assert "9:41 PM" in driver.visible_texts()
    driver.handset.call("alter", "s.system.now += 3 * 3600000")
    driver.handset.call("panel", True)
    assert "12:41 AM" in driver.visible_texts()
    assert driver.state("document.querySelector('.status-clock').textContent") == "12:41 AM"


def test_battery_saver_changes_the_status_icon(driver: PhoneDriver) -> None:
    """Battery Saver changes the battery icon in the status bar."""
    before = take_screenshot(driver).crop(STATUS)
    driver.handset.call("putSetting", "global", "low_power", "1")
    saving = mean_difference(take_screenshot(driver).crop(STATUS), before)
    driver.handset.call("putSetting", "global", "low_power", "0")
    assert mean_difference(take_screenshot(driver).crop(STATUS), before) < saving / 2


def test_snackbar_is_hidden_on_the_home_screen(driver: PhoneDriver) -> None:
    """The gallery's snackbar is not shown over the home screen, where a tap would undo a deletion."""
    driver.open("Gallery")
    driver.tap("Photo of")
    driver.tap("Delete")
    driver.tap("Move to bin")
    assert "Undo" in driver.visible_texts()
    driver.press("Home")
    assert "Undo" not in driver.visible_texts()
    driver.tap("Camera")
    assert focused_package(driver) == "org.practice.camera"
