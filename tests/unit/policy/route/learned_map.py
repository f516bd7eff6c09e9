"""Maps that are learned from clicks on screens written as lines of text."""

from __future__ import annotations

from onscreen.app_maps.map_extension import observe_screen, record_step
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Element, Shot


def shot(*lines: str) -> Shot:
    """Return a screen of the application."""
    return shot_from_lines(*lines, address="org.example.people/.Main")


def element(name: str, *lines: str) -> Element:
    """Return the element of a name on a screen."""
    return next(each for each in build_screen(shot(*lines)).elements if each.name == name)


def learn(*steps: tuple[tuple[str, ...], str, tuple[str, ...]]) -> AppMap:
    """Return a map with the steps: screen before, name of the clicked control, screen after."""
    app_map = AppMap("People", scope="org.example.people/")
    for before, name, after in steps:
        seen = observe_screen(app_map, shot(*before))
        app_map = record_step(
            seen.app_map,
            shot(*before),
            after=shot(*after),
            screen_id=seen.screen,
            target=element(name, *before),
            verb="click",
        ).app_map
    return app_map
