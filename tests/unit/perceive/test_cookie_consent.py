"""Tests of controls that refuse cookies."""

import pytest

from onscreen.perceive.cookie_consent import refuses_cookies
from onscreen.types import Box, Node

BANNER = Node("text", "We and our partners store cookies on your device.", Box(0, 500, 800, 540))


def button(name: str, top: float = 560) -> Node:
    """A button below the banner's text."""
    return Node("button", name, Box(0, top, 100, top + 30))


@pytest.mark.parametrize(
    "name",
    [
        *("Reject all", "Decline", "Only necessary", "Necessary only", "Ablehnen", "Alle ablehnen"),
        *("Tout refuser", "Rechazar todo", "Rifiuta tutti", "Odrzuć wszystkie", "Отклонить все"),
        *("拒绝", "すべて拒否", "Use only essential cookies"),
    ],
)
def test_refusals_in_a_cookie_banner_are_recognized(name: str) -> None:
    """A refusal near a text about cookies refuses cookies, in several languages."""
    assert refuses_cookies(button(name), (BANNER, button(name)))


@pytest.mark.parametrize("name", ["Reject cookies", "Decline optional cookies", "Alle Cookies ablehnen"])
def test_a_label_that_names_cookies_needs_no_banner(name: str) -> None:
    """A label that refuses cookies by name is enough."""
    assert refuses_cookies(button(name), (button(name),))


@pytest.mark.parametrize(
    "name",
    ["Accept all", "Delete cookies", "Reject all applicants", "Reject order", "Pay", "Reject all and pay"],
)
def test_other_controls_in_a_cookie_banner_are_not(name: str) -> None:
    """A control that accepts, or does anything besides refusing cookies, is not taken for a refusal."""
    assert not refuses_cookies(button(name), (BANNER, button(name)))


def test_a_refusal_far_from_the_banner_is_not_about_cookies() -> None:
    """A refusal elsewhere on a page with a cookie banner, or beside a link "Cookies", does not count."""
    far, link = button("Reject all", top=40), Node("link", "Cookies", Box(0, 600, 60, 620))
    assert not refuses_cookies(far, (BANNER, far))
    assert not refuses_cookies(button("Reject all"), (link, button("Reject all")))
