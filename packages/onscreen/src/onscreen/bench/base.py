"""The suite port: names and seeds -> tasks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from onscreen.types import Setting, Task


class Suite(Protocol):
    """A set of tasks with deterministic checks, each made from a name and a seed.

    `groups` are named subsets ("all" is always there). `max_steps` and `limit_sec` are the defaults of
    a trial. `device` and `device_settings` say what the tasks run on.
    """

    @property
    def name(self) -> str:
        """What it is called in `onscreen bench NAME`."""

    @property
    def device(self) -> str:
        """The device its tasks run on."""

    @property
    def device_settings(self) -> Mapping[str, Setting]:
        """How that device is made."""

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """Named subsets of its tasks."""

    @property
    def max_steps(self) -> int:
        """How many steps a trial has by default."""

    @property
    def limit_sec(self) -> float:
        """After how many seconds a trial is killed by default."""

    def task(self, name: str, seed: int) -> Task:
        """Make the task; the same name and seed give the same task.

        Raises:
            UnknownName: there is no task of that name.
            MissingExtra: what the suite needs is not installed.
        """
