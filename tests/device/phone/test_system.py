"""System features: home screen, drawer, notifications, recents, keyboard, settings and dump."""

from __future__ import annotations

import io
import re

import pytest
from phone_driver import PhoneDriver
from PIL import Image, ImageChops, ImageStat

pytestmark = pytest.mark.browser

HOME, DELETE, POWER, WAKEUP, VOLUME_UP, OVERVIEW = 3, 67, 26, 224, 24, 187
LEFT, A, C, V, X = 21, 29, 31, 50, 52
CTRL, SHIFT = 113, 59
WIDTH, HEIGHT = 1080, 2400


def take_screenshot(driver: PhoneDriver) -> Image.Image:
    """Return the screen as an RGB image."""
    return Image.open(io.BytesIO(driver.handset.screenshot())).convert("RGB")


def get_focus(driver: PhoneDriver, what: str) -> object:
    """Return one property of the focused window."""
    found = driver.handset.call("focus")
    assert isinstance(found, dict)
    return found[what]


def press_key(driver: PhoneDriver, code: int, *held: int) -> None:
    """Press a key by its Android code, with modifier keys held."""
    driver.handset.call("key", code, list(held))


def open_alarm_form(driver: PhoneDriver, label: str) -> None:
    """Open the form of a new alarm and type its label."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Label")
    driver.handset.call("type", label)


def send_notification(driver: PhoneDriver, title: str, text: str) -> None:
    """Send a notification from the clock app."""
    note = f'{{id:"{title}",app:"clock",title:"{title}",text:"{text}",at:"2026-03-12T09:41",args:{{}}}}'
    driver.handset.call("alter", f"s.notifications.unshift({note})")


def test_home_screen_shows_every_application(driver: PhoneDriver) -> None:
    """Every application is on the home screen or in the dock and can be started."""
    apps = driver.handset.call("apps")
    assert isinstance(apps, list)
    labels = {str(app["label"]) for app in apps if isinstance(app, dict) and app["launchable"]}
    assert labels <= driver.visible_texts()
    driver.tap("Clock")
    assert get_focus(driver, "package") == "org.practice.clock"


def test_app_drawer_is_searchable(driver: PhoneDriver) -> None:
    """A swipe up opens all applications; a search filters them or shows a message."""
    driver.handset.call("swipe", 540, 1500, 540, 300, 200)
    driver.type("Search apps", "clo")
    assert "Clock" in driver.visible_texts()
    assert "Contacts" not in driver.visible_texts()
    driver.type("Search apps", "zzz")
    assert 'No apps found matching "zzz"' in driver.visible_texts()


def test_long_press_on_an_icon_opens_its_menu(driver: PhoneDriver) -> None:
    """A long press on an icon offers App info but no uninstall."""
    driver.hold("Clock")
    assert {"App info", "Uninstall"} <= driver.visible_texts()
    item = next(part for part in driver.nodes() if "Uninstall" in {part.name, part.text})
    driver.handset.call("tap", *item.center)
    assert "App info" in driver.visible_texts()
    driver.back()
    assert "App info" not in driver.visible_texts()


def test_notification_opens_its_application(driver: PhoneDriver) -> None:
    """A tap on a notification opens its application and dismisses it."""
    send_notification(driver, "Tea", "Ready")
    driver.handset.call("swipe", 540, 5, 540, 1200, 200)
    assert get_focus(driver, "window") == "NotificationShade"
    driver.tap("Ready")
    assert get_focus(driver, "package") == "org.practice.clock"
    assert driver.handset.call("notifications") == []


def test_notifications_are_dismissed(driver: PhoneDriver) -> None:
    """A sideways swipe dismisses one notification, Clear all the others."""
    for title in ("One", "Two", "Three"):
        send_notification(driver, title, f"Text {title}")
    driver.handset.call("panel", True)
    driver.swipe("Text Two", "right")
    assert "Text Two" not in driver.visible_texts()
    assert driver.state("s.notifications.length") == 2
    driver.tap("Clear all")
    assert driver.state("s.notifications.length") == 0


def test_long_notification_is_expanded(driver: PhoneDriver) -> None:
    """A long notification can be expanded."""
    send_notification(driver, "Tea", "a long text " * 12)
    driver.handset.call("panel", True)
    before = driver.find("a long text").bounds
    driver.tap("Expand Tea")
    after = driver.find("a long text").bounds
    assert after[3] - after[1] > before[3] - before[1]


def test_recent_applications_are_closed(driver: PhoneDriver) -> None:
    """Recents list applications by last use; a swipe up closes one, Clear all closes all."""
    for label in ("Clock", "Contacts"):
        driver.open(label)
    press_key(driver, OVERVIEW)
    assert [part.name for part in driver.nodes() if part.name in {"Clock", "Contacts"}] == [
        "Contacts",
        "Clock",
    ]
    driver.swipe("Contacts", "up")
    assert driver.handset.call("stack") == [{"package": "org.practice.clock", "activity": ".MainActivity"}]
    driver.tap("Clear all")
    assert driver.handset.call("stack") == []
    assert get_focus(driver, "package") == "org.practice.launcher"


def test_recents_show_pictures_of_the_screens(driver: PhoneDriver) -> None:
    """Recents show the screen on which an application was left, scrolled as it was."""
    driver.open("Gallery")
    at_the_start = take_screenshot(driver)
    driver.scroll()
    as_left = take_screenshot(driver)
    press_key(driver, OVERVIEW)
    left, _, right, bottom = driver.find("Gallery").bounds
    top = bottom - round((right - left) * HEIGHT / WIDTH)
    picture = take_screenshot(driver).crop((left, top, right, bottom))

    def differ(screen: Image.Image) -> float:
        inner = [each.resize((54, 120)).crop((4, 20, 50, 100)) for each in (picture, screen)]
        return sum(ImageStat.Stat(ImageChops.difference(*inner)).mean)

    assert differ(as_left) < differ(at_the_start) / 5


def test_pictures_in_recents_are_not_operated(driver: PhoneDriver) -> None:
    """A tap on a picture opens its application without pressing what is shown there."""
    driver.open("Clock")
    before = driver.state("s.clock")
    press_key(driver, HOME)
    press_key(driver, OVERVIEW)
    _, _, right, bottom = driver.find("Clock").bounds
    assert "Add alarm" not in driver.visible_texts()
    driver.handset.call("tap", right - 80, bottom - 120)
    assert get_focus(driver, "package") == "org.practice.clock"
    assert (driver.state("s.clock"), get_focus(driver, "screen")) == (before, "main")
    assert "Alarms" in driver.visible_texts()


def test_soft_keyboard_types(driver: PhoneDriver) -> None:
    """Tapped keys type; Back hides the keyboard and keeps the text."""
    open_alarm_form(driver, "")
    keys = {"t": (4.5, 0), "e": (2.5, 0), "a": (0.5, 1)}
    top = HEIGHT - 110 - 620 + 20
    for letter in "tea":
        column, row = keys[letter]
        inset = 0 if row == 0 else 52
        step = (WIDTH - 2 * inset) / (10 if row == 0 else 9)
        driver.handset.call("tap", round(inset + column * step), top + 70 + row * 148)
    assert driver.value("Label") == "tea"
    assert get_focus(driver, "keyboard") is True
    driver.back()
    assert get_focus(driver, "keyboard") is False
    assert driver.value("Label") == "tea"
    assert "New alarm" in driver.visible_texts()


@pytest.mark.parametrize("text", ["Grüße aus Zürich", "茶を飲む", "🫖 👩‍🍳", "a\"b<c>&'d", "x" * 500])
def test_any_text_is_typed(driver: PhoneDriver, text: str) -> None:
    """Any typed text appears unchanged in the dump."""
    open_alarm_form(driver, text)
    assert driver.value("Label") == text


def test_keys_select_cut_and_paste(driver: PhoneDriver) -> None:
    """Shift with arrow keys selects; Ctrl with X, C, V and A cuts, copies, pastes and selects all."""
    open_alarm_form(driver, "green tea 🫖")
    for _ in range(5):
        press_key(driver, LEFT, SHIFT)
    press_key(driver, X, CTRL)
    assert (driver.value("Label"), driver.handset.call("clipboard")) == ("green ", "tea 🫖")
    press_key(driver, A, CTRL)
    press_key(driver, C, CTRL)
    press_key(driver, LEFT)
    press_key(driver, V, CTRL)
    assert driver.value("Label") == "green green "


def test_delete_removes_a_whole_character(driver: PhoneDriver) -> None:
    """Deleting before the caret removes one character with all its code units."""
    open_alarm_form(driver, "tea 🫖")
    press_key(driver, DELETE)
    assert driver.value("Label") == "tea "


def test_long_press_selects_a_word(driver: PhoneDriver) -> None:
    """A long press in a field selects a word, which typed text replaces."""
    open_alarm_form(driver, "word")
    left, top, _, bottom = driver.find("Label", field=True).bounds
    driver.handset.call("swipe", left + 60, (top + bottom) // 2, left + 60, (top + bottom) // 2, 900)
    driver.handset.call("type", "tea")
    assert driver.value("Label") == "tea"


def test_number_field_ignores_letters(driver: PhoneDriver) -> None:
    """A number field ignores letters."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    driver.type("Hour", "a9b")
    assert driver.value("Hour") == "9"


