"""What the system itself offers: home screen, drawer, notifications, recents, keyboard, settings, dump."""

from __future__ import annotations

import io
import re

import pytest
from phone_hand import Hand
from PIL import Image

pytestmark = pytest.mark.browser

HOME, DELETE, POWER, WAKEUP, VOLUME_UP, OVERVIEW = 3, 67, 26, 224, 24, 187
LEFT, A, C, V, X = 21, 29, 31, 50, 52
CTRL, SHIFT = 113, 59
WIDTH, HEIGHT = 1080, 2400


def picture(hand: Hand) -> Image.Image:
    """Return what is shown as a picture."""
    return Image.open(io.BytesIO(hand.handset.screenshot())).convert("RGB")


def focus(hand: Hand, what: str) -> object:
    """Return one of the facts about what is in front."""
    found = hand.handset.call("focus")
    assert isinstance(found, dict)
    return found[what]


def key(hand: Hand, code: int, *held: int) -> None:
    """Press a key of Android's number, others held."""
    hand.handset.call("key", code, list(held))


def new_alarm(hand: Hand, label: str) -> None:
    """Open the form of a new alarm and type its label."""
    hand.open("Clock")
    hand.tap("Add alarm")
    hand.tap("Label")
    hand.handset.call("type", label)


def notify(hand: Hand, title: str, text: str) -> None:
    """Let the clock have told something."""
    note = f'{{id:"{title}",app:"clock",title:"{title}",text:"{text}",at:"2026-03-12T09:41",args:{{}}}}'
    hand.handset.call("alter", f"s.notifications.unshift({note})")


def test_home_screen_shows_every_application(hand: Hand) -> None:
    """Every application stands on the home screen or in the dock, and a tap starts it."""
    apps = hand.handset.call("apps")
    assert isinstance(apps, list)
    labels = {str(app["label"]) for app in apps if isinstance(app, dict) and app["launchable"]}
    assert labels <= hand.shown()
    hand.tap("Clock")
    assert focus(hand, "package") == "org.practice.clock"


def test_drawer_is_searched(hand: Hand) -> None:
    """A swipe up opens all applications, and a search leaves those that fit or says that there are none."""
    hand.handset.call("swipe", 540, 1500, 540, 300, 200)
    hand.type("Search apps", "clo")
    assert "Clock" in hand.shown()
    assert "Contacts" not in hand.shown()
    hand.type("Search apps", "zzz")
    assert 'No apps found matching "zzz"' in hand.shown()


def test_long_press_on_an_icon_offers_its_menu(hand: Hand) -> None:
    """A long press on an icon offers its application's information; nothing can be uninstalled."""
    hand.hold("Clock")
    assert {"App info", "Uninstall"} <= hand.shown()
    item = next(part for part in hand.parts() if "Uninstall" in {part.name, part.text})
    hand.handset.call("tap", *item.middle)
    assert "App info" in hand.shown()
    hand.back()
    assert "App info" not in hand.shown()


def test_notifications_open_what_they_are_of(hand: Hand) -> None:
    """A swipe from the top shows the notifications; a tap on one opens its application and takes it away."""
    notify(hand, "Tea", "Ready")
    hand.handset.call("swipe", 540, 5, 540, 1200, 200)
    assert focus(hand, "window") == "NotificationShade"
    hand.tap("Ready")
    assert focus(hand, "package") == "org.practice.clock"
    assert hand.handset.call("notifications") == []


def test_notifications_are_dismissed_one_by_one_or_all(hand: Hand) -> None:
    """A swipe to the side takes one notification away, Clear all the rest."""
    for title in ("One", "Two", "Three"):
        notify(hand, title, f"Text {title}")
    hand.handset.call("panel", True)
    hand.swipe("Text Two", "right")
    assert "Text Two" not in hand.shown()
    assert hand.state("s.notifications.length") == 2
    hand.tap("Clear all")
    assert hand.state("s.notifications.length") == 0


def test_long_notification_is_expanded(hand: Hand) -> None:
    """A notification that does not fit grows when asked to."""
    notify(hand, "Tea", "a long text " * 12)
    hand.handset.call("panel", True)
    before = hand.find("a long text").bounds
    hand.tap("Expand Tea")
    after = hand.find("a long text").bounds
    assert after[3] - after[1] > before[3] - before[1]


