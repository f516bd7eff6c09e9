"""The suite port: names and seeds -> tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from onscreen.run.trial import Setting
from onscreen.types import Task


class Suite(Protocol):
    """A set of tasks with deterministic checks, each made from a name and a seed.

    `groups` are named subsets ("all" is always there). `max_steps` and `limit_sec` are the defaults of
    a trial. `device` and `device_settings` say what the tasks run on.
    """

    name: str
    device: str
    device_settings: Mapping[str, Setting]
    groups: Mapping[str, tuple[str, ...]]
    max_steps: int
    limit_sec: float

    def task(self, name: str, seed: int) -> Task:
        """Make the task; the same name and seed give the same task.

        Raises:
            UnknownName: there is no task of that name.
            MissingExtra: what the suite needs is not installed.
        """