def test_screen_turns_off_and_on(driver: PhoneDriver) -> None:
    """With the screen off, taps have no effect; waking shows the previous screen."""
    driver.open("Clock")
    before = driver.handset.call("dump", False)
    press_key(driver, POWER)
    assert take_screenshot(driver).getextrema() == ((0, 0), (0, 0), (0, 0))
    driver.handset.call("tap", 540, 2180)
    assert driver.handset.call("dump", False) == ""
    press_key(driver, WAKEUP)
    assert driver.handset.call("dump", False) == before


def test_dark_theme_darkens_applications(driver: PhoneDriver) -> None:
    """The dark theme darkens applications."""
    driver.open("Clock")
    light = take_screenshot(driver).resize((1, 1)).getpixel((0, 0))
    driver.handset.call("putSetting", "secure", "ui_night_mode", "2")
    dark = take_screenshot(driver).resize((1, 1)).getpixel((0, 0))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert sum(dark) < sum(light) / 2


def test_font_scale_enlarges_text(driver: PhoneDriver) -> None:
    """A larger font scale enlarges text but not the navigation bar."""
    driver.open("Clock")
    before = driver.find("Alarms").bounds
    driver.handset.call("putSetting", "system", "font_scale", "1.3")
    after = driver.find("Alarms").bounds
    assert (after[3] - after[1]) / (before[3] - before[1]) == pytest.approx(1.3, abs=0.06)


