"""Focus and keyboard on screens that open for text entry."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser

ENTRY_SCREENS = (
    (("Notes", "New note"), "Note"),
    (("Notes", "New list"), "Title"),
    (("Mail", "Compose"), "To"),
    (("Mail", "Search in mail"), "Search in mail"),
    (("Shop", "Search"), "Search products"),
    (("Video", "Search"), "Search videos and channels"),
    (("Settings", "Search settings"), "Search settings"),
    (("Files", "Search"), "Search files"),
    (("Calendar", "Search"), "Search events"),
    (("Calendar", "Create event"), "Add title"),
    (("Contacts", "Create contact"), "First name"),
    (("Maps", "Search here"), "Search here"),
    (("Clock", "World clock", "Add city"), "Search for a city"),
    (("Clock", "Timer", "Add timer"), "Hours"),
    (("Settings", "About phone", "Device name"), "Device name"),
    (("Weather", "Search places"), "Search for a city"),
)


@pytest.mark.parametrize(("steps", "hint"), ENTRY_SCREENS, ids=" ".join)
def test_screens_for_text_entry_open_with_the_keyboard(
    driver: PhoneDriver, steps: tuple[str, ...], hint: str
) -> None:
    """Text typed right after opening the screen goes into its first field."""
    driver.open(steps[0])
    for step in steps[1:]:
        driver.tap(step)
    focus = driver.handset.call("focus")
    assert isinstance(focus, dict)
    assert focus["keyboard"]
    driver.handset.call("type", "7")
    assert "7" in driver.value(hint)


def test_focus_is_taken_once(driver: PhoneDriver) -> None:
    """After the keyboard was closed by Back, it stays closed on the same screen."""
    driver.open("Shop")
    driver.tap("Search")
    driver.back()
    driver.handset.call("orientation", 0)
    focus = driver.handset.call("focus")
    assert isinstance(focus, dict)
    assert not focus["keyboard"]


def test_number_pickers_replace_their_content(driver: PhoneDriver) -> None:
    """Tapping a number field and typing replaces the number."""
    driver.open("Clock")
    driver.tap("Add alarm")
    driver.tap("Time 07:00")
    driver.tap("Minute")
    driver.handset.call("type", "45")
    driver.tap("OK")
    assert "Time 07:45" in driver.visible_texts()
