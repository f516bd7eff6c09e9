"""Which targets of links a model is shown."""

from __future__ import annotations

import pytest

from onscreen.perceive.link_targets import link_targets
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Node, Screen, Shot

PAGE = "https://wiki.test/view?page=start"


def links(*given: tuple[str, str], page: str = PAGE) -> Screen:
    """Return a page of links given as name and target."""
    nodes = (
        Node("link", name, Box(0, 20 * row, 90, 20 * row + 18), value=target, states=("clickable",))
        for row, (name, target) in enumerate(given)
    )
    return build_screen(Shot(blank_picture(), tuple(nodes), address=page))


@pytest.mark.parametrize(
    ("name", "target", "shown"),
    [
        ("fog_lake", "/view?page=trips:fog_lake", "?page=trips:fog_lake"),
        ("Invoices use last year's address", "issue5", "/issue5"),
        (
            "Groceries",
            "https://wiki.test/account/Expenses:Food:Groceries/",
            "/account/Expenses:Food:Groceries/",
        ),
        ("Report 2024", "/reports/2024", ""),
        ("Recent changes", "/changes", ""),
        ("Home", "/", ""),
        ("Top", "#top", ""),
        ("Reload", "/view?page=start", ""),
        ("Add", "javascript:add(5)", ""),
        ("Ann", "mailto:ann5@wiki.test", ""),
        ("PHP", "https://php.test/version8", ""),
        ("Odd", "http://[broken/7", ""),
        ("Export", "/export1?" + "&".join(f"column{i}=x" for i in range(20)), ""),
    ],
)
def test_a_target_is_shown_if_the_name_does_not_give_it(name: str, target: str, shown: str) -> None:
    """Identifiers are shown, relative to the page; what the name says, scripts and long addresses are not."""
    assert link_targets(links((name, target))) == ({1: shown} if shown else {})


def test_links_of_one_name_show_where_each_leads() -> None:
    """Repeated links, and links without a name, are distinguished by their targets."""
    found = link_targets(links(("Edit", "/a/edit"), ("Edit", "/b/edit"), ("", "/trash"), ("Help", "/help")))
    assert found == {1: "/a/edit", 2: "/b/edit", 3: "/trash"}
    assert link_targets(links(("Edit", "/a/edit"), ("Edit", "/a/edit"))) == {}


def test_tokens_users_and_fake_numbers_are_not_shown() -> None:
    """A target is text of the page: it shows no token and no user, and imitates no element number."""
    token = "a" * 40
    screen = links(("Go", f"https://ann:pw@other.test/x?session={token}&p=[3]"), ("Go", "/y"))
    assert link_targets(screen)[1] == "other.test/x?session=…&p=(3)"


def test_the_text_of_a_screen_has_the_targets() -> None:
    """A target follows the name of its link; with too little room it is left out first."""
    screen = links(("fog_lake", "?page=trips:fog_lake"), *((f"link {i}", f"/{i}") for i in range(9)))
    text = screen_text(screen)
    assert '[1] link "fog_lake" ="?page=trips:fog_lake"' in text
    short = screen_text(screen, cap_chars=len(text) - 10)
    assert "?page=trips" not in short
    assert '"link 8"' in short
