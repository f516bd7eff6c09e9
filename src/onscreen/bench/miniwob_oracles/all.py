"""Every oracle by the name of its task."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.bench.miniwob_oracles import (
    clicking,
    controls,
    dates,
    filling,
    games,
    graphics,
    mail,
    simple_b,
    texts,
    unfolding,
)
from onscreen.bench.miniwob_oracles.sight import Oracle

ORACLES: Mapping[str, Oracle] = {
    **graphics.ORACLES,
    **controls.ORACLES,
    **games.ORACLES,
    **texts.ORACLES,
    **mail.ORACLES,
    **clicking.ORACLES,
    **dates.ORACLES,
    **filling.ORACLES,
    **unfolding.ORACLES,
    **simple_b.ORACLES,
}
