"""The HTML page of a map."""

from __future__ import annotations

from pathlib import Path

from onscreen.app_maps.map_store import save_picture
from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapNote, MapScreen
from onscreen.report.map_page import map_page
from onscreen.testing.text_screens import shot_from_lines

MAP = AppMap(
    "Clock",
    screens=(
        MapScreen("alarms", "<b>Alarms</b>", controls=(MapControl("fab", "button", "Add alarm"),)),
        MapScreen("new-alarm", "New alarm"),
    ),
    actions=(MapAction("alarms", "opens", "fab", to="new-alarm"),),
    notes=(MapNote("alarms", "sorted by time"),),
)


def test_screens_are_pictures_and_transitions_arrows(tmp_path: Path) -> None:
    """The page embeds the picture of each screen, draws each transition, and loads nothing."""
    save_picture(shot_from_lines("text a").picture, tmp_path, screen_id="alarms")
    page = map_page(MAP, tmp_path)
    assert page.count('<image href="data:image/png;base64,') == 1
    assert page.count('class="arrow"') == 1
    assert "opens the screen &#39;New alarm&#39;" in page
    assert "sorted by time" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_text_from_screens_is_escaped(tmp_path: Path) -> None:
    """Text from a screen is data: HTML in it is shown, not interpreted."""
    assert "<b>Alarms" not in map_page(MAP, tmp_path)


def test_empty_map_is_a_page(tmp_path: Path) -> None:
    """A map without screens is drawn without an error."""
    assert "0 screens" in map_page(AppMap("Clock"), tmp_path)
