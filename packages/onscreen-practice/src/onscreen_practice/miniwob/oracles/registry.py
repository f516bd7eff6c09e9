"""Registry that maps MiniWoB++ task names to scripted solvers."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.miniwob.oracles import (
    checkbox_synonym_oracle,
    click_oracles,
    collapsible_oracles,
    daily_calendar_oracle,
    date_oracles,
    drag_cube_hot_cold_oracles,
    drag_oracles,
    flight_oracles,
    form_control_oracles,
    form_oracles,
    game_oracles,
    geometry_oracles,
    lookup_oracles,
    mail_oracles,
    shape_oracles,
    social_post_oracles,
    text_editor_oracles,
    text_entry_oracles,
    widget_oracles,
)
from onscreen_practice.miniwob.oracles.oracle_view import Oracle

ORACLES: Mapping[str, Oracle] = {
    **shape_oracles.ORACLES,
    **geometry_oracles.ORACLES,
    **drag_cube_hot_cold_oracles.ORACLES,
    **widget_oracles.ORACLES,
    **game_oracles.ORACLES,
    **text_editor_oracles.ORACLES,
    **mail_oracles.ORACLES,
    **checkbox_synonym_oracle.ORACLES,
    **social_post_oracles.ORACLES,
    **flight_oracles.ORACLES,
    **daily_calendar_oracle.ORACLES,
    **click_oracles.ORACLES,
    **date_oracles.ORACLES,
    **form_oracles.ORACLES,
    **collapsible_oracles.ORACLES,
    **drag_oracles.ORACLES,
    **form_control_oracles.ORACLES,
    **lookup_oracles.ORACLES,
    **text_entry_oracles.ORACLES,
}