def test_recents_are_swiped_away(hand: Hand) -> None:
    """The overview lists what was used, latest first; a swipe up ends one, Clear all ends all."""
    for label in ("Clock", "Contacts"):
        hand.open(label)
    key(hand, OVERVIEW)
    assert [part.name for part in hand.parts() if part.name in {"Clock", "Contacts"}] == ["Contacts", "Clock"]
    hand.swipe("Contacts", "up")
    assert hand.handset.call("stack") == [{"package": "org.practice.clock", "activity": ".MainActivity"}]
    hand.tap("Clear all")
    assert hand.handset.call("stack") == []
    assert focus(hand, "package") == "org.practice.launcher"


def test_on_screen_keyboard_types(hand: Hand) -> None:
    """Keys tapped on the screen type; Back puts the keyboard down and keeps the text."""
    new_alarm(hand, "")
    keys = {"t": (4.5, 0), "e": (2.5, 0), "a": (0.5, 1)}
    top = HEIGHT - 110 - 620 + 20
    for letter in "tea":
        column, row = keys[letter]
        inset = 0 if row == 0 else 52
        step = (WIDTH - 2 * inset) / (10 if row == 0 else 9)
        hand.handset.call("tap", round(inset + column * step), top + 70 + row * 148)
    assert hand.value("Label") == "tea"
    assert focus(hand, "keyboard") is True
    hand.back()
    assert focus(hand, "keyboard") is False
    assert hand.value("Label") == "tea"
    assert "New alarm" in hand.shown()


@pytest.mark.parametrize("text", ["Grüße aus Zürich", "茶を飲む", "🫖 👩‍🍳", "a\"b<c>&'d", "x" * 500])
def test_any_text_is_typed_and_read_back(hand: Hand, text: str) -> None:
    """Any text arrives in a field whole and stands in the dump as it was typed."""
    new_alarm(hand, text)
    assert hand.value("Label") == text


def test_keys_pick_cut_and_paste_text(hand: Hand) -> None:
    """Shift and the arrow keys pick text; Ctrl with X, C, V and A cuts, copies, pastes and picks all."""
    new_alarm(hand, "green tea 🫖")
    for _ in range(5):
        key(hand, LEFT, SHIFT)
    key(hand, X, CTRL)
    assert (hand.value("Label"), hand.handset.call("clipboard")) == ("green ", "tea 🫖")
    key(hand, A, CTRL)
    key(hand, C, CTRL)
    key(hand, LEFT)
    key(hand, V, CTRL)
    assert hand.value("Label") == "green green "


def test_a_sign_of_several_units_is_deleted_whole(hand: Hand) -> None:
    """Deleting before the caret takes one character, however many units it is stored in."""
    new_alarm(hand, "tea 🫖")
    key(hand, DELETE)
    assert hand.value("Label") == "tea "


