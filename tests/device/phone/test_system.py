"""What the system itself offers: home screen, drawer, notifications, recents, keyboard, settings, dump."""

from __future__ import annotations

import io
import re

import pytest
from phone_driver import PhoneDriver
from PIL import Image

pytestmark = pytest.mark.browser

HOME, DELETE, POWER, WAKEUP, VOLUME_UP, OVERVIEW = 3, 67, 26, 224, 24, 187
LEFT, A, C, V, X = 21, 29, 31, 50, 52
CTRL, SHIFT = 113, 59
WIDTH, HEIGHT = 1080, 2400


def picture(driver: PhoneDriver) -> Image.Image:
    """Return what is shown as a picture."""
    return Image.open(io.BytesIO(driver.handset.screenshot())).convert("RGB")


def focus(driver: PhoneDriver, what: str) -> object:
    """Return one of the facts about what is in front."""
    found = driver.handset.call("focus")
    assert isinstance(found, dict)
    return found[what]


def key(driver: PhoneDriver, code: int, *held: int) -> None:
    """Press a key of Android's number, others held."""
    driver.handset.call("key", code, list(held))


def new_alarm(driver: PhoneDriver, label: str) -> None:
    """Open the form of a new alarm and type its label."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Label")
    driver.handset.call("type", label)


def notify(driver: PhoneDriver, title: str, text: str) -> None:
    """Let the clock have told something."""
    note = f'{{id:"{title}",app:"clock",title:"{title}",text:"{text}",at:"2026-03-12T09:41",args:{{}}}}'
    driver.handset.call("alter", f"s.notifications.unshift({note})")


def test_home_screen_shows_every_application(driver: PhoneDriver) -> None:
    """Every application stands on the home screen or in the dock, and a tap starts it."""
    apps = driver.handset.call("apps")
    assert isinstance(apps, list)
    labels = {str(app["label"]) for app in apps if isinstance(app, dict) and app["launchable"]}
    assert labels <= driver.shown()
    driver.tap("Clock")
    assert focus(driver, "package") == "org.practice.clock"


def test_drawer_is_searched(driver: PhoneDriver) -> None:
    """A swipe up opens all applications, and a search leaves those that fit or says that there are none."""
    driver.handset.call("swipe", 540, 1500, 540, 300, 200)
    driver.type("Search apps", "clo")
    assert "Clock" in driver.shown()
    assert "Contacts" not in driver.shown()
    driver.type("Search apps", "zzz")
    assert 'No apps found matching "zzz"' in driver.shown()


def test_long_press_on_an_icon_offers_its_menu(driver: PhoneDriver) -> None:
    """A long press on an icon offers its application's information; nothing can be uninstalled."""
    driver.hold("Clock")
    assert {"App info", "Uninstall"} <= driver.shown()
    item = next(part for part in driver.parts() if "Uninstall" in {part.name, part.text})
    driver.handset.call("tap", *item.middle)
    assert "App info" in driver.shown()
    driver.back()
    assert "App info" not in driver.shown()


def test_notifications_open_what_they_are_of(driver: PhoneDriver) -> None:
    """A swipe from the top shows the notifications; a tap on one opens its application and takes it away."""
    notify(driver, "Tea", "Ready")
    driver.handset.call("swipe", 540, 5, 540, 1200, 200)
    assert focus(driver, "window") == "NotificationShade"
    driver.tap("Ready")
    assert focus(driver, "package") == "org.practice.clock"
    assert driver.handset.call("notifications") == []


def test_notifications_are_dismissed_one_by_one_or_all(driver: PhoneDriver) -> None:
    """A swipe to the side takes one notification away, Clear all the rest."""
    for title in ("One", "Two", "Three"):
        notify(driver, title, f"Text {title}")
    driver.handset.call("panel", True)
    driver.swipe("Text Two", "right")
    assert "Text Two" not in driver.shown()
    assert driver.state("s.notifications.length") == 2
    driver.tap("Clear all")
    assert driver.state("s.notifications.length") == 0


def test_long_notification_is_expanded(driver: PhoneDriver) -> None:
    """A notification that does not fit grows when asked to."""
    notify(driver, "Tea", "a long text " * 12)
    driver.handset.call("panel", True)
    before = driver.find("a long text").bounds
    driver.tap("Expand Tea")
    after = driver.find("a long text").bounds
    assert after[3] - after[1] > before[3] - before[1]


