"""Commands that change their name between the observation and the click."""

from __future__ import annotations

import pytest
from web_pages import Pages

from onscreen.types import Click, LongPress, Press
from onscreen.types.errors import ElementGone

PAGE = "<button id=b onclick=\"this.dataset.clicked = 'yes'\">{}</button>"
CLICKED = "String(document.getElementById('b').dataset.clicked)"


@pytest.mark.parametrize("kind", [Click, LongPress])
def test_a_command_that_became_another_is_not_activated(pages: Pages, kind: type[Click | LongPress]) -> None:
    """A button seen as "Open" that is now "Pay now" is not clicked, and the error names both."""
    button = pages.get_element(pages.open(PAGE.format("Open")), "button")
    pages.evaluate("document.getElementById('b').textContent = 'Pay now'")
    with pytest.raises(ElementGone, match=r"'Open' is now named 'Pay now'; look at the screen again"):
        pages.device.perform(kind(button))
    assert pages.evaluate(CLICKED) == '"undefined"'


@pytest.mark.parametrize(
    ("seen", "now"), [("Like (3)", "Like (4)"), ("Inbox", "Inbox, 2 new"), ("▲ 5", "▲ 6")]
)
def test_a_counter_in_a_name_may_change(pages: Pages, seen: str, now: str) -> None:
    """A button whose name only counts further is clicked."""
    button = pages.get_element(pages.open(PAGE.format(seen)), "button")
    pages.evaluate(f"document.getElementById('b').textContent = {now!r}")
    pages.device.perform(Click(button))
    assert pages.evaluate(CLICKED) == '"yes"'


def test_enter_on_a_renamed_command_is_refused(pages: Pages) -> None:
    """A key pressed on a target is bound to its name as well."""
    button = pages.get_element(pages.open(PAGE.format("Open")), "button")
    pages.evaluate("document.getElementById('b').textContent = 'Pay now'")
    with pytest.raises(ElementGone, match="is now named"):
        pages.device.perform(Press("Enter", button))
    assert pages.evaluate(CLICKED) == '"undefined"'
