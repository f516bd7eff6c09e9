"""Layout with the soft keyboard: the typed text stays visible on all screens."""

from __future__ import annotations

import pytest
from phone_driver import PhoneDriver

pytestmark = pytest.mark.browser

FORMS = (
    ("Clock", "Add alarm"),
    ("Calendar", "Create event"),
    ("Contacts",),
    ("Contacts", "Create contact"),
    ("Mail", "Compose"),
    ("Notes", "New note"),
    ("Notes", "New list"),
    ("Phone",),
    ("Sheets", "New workbook"),
    ("Settings",),
)
SHAPES = [(720, 1280, 320), (1080, 2400, 400), (1280, 720, 320), (2400, 1080, 400)]
_SEEN = """(() => {
  const field = document.querySelector(".focused");
  const box = field.querySelector(".caret, .picked").getBoundingClientRect();
  const keys = document.querySelector(".keyboard").getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + 2, (box.top + box.bottom) / 2);
  return box.bottom <= keys.top + 1 && field.contains(hit);
})()"""


@pytest.mark.parametrize(("width", "height", "density"), SHAPES)
@pytest.mark.parametrize("steps", FORMS, ids=" ".join)
def test_caret_is_visible_above_the_keyboard(
    driver: PhoneDriver, *, steps: tuple[str, ...], width: int, height: int, density: int
) -> None:
    """In every tapped field, the caret is above the keyboard and not covered."""
    driver.handset.resize((width, height), density=density)
    try:
        driver.open(steps[0])
        for step in steps[1:]:
            driver.tap(step)
        for hint in [part.name for part in driver.nodes() if part.field]:
            driver.handset.call("tap", *driver.find(hint, field=True).center)
            driver.handset.call("type", "7")
            assert (hint, driver.state(_SEEN)) == (hint, True)
            driver.back()
    finally:
        driver.handset.resize()