def test_recents_are_swiped_away(driver: PhoneDriver) -> None:
    """The overview lists what was used, latest first; a swipe up ends one, Clear all ends all."""
    for label in ("Clock", "Contacts"):
        driver.open(label)
    key(driver, OVERVIEW)
    assert [part.name for part in driver.parts() if part.name in {"Clock", "Contacts"}] == [
        "Contacts",
        "Clock",
    ]
    driver.swipe("Contacts", "up")
    assert driver.handset.call("stack") == [{"package": "org.practice.clock", "activity": ".MainActivity"}]
    driver.tap("Clear all")
    assert driver.handset.call("stack") == []
    assert focus(driver, "package") == "org.practice.launcher"


def test_on_screen_keyboard_types(driver: PhoneDriver) -> None:
    """Keys tapped on the screen type; Back puts the keyboard down and keeps the text."""
    new_alarm(driver, "")
    keys = {"t": (4.5, 0), "e": (2.5, 0), "a": (0.5, 1)}
    top = HEIGHT - 110 - 620 + 20
    for letter in "tea":
        column, row = keys[letter]
        inset = 0 if row == 0 else 52
        step = (WIDTH - 2 * inset) / (10 if row == 0 else 9)
        driver.handset.call("tap", round(inset + column * step), top + 70 + row * 148)
    assert driver.value("Label") == "tea"
    assert focus(driver, "keyboard") is True
    driver.back()
    assert focus(driver, "keyboard") is False
    assert driver.value("Label") == "tea"
    assert "New alarm" in driver.shown()


@pytest.mark.parametrize("text", ["Grüße aus Zürich", "茶を飲む", "🫖 👩‍🍳", "a\"b<c>&'d", "x" * 500])
def test_any_text_is_typed_and_read_back(driver: PhoneDriver, text: str) -> None:
    """Any text arrives in a field whole and stands in the dump as it was typed."""
    new_alarm(driver, text)
    assert driver.value("Label") == text


def test_keys_pick_cut_and_paste_text(driver: PhoneDriver) -> None:
    """Shift and the arrow keys pick text; Ctrl with X, C, V and A cuts, copies, pastes and picks all."""
    new_alarm(driver, "green tea 🫖")
    for _ in range(5):
        key(driver, LEFT, SHIFT)
    key(driver, X, CTRL)
    assert (driver.value("Label"), driver.handset.call("clipboard")) == ("green ", "tea 🫖")
    key(driver, A, CTRL)
    key(driver, C, CTRL)
    key(driver, LEFT)
    key(driver, V, CTRL)
    assert driver.value("Label") == "green green "


def test_a_sign_of_several_units_is_deleted_whole(driver: PhoneDriver) -> None:
    """Deleting before the caret takes one character, however many units it is stored in."""
    new_alarm(driver, "tea 🫖")
    key(driver, DELETE)
    assert driver.value("Label") == "tea "


