"""Paths between screens during an exploration."""

from __future__ import annotations

from onscreen.app_maps.screen_map import (
    AppMap,
    MapAction,
    MapControl,
    MapScreen,
    common_controls,
    fixed_controls,
)
from onscreen.app_maps.shortest_paths import RESTART, find_paths

BAR = tuple(MapControl(key, "tab", key) for key in ("news", "mail"))
MAP = AppMap(
    "App",
    screens=tuple(MapScreen(name, name, controls=BAR) for name in ("home", "news", "mail", "letter")),
    actions=(
        MapAction("home", "opens", "news", to="news"),
        MapAction("mail", "opens", "news", to="news"),
        MapAction("news", "opens", "mail", to="mail"),
        MapAction("mail", "opens", "row", to="letter"),
        MapAction("letter", "opens", verb="back", to="mail"),
    ),
)


def test_restart_leads_home() -> None:
    """A screen without a way back is left by a restart, and the path goes on from the home screen."""
    bare = AppMap("App", screens=MAP.screens[:1] + MAP.screens[3:], actions=())
    assert find_paths(bare, "letter", home="home")["home"] == (RESTART,)


def test_back_is_used_where_it_was_tried_or_expected() -> None:
    """Back leads to where it led before, and otherwise to the screen before."""
    assert find_paths(MAP, "letter", home="home", previous="home")["mail"][0].verb == "back"
    assert find_paths(MAP, "news", home="home", previous="letter")["letter"][0].to == "letter"


def test_navigation_bar_is_used_on_every_screen() -> None:
    """A control that opened the same screen from two screens is expected to open it from the others."""
    (step,) = find_paths(MAP, "letter", home="home")["news"]
    assert (step.control, step.times) == ("news", 0)


def test_button_of_a_menu_may_open_another_menu_on_another_screen() -> None:
    """Exploration tries the button of a menu on each screen, unlike the other controls of every screen."""
    more = MapControl("more", "button", "More options")
    items = tuple(MapControl(name, "button", name) for name in ("Sort by", "Select"))
    screens = (*MAP.screens, MapScreen("menu", "Sort by, Select", controls=(*items, more)))
    opened = tuple(MapAction(name, "opens", "more", to="menu") for name in ("home", "news"))
    app_map = AppMap("App", screens=screens, actions=(*MAP.actions, *opened))
    assert "more" in common_controls(app_map)
    assert fixed_controls(app_map) == {"news"}
