"""Every oracle by the name of its task."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.bench.miniwob_oracles import (
    agenda,
    clicking,
    controls,
    dates,
    dragging,
    filling,
    flights,
    games,
    graphics,
    graphics_drawn,
    graphics_moved,
    handling,
    mail,
    posts,
    reading_off,
    synonyms,
    texts,
    typing_in,
    unfolding,
)
from onscreen.bench.miniwob_oracles.sight import Oracle

ORACLES: Mapping[str, Oracle] = {
    **graphics.ORACLES,
    **graphics_drawn.ORACLES,
    **graphics_moved.ORACLES,
    **controls.ORACLES,
    **games.ORACLES,
    **texts.ORACLES,
    **mail.ORACLES,
    **synonyms.ORACLES,
    **posts.ORACLES,
    **flights.ORACLES,
    **agenda.ORACLES,
    **clicking.ORACLES,
    **dates.ORACLES,
    **filling.ORACLES,
    **unfolding.ORACLES,
    **dragging.ORACLES,
    **handling.ORACLES,
    **reading_off.ORACLES,
    **typing_in.ORACLES,
}
