"""Interface that every benchmark suite implements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from onscreen.types import Setting, Task


class Suite(Protocol):
    """Protocol for benchmark suites, whose tasks are created from a name and a seed.

    Every task has a deterministic check. `groups` are named subsets; "all" is always present. `max_steps` and
    `limit_sec` are the default limits of a trial. `device` and `device_settings` define the device that the
    tasks run on.
    """

    @property
    def name(self) -> str:
        """Name of the suite, as passed to `onscreen bench`."""

    @property
    def device(self) -> str:
        """Name of the device on which the tasks run."""

    @property
    def device_settings(self) -> Mapping[str, Setting]:
        """Settings for creating the device."""

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """Named subsets of the tasks."""

    @property
    def max_steps(self) -> int:
        """Default limit on the number of steps per trial."""

    @property
    def limit_sec(self) -> float:
        """Default hard timeout per trial, in seconds."""

    def task(self, name: str, seed: int) -> Task:
        """Create a task from its name and a random seed.

        The same name and seed give the same task.

        Raises:
            UnknownName: the suite has no task with that name.
            MissingExtra: something that the suite needs is not installed.
        """


@runtime_checkable
class GradedSuite(Suite, Protocol):
    """Protocol for suites whose results are reported by group, with a radar chart.

    `axes` are the groups that the chart shows. `faults` are messages about tasks that cannot be used; they
    are reported before the run.
    """

    @property
    def axes(self) -> tuple[str, ...]:
        """Names of the groups that are axes of the radar chart."""

    @property
    def faults(self) -> tuple[str, ...]:
        """Messages about tasks that cannot be used."""


@runtime_checkable
class InstalledSuite(Suite, Protocol):
    """Protocol for suites whose tasks need separately installed software."""

    def require_installed(self, names: Sequence[str]) -> None:
        """Check that all software for the named tasks is installed.

        Raises:
            MissingExtra: something is missing; the message lists it with the command to install it.
        """
