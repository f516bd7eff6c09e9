"""Step of an exploration, as reported to a callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction
from onscreen.types import Shot


class ExplorationStep(msgspec.Struct, frozen=True):
    """A step of an exploration: the map after it, the observed screen, and the recorded action.

    `screen` is "" outside the application. `action` is None if no effect was recorded, as for a restart.
    """

    number: int
    app_map: AppMap
    shot: Shot
    screen: str
    action: MapAction | None = None
    is_new: bool = False


StepCallback: TypeAlias = Callable[[ExplorationStep], None]


def ignore_step(_step: ExplorationStep) -> None:
    """Do nothing; the default callback for steps."""