def test_low_brightness_darkens_the_screen(driver: PhoneDriver) -> None:
    """Low brightness darkens the screenshot, and taps still work."""
    bright = take_screenshot(driver).resize((1, 1)).getpixel((0, 0))
    driver.handset.call("putSetting", "system", "screen_brightness", "5")
    dim = take_screenshot(driver).resize((1, 1)).getpixel((0, 0))
    assert isinstance(bright, tuple)
    assert isinstance(dim, tuple)
    assert sum(dim) < sum(bright) * 0.7
    driver.tap("Clock")
    assert get_focus(driver, "package") == "org.practice.clock"


def test_volume_keys_show_the_volume(driver: PhoneDriver) -> None:
    """A volume key changes the volume and shows it."""
    before = take_screenshot(driver)
    press_key(driver, VOLUME_UP)
    assert driver.state("s.system.volume.media") == 9
    assert take_screenshot(driver) != before


def test_rotation_swaps_width_and_height(driver: PhoneDriver) -> None:
    """After rotation, width and height are swapped and all clickable nodes are on the screen."""
    driver.handset.call("orientation", 1)
    assert take_screenshot(driver).size == (HEIGHT, WIDTH)
    assert all(part.bounds[2] <= HEIGHT and part.bounds[3] <= WIDTH for part in driver.nodes())
    driver.tap("Clock")
    assert 'rotation="1"' in str(driver.handset.call("dump", False))


