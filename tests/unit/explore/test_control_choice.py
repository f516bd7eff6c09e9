"""Exploration clicks only what can be undone."""

from __future__ import annotations

import pytest

from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen
from onscreen.explore.control_choice import (
    count_tries,
    permitted_elements,
    rate_novelty,
    untried_controls,
)
from onscreen.testing.text_screens import shot_from_lines

MAP = AppMap("App", scope="https://app.test/")


def permitted(*lines: str, may_modify: bool = False) -> list[str]:
    """Return the names of the controls that may be clicked on a screen of these lines."""
    shot = shot_from_lines(*lines, address="https://app.test/page")
    return [element.name for element in permitted_elements(MAP, shot, may_modify=may_modify)]


@pytest.mark.parametrize(
    "line",
    [
        *("button Delete alarm", "button Pay now", "button Send", "button Empty trash", "button Remove"),
        *("button Forget network", "button Call", "switch Wi-Fi [clickable]", "checkbox Repeat [clickable]"),
        *("radio Loud [clickable]", "textbox Name [editable]", "link Elsewhere =https://other.test/"),
        *("button Covered [clickable covered]", "button Off [clickable disabled]"),
    ],
)
def test_risky_control_is_left_alone(line: str) -> None:
    """What looks irreversible, changes a setting, or leads elsewhere is not clicked."""
    assert permitted(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "button Add alarm",
        "link News =/news",
        "tab Timers",
        "radio Soft [clickable checked]",
        "menuitem Settings",
    ],
)
def test_harmless_control_is_clicked(line: str) -> None:
    """Controls that open something are clicked, and of several choices the current one."""
    assert len(permitted(line)) == 1


def test_only_the_words_that_a_name_begins_with_need_caution() -> None:
    """A name that begins like a risky button is avoided, also after "Yes" and with a detail below it."""
    assert permitted("button Report log", "  text Off") == []
    assert permitted("button Yes, remove it") == []
    assert permitted("button Speed dial") == ["Speed dial"]
    assert permitted("button Spam") == []
    assert permitted("button Spam and blocked") == ["Spam and blocked"]


def test_plural_of_a_noun_is_no_command() -> None:
    """A single noun in the plural opens a list, although the word looks irreversible."""
    assert permitted("button Places") == ["Places"]
    assert permitted("button Place bid") == []
    assert permitted("button Delete") == []


def test_group_that_opened_many_screens_stays_novel() -> None:
    """An untried item of a menu is more novel than a further row of a list that opened one screen."""
    groups = {"menu": ("Bin", "Storage", "Settings"), "list": ("Ada", "Bo", "Cy")}
    controls = tuple(
        MapControl(n, "button", n, group=group) for group, names in groups.items() for n in names
    )
    app_map = AppMap(
        "Files",
        screens=(MapScreen("main", "Files", controls=controls), *(MapScreen(n, n) for n in "abc")),
        actions=tuple(
            MapAction("main", "opens", name, to=to)
            for name, to in (("Bin", "a"), ("Storage", "b"), ("Ada", "c"), ("Bo", "c"))
        ),
    )
    tries = count_tries(app_map)
    novelties = [rate_novelty(control, tries, screen=app_map.screens[0]) for control in controls]
    assert novelties[2] > novelties[5]


def test_group_that_opens_known_screens_is_not_novel() -> None:
    """Rows that open different screens, all of which were found before, are less novel than a menu."""
    names = ("Ada", "Bo", "Cy")
    rows = tuple(MapControl(name, "button", name, group="list") for name in names)
    found = tuple(MapAction("menu", "opens", name.lower(), to=name.lower()) for name in names)
    app_map = AppMap(
        "Files",
        screens=(MapScreen("menu", "Menu"), MapScreen("history", "History", controls=rows)),
        actions=(*found, *(MapAction("history", "opens", name, to=name.lower()) for name in names[:2])),
    )
    assert rate_novelty(rows[2], count_tries(app_map), screen=app_map.screens[1]) < 0.5


def test_untried_item_of_a_menu_stays_novel() -> None:
    """An item of a menu is as novel as before, although the items tried first only returned to the page."""
    items = tuple(
        MapControl(name, "button", name, group="item") for name in ("Refresh", "Share", "Bookmarks")
    )
    menu = MapScreen("menu", "Refresh, Share, Bookmarks", controls=items)
    tried = tuple(MapAction("menu", "opens", name, to="page") for name in ("Refresh", "Share"))
    app_map = AppMap("Browser", screens=(MapScreen("page", "Page"), menu), actions=tried)
    assert rate_novelty(items[2], count_tries(app_map), screen=menu) == 1


def test_control_that_leads_back_is_hardly_novel() -> None:
    """Cancel and Navigate up are tried after all others, but a list named Close friends is not."""
    names = ("Cancel", "Navigate up", "Close friends")
    controls = tuple(MapControl(name, "button", name, group=name) for name in names)
    screen = MapScreen("main", "Main", controls=controls)
    tries = count_tries(AppMap("App", screens=(screen,)))
    novelties = [rate_novelty(control, tries, screen=screen) for control in controls]
    assert novelties[2] > 2 * max(novelties[:2])


def test_search_field_is_tried() -> None:
    """A search field is tried if the application may be modified; a field of a form is not."""
    fields = (
        MapControl("words", "textbox", "Search for a city", group="words"),
        MapControl("title", "textbox", "Title", group="title"),
    )
    screen = MapScreen("add", "Add place", controls=fields)
    app_map = AppMap("Weather", screens=(screen,))
    assert untried_controls(app_map, screen, common=(), may_modify=True) == fields[:1]
    assert untried_controls(app_map, screen, common=(), may_modify=False) == ()
    searched = AppMap("Weather", screens=(screen,), actions=(MapAction("add", "changes", "words", "type"),))
    assert untried_controls(searched, screen, common=(), may_modify=True) == ()


def test_form_is_not_submitted() -> None:
    """The button that submits a form is not clicked unless the application may be modified."""
    lines = ("heading New alarm", "textbox Label [editable]", "button Save", "button Close")
    assert permitted(*lines) == ["Close"]
    assert permitted(*lines, may_modify=True) == ["Save", "Close"]


def test_dialog_is_not_confirmed() -> None:
    """Of the buttons beside Cancel, only Cancel is clicked."""
    lines = ("dialog Pair with Ada's watch?", "  button Cancel", "  button Pair")
    assert permitted(*lines) == ["Cancel"]


def test_permission_to_modify_includes_switches() -> None:
    """If the application may be modified, switches are turned and irreversible controls are used."""
    assert permitted("switch Wi-Fi [clickable]", "button Delete", may_modify=True) == ["Wi-Fi", "Delete"]
