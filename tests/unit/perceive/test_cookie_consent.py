"""Tests of controls that refuse cookies."""

import pytest

from onscreen.perceive.cookie_consent import refusal_kind, refuses_cookies
from onscreen.types import Box, Node

BANNER = Node("text", "We and our partners store cookies on your device.", Box(0, 500, 800, 540))
COMMENT = Node("text", "I like to bake cookies with my kids", Box(0, 500, 800, 540))


def button(name: str, left: float = 0, top: float = 560) -> Node:
    """A button below the banner's text."""
    return Node("button", name, Box(left, top, left + 100, top + 30))


ACCEPT = button("Accept all", left=120)


def refuses(control: Node, *others: Node) -> bool:
    """Whether a control among others refuses cookies."""
    return refuses_cookies(control.name, control, nodes=(*others, control))


@pytest.mark.parametrize(
    "name",
    [
        *("Reject all", "Decline all", "Only necessary", "Necessary cookies only", "Accept only essential"),
        *("Reject All & Close", "Reject analytics cookies", "Reject non essential cookies", "Alle ablehnen"),
        *("Nur essenzielle Cookies akzeptieren", "Alle ablehnen und schließen", "Tout refuser"),
        *("Refuser tous les cookies", "Rejeter tout", "Rechazar todo", "Rechazarlas todas", "Rifiuta tutti"),
        *("Rejeitar todos os cookies", "Alles afwijzen", "Odrzuć wszystkie pliki cookie", "Avvisa alla"),
        *(
            "Kun nødvendige",
            "Tümünü reddet",
            "Отклонить все",
            "拒绝全部",
            "全部拒绝",
            "すべて拒否する",
            "모두 거부",
        ),
    ],
)
def test_refusals_in_a_cookie_banner_are_recognized(name: str) -> None:
    """A refusal of everything beside a text about cookies and a button that accepts them is harmless."""
    assert refuses(button(name), BANNER, ACCEPT)


@pytest.mark.parametrize("name", ["Reject cookies", "Decline optional cookies", "Alle Cookies ablehnen"])
def test_a_label_that_names_cookies_needs_no_banner(name: str) -> None:
    """A label that refuses cookies by name is enough."""
    assert refuses(button(name))


@pytest.mark.parametrize(
    "name",
    ["Accept all", "Delete cookies", "Reject all applicants", "Reject order", "Reject all and pay", "Cancel"],
)
def test_labels_that_do_more_are_no_refusals(name: str) -> None:
    """A label that accepts, or does anything besides refusing, is not taken for a refusal."""
    assert refusal_kind(name) is None
    assert not refuses(button(name), BANNER, ACCEPT)


@pytest.mark.parametrize("name", ["Reject", "Decline", "Ablehnen", "Reject all"])
def test_a_refusal_on_a_page_that_mentions_cookies_needs_approval(name: str) -> None:
    """A refusal of something else needs approval, even if the page has a text on cookies."""
    assert not refuses(button(name), BANNER)
    assert not refuses(button(name), COMMENT, ACCEPT)
    assert not refuses(button(name), ACCEPT, Node("link", "Cookies", Box(0, 600, 60, 620)))
    assert not refuses(button(name, top=40), BANNER, button("Accept all", left=120, top=40))
    assert not refuses(button(name, left=1400), BANNER, button("Accept all", left=1520))


def test_a_bare_refusal_needs_a_dialog() -> None:
    """A bare "Reject" refuses cookies only in the dialog that asks for them."""
    dialog = Node("dialog", "Privacy", Box(0, 480, 800, 620))
    inside = [Node("text", BANNER.name, BANNER.box, parent=0), Node("button", "Accept", ACCEPT.box, parent=0)]
    reject = Node("button", "Reject", Box(0, 560, 100, 590), parent=0)
    assert refuses_cookies("Reject", reject, nodes=(dialog, *inside, reject))
    assert not refuses(button("Reject"), BANNER, ACCEPT)


def test_a_field_about_cookies_is_no_banner() -> None:
    """The label of a field that mentions cookies asks for no consent."""
    field = Node("textbox", "Search all cookies on our website", Box(0, 500, 800, 540), states=("editable",))
    assert not refuses(button("Reject all"), field, ACCEPT)
