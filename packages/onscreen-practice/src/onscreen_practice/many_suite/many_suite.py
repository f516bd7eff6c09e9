"""Suite `many`, whose tasks pass a number between desktop programs, web applications and phone apps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen.types import Setting, Start, Task, Tool
from onscreen_practice.desktop_suite.chain_tasks import chain, group_chains
from onscreen_practice.desktop_suite.desktop_suite import TOOLS as DESKTOP_TOOLS
from onscreen_practice.desktop_suite.program_packages import find_missing, require_packages
from onscreen_practice.many_suite.many_parts import (
    DESKTOP,
    DEVICE_APPLICATIONS,
    PHONE,
    PHONE_SEED,
    SITES,
    on_device,
)
from onscreen_practice.site_suite.site_suite import HOST
from onscreen_practice.site_suite.site_suite import TOOLS as SITE_TOOLS
from onscreen_practice.sites import FOLDER
from onscreen_practice.task_recipe import TaskRecipe

CHAINS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        f"across-{line.replace(' ', '-')}": tuple(line.split())
        for line in (
            "wiki mousepad",
            "contacts list",
            "thunar note",
            "wiki calc note",
            "contacts galculator geany",
            "mousepad keys list database",
            "calc sums note thunar",
            "wiki kcalc note gnumeric zim",
            "zim galculator list note mousepad",
            "contacts galculator list zim thunar calc",
        )
    }
)
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"all": tuple(CHAINS), **group_chains(CHAINS, DEVICE_APPLICATIONS)}
)
TOOLS = (
    *DESKTOP_TOOLS,
    *(Tool(f"{tool.name} (web)", tool.address, tool.about) for tool in SITE_TOOLS),
    Tool("Contacts (phone)", "org.practice.contacts", "people and their phone numbers"),
    Tool("Notes (phone)", "org.practice.notes", "notes and checklists"),
    Tool("Calculator (phone)", "org.practice.calculator", "works out sums"),
)


class ManySuite(msgspec.Struct, frozen=True):
    """Suite of tasks on a desktop, practice sites and a practice phone that form one device."""

    device_settings: Mapping[str, Setting]
    name: str = "many"
    device: str = "many"
    groups: Mapping[str, tuple[str, ...]] = GROUPS
    max_steps: int = 80
    limit_sec: float = 480.0

    def task(self, name: str, seed: int) -> Task:
        """Create the named task; the same name and seed always produce the same task.

        Raises:
            UnknownName: the suite has no task with that name.
        """
        created = recipe(name, seed)
        first = DEVICE_APPLICATIONS[CHAINS[name][0]].device
        scripts = {DESKTOP: created.start_command, PHONE: f"practice reset {PHONE_SEED}"}
        starts = {each: Start(script=scripts.get(each, ""), seed=seed) for each in (DESKTOP, SITES, PHONE)}
        starts[SITES] = msgspec.structs.replace(starts[SITES], address=f"http://{HOST}/index.html")
        own = starts.pop(first)
        start = msgspec.structs.replace(own, address=created.start_path, device=first, others=starts)
        return created.task(name, start=start, tools=TOOLS)

    def require_installed(self, names: Sequence[str]) -> None:
        """Check that the desktop programs of tasks are installed.

        Raises:
            MissingExtra: some are missing; the message contains the command to install them.
        """
        require_packages(missing_programs(names), suite=self.name)


def missing_programs(names: Sequence[str]) -> tuple[str, ...]:
    """Return the missing Debian packages of tasks."""
    return find_missing(recipe(name, 0) for name in names)


def recipe(name: str, seed: int) -> TaskRecipe:
    """Create the recipe of a task, including its check and scripted solution.

    Raises:
        UnknownName: the suite has no task with that name.
    """
    if name not in CHAINS:
        raise unknown_name("task of suite many", name, known=tuple(CHAINS))
    rng = Random(f"{name} {seed}")  # noqa: S311  reproducible sampling, no secrets
    return chain(CHAINS[name], rng, applications=DEVICE_APPLICATIONS, place_check=on_device)


def many() -> ManySuite:
    """Create the suite `many`, with the practice sites served to the browser."""
    devices = (f"{DESKTOP}=linux", f"{SITES}=web", PHONE)
    return ManySuite(
        {"devices": devices, f"{SITES}.sites": (f"{HOST}={FOLDER}",), f"{PHONE}.seed": PHONE_SEED}
    )
