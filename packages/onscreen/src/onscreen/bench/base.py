"""The port for suites: from names and seeds to tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from onscreen.types import Setting, Task


class Suite(Protocol):
    """A set of tasks with deterministic checks, each created from a name and a seed.

    `groups` are named subsets; "all" is always present. `max_steps` and `limit_sec` are the default limits
    of a trial. `device` and `device_settings` define the device that the tasks run on.
    """

    @property
    def name(self) -> str:
        """The name of the suite in `onscreen bench NAME`."""

    @property
    def device(self) -> str:
        """The name of the device that the tasks run on."""

    @property
    def device_settings(self) -> Mapping[str, Setting]:
        """The settings of that device."""

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """Named subsets of the tasks."""

    @property
    def max_steps(self) -> int:
        """The default number of steps per trial."""

    @property
    def limit_sec(self) -> float:
        """The default hard timeout per trial, in seconds."""

    def task(self, name: str, seed: int) -> Task:
        """Create the task; the same name and seed give the same task.

        Raises:
            UnknownName: the suite has no task with that name.
            MissingExtra: something that the suite needs is not installed.
        """
