"""Registry that maps MiniWoB++ task names to scripted solvers."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.miniwob.oracles import (
    agenda_oracles,
    click_oracles,
    collapsible_oracles,
    construction_oracles,
    date_oracles,
    drag_oracles,
    flight_oracles,
    form_oracles,
    game_oracles,
    lookup_oracles,
    mail_oracles,
    rotation_oracles,
    shape_oracles,
    social_post_oracles,
    synonym_oracles,
    text_control_oracles,
    text_entry_oracles,
    text_oracles,
    widget_oracles,
)
from onscreen_practice.miniwob.oracles.oracle_view import Oracle

ORACLES: Mapping[str, Oracle] = {
    **shape_oracles.ORACLES,
    **construction_oracles.ORACLES,
    **rotation_oracles.ORACLES,
    **widget_oracles.ORACLES,
    **game_oracles.ORACLES,
    **text_oracles.ORACLES,
    **mail_oracles.ORACLES,
    **synonym_oracles.ORACLES,
    **social_post_oracles.ORACLES,
    **flight_oracles.ORACLES,
    **agenda_oracles.ORACLES,
    **click_oracles.ORACLES,
    **date_oracles.ORACLES,
    **form_oracles.ORACLES,
    **collapsible_oracles.ORACLES,
    **drag_oracles.ORACLES,
    **text_control_oracles.ORACLES,
    **lookup_oracles.ORACLES,
    **text_entry_oracles.ORACLES,
}
