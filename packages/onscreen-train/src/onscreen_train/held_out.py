"""Data that training must not use: hand-written evaluation tasks, and whole applications."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from onscreen.bench.base import Suite
from onscreen.bench.task_selection import make_suite
from onscreen.plugins import plugin_paths
from onscreen.store.json_lines import write_atomically
from onscreen.types import Episode
from onscreen.types.errors import MissingExtra

EVALUATION_SUITES = ("phone", "sites", "apps", "desktop", "many", "demo")
"""Suites of hand-written tasks; a composed task with the instruction of one of them is not used."""
HELD_OUT_FILE = "held-out.json"


class HeldOutListing(msgspec.Struct, frozen=True):
    """Contents of `held-out.json`: the held-out tasks and applications, and the excluded episodes.

    `instructions` are the instructions of the hand-written tasks of `suites`, by the random seed of the
    episodes. `episodes` maps each folder to the reason.
    """

    applications: tuple[str, ...]
    suites: tuple[str, ...]
    instructions: Mapping[int, tuple[str, ...]]
    episodes: Mapping[str, str]


class HeldOutData:
    """Filter of episodes that must not be used for training.

    A composed task is left out if its instruction, or that of one of its subtasks, is the instruction of a
    hand-written task with the same random seed. Any episode is left out if it uses a held-out application,
    identified by its name in the task or on the screen, or by a part of its host name.
    """

    def __init__(self, suites: Sequence[Suite] = (), applications: Iterable[str] = ()) -> None:
        """Hold out the tasks of suites, and applications by name."""
        self._suites = tuple(suites)
        self._applications = tuple(sorted({each.casefold() for each in applications}))
        self._instructions: dict[int, Mapping[str, str]] = {}
        self._episodes: dict[str, str] = {}

    def find_reason(self, episode: Episode, *, origin: str) -> str:
        """Return the reason why an episode is not used, "" if it may be used; `origin` is its folder."""
        reason = self._application_reason(episode) or self._task_reason(episode)
        if reason:
            self._episodes[origin] = reason
        return reason

    def _application_reason(self, episode: Episode) -> str:
        used = set(find_applications(episode)) if self._applications else set()
        found = next((name for name in self._applications if name in used), "")
        return f"the application {found!r} is held out" if found else ""

    def _task_reason(self, episode: Episode) -> str:
        if not episode.task.nodes or not self._suites:
            return ""
        known = self._instructions_at(episode.task.start.seed or 0)
        texts = (episode.task.instruction, *(node.name for node in episode.task.nodes))
        found = next((known[each] for each in map(_plain, texts) if each in known), "")
        return f"its instruction is that of the hand-written task {found!r}" if found else ""

    def _instructions_at(self, seed: int) -> Mapping[str, str]:
        """Map the instructions of the hand-written tasks with a random seed to their names."""
        if seed not in self._instructions:
            self._instructions[seed] = {
                _plain(suite.task(name, seed).instruction): f"{suite.name} {name}"
                for suite in self._suites
                for name in suite.groups["all"]
            }
        return self._instructions[seed]

    def list(self) -> HeldOutListing:
        """Return the listing of what was held out so far."""
        return HeldOutListing(
            self._applications,
            tuple(suite.name for suite in self._suites),
            {seed: tuple(sorted(known)) for seed, known in sorted(self._instructions.items())},
            dict(self._episodes),
        )

    def write(self, folder: Path) -> None:
        """Write the listing to `held-out.json`.

        Raises:
            CannotWrite: the file cannot be written.
        """
        content = msgspec.json.format(msgspec.json.encode(self.list()))
        write_atomically(folder / HELD_OUT_FILE, content + b"\n")


def find_applications(episode: Episode) -> Iterator[str]:
    """Yield the names of the applications of an episode in lower case: of its subtasks, screens and hosts."""
    for node in episode.task.nodes:
        yield from _names(node.application)
    for shot in episode.shots:
        yield from _names(shot.app)
        yield from _names(shot.address)


def _names(text: str) -> Iterator[str]:
    """Yield a name unchanged; for an address, yield the host and the first part of the host."""
    yield text.casefold()
    host = urlsplit(text).hostname or ""
    yield host
    yield host.partition(".")[0]


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()


def load_evaluation_suites(names: Sequence[str] = EVALUATION_SUITES) -> tuple[Suite, ...]:
    """Load the suites of hand-written tasks that are installed."""
    installed = plugin_paths("suite")
    found: list[Suite] = []
    for name in names:
        if name in installed:
            try:
                found.append(make_suite(name))
            except MissingExtra:
                continue
    return tuple(found)