def test_long_press_in_a_field_picks_a_word(hand: Hand) -> None:
    """A long press on a word of a field picks it, and what is typed takes its place."""
    new_alarm(hand, "word")
    left, top, _, bottom = hand.find("Label", field=True).bounds
    hand.handset.call("swipe", left + 60, (top + bottom) // 2, left + 60, (top + bottom) // 2, 900)
    hand.handset.call("type", "tea")
    assert hand.value("Label") == "tea"


def test_number_fields_take_no_letters(hand: Hand) -> None:
    """Letters typed into a field for numbers are left out."""
    hand.open("Clock")
    hand.tap("Add alarm")
    hand.tap("Time 07:00")
    hand.type("Hour", "a9b")
    assert hand.value("Hour") == "9"


def test_screen_goes_off_and_wakes(hand: Hand) -> None:
    """Power makes the screen black, nothing can be tapped then, and waking shows what was there."""
    hand.open("Clock")
    before = hand.handset.call("dump", False)
    key(hand, POWER)
    assert picture(hand).getextrema() == ((0, 0), (0, 0), (0, 0))
    hand.handset.call("tap", 540, 2180)
    assert hand.handset.call("dump", False) == ""
    key(hand, WAKEUP)
    assert hand.handset.call("dump", False) == before


def test_dark_theme_is_dark(hand: Hand) -> None:
    """The dark theme of the settings darkens applications."""
    hand.open("Clock")
    light = picture(hand).resize((1, 1)).getpixel((0, 0))
    hand.handset.call("putSetting", "secure", "ui_night_mode", "2")
    dark = picture(hand).resize((1, 1)).getpixel((0, 0))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert sum(dark) < sum(light) / 2


def test_text_grows_with_the_font_scale(hand: Hand) -> None:
    """A larger font in the settings makes text larger and leaves the place of the navigation bar."""
    hand.open("Clock")
    before = hand.find("Alarms").bounds
    hand.handset.call("putSetting", "system", "font_scale", "1.3")
    after = hand.find("Alarms").bounds
    assert (after[3] - after[1]) / (before[3] - before[1]) == pytest.approx(1.3, abs=0.06)


def test_low_brightness_darkens_the_picture(hand: Hand) -> None:
    """Brightness near zero darkens what is shown, and taps go through."""
    bright = picture(hand).resize((1, 1)).getpixel((0, 0))
    hand.handset.call("putSetting", "system", "screen_brightness", "5")
    dim = picture(hand).resize((1, 1)).getpixel((0, 0))
    assert isinstance(bright, tuple)
    assert isinstance(dim, tuple)
    assert sum(dim) < sum(bright) * 0.7
    hand.tap("Clock")
    assert focus(hand, "package") == "org.practice.clock"


def test_volume_keys_say_how_loud_it_is(hand: Hand) -> None:
    """A volume key changes the volume and shows it."""
    before = picture(hand)
    key(hand, VOLUME_UP)
    assert hand.state("s.system.volume.media") == 9
    assert picture(hand) != before


def test_turned_phone_lies_on_its_side(hand: Hand) -> None:
    """Turned, the picture is as wide as it was high, and everything tappable lies inside it."""
    hand.handset.call("orientation", 1)
    assert picture(hand).size == (HEIGHT, WIDTH)
    assert all(part.bounds[2] <= HEIGHT and part.bounds[3] <= WIDTH for part in hand.parts())
    hand.tap("Clock")
    assert 'rotation="1"' in str(hand.handset.call("dump", False))


def test_home_leaves_and_back_goes_back(hand: Hand) -> None:
    """Back leaves a screen, then the application; home keeps where one was."""
    hand.open("Clock")
    hand.tap("Add alarm")
    key(hand, HOME)
    hand.tap("Clock")
    assert "New alarm" in hand.shown()
    hand.back()
    assert "Alarms" in hand.shown()
    hand.back()
    assert focus(hand, "package") == "org.practice.launcher"


def test_snackbar_belongs_to_the_application(hand: Hand) -> None:
    """What can be undone is offered in the window of the application, where a tree shows it."""
    hand.open("Clock")
    count = hand.state("s.clock.alarms.length")
    time = hand.state("s.clock.alarms.map(a => a.time).sort()[0]")
    hand.tap(str(time))
    hand.tap("Delete alarm")
    assert "Undo" in hand.shown()
    hand.tap("Undo")
    assert hand.state("s.clock.alarms.length") == count


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
def test_bounds_in_the_dump_are_where_the_picture_has_it(hand: Hand, steps: tuple[str, ...]) -> None:
    """In the middle of what can be tapped by the dump lies that thing, or one drawn over it."""
    for step in steps:
        hand.tap(step)
    parts = [part for part in hand.parts() if part.clickable]
    assert parts
    for part in parts:
        bounds = str([at / 2.5 for at in part.bounds])
        assert hand.state(_THERE.replace("BOUNDS", bounds)) is True, (steps, part)


def test_dump_is_well_formed_whatever_stands_there(hand: Hand) -> None:
    """A name with signs of markup and control characters leaves the dump well-formed."""
    hand.handset.call("alter", 's.clock.alarms[0].label = "<b>&\\"\\u0007 ]]> \\n x"')
    hand.open("Clock")
    assert any("<b>&" in words for words in hand.shown())


def test_compressed_dump_leaves_out_what_only_groups(hand: Hand) -> None:
    """A compressed dump has fewer nodes and every name of the full one."""
    hand.open("Clock")
    full, small = str(hand.handset.call("dump", False)), str(hand.handset.call("dump", True))
    assert small.count("<node") < full.count("<node")
    assert set(re.findall(r'text="([^"]+)"', small)) == set(re.findall(r'text="([^"]+)"', full))


def test_dialog_takes_the_place_of_its_window_in_the_dump(hand: Hand) -> None:
    """While a dialog is open the dump shows it alone, as the active window."""
    hand.open("Clock")
    hand.tap("More options")
    assert "Settings" in hand.shown()
    assert "Alarms" not in hand.shown()