def test_back_and_home_navigate(driver: PhoneDriver) -> None:
    """Back leaves a screen, then the application; home keeps its state."""
    driver.open("Clock")
    driver.tap("Add alarm")
    press_key(driver, HOME)
    driver.tap("Clock")
    assert "New alarm" in driver.visible_texts()
    driver.back()
    assert "Alarms" in driver.visible_texts()
    driver.back()
    assert get_focus(driver, "package") == "org.practice.launcher"


def test_snackbar_is_in_the_application_window(driver: PhoneDriver) -> None:
    """A snackbar with Undo is in the application's window and in the dump."""
    driver.open("Clock")
    count = driver.state("s.clock.alarms.length")
    time = driver.state("s.clock.alarms.map(a => a.time).sort()[0]")
    driver.tap(str(time))
    driver.tap("Delete alarm")
    assert "Undo" in driver.visible_texts()
    driver.tap("Undo")
    assert driver.state("s.clock.alarms.length") == count


SCREENS: tuple[tuple[str, ...], ...] = (
    (), ("Clock",), ("Clock", "Add alarm"), ("Clock", "World clock"), ("Clock", "Timer"),
    ("Clock", "More options"),
    ("Contacts",), ("Messages",), ("Phone",), ("Shop",), ("Settings",), ("Notes",), ("Calendar",),
    ("Mail",), ("Music",), ("Maps",), ("Files",), ("Gallery",), ("Camera",), ("Browser",), ("Sheets",),
    ("Social",), ("Video",), ("Weather",), ("Calculator",),
)  # fmt: skip
_THERE = """(() => {
  const [left, top, right, bottom] = BOUNDS;
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const later = (el) => el.compareDocumentPosition(hit) & Node.DOCUMENT_POSITION_FOLLOWING;
  const over = (el) => el.contains(hit) || later(el);
  const holds = ({ x, y, width, height }) =>
    x < left + 1 && y < top + 1 && x + width > right - 1 && y + height > bottom - 1;
  const taken = ({ node }) => node.tap || node.field || node.slide;
  const fits = (el) => holds(el.getBoundingClientRect()) && over(el);
  return [...document.querySelectorAll(".v")].filter(taken).some(fits);
})()"""


@pytest.mark.parametrize("steps", SCREENS, ids=" ".join)
def test_dump_bounds_match_the_screen(driver: PhoneDriver, steps: tuple[str, ...]) -> None:
    """The center of each clickable node hits this node or one drawn over it."""
    for step in steps:
        driver.tap(step)
    parts = [part for part in driver.nodes() if part.clickable]
    assert parts
    for part in parts:
        bounds = str([at / 2.5 for at in part.bounds])
        assert driver.state(_THERE.replace("BOUNDS", bounds)) is True, (steps, part)


def test_dump_is_well_formed_for_any_text(driver: PhoneDriver) -> None:
    """Text with markup and control characters gives well-formed XML."""
    driver.handset.call("alter", 's.clock.alarms[0].label = "<b>&\\"\\u0007 ]]> \\n x"')
    driver.open("Clock")
    assert any("<b>&" in words for words in driver.visible_texts())


def test_compressed_dump_omits_layout_nodes(driver: PhoneDriver) -> None:
    """A compressed dump has fewer nodes but all names."""
    driver.open("Clock")
    full, small = str(driver.handset.call("dump", False)), str(driver.handset.call("dump", True))
    assert small.count("<node") < full.count("<node")
    assert set(re.findall(r'text="([^"]+)"', small)) == set(re.findall(r'text="([^"]+)"', full))


def test_dump_contains_only_the_open_dialog(driver: PhoneDriver) -> None:
    """While a dialog is open, the dump contains only the dialog, as the active window."""
    driver.open("Clock")
    driver.tap("More options")
    assert "Settings" in driver.visible_texts()
    assert "Alarms" not in driver.visible_texts()