def test_long_press_in_a_field_picks_a_word(driver: PhoneDriver) -> None:
    """A long press on a word of a field picks it, and what is typed takes its place."""
    new_alarm(driver, "word")
    left, top, _, bottom = driver.find("Label", field=True).bounds
    driver.handset.call("swipe", left + 60, (top + bottom) // 2, left + 60, (top + bottom) // 2, 900)
    driver.handset.call("type", "tea")
    assert driver.value("Label") == "tea"


def test_number_fields_take_no_letters(driver: PhoneDriver) -> None:
    """Letters typed into a field for numbers are left out."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    driver.type("Hour", "a9b")
    assert driver.value("Hour") == "9"


def test_screen_goes_off_and_wakes(driver: PhoneDriver) -> None:
    """Power makes the screen black, nothing can be tapped then, and waking shows what was there."""
    driver.open("Clock")
    before = driver.handset.call("dump", False)
    key(driver, POWER)
    assert picture(driver).getextrema() == ((0, 0), (0, 0), (0, 0))
    driver.handset.call("tap", 540, 2180)
    assert driver.handset.call("dump", False) == ""
    key(driver, WAKEUP)
    assert driver.handset.call("dump", False) == before


def test_dark_theme_is_dark(driver: PhoneDriver) -> None:
    """The dark theme of the settings darkens applications."""
    driver.open("Clock")
    light = picture(driver).resize((1, 1)).getpixel((0, 0))
    driver.handset.call("putSetting", "secure", "ui_night_mode", "2")
    dark = picture(driver).resize((1, 1)).getpixel((0, 0))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert sum(dark) < sum(light) / 2


def test_text_grows_with_the_font_scale(driver: PhoneDriver) -> None:
    """A larger font in the settings makes text larger and leaves the place of the navigation bar."""
    driver.open("Clock")
    before = driver.find("Alarms").bounds
    driver.handset.call("putSetting", "system", "font_scale", "1.3")
    after = driver.find("Alarms").bounds
    assert (after[3] - after[1]) / (before[3] - before[1]) == pytest.approx(1.3, abs=0.06)


def test_low_brightness_darkens_the_picture(driver: PhoneDriver) -> None:
    """Brightness near zero darkens what is shown, and taps go through."""
    bright = picture(driver).resize((1, 1)).getpixel((0, 0))
    driver.handset.call("putSetting", "system", "screen_brightness", "5")
    dim = picture(driver).resize((1, 1)).getpixel((0, 0))
    assert isinstance(bright, tuple)
    assert isinstance(dim, tuple)
    assert sum(dim) < sum(bright) * 0.7
    driver.tap("Clock")
    assert focus(driver, "package") == "org.practice.clock"


def test_volume_keys_say_how_loud_it_is(driver: PhoneDriver) -> None:
    """A volume key changes the volume and shows it."""
    before = picture(driver)
    key(driver, VOLUME_UP)
    assert driver.state("s.system.volume.media") == 9
    assert picture(driver) != before


def test_turned_phone_lies_on_its_side(driver: PhoneDriver) -> None:
    """Turned, the picture is as wide as it was high, and everything tappable lies inside it."""
    driver.handset.call("orientation", 1)
    assert picture(driver).size == (HEIGHT, WIDTH)
    assert all(part.bounds[2] <= HEIGHT and part.bounds[3] <= WIDTH for part in driver.parts())
    driver.tap("Clock")
    assert 'rotation="1"' in str(driver.handset.call("dump", False))


def test_home_leaves_and_back_goes_back(driver: PhoneDriver) -> None:
    """Back leaves a screen, then the application; home keeps where one was."""
    driver.open("Clock")
    driver.tap("Add alarm")
    key(driver, HOME)
    driver.tap("Clock")
    assert "New alarm" in driver.shown()
    driver.back()
    assert "Alarms" in driver.shown()
    driver.back()
    assert focus(driver, "package") == "org.practice.launcher"


def test_snackbar_belongs_to_the_application(driver: PhoneDriver) -> None:
    """What can be undone is offered in the window of the application, where a tree shows it."""
    driver.open("Clock")
    count = driver.state("s.clock.alarms.length")
    time = driver.state("s.clock.alarms.map(a => a.time).sort()[0]")
    driver.tap(str(time))
    driver.tap("Delete alarm")
    assert "Undo" in driver.shown()
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
def test_bounds_in_the_dump_are_where_the_picture_has_it(driver: PhoneDriver, steps: tuple[str, ...]) -> None:
    """In the middle of what can be tapped by the dump lies that thing, or one drawn over it."""
    for step in steps:
        driver.tap(step)
    parts = [part for part in driver.parts() if part.clickable]
    assert parts
    for part in parts:
        bounds = str([at / 2.5 for at in part.bounds])
        assert driver.state(_THERE.replace("BOUNDS", bounds)) is True, (steps, part)


def test_dump_is_well_formed_whatever_stands_there(driver: PhoneDriver) -> None:
    """A name with signs of markup and control characters leaves the dump well-formed."""
    driver.handset.call("alter", 's.clock.alarms[0].label = "<b>&\\"\\u0007 ]]> \\n x"')
    driver.open("Clock")
    assert any("<b>&" in words for words in driver.shown())


def test_compressed_dump_leaves_out_what_only_groups(driver: PhoneDriver) -> None:
    """A compressed dump has fewer nodes and every name of the full one."""
    driver.open("Clock")
    full, small = str(driver.handset.call("dump", False)), str(driver.handset.call("dump", True))
    assert small.count("<node") < full.count("<node")
    assert set(re.findall(r'text="([^"]+)"', small)) == set(re.findall(r'text="([^"]+)"', full))


def test_dialog_takes_the_place_of_its_window_in_the_dump(driver: PhoneDriver) -> None:
    """While a dialog is open the dump shows it alone, as the active window."""
    driver.open("Clock")
    driver.tap("More options")
    assert "Settings" in driver.shown()
    assert "Alarms" not in driver.shown()
