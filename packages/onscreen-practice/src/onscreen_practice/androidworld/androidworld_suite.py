"""Suite `androidworld`, whose tasks are generated, prepared and scored by AndroidWorld's code.

The instruction is generated when the task starts. A task is done if AndroidWorld scores it 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import PageValue, Setting, Start, Task
from onscreen_practice.androidworld.androidworld_device import GOAL, SCORE, start_script
from onscreen_practice.androidworld.task_names import ALL_NAMES, SUPPORTED

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType({"all": ALL_NAMES, **SUPPORTED})
ABOUT = "AndroidWorld's own code finds the task done"


class AndroidWorldSuite(msgspec.Struct, frozen=True):
    """Suite of AndroidWorld's tasks on the practice phone."""

    device_settings: Mapping[str, Setting] = {}
    name: str = "androidworld"
    device: str = "androidworld"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 30
    limit_sec: float = 300.0

    def task(self, name: str, seed: int) -> Task:
        """Create the named task; the same name and seed always produce the same task.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        if name not in ALL_NAMES:
            raise unknown_name("task of suite androidworld", name, known=ALL_NAMES)
        start = Start(script=start_script(name, seed=seed), seed=seed, ask=GOAL)
        return Task("", name=name, start=start, check=PageValue(SCORE, min_value=1.0, about=ABOUT))


def androidworld() -> AndroidWorldSuite:
    """Create the suite of AndroidWorld's tasks."""
    return AndroidWorldSuite()
